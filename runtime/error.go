package runtime

import (
	"errors"
	"fmt"

	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/decode"
)

// Error is an error by which a tool chooses the code of its failure. Any other
// error that a tool returns is execution_failed.
type Error struct {
	// Code classifies the failure; an unknown one becomes execution_failed.
	Code Code
	// Message is for the model.
	Message string
	// Reason is a code of the tool's own, such as HTTP_404.
	Reason string
	// Field is the argument at fault.
	Field string
	// ConflictKey names what changed, for StaleWrite.
	ConflictKey string
	// Cause is the underlying error; the model never sees it.
	Cause error
}

// Errorf is an *Error with that code and a formatted message. A %w operand
// becomes its Cause, and its text part of the message; several become one
// Cause that wraps them all.
func Errorf(code Code, format string, args ...any) *Error {
	err := fmt.Errorf(format, args...)
	cause := errors.Unwrap(err)
	if _, several := err.(interface{ Unwrap() []error }); several {
		cause = err
	}
	return &Error{Code: code.normalize(), Message: err.Error(), Cause: cause}
}

// Error is the message.
func (e *Error) Error() string { return e.Message }

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.Cause }

// FromError is the failed result for an error that a tool returned. *Error,
// *capability.Denied, *capability.Stale and *decode.Error choose its code, in
// that order; any other error is execution_failed.
func FromError(err error) Result {
	var (
		own     *Error
		denied  *capability.Denied
		stale   *capability.Stale
		decoded *decode.Error
	)
	result := Result{Code: ExecutionFailed, Error: err.Error(), Cause: err}
	switch {
	case errors.As(err, &own):
		result.Code, result.Reason = own.Code.normalize(), own.Reason
		result.Field, result.ConflictKey = own.Field, own.ConflictKey
	case errors.As(err, &denied):
		result.Code, result.Reason = NotAvailable, denied.Kind.String()
	case errors.As(err, &stale):
		result.Code, result.ConflictKey = StaleWrite, stale.Name
	case errors.As(err, &decoded):
		result.Code = InputInvalid
	}
	return result
}
