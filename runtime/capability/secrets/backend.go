package secrets

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/runtime/capability"
)

// Backend serves [capability.Backends.Secrets] from a store.
func Backend(store Store) func(context.Context, *capability.Request) (capability.Secrets, error) {
	return func(_ context.Context, request *capability.Request) (capability.Secrets, error) {
		if store == nil {
			return nil, errors.New("secrets: no store is configured")
		}
		if request.Needs == nil {
			return nil, denied("the tool declares no secrets")
		}
		return &scoped{store, request.Needs.Secrets}, nil
	}
}

// scoped gives the declared secrets of a store.
type scoped struct {
	store    Store
	declared []string
}

// Get returns the value behind the reference. What is not declared, and what
// the store does not have, is a *capability.Denied.
func (s *scoped) Get(ctx context.Context, reference string) (string, error) {
	if !allowed(s.declared, reference) {
		return "", denied("the tool asked for a secret that it does not declare")
	}
	value, err := s.store.Get(ctx, reference)
	switch {
	case errors.Is(err, ErrNotFound), err == nil && value == "":
		return "", denied("the secret " + reference + " is not configured")
	case err != nil:
		return "", fmt.Errorf("secrets: the store failed: %w", err)
	}
	return value, nil
}

func denied(reason string) error {
	return &capability.Denied{Kind: capability.KindSecrets, Reason: reason}
}

// allowed reports whether a reference is one of the declared ones, or stands
// below a declared prefix that ends in "/*".
func allowed(declared []string, reference string) bool {
	if !Valid(reference) {
		return false
	}
	for _, d := range declared {
		prefix, all := strings.CutSuffix(d, "/*")
		if !all && d == reference || all && Valid(prefix) && strings.HasPrefix(reference, prefix+"/") {
			return true
		}
	}
	return false
}

// Valid reports whether a text is a reference: segments separated by slashes,
// none of them empty, "." or "..", without control characters, asterisks,
// percent signs and backslashes, which some stores would take for something else.
func Valid(reference string) bool {
	if strings.ContainsFunc(reference, func(r rune) bool { return r < ' ' || r == 0x7F || strings.ContainsRune(`*%\`, r) }) {
		return false
	}
	for segment := range strings.SplitSeq(reference, "/") {
		if segment == "" || segment == "." || segment == ".." {
			return false
		}
	}
	return true
}
