package redact

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"math/rand/v2"
	"mime/quotedprintable"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
)

// encoder is a code in which programs print a value.
type encoder struct {
	name   string
	encode func(string) string
}

// encoders are the codes that a text may be composed of.
var encoders = []encoder{
	{"JSON", func(s string) string { b, _ := json.Marshal(s); return string(b) }},
	{"JSON in a member", func(s string) string { b, _ := json.Marshal(map[string]string{"value": s}); return string(b) }},
	{"JSON of .NET", func(s string) string { return mapRunes(s, `\u%04X`) }},
	{"JSON of PHP", func(s string) string { b, _ := json.Marshal(s); return strings.ReplaceAll(string(b), "/", `\/`) }},
	{"HTML", html.EscapeString},
	{"HTML of html/template", func(s string) string { return strings.ReplaceAll(html.EscapeString(s), "+", "&#43;") }},
	{"HTML in hexadecimal", func(s string) string { return mapRunes(s, "&#x%x;") }},
	{"query", url.QueryEscape},
	{"path", url.PathEscape},
	{"escape of JavaScript", javaScriptEscape},
	{"Go string", strconv.Quote},
	{"Go string of ASCII", strconv.QuoteToASCII},
	{"shell", func(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }},
	{"pattern", regexp.QuoteMeta},
	{"octal", func(s string) string { return mapBytes(s, `\%03o`) }},
	{"bytes of Python", func(s string) string { return mapBytes(s, `\x%02x`) }},
	{"quoted-printable", quotedPrintableText},
	{"hexadecimal", func(s string) string { return hex.EncodeToString([]byte(s)) }},
	{"hexadecimal in mixed case", mixedHex},
	{"spaced hexadecimal", func(s string) string { return fmt.Sprintf("% x", s) }},
	{"hexadecimal with colons", func(s string) string { return strings.ReplaceAll(fmt.Sprintf("% X", s), " ", ":") }},
	{"hexadecimal with prefixes", func(s string) string { return fmt.Sprintf("%#v", []byte(s)) }},
	{"code points", func(s string) string { return fmt.Sprintf("%U", []rune(s)) }},
	{"decimal", func(s string) string { return fmt.Sprintf("%d", []byte(s)) }},
	{"decimal with dots", func(s string) string {
		return strings.ReplaceAll(strings.Trim(fmt.Sprintf("%d", []byte(s)), "[]"), " ", ".")
	}},
	{"decimal with hyphens", func(s string) string {
		return strings.ReplaceAll(strings.Trim(fmt.Sprintf("%d", []byte(s)), "[]"), " ", "-")
	}},
	{"object of bytes", objectOfBytes},
	{"binary", func(s string) string { return strings.Trim(fmt.Sprintf("%08b", []byte(s)), "[]") }},
	{"binary without separators", func(s string) string {
		return strings.ReplaceAll(strings.Trim(fmt.Sprintf("%08b", []byte(s)), "[]"), " ", "")
	}},
	{"decimal in JSON", func(s string) string { return strings.ReplaceAll(fmt.Sprintf("%d", []byte(s)), " ", ",") }},
	{"Base64", func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }},
	{"Base64 for URLs", func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }},
	{"Base64 in lines", func(s string) string { return lines(base64.StdEncoding.EncodeToString([]byte(s)), 19, "\n") }},
	{"Base64 in indented lines", func(s string) string { return lines(base64.StdEncoding.EncodeToString([]byte(s)), 76, "\r\n    ") }},
	{"Base64 inside a text", func(s string) string { return base64.StdEncoding.EncodeToString([]byte("user:" + s + " and more")) }},
	{"Base64 of UTF-16", func(s string) string { return base64.StdEncoding.EncodeToString(utf16Bytes(s)) }},
	{"Base32", func(s string) string { return base32.StdEncoding.EncodeToString([]byte(s)) }},
	{"Base32 in lower case", func(s string) string { return strings.ToLower(base32.HexEncoding.EncodeToString([]byte(s))) }},
}

// dumps are codes in which people read bytes. Further encoders follow, but no second dump.
var dumps = []encoder{
	{"hexdump", func(s string) string { return hex.Dump([]byte(s)) }},
	{"xxd", func(s string) string { return dump(s, "%08x: ", 2, "%02x", "", " ", true) }},
	{"od of bytes", func(s string) string { return dump(s, "%07o", 1, " %02x", "", "", false) }},
	{"od of words", func(s string) string { return dump(s, "%07o", -2, "%02x", " ", "", false) }},
}

// layouts are changes of the white space in a value. A text that is composed begins with at most one of them.
var layouts = []encoder{
	{"value", func(s string) string { return s }},
	{"lines", func(s string) string { return lines(s, 20, "\n") }},
	{"indented lines", func(s string) string { return lines(s, 16, "\r\n\t  ") }},
	{"spaced", func(s string) string { return lines(s, 1, " ") }},
}

// objectOfBytes returns the JSON that JSON.stringify of JavaScript makes of a Uint8Array.
func objectOfBytes(s string) string {
	var b strings.Builder
	for i := range len(s) {
		fmt.Fprintf(&b, `,"%d":%d`, i, s[i])
	}
	return "{" + strings.TrimPrefix(b.String(), ",") + "}"
}

