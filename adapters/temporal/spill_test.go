package temporal

import (
	"errors"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// A text belongs to the sessions with the id of its owner, and its ranges are in code
// points.
func TestSpill(t *testing.T) {
	store := newMemoryStore()
	one, other := NewSpill(store), NewSpill(store)
	owner, stranger := runtime.NewSession("s", ""), runtime.NewSession("t", "")
	handle, err := one.Put(t.Context(), owner, "aäöü漢\n\xf0\x9f\x99\x82", time.Now().Add(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	inner, err := one.Put(t.Context(), runtime.NewSession("prefix/of", ""), "x", time.Now())
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		start, end int
		want       string
	}{{1, 3, "äö"}, {-5, 99, "aäöü漢\n\U0001F642"}, {4, 2, ""}, {5, 7, "\n\U0001F642"}} {
		if text, total, err := other.Get(t.Context(), runtime.NewSession("s", "k"), handle, test.start, test.end); text != test.want || total != 7 || err != nil {
			t.Errorf("from %d to %d: %q, %d, %v", test.start, test.end, text, total, err)
		}
	}
	if _, ok := other.Recall(owner, handle); ok {
		t.Error("a text without a note has one")
	}
	one.Note(owner, handle, "a note\n{}")
	if note, ok := other.Recall(owner, handle); !ok || note != "a note\n{}" {
		t.Errorf("note: %q, %v", note, ok)
	}
	if _, _, err := one.Get(t.Context(), stranger, handle, 0, 1); !errors.Is(err, runtime.ErrNoSpill) {
		t.Errorf("another session: %v", err)
	}
	if _, _, err := one.Get(t.Context(), runtime.NewSession("prefix", ""), "of/"+inner, 0, 1); !errors.Is(err, runtime.ErrNoSpill) {
		t.Errorf("a handle with the rest of the id of another session: %v", err)
	}
	if _, ok := one.Recall(stranger, handle); ok {
		t.Error("another session has the note")
	}
	if text, _, err := one.Get(t.Context(), owner, handle, 0, 1); text != "a" || err != nil {
		t.Errorf("after the note: %q, %v", text, err)
	}
	if left := time.Until(store.expires[textKey(owner, handle)]); left < 23*time.Hour {
		t.Errorf("the text expires in %s", left)
	}
	if _, err := one.Put(t.Context(), runtime.NewSession("", ""), "x", time.Now()); !errors.Is(err, errNoOwner) {
		t.Errorf("a session without an id: %v", err)
	}
}
