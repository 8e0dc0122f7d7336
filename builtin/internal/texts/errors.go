package texts

import "github.com/toolgen/toolgen/runtime"

// Error is a failure with that code, the reason for programs and the argument at
// fault; either may be empty. The rest is that of runtime.Errorf.
func Error(code runtime.Code, reason, field, format string, args ...any) *runtime.Error {
	err := runtime.Errorf(code, format, args...)
	err.Reason, err.Field = reason, field
	return err
}

// Invalid is the input_invalid error of an argument that is wrong in itself.
func Invalid(field, format string, args ...any) *runtime.Error {
	return Error(runtime.InputInvalid, "", field, format, args...)
}

// Failed is the execution_failed error of a call that could not be done, such as
// because of an argument that does not fit what is there.
func Failed(reason, field, format string, args ...any) *runtime.Error {
	return Error(runtime.ExecutionFailed, reason, field, format, args...)
}

// Unavailable is the not_available error of a call that no arguments would make
// work.
func Unavailable(reason, format string, args ...any) *runtime.Error {
	return Error(runtime.NotAvailable, reason, "", format, args...)
}
