package texts

import "github.com/toolgen/toolgen/runtime"

// Error returns a failure with a code, a reason for programs and the field of
// the argument; the reason and the field may be empty. The format is that of
// runtime.Errorf.
func Error(code runtime.Code, reason, field, format string, args ...any) *runtime.Error {
	err := runtime.Errorf(code, format, args...)
	err.Reason, err.Field = reason, field
	return err
}

// Invalid returns an input_invalid error of an argument.
func Invalid(field, format string, args ...any) *runtime.Error {
	return Error(runtime.InputInvalid, "", field, format, args...)
}

// Failure returns an execution_failed error of a call.
func Failure(reason, field, format string, args ...any) *runtime.Error {
	return Error(runtime.ExecutionFailed, reason, field, format, args...)
}

// Unavailable returns a not_available error of a call that fails with any
// arguments.
func Unavailable(reason, format string, args ...any) *runtime.Error {
	return Error(runtime.NotAvailable, reason, "", format, args...)
}
