package differential_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// mutant is a text that was a valid document, and what became of it.
type mutant struct {
	text  string
	steps []string // names of mutations
}

// mutate breaks a document, or writes it in another way, in so many steps.
func (g generator) mutate(d *document, steps int) mutant {
	m := mutant{}
	d = d.clone()
	for range steps {
		places := g.places(d)
		for range 20 {
			change := one(g.Rand, changes)
			if change.do(g, d, places[g.IntN(len(places))]) {
				m.steps = append(m.steps, change.name)
				break
			}
		}
	}
	m.text = g.render(d)
	if g.chance(12) {
		change := one(g.Rand, cuts)
		m.text = change.do(g.Rand, m.text)
		m.steps = append(m.steps, change.name)
	}
	return m
}

// render writes a document, sometimes with white space between its parts.
func (g generator) render(d *document) string {
	if !g.chance(8) {
		return d.String()
	}
	var b strings.Builder
	d.write(&b, func() string { return one(g.Rand, []string{"", "", " ", "\n\t", "\r\n"}) })
	return b.String()
}

// changes are the mutations of documents. They report whether they could be
// made at that place.
var changes = []struct {
	name string
	do   func(g generator, root *document, p place) bool
}{
	{"another value", func(g generator, _ *document, p place) bool { return p.becomes(scalar(one(g.Rand, values))) }},
	{"null", func(_ generator, _ *document, p place) bool { return p.becomes(scalar("null")) }},
	{"another number", func(g generator, _ *document, p place) bool {
		return p.value.kind == '0' && p.becomes(scalar(one(g.Rand, numbers)))
	}},
	{"a number at a bound", numberAtBound},
	{"another spelling of a number", respellNumber},
	{"another string", func(g generator, _ *document, p place) bool {
		return p.value.kind == '"' && p.becomes(scalar(quoted(one(g.Rand, texts))))
	}},
	{"a hostile sample", hostileSample},
	{"another spelling of a string", func(g generator, _ *document, p place) bool {
		if p.value.kind == '"' {
			p.value.scalar = respell(g.Rand, p.value.scalar)
		}
		return p.value.kind == '"'
	}},
	{"a longer string", func(g generator, _ *document, p place) bool {
		return p.value.kind == '"' && p.becomes(scalar(quoted(unquoted(p.value.scalar)+one(g.Rand, texts))))
	}},
	{"a broken string", func(g generator, _ *document, p place) bool {
		if p.value.kind == '"' {
			p.value.scalar = p.value.scalar[:len(p.value.scalar)-1] + one(g.Rand, broken) + `"`
		}
		return p.value.kind == '"'
	}},
	{"a member less", func(g generator, _ *document, p place) bool {
		if len(p.value.members) == 0 {
			return false
		}
		i := g.IntN(len(p.value.members))
		p.value.members = slices.Delete(p.value.members, i, i+1)
		return true
	}},
	{"a member more", moreMember},
	{"another name", anotherName},
	{"another spelling of a name", func(g generator, _ *document, p place) bool {
		if len(p.value.members) == 0 {
			return false
		}
		m := &p.value.members[g.IntN(len(p.value.members))]
		m.name = respell(g.Rand, m.name)
		return true
	}},
	{"a member twice", func(g generator, _ *document, p place) bool {
		if len(p.value.members) == 0 {
			return false
		}
		m := one(g.Rand, p.value.members)
		name := m.name
		if g.chance(2) {
			name = respell(g.Rand, name)
		}
		p.value.members = slices.Insert(p.value.members, g.IntN(len(p.value.members)+1), member{name: name, value: m.value.clone()})
		return true
	}},
	{"another order", func(g generator, _ *document, p place) bool {
		m := p.value.members
		g.Shuffle(len(m), func(i, j int) { m[i], m[j] = m[j], m[i] })
		return len(m) > 1
	}},
	{"an item less", func(g generator, _ *document, p place) bool {
		if len(p.value.items) == 0 {
			return false
		}
		i := g.IntN(len(p.value.items))
		p.value.items = slices.Delete(p.value.items, i, i+1)
		return true
	}},
	{"an item again", func(g generator, _ *document, p place) bool {
		if len(p.value.items) == 0 {
			return false
		}
		again := one(g.Rand, p.value.items).clone()
		again.walk(func(d *document) {
			respellNumber(g, nil, place{value: d})
			g.Shuffle(len(d.members), func(i, j int) { d.members[i], d.members[j] = d.members[j], d.members[i] })
		})
		p.value.items = append(p.value.items, again)
		return true
	}},
	{"an item more", func(g generator, _ *document, p place) bool {
		items, _ := p.schema["items"].(node)
		if p.value.kind == '[' && items != nil {
			p.value.items = append(p.value.items, g.value(items, 1))
		}
		return p.value.kind == '[' && items != nil
	}},
	{"empty", func(_ generator, _ *document, p place) bool {
		p.value.members, p.value.items = nil, nil
		return p.value.kind == '{' || p.value.kind == '['
	}},
	{"in an array", func(_ generator, _ *document, p place) bool {
		return p.becomes(&document{kind: '[', items: []*document{p.value.clone()}})
	}},
	{"an item alone", func(g generator, _ *document, p place) bool {
		return len(p.value.items) > 0 && p.becomes(one(g.Rand, p.value.items).clone())
	}},
	{"in a string", func(_ generator, _ *document, p place) bool {
		return p.becomes(scalar(quoted(p.value.String())))
	}},
	{"nested deeply", nested},
	{"a value of its own schema", func(g generator, _ *document, p place) bool {
		return p.schema != nil && p.becomes(g.value(p.schema, 3))
	}},
	{"another discriminator", anotherDiscriminator},
	{"the discriminator last", func(_ generator, _ *document, p place) bool {
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

// becomes puts another value in the place.
func (p place) becomes(d *document) bool {
	*p.value = *d
	return true
}

// broken are what no string of JSON has, and what few have.
var broken = []string{
	`\ud800`, `\udc00`, `\ud83d\ude00`, `\ud83d\ud83d`, `\udc00\ud83d`, "\xff", "\xc0\x80", "\xed\xa0\x80", "\x01", "\n", `\x41`, `\u12`, `\u0000`, "\u2028", `\u2028`, `\/`, `\ud83dé`, "\xe2\x80", "\U0010ffff", `\uD83D\uDE00`, `\"`, `\`,
}

// numberAtBound takes a number close to a bound of the schema.
func numberAtBound(g generator, _ *document, p place) bool {
	all := limits(p.schema)
	return len(all) > 0 && p.becomes(scalar(decimal(one(g.Rand, all))))
}

// respellNumber writes a number in another way, the same number.
func respellNumber(g generator, _ *document, p place) bool {
	if p.value.kind != '0' || strings.ContainsAny(p.value.scalar, "eE") {
		return false
	}
	digits := p.value.scalar
	point := "."
	if strings.Contains(digits, ".") {
		point = ""
	}
	p.value.scalar = one(g.Rand, []string{digits + "e0", digits + "E+00", digits + "e-0", digits + point + "0", digits + point + "00000e0", digits + point + "000000000000000000000000000"})
	if integer, fraction, _ := strings.Cut(digits, "."); fraction == "" && g.chance(2) {
		p.value.scalar = one(g.Rand, []string{integer + "000e-3", integer + "0.0e-1"})
	}
	return true
}

// respell writes some character of a string as an escape.
func respell(r *rand.Rand, raw string) string {
	text := []rune(unquoted(raw))
	if len(text) == 0 {
		return raw
	}
	i := r.IntN(len(text))
	if text[i] > 0xffff {
		return raw
	}
	before, behind := quoted(string(text[:i])), quoted(string(text[i+1:]))
	return before[:len(before)-1] + fmt.Sprintf(one(r, []string{`\u%04x`, `\u%04X`}), text[i]) + behind[1:]
}

// hostileSample takes a text that is nearly of the format.
func hostileSample(g generator, _ *document, p place) bool {
	for _, keyword := range []string{"format", "contentEncoding"} {
		if format, ok := p.schema[keyword].(string); ok {
			return p.becomes(scalar(quoted(one(g.Rand, slices.Concat(samples[format].hostile, samples[format].valid)))))
		}
	}
	return false
}

// moreMember adds a member that the schema knows, or one that it does not.
func moreMember(g generator, _ *document, p place) bool {
	if p.value.kind != '{' {
		return false
	}
	name, value := one(g.Rand, names), scalar(one(g.Rand, values))
	if rest, ok := p.schema["additionalProperties"].(node); ok {
		value = g.value(rest, 1)
	}
	if properties, ok := p.schema["properties"].(node); ok && len(properties) > 0 && g.chance(2) {
		name = one(g.Rand, sorted(properties))
		value = g.value(properties[name].(node), 2)
	}
	p.value.members = slices.Insert(p.value.members, g.IntN(len(p.value.members)+1), member{name: quoted(name), value: value})
	return true
}

// anotherName changes a name a little, or takes another one.
func anotherName(g generator, _ *document, p place) bool {
	if len(p.value.members) == 0 {
		return false
	}
	m := &p.value.members[g.IntN(len(p.value.members))]
	name := m.text()
	m.name = quoted(one(g.Rand, []string{strings.ToUpper(name), name + "s", name + " ", "_" + name, strings.TrimSuffix(name, "e"), one(g.Rand, names), name + "\u0000"}))
	return true
}

// anotherDiscriminator changes what says which variant an object is.
func anotherDiscriminator(g generator, _ *document, p place) bool {
	field, value := discriminator(p.schema)
	if d := p.value.member(field); field != "" && d != nil {
		*d = *scalar(one(g.Rand, []string{quoted(strings.ToUpper(value)), quoted(value + "s"), `""`, "null", "1", `"stop"`, `"constant"`, `"circle"`, `"move"`, `"sum"`, quoted(value)}))
		return true
	}
	return false
}

// nested puts arrays or objects around a value, up to and beyond what is
// allowed.
func nested(g generator, _ *document, p place) bool {
	inner := *p.value
	d := &inner
	for range one(g.Rand, []int{2, 5, 58, 60, 61, 62, 63, 64, 65, 200}) {
		if g.chance(2) {
			d = &document{kind: '[', items: []*document{d}}
		} else {
			d = &document{kind: '{', members: []member{{name: `"a"`, value: d}}}
		}
	}
	return p.becomes(d)
}

// cuts are the mutations of texts.
var cuts = []struct {
	name string
	do   func(r *rand.Rand, text string) string
}{
	{"cut off", func(r *rand.Rand, text string) string { return text[:r.IntN(len(text)+1)] }},
	{"cut into", func(r *rand.Rand, text string) string { return text[r.IntN(len(text)+1):] }},
	{"a byte less", func(r *rand.Rand, text string) string {
		i := r.IntN(len(text))
		return text[:i] + text[i+1:]
	}},
	{"a byte more", func(r *rand.Rand, text string) string {
		i := r.IntN(len(text) + 1)
		return text[:i] + one(r, []string{"{", "}", "[", "]", `"`, ",", ":", "0", "-", ".", "e", " ", "\x00", "\xff", "\\", "n", "\u00a0", "/"}) + text[i:]
	}},
	{"a byte instead", func(r *rand.Rand, text string) string {
		i := r.IntN(len(text))
		return text[:i] + string(rune(r.IntN(128))) + text[i+1:]
	}},
	{"something behind", func(r *rand.Rand, text string) string {
		return text + one(r, []string{"{}", ",", "}", "null", " ", "\n", "\x00", "//"})
	}},
	{"something before", func(r *rand.Rand, text string) string {
		return one(r, []string{"\ufeff", " ", "\n", ",", "{", "null"}) + text
	}},
	{"nothing", func(r *rand.Rand, _ string) string {
		return one(r, []string{"", " \n", "null", " null ", "nul", "[]", "true", `"{}"`})
	}},
}
