package file_test

import (
	"context"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/file"
	"github.com/toolgen/toolgen/runtime"
)

// A change is shown as a diff without secrets, or with the reason why there is none.
func TestPreviewChange(t *testing.T) {
	var before, after []byte
	tool := runtime.Tool{Name: "preview", Description: "Shows a change.", Input: `{"type":"object"}`, Invoke: func(_ context.Context, call *runtime.Call) runtime.Result {
		return runtime.Text(file.PreviewChange(call, "a.txt", before, after))
	}}
	registry := runtime.NewRegistry(nil)
	if err := registry.Register(&tool); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		reason        string
		before, after []byte
		want          []string
	}{
		{"a change", []byte("one\ntwo\n"), []byte("one\n2\n"), []string{"--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2"}},
		{"a new file", nil, []byte("new\n"), []string{"--- /dev/null\n+++ b/a.txt\n", "\n+new"}},
		{"a removed file", []byte("old\n"), nil, []string{"--- a/a.txt\n+++ /dev/null\n", "\n-old"}},
		{"an empty new file", nil, []byte{}, []string{""}},
		{"no text", []byte("\x00"), []byte("text\n"), []string{"(no diff: the file is not text)"}},
		{"equal contents", []byte("same\n"), []byte("same\n"), []string{""}},
	} {
		before, after = test.before, test.after
		r := registry.ExecuteParallel(t.Context(), []runtime.ToolCall{{ID: "1", Name: "preview", Args: []byte(`{}`)}}, nil)[0].Result
		for _, want := range test.want {
			if !r.OK || !strings.Contains(r.Value, want) || want == "" && r.Value != "" {
				t.Errorf("%s: %q %s, want %q", test.reason, r.Value, r.Error, want)
			}
		}
	}
}
