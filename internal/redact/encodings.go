package redact

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// encodings are the forms in which programs print a value: in JSON, also within
// JSON, in HTML, in URLs, in hexadecimal, and in Base64, also in the middle of
// something longer. Base64 and hexadecimal that is broken by white space is not
// among them.
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

// htmlForm writes a value as in HTML, with that for the quotes.
func htmlForm(value, double, single string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, double, "'", single).Replace(value)
}

// jsonForms are those of JSON encoders: that escape for HTML, or not, or all but
// ASCII, or the slash; each of them also encoded once more.
func jsonForms(value string) []string {
	var forms []string
	plain := plainJSON(value)
	for _, once := range []string{escapedJSON(value), plain, asciiJSON(plain)} {
		slashed := strings.ReplaceAll(once, "/", `\/`)
		forms = append(forms, once, slashed, plainJSON(once), plainJSON(slashed))
	}
	return forms
}

// escapedJSON writes the value as encoding/json does.
func escapedJSON(value string) string {
	quoted, err := json.Marshal(value)
	if err != nil {
		return value
	}
	return unquoted(string(quoted))
}

// plainJSON writes the value as encoders do that do not escape for HTML.
func plainJSON(value string) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if encoder.Encode(value) != nil {
		return value
	}
	return unquoted(strings.TrimSpace(b.String()))
}

// unquoted is the inside of a JSON string.
func unquoted(text string) string { return text[1 : len(text)-1] }

// asciiJSON escapes what is not ASCII in the inside of a JSON string.
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

func writeUnit(b *strings.Builder, unit rune) {
	b.WriteString(`\u`)
	for shift := 12; shift >= 0; shift -= 4 {
		b.WriteByte(lowerHex[unit>>shift&15])
	}
}

// base64Middle are the characters that the value's own bits alone decide, when
// it stands so many bytes behind a group's beginning.
func base64Middle(value string, shift int) string {
	text := base64.RawStdEncoding.EncodeToString([]byte(strings.Repeat("\x00", shift) + value))
	first := (shift*8 + 5) / 6
	last := (shift + len(value)) * 8 / 6
	return text[first:last]
}

// unescaped are the characters beside letters, digits and the underscore that
// stay as they are: the unreserved ones (RFC 3986, section 2.3), those of Go's paths,
// and those of JavaScript's encodeURIComponent.
var unescaped = []string{"-.~", "-.~$&+=:@", "-.~!*'()"}

const (
	upperHex = "0123456789ABCDEF"
	lowerHex = "0123456789abcdef"
)

// percent writes the value as in a URL, all but the safe characters escaped.
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
