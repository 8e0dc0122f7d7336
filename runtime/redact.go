package runtime

import (
	"context"

	"github.com/toolgen/toolgen/internal/redact"
)

// Redact returns the text without the secrets that tools of the turn's session
// received, and without texts that have the form of a key, as in results. A
// scheduler calls it for texts that are not results and that it stores, such as
// the errors of its own store.
//
// Redact gets the values of secrets that are not known in this process from
// Options.Backends.Secrets. If a value is missing, it returns an error without
// secrets; the text must then not be stored.
func (r *Registry) Redact(ctx context.Context, turn *Turn, text string) (string, error) {
	ctx, turn = withDefaults(ctx, turn)
	if err := r.resolveSecrets(ctx, turn); err != nil {
		return "", err
	}
	return redact.Redact(text, turn.Session.secretValues()), nil
}
