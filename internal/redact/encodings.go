package redact

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// encodings returns the forms in which programs print a value: in JSON, also inside another JSON string, in
// HTML, in URLs, in hexadecimal, and in Base64, also inside a longer text. Base64 and hexadecimal with white
// space are not included.
func encodings(value string) []string {
	forms := append(jsonForms(value), htmlForm(value, "&#34;", "&#39;"), htmlForm(value, "&quot;", "&#x27;"))
	for _, safe := range unescaped {
		forms = append(forms, percent(value, safe, upperHex), percent(value, safe, lowerHex))
	}
	for _, hexes := range []string{upperHex, lowerHex} {
		forms = append(forms, strings.ReplaceAll(percent(value, unescaped[0], hexes), "%20", "+"))
	}
	if len(value) < MinEncoded {
		return forms
	}
	digits := hex.EncodeToString([]byte(value))
	forms = append(forms, digits, strings.ToUpper(digits))
	for shift := range 3 {
		inner := base64Middle(value, shift)
		forms = append(forms, inner, strings.NewReplacer("+", "-", "/", "_").Replace(inner))
	}
	return forms
}

// htmlForm returns a value as in HTML, with these escapes for the quotes.
func htmlForm(value, double, single string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, double, "'", single).Replace(value)
}

// jsonForms returns the output of JSON encoders that escape for HTML, escape nothing, or escape all
// characters but ASCII, with and without an escaped slash; and each of them inside another JSON string.
func jsonForms(value string) []string {
	var forms []string
	plain := plainJSON(value)
	for _, once := range []string{escapedJSON(value), plain, asciiJSON(plain)} {
		slashed := strings.ReplaceAll(once, "/", `\/`)
		forms = append(forms, once, slashed, plainJSON(once), plainJSON(slashed))
	}
	return forms
}

// escapedJSON returns the value in the form of encoding/json.
func escapedJSON(value string) string {
	quoted, err := json.Marshal(value)
	if err != nil {
		return value
	}
	return unquoted(string(quoted))
}

// plainJSON returns the value in the form of encoders that do not escape for HTML.
func plainJSON(value string) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if encoder.Encode(value) != nil {
		return value
	}
	return unquoted(strings.TrimSpace(b.String()))
}

// unquoted returns a JSON string without its quotes.
func unquoted(text string) string { return text[1 : len(text)-1] }

// asciiJSON escapes all characters but ASCII in a JSON string without quotes.
func asciiJSON(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r < utf8.RuneSelf:
			b.WriteRune(r)
		case r < 0x10000:
			writeUnit(&b, r)
		default:
			high, low := utf16.EncodeRune(r)
			writeUnit(&b, high)
			writeUnit(&b, low)
		}
	}
	return b.String()
}

// writeUnit writes a UTF-16 code unit as a JSON escape.
func writeUnit(b *strings.Builder, unit rune) {
	b.WriteString(`\u`)
	for shift := 12; shift >= 0; shift -= 4 {
		b.WriteByte(lowerHex[unit>>shift&15])
	}
}

// base64Middle returns the Base64 characters of a value that depend on no other bytes, if the value begins
// shift bytes after the beginning of a group.
func base64Middle(value string, shift int) string {
	text := base64.RawStdEncoding.EncodeToString([]byte(strings.Repeat("\x00", shift) + value))
	first := (shift*8 + 5) / 6
	last := (shift + len(value)) * 8 / 6
	return text[first:last]
}

// unescaped are the characters, in addition to letters, digits and the underscore, that URLs contain
// unescaped: the unreserved ones (RFC 3986, section 2.3), those of paths in net/url, and those of
// encodeURIComponent in JavaScript.
var unescaped = []string{"-.~", "-.~$&+=:@", "-.~!*'()"}

const (
	upperHex = "0123456789ABCDEF"
	lowerHex = "0123456789abcdef"
)

// percent returns the value as in a URL. All characters but the safe ones are escaped.
func percent(value, safe, digits string) string {
	var b strings.Builder
	for i := range len(value) {
		if c := value[i]; isWord(c) || strings.IndexByte(safe, c) >= 0 {
			b.WriteByte(c)
		} else {
			b.Write([]byte{'%', digits[c>>4], digits[c&15]})
		}
	}
	return b.String()
}
