package runtime

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/toolgen/toolgen/internal/redact"
	"github.com/toolgen/toolgen/runtime/capability"
)

// maxSecrets is how many secrets a session knows, the oldest going first.
const maxSecrets = 256

// secretTimeout is how long a backend may take to resolve the secrets of a session.
const secretTimeout = 10 * time.Second

// sessionSecrets are the secrets that tools of a session were given. The session
// shares them with its children. It is safe for concurrent use.
type sessionSecrets struct {
	values redact.Secrets // those that this process knows

	mu         sync.Mutex
	uses       []secretUse // the oldest first; each differs from the others
	unresolved int         // how many of the uses have no value in values
	resolving  *resolution // nil when no backend is being asked
}

// secretRef is the reference of a secret, and the tool that it was given to.
type secretRef struct {
	Reference string `json:"reference"`
	Tool      string `json:"tool"`
}

// secretUse is one secret that was given to a tool.
type secretUse struct {
	secretRef
	resolved bool // its value is known
}

// resolution is one attempt to resolve what is unresolved. Several calls may wait for
// it.
type resolution struct {
	deadline time.Time
	done     chan struct{} // closed at its end
	err      error         // the first that occurred; may be read when done is closed
}

func newSessionSecrets() *sessionSecrets {
	return &sessionSecrets{values: redact.Secrets{Max: maxSecrets}}
}

// given notes a secret that a tool was given.
func (s *sessionSecrets) addValue(ref secretRef, value string) {
	s.values.Add(value)
	if value == "" {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.add(ref, true)
}

// know notes the value of a secret that was given before.
func (s *sessionSecrets) resolveValue(ref secretRef, value string) {
	s.values.Add(value)
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := s.index(ref); i >= 0 && !s.uses[i].resolved {
		s.uses[i].resolved = true
		s.unresolved--
	}
}

// add adds a use as the newest. The caller holds the lock.
func (s *sessionSecrets) add(ref secretRef, resolved bool) {
	if i := s.index(ref); i >= 0 {
		resolved = resolved || s.uses[i].resolved
		s.remove(i)
	}
	s.uses = append(s.uses, secretUse{ref, resolved})
	if !resolved {
		s.unresolved++
	}
	if len(s.uses) > maxSecrets {
		s.remove(0)
	}
}

func (s *sessionSecrets) remove(i int) {
	if !s.uses[i].resolved {
		s.unresolved--
	}
	s.uses = slices.Delete(s.uses, i, i+1)
}

// index is the index of a use; -1 for none. The caller holds the lock.
func (s *sessionSecrets) index(ref secretRef) int {
	return slices.IndexFunc(s.uses, func(u secretUse) bool { return u.secretRef == ref })
}

// refs are the references, the oldest first.
func (s *sessionSecrets) refs() []secretRef {
	s.mu.Lock()
	defer s.mu.Unlock()
	var refs []secretRef
	for _, use := range s.uses {
		refs = append(refs, use.secretRef)
	}
	return refs
}

// merge adds references from a snapshot. Those that are known stay as they are.
func (s *sessionSecrets) merge(refs []secretRef) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, ref := range refs {
		if s.index(ref) < 0 {
			s.add(ref, false)
		}
	}
}

// resolveSecrets asks the backend for the secrets whose references the turn's session
// has from a snapshot, and whose values this process does not know, so that they are
// redacted. A call must not run when it fails: its result could show a secret.
//
// Each secret is asked for once, for any number of calls that need it; one that
// could not be resolved is asked for again by a later call. It is safe for concurrent
// use, returns when ctx ends, and after ten seconds at the latest, and survives a
// backend that panics or hangs.
func (r *Registry) resolveSecrets(ctx context.Context, turn *Turn) error {
	secrets := turn.Session.existingSecrets()
	if secrets == nil {
		return nil
	}
	return secrets.resolve(ctx, func(ctx context.Context, ref secretRef) (string, error) {
		return fetchSecret(ctx, r.options.Backends, &capability.Request{
			Tool: ref.Tool, Session: turn.Session.ID(), Personality: turn.PersonalityID, WorkingDir: turn.WorkingDir,
			Needs: &capability.Needs{Kinds: capability.KindSecrets, Secrets: []string{ref.Reference}},
		}, ref.Reference)
	})
}

