package runtime_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime"
)

// The results for two returned values are those of the functions for one.
func TestOrError(t *testing.T) {
	failure := errors.New("no disk")
	object := map[string]int{"a": 1}
	tests := []struct {
		reason    string
		got, want runtime.Result
	}{
		{"text", runtime.TextOrError("a", nil), runtime.Text("a")},
		{"object", runtime.ObjectOrError(object, nil), runtime.Object(object)},
		{"wrapped", runtime.WrappedOrError(1, nil), runtime.Wrapped(1)},
		{"result", runtime.ResultOrError(runtime.Fail(runtime.NotAvailable, "no"), nil), runtime.Fail(runtime.NotAvailable, "no")},
		{"nothing", runtime.EmptyOrError(nil), runtime.Text("")},
		{"text with an error", runtime.TextOrError("a", failure), runtime.FromError(failure)},
		{"object with an error", runtime.ObjectOrError(object, failure), runtime.FromError(failure)},
		{"wrapped with an error", runtime.WrappedOrError(1, failure), runtime.FromError(failure)},
		{"result with an error", runtime.ResultOrError(runtime.Text("a"), failure), runtime.FromError(failure)},
		{"an error alone", runtime.EmptyOrError(failure), runtime.FromError(failure)},
	}
	for _, test := range tests {
		if diff := cmp.Diff(test.want, test.got, cmp.Comparer(func(a, b error) bool { return errors.Is(a, b) })); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.reason, diff)
		}
	}
}
