// Package capability holds the types through which a tool touches the outside
// world: files, the network, processes, secrets, a key-value store and the
// attachments of a turn.
//
// A tool asks for a capability by taking it as a parameter:
//
//	func Read(ctx context.Context, files capability.FS, args ReadArgs) (string, error)
//
// The generator turns that parameter, narrowed by directives such as
// //tool:fs, into a [Needs] value. For every call the runtime hands Needs, as
// part of a [Request], to the [Backends] that the application configured, and
// gives the tool the [Set] of scoped objects that comes back. A tool that
// declares nothing gets nothing.
//
// The package is a leaf: it holds interfaces and plain data, imports neither
// net/http nor os/exec, and knows nothing of the runtime. Backends live in
// packages of their own, so that a program links only those it uses.
//
// Data flows in as a Request and out as a Set. Backends are called
// concurrently and must be safe for that; the objects they return belong to
// one call.
package capability