// errNoSecret is the error of a secret that is empty: it cannot be the one that was
// given.
var errNoSecret = errors.New("the backend gave an empty secret")

// askForSecret asks a backend, which may panic and hang.
func fetchSecret(ctx context.Context, b *capability.Backends, request *capability.Request, reference string) (value string, err error) {
	if b.Missing(request.Needs) != 0 {
		return "", errors.New("no backend for secrets is configured")
	}
	crash := <-startIsolated(func() {
		var secrets capability.Secrets
		if secrets, err = b.Secrets(ctx, request); err != nil {
			return
		}
		if secrets == nil {
			err = errNoObject
			return
		}
		if value, err = secrets.Get(ctx, reference); err == nil && value == "" {
			err = errNoSecret
		}
	})
	return value, errors.Join(crash, err)
}

// askSecret returns the value of a secret. It may hang, and does not panic.
type secretGetter func(context.Context, secretRef) (string, error)

// resolve waits until every secret is resolved, or the attempt fails.
func (s *sessionSecrets) resolve(ctx context.Context, get secretGetter) error {
	resolution := s.startResolution(ctx, get)
	if resolution == nil {
		return nil
	}
	timer := time.NewTimer(time.Until(resolution.deadline))
	defer timer.Stop()
	err := errNotReturned
	select {
	case <-resolution.done:
		err = resolution.err
	case <-ctx.Done():
		err = ctx.Err()
	case <-timer.C:
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.unresolved == 0 {
		return nil
	}
	return &unresolvedError{s.unresolved, err}
}

// attempt is the running attempt, or a new one; nil when nothing is unresolved. A
// backend that hangs is not asked again: all wait for the same attempt.
func (s *sessionSecrets) startResolution(ctx context.Context, get secretGetter) *resolution {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.unresolved == 0 {
		return nil
	}
	if s.resolving == nil {
		s.resolving = &resolution{deadline: time.Now().Add(secretTimeout), done: make(chan struct{})}
		go s.resolveAll(context.WithoutCancel(ctx), s.resolving, get)
	}
	return s.resolving
}

// run asks for each unresolved secret, once. The context is not that of the call that
// came first, because others wait, too.
func (s *sessionSecrets) resolveAll(ctx context.Context, resolution *resolution, get secretGetter) {
	ctx, cancel := context.WithDeadline(ctx, resolution.deadline)
	defer cancel()
	asked := make(map[secretRef]bool)
	for {
		ref, ok := s.nextUnresolved(resolution, asked)
		if !ok {
			return
		}
		asked[ref] = true
		value, err := get(ctx, ref)
		if err == nil {
			s.resolveValue(ref, value)
		} else if resolution.err == nil {
			resolution.err = err
		}
	}
}

// next is an unresolved secret that the attempt did not ask for. Without one the
// attempt ends.
func (s *sessionSecrets) nextUnresolved(resolution *resolution, asked map[secretRef]bool) (ref secretRef, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, use := range s.uses {
		if !use.resolved && !asked[use.secretRef] {
			return use.secretRef, true
		}
	}
	s.resolving = nil
	close(resolution.done)
	return secretRef{}, false
}

// unresolvedError is the error of secrets that could not be resolved. Its text names
// no reference and no value; the cause is for logs.
type unresolvedError struct {
	count int
	cause error
}

// Error says how many secrets are missing.
func (e *unresolvedError) Error() string {
	return fmt.Sprintf("%d of the secrets that tools of this session were given cannot be resolved again, so that results cannot be redacted: "+
		"configure Options.Backends.Secrets with a store that has them", e.count)
}

// Unwrap is the first error that occurred.
func (e *unresolvedError) Unwrap() error { return e.cause }
