package texts_test

import (
	"io"
	"testing"

	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
)

func TestErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		reason    string
		got, want *runtime.Error
	}{
		{"an argument", texts.Invalid("dir", "must not be %d", 5), &runtime.Error{Code: runtime.InputInvalid, Field: "dir", OwnText: true, Message: "must not be 5"}},
		{"a failure", texts.Failure("BUSY", "id", "a is busy"), &runtime.Error{Code: runtime.ExecutionFailed, Reason: "BUSY", Field: "id", OwnText: true, Message: "a is busy"}},
		{"not available", texts.Unavailable("CLOSED", "it is closed"), &runtime.Error{Code: runtime.NotAvailable, Reason: "CLOSED", OwnText: true, Message: "it is closed"}},
		{"with a cause", texts.Error(runtime.InputInvalid, "NOT_FOUND", "id", "no: %w", io.EOF),
			&runtime.Error{Code: runtime.InputInvalid, Reason: "NOT_FOUND", Field: "id", Message: "no: EOF", Cause: io.EOF}},
		{"with third-party text", texts.Quoting(texts.Invalid("dir", "no")), &runtime.Error{Code: runtime.InputInvalid, Field: "dir", Message: "no"}},
	} {
		if *c.got != *c.want {
			t.Errorf("%s: %#v, want %#v", c.reason, c.got, c.want)
		}
	}
}
