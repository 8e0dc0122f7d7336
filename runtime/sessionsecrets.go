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

// maxSecrets is the maximum number of secrets of a session. A further one
// replaces the oldest.
const maxSecrets = 256

// secretTimeout is the time limit of a backend that resolves the secrets of a
// session.
const secretTimeout = 10 * time.Second

// sessionSecrets are the secrets that the tools of a session received. The
// session shares them with its children. It is safe for concurrent use.
type sessionSecrets struct {
	values redact.Secrets // the values that are known in this process

	mu         sync.Mutex
	uses       []secretUse // the oldest first, without duplicates
	unresolved int         // the number of uses whose values are not known
	resolving  *resolution // nil if no backend is being asked
}

// secretRef is the reference of a secret with the tool that received it.
type secretRef struct {
	Reference string `json:"reference"`
	Tool      string `json:"tool"`
}

// secretUse is a secret that a tool received.
type secretUse struct {
	secretRef
	resolved bool // the value is known
}

// resolution is one attempt to resolve the unresolved secrets. Several calls
// may wait for it.
type resolution struct {
	deadline time.Time
	done     chan struct{} // closed at the end
	err      error         // the first error; valid after done is closed
}

// newSessionSecrets returns an empty set of secrets.
func newSessionSecrets() *sessionSecrets {
	return &sessionSecrets{values: redact.Secrets{Max: maxSecrets}}
}

// addValue adds a secret that a tool received, with its value.
func (s *sessionSecrets) addValue(ref secretRef, value string) {
	s.values.Add(value)
	if value == "" {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.add(ref, true)
}

// resolveValue sets the value of a secret that was added without one.
func (s *sessionSecrets) resolveValue(ref secretRef, value string) {
	s.values.Add(value)
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := s.index(ref); i >= 0 && !s.uses[i].resolved {
		s.uses[i].resolved = true
		s.unresolved--
	}
}

// add adds a use as the newest one. The caller holds the lock.
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

// remove removes the use with the index. The caller holds the lock.
func (s *sessionSecrets) remove(i int) {
	if !s.uses[i].resolved {
		s.unresolved--
	}
	s.uses = slices.Delete(s.uses, i, i+1)
}

// index returns the index of a use; -1 if there is none. The caller holds the
// lock.
func (s *sessionSecrets) index(ref secretRef) int {
	return slices.IndexFunc(s.uses, func(u secretUse) bool { return u.secretRef == ref })
}

// refs returns the references, the oldest first.
func (s *sessionSecrets) refs() []secretRef {
	s.mu.Lock()
	defer s.mu.Unlock()
	var refs []secretRef
	for _, use := range s.uses {
		refs = append(refs, use.secretRef)
	}
	return refs
}

// merge adds the references of a snapshot that are not yet known.
func (s *sessionSecrets) merge(refs []secretRef) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, ref := range refs {
		if s.index(ref) < 0 {
			s.add(ref, false)
		}
	}
}

// resolveSecrets gets from the backend the values of the session's secrets that
// are not known in this process, so that they can be redacted. These secrets
// come from a snapshot of the session. If resolveSecrets fails, no call may
// run, because its result could contain a secret.
//
// Concurrent calls request each secret only once. A later call requests a
// secret again if its request failed. resolveSecrets is safe for concurrent
// use, recovers from a panic of the backend, and returns when ctx ends, at the
// latest after ten seconds.
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

// errNoSecret is the error of an empty value, which cannot be the value that
// the tool received.
var errNoSecret = errors.New("the backend returned an empty secret")

// fetchSecret gets the value of a secret from a backend. It recovers from a
// panic in the backend, which may also hang.
func fetchSecret(ctx context.Context, b *capability.Backends, request *capability.Request, reference string) (value string, err error) {
	if b.Missing(request.Needs) != 0 {
		return "", errors.New("Options.Backends.Secrets is not set")
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

// secretGetter returns the value of a secret. It may hang, but does not panic.
type secretGetter func(context.Context, secretRef) (string, error)

// resolve waits until every secret is resolved, or the resolution fails.
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

// startResolution returns the running resolution, or starts a new one; nil if
// no secret is unresolved. A backend that hangs is not asked again, because all
// calls wait for the same resolution.
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

// resolveAll gets the value of each unresolved secret once. Its context is not
// the one of the first call, because other calls wait for the values, too.
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

// nextUnresolved returns an unresolved secret that is not in asked. If there is
// none, it ends the resolution.
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

// unresolvedError is the error of secrets that could not be resolved. Its text
// has neither references nor values; the cause is for logs.
type unresolvedError struct {
	count int
	cause error
}

// Error returns a text with the number of missing secrets.
func (e *unresolvedError) Error() string {
	return fmt.Sprintf("%d of the secrets of this session cannot be resolved, so results cannot be redacted: "+
		"set Options.Backends.Secrets to a store that has these secrets", e.count)
}

// Unwrap returns the first error.
func (e *unresolvedError) Unwrap() error { return e.cause }
