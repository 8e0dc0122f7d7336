package secrets

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/runtime/capability"
)

// Options configure a backend.
type Options struct {
	// Store gives the values. It is required: Open fails if it is nil.
	Store Store
}

// Backend gives each tool the secrets that it declares. Make one with [New].
type Backend struct {
	options Options
}

// New returns a backend. Nil options are the zero value.
func New(o *Options) *Backend {
	b := &Backend{}
	if o != nil {
		b.options = *o
	}
	return b
}

// Open serves [capability.Backends.Secrets].
func (b *Backend) Open(_ context.Context, request *capability.Request) (capability.Secrets, error) {
	if b.options.Store == nil {
		return nil, errors.New("secrets: Options.Store is nil: set it, for example to secrets.Environment(\"AGENT_\")")
	}
	if request.Needs == nil {
		return nil, capability.Deny(capability.KindSecrets, "the tool declares no secrets")
	}
	return &declaredSecrets{b.options.Store, request.Needs.Secrets}, nil
}

// declaredSecrets gives the secrets of a store that one tool declares.
type declaredSecrets struct {
	store    Store
	declared []string
}

// Get returns the secret of the reference. A reference that is not declared, and one that the
// store does not have, is a *capability.Denied.
func (s *declaredSecrets) Get(ctx context.Context, reference string) (string, error) {
	if !isDeclared(s.declared, reference) {
		return "", capability.Deny(capability.KindSecrets, "the tool asked for a secret that it does not declare")
	}
	value, err := s.store.Get(ctx, reference)
	switch {
	case errors.Is(err, ErrNotFound), err == nil && value == "":
		return "", capability.Deny(capability.KindSecrets, "the secret "+reference+" is not configured")
	case err != nil:
		return "", fmt.Errorf("secrets: the store failed: %w", err)
	}
	return value, nil
}

// isDeclared reports whether a valid reference is one of the declared references, or starts
// with a declared prefix that ends in "/*".
func isDeclared(declared []string, reference string) bool {
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

// Valid reports whether a text is a reference: segments separated by slashes. No segment is
// empty, "." or ".." or contains control characters, asterisks, percent signs or backslashes,
// which have a special meaning in some stores.
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
