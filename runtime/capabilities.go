package runtime

import (
	"context"
	"errors"

	"github.com/toolgen/toolgen/internal/redact"
	"github.com/toolgen/toolgen/runtime/capability"
)

// errNoObject is the error of a backend that returned neither an object nor an
// error.
var errNoObject = errors.New("the backend returned neither an object nor an error")

// capabilitySteps has the function that obtains the object for each capability
// from its backend.
var capabilitySteps = []struct {
	kind  capability.Kind
	grant func(context.Context, *Call, *capability.Backends, *capability.Request) error
}{
	{capability.KindRead | capability.KindWrite, grantFiles},
	{capability.KindNetwork, grantNetwork},
	{capability.KindProcess, grantProcess},
	{capability.KindSecrets, grantSecrets},
	{capability.KindStorage, grantStorage},
	{capability.KindAttachments, grantAttachments},
}

// grantCapabilities obtains the objects for the capabilities that the tool
// declares. It returns a refusal if a backend refuses one of them: a tool needs
// all capabilities that it declares.
//
//go:noinline
func (c *Call) grantCapabilities(backends *capability.Backends) *Result {
	request := &capability.Request{
		Tool: c.tool.Name, Needs: c.tool.Needs, Session: c.turn.Session.ID(), Personality: c.turn.PersonalityID,
		WorkingDir: c.turn.WorkingDir, Files: c.turn.Policy.Files, Network: c.turn.Policy.Network,
		Attachments: c.turn.Attachments, DryRun: c.turn.DryRun,
	}
	c.capabilities = &capability.Set{}
	for _, step := range capabilitySteps {
		kind := step.kind & c.tool.Needs.Kinds
		if kind == 0 {
			continue
		}
		if err := step.grant(&c.ctx, c, backends, request); err != nil {
			return c.notGrantedResult(kind, err)
		}
	}
	return nil
}

// notGrantedResult returns the result of a call whose tool did not get a
// capability. The text has the reason of a *capability.Denied; any other error
// of a backend is only for logs.
func (c *Call) notGrantedResult(kind capability.Kind, err error) *Result {
	result := unavailableResult(kind.String(), "Tool %s did not get the capability %s", c.tool.Name, kind)
	if denied, ok := errors.AsType[*capability.Denied](err); ok {
		result.Error += ": " + denied.Reason
	}
	result.Cause = err
	return result
}

// readOnlyFS is a file system without the methods that write.
type readOnlyFS struct{ capability.FS }

// grantFiles obtains a file system, which cannot write unless the tool may.
func grantFiles(ctx context.Context, c *Call, b *capability.Backends, request *capability.Request) error {
	files, err := b.Files(ctx, request)
	switch {
	case err != nil:
		return err
	case files == nil:
		return errNoObject
	}
	c.capabilities.Files = readOnlyFS{files}
	if request.Needs.Has(capability.KindWrite) {
		c.capabilities.Files, c.capabilities.Writable = files, files
	}
	return nil
}

// grantNetwork obtains the HTTP client.
func grantNetwork(ctx context.Context, c *Call, b *capability.Backends, request *capability.Request) (err error) {
	c.capabilities.HTTP, err = b.Network(ctx, request)
	return requireObject(c.capabilities.HTTP, err)
}

// grantProcess obtains the runner of programs.
func grantProcess(ctx context.Context, c *Call, b *capability.Backends, request *capability.Request) (err error) {
	c.capabilities.Exec, err = b.Process(ctx, request)
	return requireObject(c.capabilities.Exec, err)
}

// grantSecrets obtains the secrets, which record each use.
func grantSecrets(ctx context.Context, c *Call, b *capability.Backends, request *capability.Request) error {
	secrets, err := b.Secrets(ctx, request)
	if err = requireObject(secrets, err); err != nil {
		return err
	}
	c.capabilities.Secrets = recordingSecrets{secrets, c.tool.Name, c.secrets, c.turn.Session.ensureSecrets()}
	return nil
}

// grantStorage obtains the key-value store.
func grantStorage(ctx context.Context, c *Call, b *capability.Backends, request *capability.Request) (err error) {
	c.capabilities.Storage, err = b.Storage(ctx, request)
	return requireObject(c.capabilities.Storage, err)
}

// grantAttachments obtains the attachments of the turn.
func grantAttachments(ctx context.Context, c *Call, b *capability.Backends, request *capability.Request) (err error) {
	c.capabilities.Attachments, err = b.Attachments(ctx, request)
	return requireObject(c.capabilities.Attachments, err)
}

// requireObject returns err, or errNoObject if there is neither an object nor
// an error.
func requireObject(object any, err error) error {
	if err == nil && object == nil {
		return errNoObject
	}
	return err
}

// recordingSecrets records each secret that it returns in the call and in its
// session. The secret is then redacted in all outputs of the call and of later
// calls of the session, because a tool may store a secret where another tool
// reads it.
type recordingSecrets struct {
	capability.Secrets
	tool    string
	call    *redact.Secrets
	session *sessionSecrets // nil without a session
}

// Get returns a secret and records it.
func (n recordingSecrets) Get(ctx context.Context, reference string) (string, error) {
	value, err := n.Secrets.Get(ctx, reference)
	if err == nil {
		n.call.Add(value)
		if n.session != nil {
			n.session.addValue(secretRef{reference, n.tool}, value)
		}
	}
	return value, err
}

// ensureSecrets returns the secrets of the session, which its children share.
// It creates them if there are none. It returns nil for a nil session.
func (s *Session) ensureSecrets() *sessionSecrets {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.secrets == nil {
		s.secrets = newSessionSecrets()
	}
	return s.secrets
}

// existingSecrets returns the secrets of the session; nil if there are none.
func (s *Session) existingSecrets() *sessionSecrets {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.secrets
}

// secretValues returns the values of the session's secrets; nil if there are
// none.
func (s *Session) secretValues() *redact.Secrets {
	if secrets := s.existingSecrets(); secrets != nil {
		return &secrets.values
	}
	return nil
}
