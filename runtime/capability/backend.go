package capability

import (
	"context"
	"fmt"
)

// Request describes one call to a backend. It contains plain data and no types of the runtime.
type Request struct {
	// Tool is the name of the tool.
	Tool string
	// Needs is what the tool declares; nil if it declares nothing.
	Needs *Needs
	// Session and Personality are ids; they scope the key-value store. Both can be empty.
	Session, Personality string
	// WorkingDir is the working directory of the turn, an absolute path; empty if there is none.
	WorkingDir string
	// Files and Network are the policy of the turn.
	Files   FilePolicy
	Network NetworkPolicy
	// Attachments are the attachments of the turn.
	Attachments []Attachment
	// DryRun means that nothing may be changed: operations that change something return a
	// *Denied.
	DryRun bool
}

// Backends are the implementations that an application configures, one function per capability. A
// nil field, and a nil *Backends, mean that a capability is not configured: calls of tools that
// declare it fail with the code not_available. Each function is called once for each call of a tool
// that declares its capability, and concurrently. If its error is a *Denied, the model gets the
// reason; any other error is a failure of the backend.
type Backends struct {
	// Files opens the files of one call. Tools that only read get the value as an FS.
	Files func(context.Context, *Request) (WriteFS, error)
	// Network returns an *http.Client. The type is any so that this package does not link
	// net/http.
	Network func(context.Context, *Request) (any, error)
	// Process returns the value that runs programs.
	Process func(context.Context, *Request) (Exec, error)
	// Secrets returns the secrets of one call.
	Secrets func(context.Context, *Request) (Secrets, error)
	// Storage returns the key-value store of one call's scope.
	Storage func(context.Context, *Request) (KV, error)
	// Attachments returns the attachments of the turn.
	Attachments func(context.Context, *Request) (Attachments, error)
}

// Configured returns the capabilities that have a backend. It can be called on a nil *Backends.
func (b *Backends) Configured() Kind {
	if b == nil {
		return 0
	}
	var kinds Kind
	for _, backend := range []struct {
		kinds Kind
		set   bool
	}{
		{KindRead | KindWrite, b.Files != nil},
		{KindNetwork, b.Network != nil},
		{KindProcess, b.Process != nil},
		{KindSecrets, b.Secrets != nil},
		{KindStorage, b.Storage != nil},
		{KindAttachments, b.Attachments != nil},
	} {
		if backend.set {
			kinds |= backend.kinds
		}
	}
	return kinds
}

// Missing returns the capabilities that needs declares and that have no backend. Needs can be nil.
func (b *Backends) Missing(needs *Needs) Kind {
	if needs == nil {
		return 0
	}
	return needs.Kinds &^ b.Configured()
}

// Set is the values that one call of a tool gets. A field is nil if the tool does not declare its
// capability.
type Set struct {
	// Files reads files. If the tool declares writing, it is also a WriteFS.
	Files FS
	// Writable is Files if the tool declares writing.
	Writable WriteFS
	// HTTP is an *http.Client.
	HTTP any
	// Exec runs the declared programs.
	Exec Exec
	// Secrets gives the declared secrets.
	Secrets Secrets
	// Storage keeps values in the declared scope.
	Storage KV
	// Attachments opens the attachments of the declared kinds.
	Attachments Attachments
}

// Denied is the error of a refusal. The runtime answers it with the code not_available.
type Denied struct {
	// Kind is the capability that is refused.
	Kind Kind
	// Reason is for the model. It says what was refused and why, and nothing about what is allowed.
	Reason string
}

// Error contains the kind and the reason.
func (d *Denied) Error() string { return fmt.Sprintf("%s denied: %s", d.Kind, d.Reason) }

// Deny returns a [*Denied] with that kind and reason.
func Deny(kind Kind, reason string) error { return &Denied{Kind: kind, Reason: reason} }
