package pdf

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// glyphNames are names of the Adobe Glyph List that fonts for Latin text use, from the code of
// the first one.
var glyphNames = makeGlyphNames(map[rune]string{
	' ': "space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright asterisk plus comma hyphen period slash " +
		"zero one two three four five six seven eight nine colon semicolon less equal greater question at",
	'[': "bracketleft backslash bracketright asciicircum underscore grave",
	'{': "braceleft bar braceright asciitilde",
	'¡': "exclamdown cent sterling currency yen brokenbar section dieresis copyright ordfeminine guillemotleft logicalnot softhyphen registered macron " +
		"degree plusminus twosuperior threesuperior acute mu paragraph periodcentered cedilla onesuperior ordmasculine guillemotright " +
		"onequarter onehalf threequarters questiondown Agrave Aacute Acircumflex Atilde Adieresis Aring AE Ccedilla Egrave Eacute Ecircumflex Edieresis " +
		"Igrave Iacute Icircumflex Idieresis Eth Ntilde Ograve Oacute Ocircumflex Otilde Odieresis multiply Oslash Ugrave Uacute Ucircumflex Udieresis " +
		"Yacute Thorn germandbls agrave aacute acircumflex atilde adieresis aring ae ccedilla egrave eacute ecircumflex edieresis igrave iacute icircumflex idieresis " +
		"eth ntilde ograve oacute ocircumflex otilde odieresis divide oslash ugrave uacute ucircumflex udieresis yacute thorn ydieresis",
	'Œ': "OE oe", 'Š': "Scaron scaron", 'Ž': "Zcaron zcaron", 'Ł': "Lslash lslash", 'Ÿ': "Ydieresis", 'ı': "dotlessi", 'ƒ': "florin", '–': "endash emdash",
	'‘': "quoteleft quoteright quotesinglbase", '“': "quotedblleft quotedblright quotedblbase", '†': "dagger daggerdbl bullet", '…': "ellipsis",
	'‰': "perthousand", '‹': "guilsinglleft guilsinglright", '⁄': "fraction", '€': "Euro", '™': "trademark", '−': "minus", '∞': "infinity",
	'≤': "lessequal greaterequal", '≠': "notequal", '→': "arrowright", 'α': "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda",
	'ν': "nu xi omicron pi rho", 'σ': "sigma tau upsilon phi chi psi omega", 'Γ': "Gamma Delta", 'Σ': "Sigma", 'Ω': "Omega", 'ˆ': "circumflex caron",
	'˜': "tilde",
})

// ligatures are the names of characters that are written as several.
var ligatures = map[string]string{"ff": "ff", "fi": "fi", "fl": "fl", "ffi": "ffi", "ffl": "ffl"}

// standardEncoding is where the encoding of fonts of Type 1 differs from Windows 1252.
var standardEncoding = map[int]string{
	0x27: "’", 0x60: "‘", 0xA9: "'", 0xAA: "“", 0xAC: "‹", 0xAD: "›", 0xAE: "fi", 0xAF: "fl", 0xB1: "–", 0xB2: "†", 0xB3: "‡",
	0xB4: "·", 0xB7: "•", 0xB8: "‚", 0xB9: "„", 0xBA: "”", 0xBC: "…", 0xBD: "‰", 0xD0: "—", 0xE1: "Æ", 0xE9: "Ø", 0xEA: "Œ", 0xF1: "æ", 0xF5: "ı", 0xF9: "ø", 0xFA: "œ", 0xFB: "ß",
}

// makeGlyphNames returns the characters by their names.
func makeGlyphNames(lists map[rune]string) map[string]rune {
	all := map[string]rune{}
	for first, list := range lists {
		for i, name := range strings.Fields(list) {
			all[name] = first + rune(i)
		}
	}
	return all
}

// glyphText returns the text of a character by its name; empty if it is not known.
func glyphText(name string) string {
	name, _, _ = strings.Cut(name, ".") // "a.alt"
	if utf8.RuneCountInString(name) == 1 {
		return name
	}
	if text, ok := ligatures[name]; ok {
		return text
	}
	if r, ok := glyphNames[name]; ok {
		return string(r)
	}
	digits, ok := strings.CutPrefix(name, "uni")
	if !ok {
		digits, ok = strings.CutPrefix(name, "u")
	}
	if code, err := strconv.ParseUint(digits, 16, 32); ok && err == nil && len(digits) >= 4 && len(digits) <= 6 && utf8.ValidRune(rune(code)) {
		return string(rune(code))
	}
	return ""
}
