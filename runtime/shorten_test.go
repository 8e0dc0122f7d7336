package runtime_test

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/spill"
)

// newShortener returns a registry with a spill store, and a session.
func newShortener(t *testing.T) (*runtime.Registry, *runtime.Session, runtime.SpillStore) {
	t.Helper()
	store, err := spill.NewFiles(nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	return runtime.NewRegistry(&runtime.Options{Spill: store}), runtime.NewSession("s", ""), store
}

// A result is shortened with a notice and a handle, and a second time with the same handle.
func TestShorten(t *testing.T) {
	registry, session, store := newShortener(t)
	full := "<untrusted source=\"x\" tool=\"y\">\n" + strings.Repeat("word ", 1000) + "\n</untrusted>"
	for _, result := range []runtime.Result{runtime.Text(full), {Code: runtime.ExecutionFailed, Error: full}} {
		r := runtime.CallResult{Name: "y", Result: result}
		for _, test := range []struct {
			keep    int
			omitted string
		}{{1000, "4,045"}, {200, "4,845"}} {
			short, ok := registry.Shorten(t.Context(), r, test.keep, session)
			text := short.Result.Value + short.Result.Error
			if !ok || !strings.HasPrefix(text, full[:test.keep]) || !strings.HasSuffix(text, "\n</untrusted>\n["+test.omitted+" chars omitted; call read_result with handle "+short.Truncated.Handle+"]") {
				t.Errorf("%t, %q", ok, text)
			}
			if r.Truncated != nil && r.Truncated.Handle != short.Truncated.Handle || short.Truncated.Total != len(full) || short.Truncated.Kept != test.keep {
				t.Errorf("%+v after %+v", short.Truncated, r.Truncated)
			}
			r = short
		}
		if stored, _, err := store.Get(t.Context(), session, r.Truncated.Handle, 0, len(full)); err != nil || stored != full {
			t.Errorf("%v, the store has %q", err, stored)
		}
		if again, ok := registry.Shorten(t.Context(), r, 200, session); ok || again.Result.Value != r.Result.Value {
			t.Errorf("a short result is shortened: %q", again.Result.Value)
		}
	}
}

// Without a store, without a session and for a part of a stored text there is no handle; parts that are no text are omitted.
func TestShortenWithoutHandle(t *testing.T) {
	registry, session, _ := newShortener(t)
	long := runtime.CallResult{Name: "y", Result: runtime.Text(strings.Repeat("é", 1000))}
	part := long
	part.Name = runtime.ReadResultTool
	const want = "\n[990 chars omitted; not stored: call the tool again for a smaller part]"
	for _, test := range []struct {
		reason   string
		registry *runtime.Registry
		session  *runtime.Session
		result   runtime.CallResult
	}{
		{"no store", runtime.NewRegistry(nil), session, long},
		{"no session", registry, nil, long},
		{"a part of a stored text", registry, session, part},
	} {
		if short, ok := test.registry.Shorten(t.Context(), test.result, 10, test.session); !ok || short.Result.Value != strings.Repeat("é", 10)+want {
			t.Errorf("%s: %t, %q", test.reason, ok, short.Result.Value)
		}
	}
	mixed := runtime.CallResult{Name: "y", Result: runtime.Mixed(runtime.TextPart("an image"), runtime.ImagePart("image/png", make([]byte, 100)))}
	short, ok := registry.Shorten(t.Context(), mixed, 100, session)
	if !ok || short.Result.Value != "an image\n[further content omitted; call the tool again]" || short.Result.Parts != nil {
		t.Errorf("%t, %+v", ok, short.Result)
	}
}

// A cut at any position leaves complete fences only.
func TestShortenFences(t *testing.T) {
	const fence = "<untrusted source=\"a &gt; b\" tool=\"read\">\nsome < text > é\n</untrusted>"
	text := "before " + fence + "\n[12 chars omitted]\n" + fence + " after < >"
	for n := range len([]rune(text)) {
		r := runtime.CallResult{Result: runtime.Text(text + strings.Repeat(" end", 100))}
		cut, _ := runtime.NewRegistry(nil).Shorten(t.Context(), r, n, nil)
		short := cut.Result.Value[:strings.LastIndex(cut.Result.Value, "\n[")]
		opened, closed := strings.Count(short, "<untrusted "), strings.Count(short, "</untrusted>")
		if complete := strings.Count(short, "tool=\"read\">"); opened != closed || complete != opened {
			t.Errorf("%d: %q", n, short)
		}
		if !strings.HasPrefix(text, strings.TrimSuffix(short, "\n</untrusted>")) {
			t.Errorf("%d: %q is not the beginning", n, short)
		}
	}
}
