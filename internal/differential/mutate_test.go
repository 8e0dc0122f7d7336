package differential_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// mutant is the text of a changed document.
type mutant struct {
	text  string
	steps []string // names of changes
}

// mutate returns a document with that many random changes.
func (g generator) mutate(d *document, steps int) mutant {
	m := mutant{}
	d = d.clone()
	for range steps {
		locations := g.locations(d)
		for range 20 {
			change := pick(g.Rand, changes)
			if change.do(g, d, locations[g.IntN(len(locations))]) {
				m.steps = append(m.steps, change.name)
				break
			}
		}
	}
	m.text = g.render(d)
	if g.chance(12) {
		change := pick(g.Rand, textChanges)
		m.text = change.do(g.Rand, m.text)
		m.steps = append(m.steps, change.name)
	}
	return m
}

// render returns the text of a document, sometimes with white space between its parts.
func (g generator) render(d *document) string {
	if !g.chance(8) {
		return d.String()
	}
	var b strings.Builder
	d.write(&b, func() string { return pick(g.Rand, []string{"", "", " ", "\n\t", "\r\n"}) })
	return b.String()
}

// changes are the changes of documents. do reports whether the change is possible at
// the location.
var changes = []struct {
	name string
	do   func(g generator, root *document, p location) bool
}{
	{"another value", func(g generator, _ *document, p location) bool { return p.replaceWith(scalar(pick(g.Rand, values))) }},
	{"null", func(_ generator, _ *document, p location) bool { return p.replaceWith(scalar("null")) }},
	{"another number", func(g generator, _ *document, p location) bool {
		return p.value.kind == '0' && p.replaceWith(scalar(pick(g.Rand, numbers)))
	}},
	{"a number at a bound", numberAtBound},
	{"another spelling of a number", respellNumber},
	{"another string", func(g generator, _ *document, p location) bool {
		return p.value.kind == '"' && p.replaceWith(scalar(quote(pick(g.Rand, texts))))
	}},
	{"a hostile sample", hostileSample},
	{"another spelling of a string", func(g generator, _ *document, p location) bool {
		if p.value.kind == '"' {
			p.value.scalar = respell(g.Rand, p.value.scalar)
		}
		return p.value.kind == '"'
	}},
	{"a longer string", func(g generator, _ *document, p location) bool {
		return p.value.kind == '"' && p.replaceWith(scalar(quote(unquote(p.value.scalar)+pick(g.Rand, texts))))
	}},
	{"a broken string", func(g generator, _ *document, p location) bool {
		if p.value.kind == '"' {
			p.value.scalar = p.value.scalar[:len(p.value.scalar)-1] + pick(g.Rand, brokenStrings) + `"`
		}
		return p.value.kind == '"'
	}},
	{"a missing member", func(g generator, _ *document, p location) bool {
		if len(p.value.members) == 0 {
			return false
		}
		i := g.IntN(len(p.value.members))
		p.value.members = slices.Delete(p.value.members, i, i+1)
		return true
	}},
	{"an additional member", addMember},
	{"another name", changeName},
	{"another spelling of a name", func(g generator, _ *document, p location) bool {
		if len(p.value.members) == 0 {
			return false
		}
		m := &p.value.members[g.IntN(len(p.value.members))]
		m.name = respell(g.Rand, m.name)
		return true
	}},
	{"a member twice", func(g generator, _ *document, p location) bool {
		if len(p.value.members) == 0 {
			return false
		}
		m := pick(g.Rand, p.value.members)
		name := m.name
		if g.chance(2) {
			name = respell(g.Rand, name)
		}
		p.value.members = slices.Insert(p.value.members, g.IntN(len(p.value.members)+1), member{name: name, value: m.value.clone()})
		return true
	}},
	{"another order", func(g generator, _ *document, p location) bool {
		m := p.value.members
		g.Shuffle(len(m), func(i, j int) { m[i], m[j] = m[j], m[i] })
		return len(m) > 1
	}},
	{"a missing item", func(g generator, _ *document, p location) bool {
		if len(p.value.items) == 0 {
			return false
		}
		i := g.IntN(len(p.value.items))
		p.value.items = slices.Delete(p.value.items, i, i+1)
		return true
	}},
	{"a repeated item", func(g generator, _ *document, p location) bool {
		if len(p.value.items) == 0 {
			return false
		}
		again := pick(g.Rand, p.value.items).clone()
		again.walk(func(d *document) {
			respellNumber(g, nil, location{value: d})
			g.Shuffle(len(d.members), func(i, j int) { d.members[i], d.members[j] = d.members[j], d.members[i] })
		})
		p.value.items = append(p.value.items, again)
		return true
	}},
	{"an additional item", func(g generator, _ *document, p location) bool {
		items, _ := p.schema["items"].(node)
		if p.value.kind == '[' && items != nil {
			p.value.items = append(p.value.items, g.newValue(items, 1))
		}
		return p.value.kind == '[' && items != nil
	}},
	{"empty", func(_ generator, _ *document, p location) bool {
		p.value.members, p.value.items = nil, nil
		return p.value.kind == '{' || p.value.kind == '['
	}},
	{"in an array", func(_ generator, _ *document, p location) bool {
		return p.replaceWith(&document{kind: '[', items: []*document{p.value.clone()}})
	}},
	{"an item without its array", func(g generator, _ *document, p location) bool {
		return len(p.value.items) > 0 && p.replaceWith(pick(g.Rand, p.value.items).clone())
	}},
	{"in a string", func(_ generator, _ *document, p location) bool {
		return p.replaceWith(scalar(quote(p.value.String())))
	}},
	{"nested deeply", nestDeeply},
	{"a value of its own schema", func(g generator, _ *document, p location) bool {
		return p.schema != nil && p.replaceWith(g.newValue(p.schema, 3))
	}},
	{"another discriminator", changeDiscriminator},
	{"the discriminator last", func(_ generator, _ *document, p location) bool {
		field, _ := discriminator(p.schema)
		i := slices.IndexFunc(p.value.members, func(m member) bool { return m.text() == field })
		if field == "" || i < 0 {
			return false
		}
		m := p.value.members[i]
		p.value.members = append(slices.Delete(p.value.members, i, i+1), m)
		return true
	}},
}

