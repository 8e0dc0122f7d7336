package loop

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/examples/agent/internal/model"
	"github.com/toolgen/toolgen/runtime"
)

// A cut at any position leaves complete fences only.
func TestBeginning(t *testing.T) {
	const fence = "<untrusted source=\"a &gt; b\" tool=\"read\">\nsome < text > é\n</untrusted>"
	text := "before " + fence + "\n[12 chars omitted]\n" + fence + " after < >"
	runes := len([]rune(text))
	for n := range runes + 10 {
		short := beginning(text, n)
		opened, closed := strings.Count(short, openingTag), strings.Count(short, closingTag)
		complete := strings.Count(short, "tool=\"read\">")
		if opened != closed || complete != opened || len([]rune(short)) > n+len("\n"+closingTag) {
			t.Errorf("%d: %q", n, short)
		}
		if !strings.HasPrefix(text, strings.TrimSuffix(short, "\n"+closingTag)) {
			t.Errorf("%d: %q is not the beginning", n, short)
		}
		if n >= runes && short != text {
			t.Errorf("%d: a text that fits is changed to %q", n, short)
		}
	}
}

// textStore is a SpillStore with the stored texts by handle.
type textStore map[string]string

func (s textStore) Put(_ context.Context, _ *runtime.Session, text string, _ time.Time) (string, error) {
	s["h1"] = text
	return "h1", nil
}

func (s textStore) Get(context.Context, *runtime.Session, string, int, int) (string, int, error) {
	return "", 0, runtime.ErrNoSpill
}

// A result is shortened with a notice and a handle, and a second time with the same handle.
func TestShorten(t *testing.T) {
	texts := textStore{}
	s := shortener{texts, nil}
	full := "<untrusted source=\"x\" tool=\"y\">\n" + strings.Repeat("word ", 1000) + "\n</untrusted>"
	image := runtime.ImagePart("image/png", make([]byte, 100))
	conversation := []model.Entry{
		{Prompt: "the task"},
		{Results: []runtime.CallResult{{Name: "y", Result: runtime.Text(full)}, {Name: "y", Result: runtime.Text("short")}}},
		{Results: []runtime.CallResult{{Name: "y", Result: runtime.Mixed(runtime.TextPart("an image"), image)}}},
	}
	before := tokens(conversation)
	if changed := s.shorten(t.Context(), conversation, 1000, 100); len(changed) != 1 || changed[0] != 1 {
		t.Fatalf("changed entries: %v", changed)
	}
	r := conversation[1].Results[0]
	if texts["h1"] != full || !strings.HasSuffix(r.Result.Value, "\n</untrusted>\n[4045 chars omitted; call read_result with handle h1]") || r.Truncated.Total != len(full) {
		t.Errorf("%q, %+v", r.Result.Value[900:], r.Truncated)
	}
	delete(texts, "h1")
	if changed := s.shorten(t.Context(), conversation, keptChars, before); len(changed) != 2 || len(texts) != 0 {
		t.Errorf("changed entries: %v, stored texts: %d", changed, len(texts))
	}
	again := conversation[1].Results[0].Result.Value
	if !strings.HasSuffix(again, "\n</untrusted>\n[4845 chars omitted; call read_result with handle h1]") {
		t.Errorf("%q", again)
	}
	if value := conversation[2].Results[0].Result.Value; value != "an image\n[further content omitted; call the tool again]" {
		t.Errorf("%q", value)
	}
	if s.shorten(t.Context(), conversation, keptChars, before) != nil {
		t.Error("short results are shortened again")
	}
}
