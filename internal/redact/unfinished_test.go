package redact

import (
	"strings"
	"testing"
)

// unfinishedSecret has no part that the texts of this file have.
const unfinishedSecret = "pXq4+ss/wKrd=Zy7<Vb9>Jm2Hg5Tn8"

// In every code, at most the first bytes of a secret can be shown before the rest of it is printed.
func TestSafeEnd(t *testing.T) {
	var secrets Secrets
	secrets.Add(unfinishedSecret)
	plain := encoder{"plain", func(s string) string { return s }}
	for _, e := range append([]encoder{plain}, encoders...) {
		const before = "value: "
		encoded := e.encode(unfinishedSecret)
		maxShown := len(e.encode(unfinishedSecret[:MinEncoded+2])) + 8
		if e.name == "Base64 inside a text" || strings.Contains(e.name, "UTF-16") {
			maxShown += 10
		}
		for n := range len(encoded) {
			text := before + encoded[:n]
			if shown := SafeEnd(text, &secrets) - len(before); shown > maxShown && Redact(text, &secrets) == text {
				t.Errorf("%s: of %q, %d bytes can be shown", e.name, text, shown)
				break
			}
		}
	}
}

// A text that does not end with the beginning of a secret can be shown.
func TestSafeEndOfOrdinaryText(t *testing.T) {
	var secrets Secrets
	secrets.Add(unfinishedSecret)
	for _, text := range []string{
		"", "Password: ", "$ ", "Listening on http://localhost:3000", "see https://example.org/a:b", "pXq", "100%", "a \\", "x=", "&", "key: ",
		"ends with " + unfinishedSecret, "pXq4+ss/ is not it", "sk-learn is a library", "(gdb) ", "c2VjcmV0IHRleHQgaW4gQmFzZTY0",
	} {
		if got := SafeEnd(text, &secrets); got != len(text) {
			t.Errorf("of %q, %q is held back", text, text[got:])
		}
	}
}

// The beginning of a key and of a value of a secret name is held back, also without secrets.
func TestSafeEndOfKeys(t *testing.T) {
	for _, c := range []struct{ shown, held string }{
		{"token ", "ghp_Ab3Cd5"}, {"", "AKIAZZZZ"}, {"x ", "sk-ant-api03-b"}, {"export API_KEY=", "h1h1h1"}, {`{"password": "`, "abc1"},
		{"Authorization: Bearer ", "abc"}, {"postgres://app:", "hun"}, {"a=b;x=y ", "eyJhbGciOiJIUzI1"},
	} {
		if got := SafeEnd(c.shown + c.held); got != len(c.shown) {
			t.Errorf("of %q, %q is shown", c.shown+c.held, (c.shown + c.held)[:got])
		}
	}
}

// Colors, invisible characters and backspaces inside a value do not hide it.
func TestHiddenCharacters(t *testing.T) {
	const key = "ghp_Ab3Cd5Ef7Gh9Ij1Kl3Mn5Op7Qr9St1Uv3Wx5Y"
	var secrets Secrets
	secrets.Add(unfinishedSecret)
	for _, value := range []string{key, unfinishedSecret} {
		for _, inside := range []string{"\x1b[01;31m\x1b[K", "\u200b", "\u00ad", "\x1b]8;;https://a.b\x1b\\", "\u009b0m", "\ufeff", "x\b"} {
			for _, at := range []int{2, 4, 9, len(value) - 1} {
				text := "a " + value[:at] + inside + value[at:] + " b"
				got := Redact(text, &secrets)
				if !strings.HasPrefix(got, "a [REDACTED") || !strings.HasSuffix(got, "] b") {
					t.Errorf("%q became %q", text, got)
				}
			}
		}
		var struck strings.Builder
		for i := range len(value) {
			struck.WriteString(value[i:i+1] + "\b" + value[i:i+1])
		}
		if got := Redact(struck.String(), &secrets); strings.Contains(got, value[8:9]) {
			t.Errorf("overstruck %q became %q", value, got)
		}
	}
	if got := Keys("x ghp_\x1b[0m" + key[4:]); got != "x [REDACTED:github-token]" {
		t.Errorf("without secrets: %q", got)
	}
}
