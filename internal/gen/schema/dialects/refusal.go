package dialects

import (
	"errors"
	"fmt"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// Refusal is something of a tool's arguments that a dialect cannot express.
type Refusal struct {
	// Dialect and Tool are names. Path leads to the argument, such as
	// "edits[].line"; it is empty for the arguments as a whole.
	Dialect, Tool, Path string
	// Keyword is the one of the schema that cannot be expressed.
	Keyword string
	// Reason says why, and Fix what to write instead.
	Reason, Fix string
	// Span is the place in the author's source.
	Span model.Span
}

// Error says all of it but the fix.
func (r *Refusal) Error() string {
	place := "the arguments"
	if r.Path != "" {
		place = "the argument " + r.Path
	}
	return fmt.Sprintf("%s cannot express %s of %s: %s: %s", r.Dialect, place, r.Tool, r.Keyword, r.Reason)
}

// DialectError says that there is no such dialect.
type DialectError struct {
	// Dialect is the name asked for.
	Dialect string
}

// Error names the dialect and those that there are.
func (e *DialectError) Error() string {
	return fmt.Sprintf("there is no dialect %q; those known are %q", e.Dialect, Names())
}

// Refusals are those that an error of this package joins, in the order in
// which the schema has them, and what else it holds.
func Refusals(err error) (refusals []*Refusal, rest error) {
	var refusal *Refusal
	switch joined := err.(type) { //nolint:errorlint // the joined errors are wanted one by one
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
