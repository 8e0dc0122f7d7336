package browser

import (
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
)

// aliases are other names of keys and modifiers.
var aliases = map[string]string{"return": "enter", "esc": "escape", "del": "delete", "up": "arrowup", "down": "arrowdown", "left": "arrowleft",
	"right": "arrowright", "pgup": "pageup", "pgdn": "pagedown", "ctrl": "control", "option": "alt"}

// The bits of modifiers in DevTools.
const (
	bitAlt     = 1
	bitControl = 2
	bitShift   = 8
)

// modifiers are the keys that are held while another one is pressed.
var modifiers = map[string]struct {
	bit int64
	key keyboardKey
}{
	"alt":     {bitAlt, keyboardKey{code: "AltLeft", name: "Alt", number: 164}},
	"control": {bitControl, keyboardKey{code: "ControlLeft", name: "Control", number: 162}},
	"shift":   {bitShift, keyboardKey{code: "ShiftLeft", name: "Shift", number: 160}},
}

// clipboard are the keys that use the clipboard together with Control. All
// Chromiums of a user may share the clipboard.
var clipboard = set("c", "v", "x", "insert")

// chord is a key and the keys that are held while it is pressed.
type chord struct {
	key  keyboardKey
	held []string // in modifiers
}

// keyNames lists the keys that can be pressed, for messages.
const keyNames = "Enter, Tab, Escape, Backspace, Delete, Space, ArrowUp, ArrowDown, ArrowLeft, ArrowRight, Home, End, PageUp, PageDown, F1 to F10 without F5, one character, or one of these after Control+, Alt+ or Shift+"

// parseChord reads the name of a key, such as "Control+A".
func parseChord(name string) (chord, error) {
	rest := strings.TrimSpace(name)
	var c chord
	for {
		before, after, ok := strings.Cut(rest, "+")
		if !ok || before == "" || after == "" {
			break
		}
		held := canonicalKey(before)
		if _, known := modifiers[held]; !known {
			return chord{}, invalidArgument("key", "%s is not a modifier: use Control, Alt or Shift", quote(before, 20))
		}
		c.held, rest = append(c.held, held), after
	}
	known := false
	if c.key, known = namedKeys[canonicalKey(rest)]; !known {
		if r, size := utf8.DecodeRuneInString(rest); size == len(rest) && rest != "" {
			c.key, known = character(c.withModifiers(r))
		}
	}
	switch {
	case !known:
		return chord{}, invalidArgument("key", "%s is not a key: use %s; browser_type writes texts", quote(rest, 20), keyNames)
	case c.holds("control") && clipboard[strings.ToLower(c.key.name)]:
		return chord{}, invalidArgument("key", "keys of the clipboard are not possible: browser_type writes texts")
	}
	return c, nil
}

// withModifiers returns a character as the modifiers change it: Shift+a writes A, and
// Control+A presses the key that writes a.
func (c chord) withModifiers(r rune) rune {
	switch {
	case c.holds("shift"):
		return unicode.ToUpper(r)
	case len(c.held) > 0:
		return unicode.ToLower(r)
	}
	return r
}

// canonicalKey returns the name of a key or modifier in lower case, without aliases.
func canonicalKey(name string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	if alias, ok := aliases[name]; ok {
		return alias
	}
	return name
}

// character returns the key of a character. A character without a key is typed
// as text; false means that it cannot be typed.
func character(r rune) (keyboardKey, bool) {
	if k, ok := keyOf(r); ok {
		return k, true
	}
	if r <= ' ' || r == utf8.RuneError || r == 0x7F {
		return keyboardKey{}, false
	}
	return keyboardKey{name: string(r), text: string(r), unmodified: string(r)}, true
}

func (c chord) holds(modifier string) bool { return slices.Contains(c.held, modifier) }

// press holds the modifiers, presses and releases the key, and releases the
// modifiers.
func (t *tab) press(ctx context.Context, c chord) error {
	var bits int64
	for _, held := range c.held {
		bits |= modifiers[held].bit
		if err := t.key(ctx, input.DispatchKeyEventTypeRawKeyDown, modifiers[held].key, bits); err != nil {
			return err
		}
	}
	if c.key.shift {
		bits |= bitShift
	}
	down := input.DispatchKeyEventTypeRawKeyDown
	if c.key.text != "" && bits&(bitControl|bitAlt) == 0 {
		down = input.DispatchKeyEventTypeKeyDown // types its text
	}
	err := t.key(ctx, down, c.key, bits)
	if err == nil {
		err = t.key(ctx, input.DispatchKeyEventTypeKeyUp, c.key, bits)
	}
	for i := len(c.held) - 1; i >= 0; i-- {
		bits &^= modifiers[c.held[i]].bit
		if upErr := t.key(ctx, input.DispatchKeyEventTypeKeyUp, modifiers[c.held[i]].key, bits); err == nil {
			err = upErr
		}
	}
	if err != nil && t.isGone() {
		return nil // the key may have closed the window
	}
	return err
}

// key sends one event of the keyboard.
func (t *tab) key(ctx context.Context, kind input.DispatchKeyEventType, k keyboardKey, bits int64) error {
	params := input.DispatchKeyEventParams{
		Type: kind, Modifiers: bits, Key: k.name, Code: k.code, WindowsVirtualKeyCode: k.number, NativeVirtualKeyCode: k.number,
	}
	if kind == input.DispatchKeyEventTypeKeyDown {
		params.Text, params.UnmodifiedText = k.text, k.unmodified
	}
	_, err := cdp.Call(ctx, t, input.DispatchKeyEvent, params)
	return err
}
