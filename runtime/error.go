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
func FromError(err error) Result {
	var (
		own     *Error
		denied  *capability.Denied
		stale   *capability.Stale
		decoded *arguments.Error
	)
	result := Result{Code: ExecutionFailed, Error: err.Error(), Cause: err}
	switch {
	case errors.As(err, &own):
		result.Code, result.Reason = own.Code.normalize(), own.Reason
		result.Field, result.ConflictKey = own.Field, own.ConflictKey
		result.Source = own.Source
		result.OwnText = own.OwnText && err.Error() == own.Message // no other error wraps it
	case errors.As(err, &denied):
		result.Code, result.Reason = NotAvailable, denied.Kind.String()
	case errors.As(err, &stale):
		result.Code, result.ConflictKey = StaleWrite, stale.Name
	case errors.As(err, &decoded):
		result.Code = InputInvalid
	}
	return result
}
