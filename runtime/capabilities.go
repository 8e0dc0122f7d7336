package runtime

import (
	"context"
	"errors"

	"github.com/toolgen/toolgen/internal/redact"
	"github.com/toolgen/toolgen/runtime/capability"
)

// errNoObject is the error of a backend that gave neither an object nor an
// error.
var errNoObject = errors.New("the backend gave nothing")

// grants has a step for each capability: it asks the backend for the object of
// one call.
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

// grant gets the objects for the capabilities that the tool declares. If a
// backend refuses one, the call is refused: a tool needs what it declares.
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

// ungranted answers a call whose tool did not get a capability. The model sees
// the reason of a refusal; any other error of a backend is for the logs.
func (c *Call) notGrantedResult(kind capability.Kind, err error) *Result {
	result := unavailableResult(kind.String(), "Tool %s did not get the capability %s", c.tool.Name, kind)
	if denied, ok := errors.AsType[*capability.Denied](err); ok {
		result.Error += ": " + denied.Reason
	}
	result.Cause = err
	return result
}

// readOnly is a file system without the methods that write.
type readOnlyFS struct{ capability.FS }

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

func grantNetwork(ctx context.Context, c *Call, b *capability.Backends, request *capability.Request) (err error) {
	c.capabilities.HTTP, err = b.Network(ctx, request)
	return requireObject(c.capabilities.HTTP, err)
}

func grantProcess(ctx context.Context, c *Call, b *capability.Backends, request *capability.Request) (err error) {
	c.capabilities.Exec, err = b.Process(ctx, request)
	return requireObject(c.capabilities.Exec, err)
}

func grantSecrets(ctx context.Context, c *Call, b *capability.Backends, request *capability.Request) error {
	secrets, err := b.Secrets(ctx, request)
	if err = requireObject(secrets, err); err != nil {
		return err
	}
	c.capabilities.Secrets = recordingSecrets{secrets, c.tool.Name, c.secrets, c.turn.Session.ensureSecrets()}
	return nil
}

func grantStorage(ctx context.Context, c *Call, b *capability.Backends, request *capability.Request) (err error) {
	c.capabilities.Storage, err = b.Storage(ctx, request)
	return requireObject(c.capabilities.Storage, err)
}

func grantAttachments(ctx context.Context, c *Call, b *capability.Backends, request *capability.Request) (err error) {
	c.capabilities.Attachments, err = b.Attachments(ctx, request)
	return requireObject(c.capabilities.Attachments, err)
}

func requireObject(object any, err error) error {
	if err == nil && object == nil {
		return errNoObject
	}
	return err
}

// noted notes every secret that it gives, so that it is redacted in everything that
// the call says, and later calls of its session: a tool may keep a secret where another
// tool finds it.
type recordingSecrets struct {
	capability.Secrets
	tool    string
	call    *redact.Secrets
	session *sessionSecrets // nil without a session
}

// Get gives a secret.
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

// sharedSecrets are the secrets of the session, which its children share; nil without
// a session.
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

// knownSecrets are the same, but nil when there are none yet.
func (s *Session) existingSecrets() *sessionSecrets {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.secrets
}

// known are the values of the session's secrets; nil when there are none yet.
func (s *Session) secretValues() *redact.Secrets {
	if secrets := s.existingSecrets(); secrets != nil {
		return &secrets.values
	}
	return nil
}
