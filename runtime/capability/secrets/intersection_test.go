package secrets_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/secrets"
)

// TestIntersection compares the secrets that a tool gets, for random declarations and stores, with a
// model: a secret must be declared and in the store.
func TestIntersection(t *testing.T) {
	references := []string{"a", "a/b", "a/b/c", "a/bc", "ab/c", "b/a", "b/a/c"}
	patterns := append([]string{"a/*", "a/b/*", "b/*", "*", "b/a/*"}, references...)
	random := rand.New(rand.NewPCG(31, 32))
	counts := map[bool]int{}
	for range 500 {
		var declared []string
		for range random.IntN(4) {
			declared = append(declared, patterns[random.IntN(len(patterns))])
		}
		stored := map[string]string{}
		for _, reference := range references {
			if random.IntN(2) == 0 {
				stored[reference] = "value of " + reference
			}
		}
		for _, reference := range references {
			want := stored[reference] != "" && slices.ContainsFunc(declared, func(d string) bool {
				prefix, all := strings.CutSuffix(d, "*")
				return d == reference || all && prefix != "" && strings.HasPrefix(reference, prefix)
			})
			value, err := get(t, secrets.Map(stored), declared, reference)
			if (err == nil) != want || want && value != stored[reference] || !want && value != "" {
				t.Fatalf("%s, declared %q: %q, %v, want %t", reference, declared, value, err, want)
			}
			counts[want]++
		}
	}
	if counts[true] < 200 || counts[false] < 200 {
		t.Errorf("given: %v", counts)
	}
}

func TestNothingDeclared(t *testing.T) {
	_, err := secrets.New(&secrets.Options{Store: echo}).Open(t.Context(), &capability.Request{})
	if _, ok := errors.AsType[*capability.Denied](err); !ok {
		t.Errorf("without needs: %v", err)
	}
}
