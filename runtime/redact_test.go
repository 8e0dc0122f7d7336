package runtime

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// Redact removes the secrets of the session, also those that another process received,
// and keys. Without a value, it returns an error without secrets.
func TestRedact(t *testing.T) {
	v := &secretsBackend{}
	turn := &Turn{Session: restoredSession(t, "a/b")}
	key := "ghp_" + strings.Repeat("Ab1Cd2", 6)
	got, err := v.registry().Redact(t.Context(), turn, "with value of a/b and "+key)
	if want := "with [REDACTED] and [REDACTED:github-token]"; got != want || err != nil {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	if got, err = v.registry().Redact(t.Context(), nil, "value of a/b "+key); got != "value of a/b [REDACTED:github-token]" || err != nil {
		t.Errorf("without a turn: got %q, %v", got, err)
	}
	v.get = func(context.Context, string) error { return errors.New("not value of a/b") }
	got, err = v.registry().Redact(t.Context(), &Turn{Session: restoredSession(t, "a/b")}, "a text")
	if got != "" || err == nil || strings.Contains(err.Error(), "a/b") {
		t.Errorf("without the value: got %q, %v", got, err)
	}
}
