package capability

import (
	"context"
	"fmt"
)

// Request is what a backend is told about one call: plain data, never types
// of the runtime.
type Request struct {
	// Tool is the tool's name.
	Tool string
	// Needs is what it declares.
	Needs *Needs
	// Session and Personality say for whom it runs; they scope storage.
	Session, Personality string
	// WorkingDir is the turn's working directory, absolute.
	WorkingDir string
	// Files and Network are the policy in force.
	Files   FilePolicy
	Network NetworkPolicy
	// Attachments are those of the turn.
	Attachments []Attachment
	// DryRun says that nothing may change: what would change something is a
	// *Denied.
	DryRun bool
}

// Backends are the implementations an application configures, one function
// per capability. A nil field, and a nil *Backends, means not configured:
// tools that declare it answer not_available. The functions are called
// concurrently, once per call. An error that is a *Denied tells the model
// why; any other error is reported as a failure of the backend.
type Backends struct {
	// Files opens the files of one call. Readers get the same value as an FS.
	Files func(context.Context, *Request) (WriteFS, error)
	// Network returns an *http.Client, as any so that this package does not
	// link net/http.
	Network func(context.Context, *Request) (any, error)
	// Process returns what runs programs.
	Process func(context.Context, *Request) (Exec, error)
	// Secrets returns the secrets of one call.
	Secrets func(context.Context, *Request) (Secrets, error)
	// Storage returns the key-value store of one call's scope.
	Storage func(context.Context, *Request) (KV, error)
	// Attachments returns the attachments of the turn.
	Attachments func(context.Context, *Request) (Attachments, error)
}

// Configured is the set of capabilities that have a backend. It may be called
// on a nil *Backends.
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

// Missing is what needs declares and no backend serves.
func (b *Backends) Missing(needs *Needs) Kind {
	if needs == nil {
		return 0
	}
	return needs.Kinds &^ b.Configured()
}

// Set is what one call got. Fields of capabilities that the tool did not
// declare are nil.
type Set struct {
	// Files is an FS for tools that only read, and a WriteFS as well for
	// those that write.
	Files FS
	// Writable is Files for tools that write.
	Writable WriteFS
	// HTTP is an *http.Client.
	HTTP any
	// Exec runs programs.
	Exec Exec
	// Secrets gives secrets.
	Secrets Secrets
	// Storage keeps values.
	Storage KV
	// Attachments opens attachments.
	Attachments Attachments
}

// Denied is the error of a refusal. Its reason says what was refused and why,
// never what else would be allowed. The runtime answers it with the code
// not_available.
type Denied struct {
	// Kind is the capability refused.
	Kind Kind
	// Reason is for the model to read.
	Reason string
}

// Error is the kind and the reason.
func (d *Denied) Error() string { return fmt.Sprintf("%s denied: %s", d.Kind, d.Reason) }

// Deny returns a [*Denied] that refuses a capability. The reason is for the model to read.
func Deny(kind Kind, reason string) error { return &Denied{Kind: kind, Reason: reason} }
