package differential_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"
)

// document is a JSON value that keeps how it is written: numbers and strings as
// they stand, names that are given twice, the order of members.
type document struct {
	kind    byte   // the first byte of its text: { [ " t f n, or 0 for numbers
	scalar  string // the text, if it is neither object nor array
	members []member
	items   []*document
	source  string // the text that it was parsed from
	at      int    // where that began
}

type member struct {
	name  string // with quotes and escapes
	value *document
	at    int // where the name stood
}

// text is the name that is meant.
func (m member) text() string { return unquoted(m.name) }

// unquoted is the text of a JSON string, and what stands between the quotes of
// one that was broken.
func unquoted(raw string) string {
	inner := raw[1 : len(raw)-1]
	if strings.IndexByte(inner, '\\') < 0 && utf8.ValidString(inner) {
		return inner
	}
	var s string
	if json.Unmarshal([]byte(raw), &s) != nil {
		return inner
	}
	return s
}

// quoted is a text as a JSON string.
func quoted(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err) // strings can be written
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// parse reads a text that is JSON.
func parse(text string) *document {
	p := parser{text: text}
	return p.value()
}

type parser struct {
	text string
	i    int
}

func (p *parser) space() byte {
	for strings.IndexByte(" \t\r\n", p.text[p.i]) >= 0 {
		p.i++
	}
	return p.text[p.i]
}

func (p *parser) value() *document {
	d := &document{kind: p.space(), at: p.i}
	switch d.kind {
	case '{', '[':
		p.i++
		for c := p.space(); c != '}' && c != ']'; c = p.space() {
			p.entry(d)
			if p.space() == ',' {
				p.i++
			}
		}
		p.i++
	case '"':
		d.scalar = p.str()
	default:
		n := strings.IndexAny(p.text[p.i:], " \t\r\n,]}")
		if n < 0 {
			n = len(p.text) - p.i
		}
		d.scalar = p.text[p.i : p.i+n]
		p.i += n
		if strings.IndexByte("tfn", d.kind) < 0 {
			d.kind = '0'
		}
	}
	d.source = p.text[d.at:p.i]
	return d
}

// entry reads an item, or a name and its value.
func (p *parser) entry(d *document) {
	if d.kind == '[' {
		d.items = append(d.items, p.value())
		return
	}
	at := p.i
	name := p.str()
	p.space()
	p.i++ // the colon
	d.members = append(d.members, member{name, p.value(), at})
}

func (p *parser) str() string {
	start := p.i
	for p.i++; p.text[p.i] != '"'; p.i++ {
		if p.text[p.i] == '\\' {
			p.i++
		}
	}
	p.i++
	return p.text[start:p.i]
}

// String writes the document without white space.
func (d *document) String() string {
	var b strings.Builder
	d.write(&b, func() string { return "" })
	return b.String()
}

// write writes the document, with what gap gives between all parts.
func (d *document) write(b *strings.Builder, gap func() string) {
	b.WriteString(gap())
	switch d.kind {
	case '{':
		b.WriteByte('{')
		for i, m := range d.members {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(gap() + m.name + gap() + ":")
			m.value.write(b, gap)
		}
		b.WriteString(gap() + "}")
	case '[':
		b.WriteByte('[')
		for i, item := range d.items {
			if i > 0 {
				b.WriteByte(',')
			}
			item.write(b, gap)
		}
		b.WriteString(gap() + "]")
	default:
		b.WriteString(d.scalar)
	}
	b.WriteString(gap())
}

// clone is a copy that shares nothing.
func (d *document) clone() *document {
	c := *d
	c.members, c.items = make([]member, len(d.members)), make([]*document, len(d.items))
	for i, m := range d.members {
		c.members[i] = member{m.name, m.value.clone(), m.at}
	}
	for i, item := range d.items {
		c.items[i] = item.clone()
	}
	return &c
}

// member returns the value of the member with that name, or nil.
func (d *document) member(name string) *document {
	for _, m := range d.members {
		if m.text() == name {
			return m.value
		}
	}
	return nil
}

// depth is how many objects and arrays are open at most.
func (d *document) depth() int {
	most := 0
	for _, m := range d.members {
		most = max(most, m.value.depth())
	}
	for _, item := range d.items {
		most = max(most, item.depth())
	}
	if d.kind == '{' || d.kind == '[' {
		most++
	}
	return most
}

// walk visits the document and all in it.
func (d *document) walk(visit func(*document)) {
	visit(d)
	for _, m := range d.members {
		m.value.walk(visit)
	}
	for _, item := range d.items {
		item.walk(visit)
	}
}

// find are the values that a JSON Pointer leads to, several where a name is
// given twice, each with the object or array around it. What is missing from
// that is nil.
func (d *document) find(pointer string) []spot {
	spots := []spot{{value: d}}
	if pointer == "" {
		return spots
	}
	for part := range strings.SplitSeq(pointer[1:], "/") {
		name := strings.ReplaceAll(strings.ReplaceAll(part, "~1", "/"), "~0", "~")
		var next []spot
		for _, s := range spots {
			if s.value != nil {
				next = append(next, s.value.step(name)...)
			}
		}
		spots = next
	}
	return spots
}

// spot is a value and what it stands in.
type spot struct{ value, parent *document }

// step are the values under a name or a number.
func (d *document) step(name string) []spot {
	var spots []spot
	for _, m := range d.members {
		if m.text() == name || isCut(name, m.text()) {
			spots = append(spots, spot{m.value, d})
		}
	}
	if n, err := strconv.Atoi(name); d.kind == '[' && err == nil && n < len(d.items) {
		spots = append(spots, spot{d.items[n], d})
	}
	if spots == nil {
		spots = append(spots, spot{nil, d})
	}
	return spots
}

// isCut says that a part of a pointer is the beginning of a name that is longer
// than pointers show.
func isCut(part, name string) bool {
	begin, cut := strings.CutSuffix(part, "…")
	return cut && len(name) > 1024 && strings.HasPrefix(name, begin)
}