// replaceWith replaces the value at the location.
func (p location) replaceWith(d *document) bool {
	*p.value = *d
	return true
}

// brokenStrings are texts that are invalid or rare in JSON strings.
var brokenStrings = []string{
	`\ud800`, `\udc00`, `\ud83d\ude00`, `\ud83d\ud83d`, `\udc00\ud83d`, "\xff", "\xc0\x80", "\xed\xa0\x80", "\x01", "\n", `\x41`, `\u12`, `\u0000`, "\u2028", `\u2028`, `\/`, `\ud83dé`, "\xe2\x80", "\U0010ffff", `\uD83D\uDE00`, `\"`, `\`,
}

// numberAtBound replaces a value with a number near a bound of the schema.
func numberAtBound(g generator, _ *document, p location) bool {
	all := limits(p.schema)
	return len(all) > 0 && p.replaceWith(scalar(decimal(pick(g.Rand, all))))
}

// respellNumber changes the spelling of a number, but not its value.
func respellNumber(g generator, _ *document, p location) bool {
	if p.value.kind != '0' || strings.ContainsAny(p.value.scalar, "eE") {
		return false
	}
	digits := p.value.scalar
	point := "."
	if strings.Contains(digits, ".") {
		point = ""
	}
	p.value.scalar = pick(g.Rand, []string{digits + "e0", digits + "E+00", digits + "e-0", digits + point + "0", digits + point + "00000e0", digits + point + "000000000000000000000000000"})
	if integer, fraction, _ := strings.Cut(digits, "."); fraction == "" && g.chance(2) {
		p.value.scalar = pick(g.Rand, []string{integer + "000e-3", integer + "0.0e-1"})
	}
	return true
}

// respell writes one character of a string as an escape.
func respell(r *rand.Rand, raw string) string {
	text := []rune(unquote(raw))
	if len(text) == 0 {
		return raw
	}
	i := r.IntN(len(text))
	if text[i] > 0xffff {
		return raw
	}
	before, after := quote(string(text[:i])), quote(string(text[i+1:]))
	return before[:len(before)-1] + fmt.Sprintf(pick(r, []string{`\u%04x`, `\u%04X`}), text[i]) + after[1:]
}

// hostileSample replaces a string with a text that is almost of the format.
func hostileSample(g generator, _ *document, p location) bool {
	for _, keyword := range []string{"format", "contentEncoding"} {
		if format, ok := p.schema[keyword].(string); ok {
			return p.replaceWith(scalar(quote(pick(g.Rand, slices.Concat(samples[format].hostile, samples[format].valid)))))
		}
	}
	return false
}

// addMember adds a known or an unknown member.
func addMember(g generator, _ *document, p location) bool {
	if p.value.kind != '{' {
		return false
	}
	name, value := pick(g.Rand, names), scalar(pick(g.Rand, values))
	if rest, ok := p.schema["additionalProperties"].(node); ok {
		value = g.newValue(rest, 1)
	}
	if properties, ok := p.schema["properties"].(node); ok && len(properties) > 0 && g.chance(2) {
		name = pick(g.Rand, sortedNames(properties))
		value = g.newValue(properties[name].(node), 2)
	}
	p.value.members = slices.Insert(p.value.members, g.IntN(len(p.value.members)+1), member{name: quote(name), value: value})
	return true
}

// changeName changes or replaces a name.
func changeName(g generator, _ *document, p location) bool {
	if len(p.value.members) == 0 {
		return false
	}
	m := &p.value.members[g.IntN(len(p.value.members))]
	name := m.text()
	m.name = quote(pick(g.Rand, []string{strings.ToUpper(name), name + "s", name + " ", "_" + name, strings.TrimSuffix(name, "e"), pick(g.Rand, names), name + "\u0000"}))
	return true
}

// changeDiscriminator changes the value of the discriminator of an object.
func changeDiscriminator(g generator, _ *document, p location) bool {
	field, value := discriminator(p.schema)
	if d := p.value.member(field); field != "" && d != nil {
		*d = *scalar(pick(g.Rand, []string{quote(strings.ToUpper(value)), quote(value + "s"), `""`, "null", "1", `"stop"`, `"constant"`, `"circle"`, `"move"`, `"sum"`, quote(value)}))
		return true
	}
	return false
}

// nestDeeply puts arrays or objects around a value, up to and beyond the maximum
// depth.
func nestDeeply(g generator, _ *document, p location) bool {
	inner := *p.value
	d := &inner
	for range pick(g.Rand, []int{2, 5, 58, 60, 61, 62, 63, 64, 65, 200}) {
		if g.chance(2) {
			d = &document{kind: '[', items: []*document{d}}
		} else {
			d = &document{kind: '{', members: []member{{name: `"a"`, value: d}}}
		}
	}
	return p.replaceWith(d)
}

// textChanges are the changes of texts.
var textChanges = []struct {
	name string
	do   func(r *rand.Rand, text string) string
}{
	{"truncated", func(r *rand.Rand, text string) string { return text[:r.IntN(len(text)+1)] }},
	{"without its start", func(r *rand.Rand, text string) string { return text[r.IntN(len(text)+1):] }},
	{"a missing byte", func(r *rand.Rand, text string) string {
		i := r.IntN(len(text))
		return text[:i] + text[i+1:]
	}},
	{"an additional byte", func(r *rand.Rand, text string) string {
		i := r.IntN(len(text) + 1)
		return text[:i] + pick(r, []string{"{", "}", "[", "]", `"`, ",", ":", "0", "-", ".", "e", " ", "\x00", "\xff", "\\", "n", "\u00a0", "/"}) + text[i:]
	}},
	{"another byte", func(r *rand.Rand, text string) string {
		i := r.IntN(len(text))
		return text[:i] + string(rune(r.IntN(128))) + text[i+1:]
	}},
	{"text at the end", func(r *rand.Rand, text string) string {
		return text + pick(r, []string{"{}", ",", "}", "null", " ", "\n", "\x00", "//"})
	}},
	{"text at the start", func(r *rand.Rand, text string) string {
		return pick(r, []string{"\ufeff", " ", "\n", ",", "{", "null"}) + text
	}},
	{"an empty or other text", func(r *rand.Rand, _ string) string {
		return pick(r, []string{"", " \n", "null", " null ", "nul", "[]", "true", `"{}"`})
	}},
}
