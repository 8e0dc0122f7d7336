package browser

import "strings"

// keyboardKey is a key of a keyboard of the United States, with what DevTools needs to
// press it. The values are those of chromedp, whose table makes a program 30 KB larger.
type keyboardKey struct {
	code, name       string
	text, unmodified string // of a key that writes a character; the second one without Shift
	number           int64  // the virtual key code of Windows, which Chromium uses on all systems
	shift            bool   // Shift is held
}

// namedKeys are the keys that have names, in lower case.
var namedKeys = namedKeyTable()

func namedKeyTable() map[string]keyboardKey {
	keys := map[string]keyboardKey{
		"enter": {code: "Enter", name: "Enter", text: "\r", unmodified: "\r", number: 13},
		"space": {code: "Space", name: " ", text: " ", unmodified: " ", number: ' '},
	}
	for number, names := range map[int64]string{
		8: "Backspace", 9: "Tab", 27: "Escape", 33: "PageUp PageDown End Home ArrowLeft ArrowUp ArrowRight ArrowDown", 46: "Delete",
		112: "F1 F2 F3 F4", 117: "F6 F7 F8 F9 F10", // F5 loads the page again
	} {
		for i, name := range strings.Fields(names) {
			keys[strings.ToLower(name)] = keyboardKey{code: name, name: name, number: number + int64(i)}
		}
	}
	return keys
}

// punctuation are the keys that write neither a letter nor a digit: the characters
// without and with Shift.
var punctuation = map[string]struct {
	code   string
	number int64
}{
	";:": {"Semicolon", 186}, "=+": {"Equal", 187}, ",<": {"Comma", 188}, "-_": {"Minus", 189}, ".>": {"Period", 190}, "/?": {"Slash", 191},
	"`~": {"Backquote", 192}, "[{": {"BracketLeft", 219}, `\|`: {"Backslash", 220}, "]}": {"BracketRight", 221}, `'"`: {"Quote", 222},
}

// shiftedDigits are the characters that the digits write with Shift.
const shiftedDigits = ")!@#$%^&*("

// keyOf returns the key that writes a visible character of ASCII, or false.
func keyOf(r rune) (keyboardKey, bool) {
	text := string(r)
	switch {
	case r <= ' ' || r >= 0x7F:
		return keyboardKey{}, false
	case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z':
		lower, upper := strings.ToLower(text), strings.ToUpper(text)
		return keyboardKey{code: "Key" + upper, name: text, text: text, unmodified: lower, number: int64(upper[0]), shift: text == upper}, true
	case '0' <= r && r <= '9':
		return keyboardKey{code: "Digit" + text, name: text, text: text, unmodified: text, number: int64(r)}, true
	}
	if digit := strings.IndexRune(shiftedDigits, r); digit >= 0 {
		plain := string(rune('0' + digit))
		return keyboardKey{code: "Digit" + plain, name: text, text: text, unmodified: plain, number: int64('0' + digit), shift: true}, true
	}
	for both, k := range punctuation {
		if at := strings.IndexRune(both, r); at >= 0 {
			return keyboardKey{code: k.code, name: text, text: text, unmodified: both[:1], number: k.number, shift: at > 0}, true
		}
	}
	return keyboardKey{}, false
}
