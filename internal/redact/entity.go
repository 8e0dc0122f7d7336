package redact

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxEntity is the maximum length of an HTML entity that is decoded.
const maxEntity = 12

// entity decodes &amp;, &#43; and &#x2b;. Numbers do not need the semicolon, as in browsers.
func entity(text string, i int, out []byte) (_ []byte, end int) {
	length := strings.IndexByte(text[i:min(len(text), i+maxEntity)], ';')
	if number := numberedEntity(text, i); number > i && (length < 0 || number < i+length) {
		if r, ok := entityRune(text[i+1 : number]); ok {
			return utf8.AppendRune(out, r), number
		}
	}
	if length < len("&lt") {
		return out, i
	}
	r, ok := entityRune(text[i+1 : i+length])
	if !ok {
		return out, i
	}
	return utf8.AppendRune(out, r), i + length + 1
}

// numberedEntity returns the index after the digits of &#43 or &#x2b at i, or i if there are none.
func numberedEntity(text string, i int) (end int) {
	first := i + len("&#")
	if !strings.HasPrefix(text[i:], "&#") {
		return i
	}
	if first < len(text) && text[first]|0x20 == 'x' {
		end = hexEnd(text[:min(len(text), i+maxEntity)], first+1)
		first++
	} else {
		end = skipDigits(text[:min(len(text), i+maxEntity)], first)
	}
	if end == first {
		return i
	}
	return end
}

// entityRune returns the character of an entity.
func entityRune(name string) (r rune, ok bool) {
	digits, isNumber := strings.CutPrefix(name, "#")
	if !isNumber {
		return entityNamed(name)
	}
	var value int
	if number, isHex := strings.CutPrefix(strings.ToLower(digits), "x"); isHex {
		value, ok = hexValue(number)
	} else if number, err := strconv.Atoi(digits); err == nil {
		value, ok = number, true
	}
	return rune(value), ok && value > 0 && value <= utf8.MaxRune
}

// entityNamed returns the character of an entity with a name: an ASCII character, or a common letter.
func entityNamed(name string) (r rune, ok bool) {
	for i := 0; i < len(entityNames); i += 2 {
		if entityNames[i] == name {
			r, _ = utf8.DecodeRuneInString(entityNames[i+1])
			return r, true
		}
	}
	return 0, false
}

// entityNames are names of entities, each with its character.
// https://html.spec.whatwg.org/multipage/named-characters.html
var entityNames = [...]string{
	"amp", "&", "lt", "<", "gt", ">", "quot", "\"", "apos", "'", "nbsp", " ", "AMP", "&", "LT", "<", "GT", ">", "QUOT", "\"",
	"Tab", "\t", "NewLine", "\n", "excl", "!", "num", "#", "dollar", "$", "percnt", "%", "lpar", "(", "rpar", ")", "ast", "*", "midast", "*",
	"plus", "+", "comma", ",", "period", ".", "sol", "/", "colon", ":", "semi", ";", "equals", "=", "quest", "?", "commat", "@",
	"lsqb", "[", "lbrack", "[", "bsol", "\\", "rsqb", "]", "rbrack", "]", "Hat", "^", "lowbar", "_", "UnderBar", "_", "grave", "`",
	"lcub", "{", "lbrace", "{", "verbar", "|", "vert", "|", "rcub", "}", "rbrace", "}", "auml", "ä", "ouml", "ö", "uuml", "ü",
	"Auml", "Ä", "Ouml", "Ö", "Uuml", "Ü", "szlig", "ß", "eacute", "é", "egrave", "è", "agrave", "à", "ccedil", "ç", "ntilde", "ñ",
	"aring", "å", "oslash", "ø", "aelig", "æ", "euro", "€", "pound", "£", "sect", "§",
}
