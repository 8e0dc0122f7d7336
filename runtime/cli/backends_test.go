package cli_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/cli"
)

// TestMissingBackends uses a program without backends: no flag lets its tools run.
func TestMissingBackends(t *testing.T) {
	registry := runtime.NewRegistry(&runtime.Options{Logger: slog.New(slog.DiscardHandler)})
	if err := registry.Register(&runtime.Tool{Name: "read", Description: "Reads.", Invoke: read, Needs: &capability.Needs{Kinds: capability.KindRead}}); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		args      []string
		want, not string
	}{
		{[]string{"list"}, "no backend for fs:read", "yes"},
		{[]string{"list", "--json"}, `"available": false`, ""},
		{[]string{"call", "read", "--allow-read", "."}, "the program has no backend for fs:read: set Backends in its runtime.Options", "--allow-read"},
	} {
		var output bytes.Buffer
		cli.Main(t.Context(), registry, test.args, strings.NewReader(""), &output, &output)
		if got := output.String(); !strings.Contains(got, test.want) || test.not != "" && strings.Contains(got, test.not) {
			t.Errorf("%v: want %q and not %q:\n%s", test.args, test.want, test.not, got)
		}
	}
}
