package dialects

import (
	"errors"
	"fmt"

	"github.com/toolgen/toolgen/internal/dialect"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// Refusal is a part of the schema of a tool that a dialect cannot express.
type Refusal struct {
	// Dialect and Tool are names. Path is the path of the argument, such as
	// "edits[].line". It is empty for the arguments as a whole.
	Dialect, Tool, Path string
	// Keyword is the keyword of the schema that cannot be expressed.
	Keyword string
	// Reason says why, and Fix says how to fix it.
	Reason, Fix string
	// Span is the position in the source.
	Span model.Span
}

// Error returns a text with all fields but Fix and Span.
func (r *Refusal) Error() string {
	what := "the arguments"
	if r.Path != "" {
		what = "the argument " + r.Path
	}
	return fmt.Sprintf("%s cannot express %s of %s: %s: %s", r.Dialect, what, r.Tool, r.Keyword, r.Reason)
}

// DialectError is the error for an unknown dialect.
type DialectError struct {
	// Dialect is the unknown name.
	Dialect string
}

// Error names the unknown dialect and all known dialects.
func (e *DialectError) Error() string {
	return fmt.Sprintf("there is no dialect %q; the dialects are %q", e.Dialect, dialect.Names())
}

// Refusals splits an error of this package into its refusals, in the order of the
// schema, and the rest of the error, which may be nil.
func Refusals(err error) (refusals []*Refusal, rest error) {
	var refusal *Refusal
	switch joined := err.(type) { //nolint:errorlint // each of the joined errors is needed
	case nil:
		return nil, nil
	case interface{ Unwrap() []error }:
		for _, err := range joined.Unwrap() {
			more, other := Refusals(err)
			refusals, rest = append(refusals, more...), errors.Join(rest, other)
		}
		return refusals, rest
	}
	if errors.As(err, &refusal) {
		return []*Refusal{refusal}, nil
	}
	return nil, err
}
