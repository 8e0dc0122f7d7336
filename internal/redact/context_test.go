package redact

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
)

// Encoded values are found in the text that programs print before and after them. The values begin with each of many
// bytes, because KEY=cDQr looks like quoted-printable if the Base64 after the sign begins with two hexadecimal digits.
func TestSurroundingText(t *testing.T) {
	encoders := map[string]func(string) string{
		"Base64":          func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) },
		"Base64 for URLs": func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) },
		"Base32":          func(s string) string { return base32.StdEncoding.EncodeToString([]byte(s)) },
		"lower Base32":    func(s string) string { return strings.ToLower(base32.StdEncoding.EncodeToString([]byte(s))) },
		"Base32 hex":      func(s string) string { return base32.HexEncoding.EncodeToString([]byte(s)) },
		"hexadecimal":     func(s string) string { return hex.EncodeToString([]byte(s)) },
		"decimal":         func(s string) string { return strings.Trim(fmt.Sprintf("%d", []byte(s)), "[]") },
	}
	for name, encode := range encoders {
		for _, context := range []string{
			"KEY=%s", "--key=%s next", "?key=%s&n=1", "key=%s;", "x=%s=", "the value follows\n%s\nend", "THE VALUE:\n%s\nEND", "a%%3D=%s", "key: %s\nname: value", "\"%s\",",
		} {
			for first := '!'; first <= '~'; first++ {
				secret := string(first) + "p4+ss/w&rd=1<x>"
				var s Secrets
				s.Add(secret)
				text := fmt.Sprintf(context, encode(secret))
				if got := Redact(text, &s); !strings.Contains(got, Placeholder) {
					t.Errorf("%s: %q stays", name, text)
					break
				}
			}
		}
	}
}

// Escapes and numbers that TestEncoders has no program for.
func TestFurtherEscapes(t *testing.T) {
	const secret = "p4+ss/w&rd=1<äx>"
	var s Secrets
	s.Add(secret)
	for name, verb := range map[string]string{
		"HTML without semicolons": "&#%d", "hexadecimal HTML without semicolons": "&#x%X", "octal of echo": `\0%03o`, "mail header": "=%02X",
		"octal numbers of Python": "0o%o, ", "binary numbers of Python": "0b%b, ",
	} {
		text := ""
		for _, c := range []byte(secret) {
			text += fmt.Sprintf(verb, c)
		}
		if strings.HasPrefix(verb, "&#") {
			text = ""
			for _, c := range secret {
				text += fmt.Sprintf(verb, c)
			}
		}
		if got := Redact("a "+text+" b", &s); strings.Count(got, Placeholder) != 1 || len(got) > 30 {
			t.Errorf("%s: %q became %q", name, text, got)
		}
	}
}
