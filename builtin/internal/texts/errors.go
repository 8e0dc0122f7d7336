package texts

import (
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// Error returns a failure with a code, a reason for programs and the field of
// the argument; the reason and the field may be empty. The format is that of
// runtime.Errorf. The message counts as the words of the tool and of its arguments,
// unless it has the text of another error. A message with other third-party text needs
// [Quoting].
func Error(code runtime.Code, reason, field, format string, args ...any) *runtime.Error {
	err := runtime.Errorf(code, format, args...)
	err.Reason, err.Field, err.OwnText = reason, field, !strings.Contains(format, "%w")
	return err
}

// Quoting returns an error whose message has third-party text, such as lines of a file.
// The message gets a fence.
func Quoting(err *runtime.Error) *runtime.Error {
	err.OwnText = false
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
