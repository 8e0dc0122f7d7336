package browser

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/chromedp/chromedp/kb"
)

// TestKeyboard compares the keys with those of chromedp, which were read from Chromium.
func TestKeyboard(t *testing.T) {
	same := func(k keyboardKey, want *kb.Key) bool {
		return k == keyboardKey{code: want.Code, name: want.Key, text: want.Text, unmodified: want.Unmodified, number: want.Windows, shift: want.Shift}
	}
	for r := rune(0); r < utf8.RuneSelf; r++ {
		want := kb.Keys[r]
		visible := want != nil && want.Print && r > ' '
		if k, ok := keyOf(r); ok != visible || ok && !same(k, want) {
			t.Errorf("%q: %+v, %v; want %+v", r, k, ok, want)
		}
	}
	texts := map[string]string{
		"enter": kb.Enter, "tab": kb.Tab, "escape": kb.Escape, "backspace": kb.Backspace, "delete": kb.Delete, "space": " ",
		"arrowup": kb.ArrowUp, "arrowdown": kb.ArrowDown, "arrowleft": kb.ArrowLeft, "arrowright": kb.ArrowRight,
		"home": kb.Home, "end": kb.End, "pageup": kb.PageUp, "pagedown": kb.PageDown,
		"f1": kb.F1, "f2": kb.F2, "f3": kb.F3, "f4": kb.F4, "f6": kb.F6, "f7": kb.F7, "f8": kb.F8, "f9": kb.F9, "f10": kb.F10,
	}
	check := func(name string, k keyboardKey, text string) {
		r, _ := utf8.DecodeRuneInString(text)
		if want := kb.Keys[r]; !same(k, want) || (k.text != "") != want.Print {
			t.Errorf("%s: %+v, want %+v", name, k, want)
		}
	}
	for name, k := range namedKeys {
		check(name, k, texts[name])
	}
	if len(namedKeys) != len(texts) {
		t.Errorf("%d keys have names, want %d", len(namedKeys), len(texts))
	}
	for name, text := range map[string]string{"alt": kb.Alt, "control": kb.Control, "shift": kb.Shift} {
		check(name, modifiers[name].key, text)
	}
	for name := range strings.SplitSeq(keyNames, ", ") {
		if !strings.Contains(name, " ") && namedKeys[strings.ToLower(name)] == (keyboardKey{}) {
			t.Errorf("%s is in the list, but has no key", name)
		}
	}
}