func mapRunes(s, format string) string {
	var b strings.Builder
	for _, r := range s {
		if r < 0x80 && (isWord(byte(r)) || r == ' ') {
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			if format[0] == '&' {
				fmt.Fprintf(&b, format, r)
				break
			}
			fmt.Fprintf(&b, format, unit)
		}
	}
	return b.String()
}

func mapBytes(s, format string) string {
	var b strings.Builder
	for i := range len(s) {
		fmt.Fprintf(&b, format, s[i])
	}
	return b.String()
}

// javaScriptEscape is the function escape of JavaScript.
func javaScriptEscape(s string) string {
	var b strings.Builder
	for _, unit := range utf16.Encode([]rune(s)) {
		switch {
		case unit < 0x80 && (isWord(byte(unit)) || strings.ContainsRune("@*+-./", rune(unit))):
			b.WriteByte(byte(unit))
		case unit < 0x100:
			fmt.Fprintf(&b, "%%%02X", unit)
		default:
			fmt.Fprintf(&b, "%%u%04X", unit)
		}
	}
	return b.String()
}

func quotedPrintableText(s string) string {
	var b strings.Builder
	w := quotedprintable.NewWriter(&b)
	_, _ = w.Write([]byte(s))
	_ = w.Close()
	return b.String()
}

func mixedHex(s string) string {
	digits := []byte(hex.EncodeToString([]byte(s)))
	for i := range digits {
		if i%3 == 0 {
			digits[i] = strings.ToUpper(string(digits[i]))[0]
		}
	}
	return string(digits)
}

func utf16Bytes(s string) (out []byte) {
	for _, unit := range utf16.Encode([]rune(s)) {
		out = append(out, byte(unit), byte(unit>>8))
	}
	return out
}

// lines puts a separator after each size characters.
func lines(s string, size int, separator string) string {
	var b strings.Builder
	for i, r := range []rune(s) {
		if i > 0 && i%size == 0 {
			b.WriteString(separator)
		}
		b.WriteRune(r)
	}
	return b.String()
}

// dump prints lines of 16 bytes, in words of that many bytes. A negative number means that the order of the bytes of
// a word is reversed.
func dump(s, offset string, word int, number, before, after string, withText bool) string {
	var b strings.Builder
	for at := 0; at < len(s); at += 16 {
		line := s[at:min(len(s), at+16)]
		fmt.Fprintf(&b, offset, at)
		size := max(word, -word)
		for i := 0; i < len(line); i += size {
			part := []byte(line[i:min(len(line), i+size)])
			if word < 0 {
				if len(part) < size {
					part = append(part, 0)
				}
				part[0], part[1] = part[1], part[0]
			}
			b.WriteString(before)
			for _, c := range part {
				fmt.Fprintf(&b, number, c)
			}
			b.WriteString(after)
		}
		if withText {
			b.WriteString(" " + strings.Map(func(r rune) rune {
				if r < ' ' || r > '~' {
					return '.'
				}
				return r
			}, line))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// randomSecret returns a secret of 8 to 40 characters.
func randomSecret(random *rand.Rand) string {
	alphabets := []string{
		"abcdefghijklmnopqrstuvwxyz0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=",
		"abcdefghijABCDEFGHIJ0123456789!#$%&()*,-./:;<>?@[]^_{|}~", "abcdefgh0123456789äöüß€",
	}
	alphabet := []rune(alphabets[random.IntN(len(alphabets))])
	secret := "k"
	for range 12 + random.IntN(28) {
		secret += string(alphabet[random.IntN(len(alphabet))])
	}
	return secret + "9z"
}

// checkComposition encodes a secret and reports an error if a part of the encoded text stays.
func checkComposition(t *testing.T, seed uint64, depth int) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 1))
	secret := randomSecret(random)
	var s Secrets
	s.Add(secret)
	layout := layouts[random.IntN(len(layouts))]
	text, names := layout.encode(secret), layout.name
	candidates := slices.Concat(dumps, encoders)
	for range depth {
		n := random.IntN(len(candidates))
		e := candidates[n]
		if n < len(dumps) && len(candidates) > len(encoders) {
			candidates = encoders
		}
		text, names = e.encode(text), e.name+"("+names
	}
	got := Redact("before:\n"+text+"\n\nafter it", &s)
	if !strings.Contains(got, Placeholder) || !strings.HasPrefix(got, "before") || !strings.HasSuffix(got, "after it") {
		t.Errorf("seed %d: %s %q\n%s\nbecame\n%s", seed, names, secret, text, got)
	}
}

func TestEncoders(t *testing.T) {
	for _, e := range slices.Concat(layouts, dumps, encoders) {
		for seed := range uint64(20) {
			secret := randomSecret(rand.New(rand.NewPCG(seed, 2)))
			var s Secrets
			s.Add(secret)
			text := "before:\n" + e.encode(secret) + "\n\nafter it"
			got := Redact(text, &s)
			if !strings.Contains(got, Placeholder) {
				t.Errorf("%s: %q stays in %q", e.name, secret, got)
				break
			}
		}
	}
}

func TestCompositions(t *testing.T) {
	for seed := range uint64(3000) {
		checkComposition(t, seed, 2+int(seed%2))
	}
}

func FuzzCompositions(f *testing.F) {
	f.Add(uint64(1), uint8(3))
	f.Fuzz(func(t *testing.T, seed uint64, depth uint8) { checkComposition(t, seed, int(depth%3)+1) })
}
