package runtime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	goruntime "runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/toolgen/toolgen/internal/redact"
	"github.com/toolgen/toolgen/runtime/capability"
)

// secretsBackend is a backend of secrets. The value of a secret is "value of " and its
// reference. It calls get first.
type secretsBackend struct {
	get   func(ctx context.Context, reference string) error
	asked atomic.Int32

	mu       sync.Mutex
	requests []capability.Request
}

func (v *secretsBackend) open(_ context.Context, request *capability.Request) (capability.Secrets, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.requests = append(v.requests, *request)
	return v, nil
}

func (v *secretsBackend) Get(ctx context.Context, reference string) (string, error) {
	v.asked.Add(1)
	if v.get != nil {
		if err := v.get(ctx, reference); err != nil {
			return "", err
		}
	}
	return "value of " + reference, nil
}

func (v *secretsBackend) registry() *Registry {
	return NewRegistry(&Options{Backends: &capability.Backends{Secrets: v.open}})
}

// restoredSession returns a session from a snapshot with these references of
// the tool "login".
func restoredSession(t testing.TB, references ...string) *Session {
	t.Helper()
	given := Snapshot{id: "s", key: "k"}
	for _, reference := range references {
		given.secrets = append(given.secrets, secretRef{reference, "login"})
	}
	text, err := json.Marshal(given)
	if err != nil {
		t.Fatal(err)
	}
	var snapshot Snapshot
	if err := json.Unmarshal(text, &snapshot); err != nil {
		t.Fatal(err)
	}
	return RestoreSession(snapshot)
}

// isVisible reports whether the session does not redact the secret.
func isVisible(session *Session, reference string) bool {
	return strings.Contains(redact.Redact("the key: value of "+reference, session.secretValues()), "value of")
}

func TestRestoredSecretsAreRedacted(t *testing.T) {
	v := &secretsBackend{}
	session := restoredSession(t, "a/b", "c/d")
	if !isVisible(session, "a/b") {
		t.Fatal("a restored session knows a value")
	}
	turn := &Turn{Session: session.Child("child"), PersonalityID: "p", WorkingDir: "/w"}
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() {
			if err := v.registry().resolveSecrets(t.Context(), turn); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if isVisible(session, "a/b") || isVisible(session, "c/d") || isVisible(turn.Session, "a/b") {
		t.Error("a secret is not redacted")
	}
	if n := v.asked.Load(); n != 2 {
		t.Errorf("the backend was asked %d times for two secrets", n)
	}
	for i, reference := range []string{"a/b", "c/d"} {
		r := v.requests[i]
		if r.Tool != "login" || r.Session != "child" || r.Personality != "p" || r.WorkingDir != "/w" || r.Needs.Kinds != capability.KindSecrets || len(r.Needs.Secrets) != 1 || r.Needs.Secrets[0] != reference {
			t.Errorf("the backend was asked %+v with %+v", r, r.Needs)
		}
	}
}

// No backend is necessary if there are no unresolved secrets.
func TestNothingToResolve(t *testing.T) {
	used := NewSession("s", "k")
	used.ensureSecrets().addValue(secretRef{"a", "login"}, "value of a")
	again := restoredSession(t, "a")
	again.ensureSecrets().addValue(secretRef{"a", "login"}, "value of a")
	for name, session := range map[string]*Session{"none": nil, "empty": {}, "restored without secrets": restoredSession(t), "known": used, "given again": again} {
		if err := NewRegistry(nil).resolveSecrets(t.Context(), &Turn{Session: session}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSecretsThatCannotBeResolved(t *testing.T) {
	denied := &capability.Denied{Kind: capability.KindSecrets, Reason: "the secret a/b is not configured"}
	only := func(do func() error) func(context.Context, string) error {
		return func(_ context.Context, reference string) error {
			if reference != "a/b" {
				return nil
			}
			return do()
		}
	}
	for _, c := range []struct {
		reason   string
		registry *Registry
		left     int
		cause    string
	}{
		{"no backends", NewRegistry(nil), 3, "not set"},
		{"no backend for secrets", NewRegistry(&Options{Backends: &capability.Backends{}}), 3, "not set"},
		{"a backend that returns nothing", NewRegistry(&Options{Backends: &capability.Backends{Secrets: func(context.Context, *capability.Request) (capability.Secrets, error) { return nil, nil }}}), 3, "neither an object"},
		{"a backend that fails", NewRegistry(&Options{Backends: &capability.Backends{Secrets: func(context.Context, *capability.Request) (capability.Secrets, error) {
			return nil, errors.New("offline")
		}}}), 3, "offline"},
		{"one that is denied", (&secretsBackend{get: only(func() error { return denied })}).registry(), 1, "not configured"},
		{"one whose store panics", (&secretsBackend{get: only(func() error { panic("value of a/b") })}).registry(), 1, "panic"},
		{"one whose store exits", (&secretsBackend{get: only(func() error { goruntime.Goexit(); return nil })}).registry(), 1, "Goexit"},
		{"one that is empty now", NewRegistry(&Options{Backends: &capability.Backends{Secrets: func(context.Context, *capability.Request) (capability.Secrets, error) { return emptySecrets{}, nil }}}), 3, "empty"},
	} {
		session := restoredSession(t, "x", "a/b", "y")
		err := c.registry.resolveSecrets(t.Context(), &Turn{Session: session})
		if err == nil || !strings.HasPrefix(err.Error(), fmt.Sprint(c.left)+" of the secrets") || strings.Contains(err.Error(), "a/b") {
			t.Errorf("%s: the error is %v", c.reason, err)
			continue
		}
		if cause := errors.Unwrap(err); cause == nil || !strings.Contains(cause.Error(), c.cause) {
			t.Errorf("%s: the cause is %v", c.reason, cause)
		}
		if isVisible(session, "y") != (c.left == 3) {
			t.Errorf("%s: the other secrets must be known", c.reason)
		}
		if err := (&secretsBackend{}).registry().resolveSecrets(t.Context(), &Turn{Session: session}); err != nil || isVisible(session, "a/b") {
			t.Errorf("%s: a backend that works did not help: %v", c.reason, err)
		}
	}
}

// emptySecrets is a backend whose secrets are empty.
type emptySecrets struct{}

func (emptySecrets) Get(context.Context, string) (string, error) { return "", nil }

// Calls wait for a backend that ignores its context until the deadline, once.
// Later calls fail at once, and no further goroutine hangs.
func TestSecretsBackendHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		v := &secretsBackend{get: func(context.Context, string) error { <-release; return nil }}
		registry, turn := v.registry(), &Turn{Session: restoredSession(t, "a", "b")}
		for _, want := range []time.Duration{secretTimeout, 0, 0} {
			start := time.Now()
			err := registry.resolveSecrets(t.Context(), turn)
			if took := time.Since(start); !errors.Is(err, errNotReturned) || took != want {
				t.Errorf("it took %v, want %v: %v", took, want, err)
			}
		}
		if n := v.asked.Load(); n != 1 {
			t.Errorf("the backend was asked %d times", n)
		}
		close(release)
		synctest.Wait()
		if err := registry.resolveSecrets(t.Context(), turn); err != nil || isVisible(turn.Session, "b") {
			t.Errorf("a backend that answers again did not help: %v", err)
		}
	})
}

// A call whose context ends stops waiting, and the other calls still get the
// secrets.
func TestResolutionOutlivesCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := &secretsBackend{get: func(ctx context.Context, _ string) error {
			select {
			case <-time.After(time.Second):
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		}}
		registry, turn := v.registry(), &Turn{Session: restoredSession(t, "a")}
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		if err := registry.resolveSecrets(ctx, turn); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the error is %v", err)
		}
		if err := registry.resolveSecrets(t.Context(), turn); err != nil || isVisible(turn.Session, "a") || v.asked.Load() != 1 {
			t.Errorf("%v after %d questions", err, v.asked.Load())
		}
	})
}

