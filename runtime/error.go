package runtime

import (
	"errors"
	"fmt"

	"github.com/toolgen/toolgen/runtime/arguments"
	"github.com/toolgen/toolgen/runtime/capability"
)

// Error is an error with which a tool chooses the code of its failure. Any
// other error of a tool is execution_failed.
type Error struct {
	// Code classifies the failure; an unknown code becomes execution_failed.
	Code Code
	// Message is the text for the model.
	Message string
	// Reason is the tool's own code, such as HTTP_404.
	Reason string
	// Field is the path of the invalid argument.
	Field string
	// ConflictKey identifies the target that has changed, for StaleWrite.
	ConflictKey string
	// OwnText means that the message has only words of the tool and of the
	// arguments of the call; see Result.OwnText.
	OwnText bool
	// Source is the origin of the message; see Result.Source.
	Source string
	// Cause is the underlying error. The model does not see it.
	Cause error
}

// Errorf returns an *Error with the code and a formatted message. The operand
// of a %w verb becomes the Cause; several such operands become one Cause that
// wraps all of them.
func Errorf(code Code, format string, args ...any) *Error {
	err := fmt.Errorf(format, args...)
	cause := errors.Unwrap(err)
	if _, several := err.(interface{ Unwrap() []error }); several {
		cause = err
	}
	return &Error{Code: code.normalize(), Message: err.Error(), Cause: cause}
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// FromError returns the failure for an error of a tool. *Error,
// *capability.Denied, *capability.Stale and *arguments.Error, in this order, set
// its code. Any other error is execution_failed.
func FromError(err error) (result Result) {
	result.setError(err)
	return result
}

// setError makes a zero result the failure for an error. The functions for generated code
// call it: they have more results on their stacks if they call FromError.
func (r *Result) setError(err error) {
	var (
		own     *Error
		denied  *capability.Denied
		stale   *capability.Stale
		decoded *arguments.Error
	)
	r.Code, r.Error, r.Cause = ExecutionFailed, err.Error(), err
	switch {
	case errors.As(err, &own):
		r.Code, r.Reason = own.Code.normalize(), own.Reason
		r.Field, r.ConflictKey = own.Field, own.ConflictKey
		r.Source = own.Source
		r.OwnText = own.OwnText && err.Error() == own.Message // no other error wraps it
	case errors.As(err, &denied):
		r.Code, r.Reason = NotAvailable, denied.Kind.String()
	case errors.As(err, &stale):
		r.Code, r.ConflictKey = StaleWrite, stale.Name
	case errors.As(err, &decoded):
		r.Code = InputInvalid
	}
}
