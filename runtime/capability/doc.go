// Package capability defines the types through which a tool uses what is outside of its process:
// files, the network, programs, secrets, a key-value store and the attachments of a turn.
//
// A tool asks for a capability with a parameter:
//
//	func Read(ctx context.Context, files capability.FS, args ReadArgs) (string, error)
//
// From the parameter and from directives such as //tool:fs, the generator makes a [Needs] value. For
// every call, the runtime passes the Needs in a [Request] to the [Backends] that the application
// configured. The backends return values that can do what the declaration and the policy allow, and
// the tool gets them in a [Set]. A tool that declares nothing gets nothing.
//
// The package contains interfaces and plain data. It imports neither net/http nor os/exec nor the
// runtime. Each backend is in a package of its own, so that a program links only the backends that it
// uses. Every backend package has the type Options, the function New(*Options) *Backend, where nil
// means the defaults, and the method Backend.Open for the field of Backends.
//
// Backends are called concurrently and must be safe for that. The values that they return belong to
// one call.
package capability
