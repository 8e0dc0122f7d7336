package differential_test

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// document is a JSON value that keeps its text: the spelling of numbers and strings,
// duplicate names, and the order of members.
type document struct {
	kind    byte   // the first byte of its text: { [ " t f n, or 0 for numbers
	scalar  string // the text, if it is neither object nor array
	members []member
	items   []*document
	source  string // the parsed text
	at      int    // the offset of source
}

type member struct {
	name  string // with quotes and escapes
	value *document
	at    int // the offset of the name
}

// text returns the decoded name.
func (m member) text() string { return unquote(m.name) }

// unquote returns the text of a JSON string. For an invalid string it returns the
// bytes between the quotes.
func unquote(raw string) string {
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

// quote returns a text as a JSON string.
func quote(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err) // strings can always be encoded
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// parse parses valid JSON.
func parse(text string) *document {
	p := parser{text: text}
	return p.parseValue()
}

type parser struct {
	text string
	i    int
}

// skipSpace skips white space, and returns the next byte.
func (p *parser) skipSpace() byte {
	for strings.IndexByte(" \t\r\n", p.text[p.i]) >= 0 {
		p.i++
	}
	return p.text[p.i]
}

// parseValue parses a value.
func (p *parser) parseValue() *document {
	d := &document{kind: p.skipSpace(), at: p.i}
	switch d.kind {
	case '{', '[':
		p.i++
		for c := p.skipSpace(); c != '}' && c != ']'; c = p.skipSpace() {
			p.parseEntry(d)
			if p.skipSpace() == ',' {
				p.i++
			}
		}
		p.i++
	case '"':
		d.scalar = p.parseString()
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

// parseEntry parses an item, or a name and its value.
func (p *parser) parseEntry(d *document) {
	if d.kind == '[' {
		d.items = append(d.items, p.parseValue())
		return
	}
	at := p.i
	name := p.parseString()
	p.skipSpace()
	p.i++ // the colon
	d.members = append(d.members, member{name, p.parseValue(), at})
}

// parseString returns the text of a string with its quotes.
func (p *parser) parseString() string {
	start := p.i
	for p.i++; p.text[p.i] != '"'; p.i++ {
		if p.text[p.i] == '\\' {
			p.i++
		}
	}
	p.i++
	return p.text[start:p.i]
}

// String returns the document without added white space.
func (d *document) String() string {
	var b strings.Builder
	d.write(&b, func() string { return "" })
	return b.String()
}

// write writes the document, with the text of gap between all parts.
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

// clone returns a deep copy.
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

// depth returns the maximum number of nested objects and arrays.
func (d *document) depth() int {
	deepest := 0
	for _, m := range d.members {
		deepest = max(deepest, m.value.depth())
	}
	for _, item := range d.items {
		deepest = max(deepest, item.depth())
	}
	if d.kind == '{' || d.kind == '[' {
		deepest++
	}
	return deepest
}

// repeatsName reports whether an object in the document has a name twice.
func (d *document) repeatsName() bool {
	seen := make(map[string]bool)
	for _, m := range d.members {
		if seen[m.text()] || m.value.repeatsName() {
			return true
		}
		seen[m.text()] = true
	}
	return slices.ContainsFunc(d.items, (*document).repeatsName)
}

// walk calls visit for the document and all values in it.
func (d *document) walk(visit func(*document)) {
	visit(d)
	for _, m := range d.members {
		m.value.walk(visit)
	}
	for _, item := range d.items {
		item.walk(visit)
	}
}

// find returns the values at a JSON Pointer, several if a name is given twice, each
// with the object or array around it. A missing value is nil.
func (d *document) find(pointer string) []foundValue {
	found := []foundValue{{value: d}}
	if pointer == "" {
		return found
	}
	for part := range strings.SplitSeq(pointer[1:], "/") {
		name := strings.ReplaceAll(strings.ReplaceAll(part, "~1", "/"), "~0", "~")
		var next []foundValue
		for _, s := range found {
			if s.value != nil {
				next = append(next, s.value.step(name)...)
			}
		}
		found = next
	}
	return found
}

// foundValue is a value, and the object or array that contains it.
type foundValue struct{ value, parent *document }

// step returns the values with a name or an index.
func (d *document) step(name string) []foundValue {
	var found []foundValue
	for _, m := range d.members {
		if m.text() == name || isCut(name, m.text()) {
			found = append(found, foundValue{m.value, d})
		}
	}
	if n, err := strconv.Atoi(name); d.kind == '[' && err == nil && n >= 0 && n < len(d.items) {
		found = append(found, foundValue{d.items[n], d})
	}
	if found == nil {
		found = append(found, foundValue{nil, d})
	}
	return found
}

// isCut reports whether a part of a pointer is the start of a name that is too long
// for pointers.
func isCut(part, name string) bool {
	begin, cut := strings.CutSuffix(part, "…")
	return cut && len(name) > 1024 && strings.HasPrefix(name, begin)
}
