package pdf

import (
	"strings"

	"golang.org/x/text/encoding/charmap"
)

// font says what the bytes of a string mean.
type font struct {
	composite bool            // a character has two bytes, unless the map says one
	meanings  map[int]string  // by the code of the character
	oneByte   bool            // the map of the font has codes of one byte only
	utf16     bool            // the codes are UTF-16
	widths    map[int]float64 // in thousandths of the size
	width     float64         // of other characters
}

// glyph is a shown character. An empty text means that it is not known.
type glyph struct {
	text    string
	width   float64
	isSpace bool // the byte 32, to which the word spacing applies
}

// defaultWidth is the width of a character of a font without widths.
const defaultWidth = 500

// fontOf returns the font of a dictionary.
func (r *reader) fontOf(v any) *font {
	number, isRef := v.(ref)
	if isRef && r.fonts[number] != nil {
		return r.fonts[number]
	}
	d := r.dict(v)
	f := &font{meanings: map[int]string{}, widths: map[int]float64{}, width: defaultWidth}
	if f.composite = r.name(d["Subtype"]) == "Type0"; f.composite {
		r.readComposite(f, d)
	} else {
		r.readSimple(f, d)
	}
	if s, ok := r.resolve(d["ToUnicode"]).(*stream); ok {
		r.readMap(f, r.decode(s))
	}
	if isRef {
		r.fonts[number] = f
	}
	return f
}

// readSimple reads the encoding and the widths of a font whose characters have one byte.
func (r *reader) readSimple(f *font, d dict) {
	encoding := r.resolve(d["Encoding"])
	base := r.name(encoding)
	parts := r.dict(encoding)
	if parts != nil {
		base = r.name(parts["BaseEncoding"])
	}
	table := charmap.Windows1252
	if base == "MacRomanEncoding" {
		table = charmap.Macintosh
	}
	for code := 32; code < 256; code++ {
		if decoded := table.DecodeByte(byte(code)); decoded >= ' ' && decoded != '\uFFFD' && (decoded < 0x7F || decoded > 0x9F) {
			f.meanings[code] = string(decoded)
		}
	}
	if base == "" && r.name(d["Subtype"]) == "Type1" {
		for code, meaning := range standardEncoding {
			f.meanings[code] = meaning
		}
	}
	code := 0
	for _, v := range r.array(parts["Differences"]) {
		switch v := r.resolve(v).(type) {
		case float64:
			code = r.integer(v)
		case name:
			if meaning := glyphText(string(v)); code >= 0 && code < 256 {
				f.meanings[code] = meaning
			}
			code++
		}
	}
	first := r.integer(d["FirstChar"])
	scale := 1.0
	if m := r.array(d["FontMatrix"]); r.name(d["Subtype"]) == "Type3" && len(m) == 6 {
		scale = r.number(m[0]) * 1000
	}
	for i, width := range r.array(d["Widths"]) {
		if i < 256 {
			f.widths[first+i] = r.number(width) * scale
		}
	}
}

// readComposite reads the widths of a font whose characters have two bytes.
func (r *reader) readComposite(f *font, d dict) {
	encoding := r.name(d["Encoding"])
	f.utf16 = strings.Contains(encoding, "UCS2") || strings.Contains(encoding, "UTF16")
	descendants := r.array(d["DescendantFonts"])
	if len(descendants) == 0 {
		return
	}
	below := r.dict(descendants[0])
	f.width = 1000
	if w, ok := r.resolve(below["DW"]).(float64); ok {
		f.width = w
	}
	list := r.array(below["W"])
	for len(list) >= 2 {
		first := r.integer(list[0])
		if widths, ok := r.resolve(list[1]).([]any); ok {
			for i, width := range widths {
				f.widths[first+i] = r.number(width)
			}
			list = list[2:]
			continue
		}
		if len(list) < 3 {
			return
		}
		for code := first; code <= min(r.integer(list[1]), 0xFFFF); code++ {
			r.spend(&r.left.values, 1)
			f.widths[code] = r.number(list[2])
		}
		list = list[3:]
	}
}

// glyphs returns the characters of a string.
func (f *font) glyphs(s text) []glyph {
	var all []glyph
	for len(s) > 0 {
		code, length := int(s[0]), 1
		if f.composite && !f.oneByte && len(s) > 1 {
			code, length = code<<8|int(s[1]), 2
		}
		g := glyph{text: f.meanings[code], width: f.width, isSpace: length == 1 && code == ' '}
		if w, ok := f.widths[code]; ok {
			g.width = w
		}
		if g.text == "" && f.utf16 && length == 2 {
			g.text = utf16Text(s[:2])
		}
		all = append(all, g)
		s = s[length:]
	}
	return all
}

// readMap reads the CMap that says what characters mean (ISO 32000-2, section 9.10.3).
func (r *reader) readMap(f *font, data []byte) {
	l := &lexer{reader: r, data: data}
	for {
		switch l.value(0) {
		case atEnd:
			return
		case keyword("begincodespacerange"):
			ranges, _ := l.until("endcodespacerange", 0)
			f.oneByte = len(ranges) > 0
			for _, limit := range ranges {
				s, _ := limit.(text)
				f.oneByte = f.oneByte && len(s) == 1
			}
		case keyword("beginbfchar"):
			pairs, _ := l.until("endbfchar", 0)
			for i := 0; i+1 < len(pairs); i += 2 {
				f.setMeaning(codeOf(pairs[i]), pairs[i+1], 0)
			}
		case keyword("beginbfrange"):
			ranges, _ := l.until("endbfrange", 0)
			for i := 0; i+2 < len(ranges); i += 3 {
				r.readRange(f, codeOf(ranges[i]), codeOf(ranges[i+1]), ranges[i+2])
			}
		}
	}
}

// readRange sets the meanings of a range of codes: of each its own, or one that is counted up.
func (r *reader) readRange(f *font, low, high int, meaning any) {
	each, isList := meaning.([]any)
	for code := max(low, 0); code <= min(high, 0xFFFF); code++ {
		r.spend(&r.left.values, 1)
		switch {
		case !isList:
			f.setMeaning(code, meaning, code-low)
		case code-low < len(each):
			f.setMeaning(code, each[code-low], 0)
		}
	}
}

// codeOf returns the code of a character: up to two bytes; -1 for others.
func codeOf(v any) int {
	s, _ := v.(text)
	switch len(s) {
	case 1:
		return int(s[0])
	case 2:
		return int(s[0])<<8 | int(s[1])
	}
	return -1
}

// setMeaning sets the meaning of a code: UTF-16 whose last unit is counted up.
func (f *font) setMeaning(code int, meaning any, plus int) {
	s, ok := meaning.(text)
	if !ok || code < 0 || len(s) < 2 || len(s) > 64 {
		return
	}
	units := []byte(s)
	last := int(units[len(units)-2])<<8 + int(units[len(units)-1]) + plus
	units[len(units)-2], units[len(units)-1] = byte(last>>8), byte(last)
	f.meanings[code] = utf16Text(text(units))
}