// Secrets that are merged during a resolution are resolved, too.
func TestMergeWhileResolving(t *testing.T) {
	session := restoredSession(t, "a")
	v := &secretsBackend{}
	v.get = func(context.Context, string) error {
		if v.asked.Load() == 1 {
			return session.Merge(restoredSession(t, "a", "b").Snapshot())
		}
		return nil
	}
	if err := v.registry().resolveSecrets(t.Context(), &Turn{Session: session}); err != nil || isVisible(session, "b") {
		t.Errorf("the error is %v", err)
	}
}

// A session has at most 256 references. References of a merge are newer, and
// the number of unresolved references stays correct.
func TestManySecrets(t *testing.T) {
	session := NewSession("s", "k")
	secrets := session.ensureSecrets()
	name := func(i int) string { return fmt.Sprintf("name/%d", i) }
	for i := range 200 {
		secrets.addValue(secretRef{name(i), "login"}, "abc") // too short to be looked for
	}
	var others []string
	for i := 150; i < 350; i++ {
		others = append(others, name(i))
	}
	if err := session.Merge(restoredSession(t, others...).Snapshot()); err != nil {
		t.Fatal(err)
	}
	refs := secrets.refs()
	if len(refs) != maxSecrets || refs[0].Reference != name(94) || refs[255].Reference != name(349) || secrets.unresolved != 150 {
		t.Errorf("%d references from %v to %v, %d of them unresolved", len(refs), refs[0], refs[len(refs)-1], secrets.unresolved)
	}
	v := &secretsBackend{}
	if err := v.registry().resolveSecrets(t.Context(), &Turn{Session: session}); err != nil || v.asked.Load() != 150 {
		t.Errorf("%v after %d questions", err, v.asked.Load())
	}
	for i := 350; i < 700; i++ {
		secrets.merge([]secretRef{{name(i), "login"}})
	}
	if secrets.unresolved != maxSecrets || len(secrets.refs()) != maxSecrets {
		t.Errorf("%d of %d are unresolved", secrets.unresolved, len(secrets.refs()))
	}
}

func TestUsedDecisions(t *testing.T) {
	session := NewSession("s", "k")
	for _, c := range []struct {
		reason  string
		session func() *Session
		id      string
		first   bool
	}{
		{"unused", func() *Session { return session }, "1", true},
		{"used", func() *Session { return session }, "1", false},
		{"another", func() *Session { return session }, "2", true},
		{"used before the snapshot", func() *Session { return RestoreSession(session.Snapshot()) }, "2", false},
		{"unused before the snapshot", func() *Session { return RestoreSession(session.Snapshot()) }, "3", true},
		{"used in what was merged", func() *Session {
			other := NewSession("s", "")
			if err := other.Merge(session.Snapshot()); err != nil {
				t.Fatal(err)
			}
			return other
		}, "1", false},
		{"without a session", func() *Session { return nil }, "1", true},
	} {
		if first := c.session().useDecision(c.id); first != c.first {
			t.Errorf("%s: first is %t", c.reason, first)
		}
	}
	for i := range 1000 {
		session.useDecision(fmt.Sprint(i))
	}
	if restored := RestoreSession(session.Snapshot()); restored.useDecision("0") || restored.useDecision("999") {
		t.Error("a used decision was forgotten")
	}
}
