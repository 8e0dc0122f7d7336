package decode

import (
	"github.com/toolgen/toolgen/internal/wording"
	"github.com/toolgen/toolgen/runtime/arguments"
)

// declaredDefault is the default of a property in a document.
type declaredDefault struct {
	schema   *Schema
	property int
	where    *location
}

// checkDefaults removes the defaults that the schemas of their properties refuse,
// and reports them. It does not report null, which often means that there is no
// default.
func (p *schemaParser) checkDefaults() {
	for _, declared := range p.declared {
		o := declared.schema.Object
		if o == nil {
			continue
		}
		texts := p.defaults[o]
		text, s := texts[declared.property], o.Properties[declared.property].Schema
		b := s.budgetFor(len(text))
		if s.satisfiedBy(text, 0, &b) {
			continue
		}
		if text != "null" {
			p.report(declared.where, "the default "+wording.Excerpt(text)+" does not satisfy the schema of the property: change or remove it")
		}
		texts[declared.property] = ""
	}
}

// defaults fills in the defaults of members that are missing.
type defaults struct {
	root        *Type
	hasDefaults map[*Type]bool // the types that have defaults, or parts with defaults
}

// newDefaults returns nil if neither the type nor a part of it has defaults.
func newDefaults(root *Type) *defaults {
	f := &defaults{root: root, hasDefaults: make(map[*Type]bool)}
	parents := make(map[*Type][]*Type)
	seen := map[*Type]bool{root: true}
	all := []*Type{root}
	var found []*Type
	for n := 0; n < len(all); n++ {
		t := all[n]
		if len(t.parsed().Defaults) > 0 {
			found = append(found, t)
		}
		for _, child := range t.children() {
			parents[child] = append(parents[child], t)
			if !seen[child] {
				seen[child] = true
				all = append(all, child)
			}
		}
	}
	for len(found) > 0 {
		t := found[len(found)-1]
		if found = found[:len(found)-1]; !f.hasDefaults[t] {
			f.hasDefaults[t] = true
			found = append(found, parents[t]...)
		}
	}
	if !f.hasDefaults[root] {
		return nil
	}
	return f
}

// fill returns the text of a value, which satisfies the schema of the root, with all
// defaults. It reports whether it added any.
func (f *defaults) fill(text string) (full string, changed bool) {
	w := defaultWriter{defaults: f, text: text}
	w.value(0, f.root)
	return string(w.out), w.changed
}

// defaultWriter writes one value with its defaults.
type defaultWriter struct {
	*defaults
	text    string
	out     []byte
	changed bool
}

// value writes the value at i and returns the index after it. It stops adding
// defaults at [arguments.DefaultMaxBytes], because many small objects can have large
// defaults.
func (w *defaultWriter) value(i int, t *Type) int {
	class := classOf(w.text, i)
	if t != nil {
		t = t.ofClass(class)
	}
	switch {
	case t == nil || !w.hasDefaults[t] || len(w.out) > arguments.DefaultMaxBytes:
	case class == '[' && t.Kind == KindSlice:
		return w.parts(i, func(n, i int) int { return w.value(i, t.item(n)) })
	case class == '{' && t.Kind == KindUnion:
		if t = w.variant(i, t); t != nil {
			return w.object(i, t)
		}
	case class == '{' && (t.Kind == KindStruct || t.Kind == KindMap):
		return w.object(i, t)
	}
	end := valueEnd(w.text, i)
	w.out = append(w.out, w.text[i:end]...)
	return end
}

// parts writes the container at i, each member or item by the function part.
func (w *defaultWriter) parts(i int, part func(n, i int) int) int {
	w.out = append(w.out, w.text[i])
	closer := w.text[i] + 2 // this holds for brackets and for braces
	i, closed := firstPart(w.text, i)
	for n := 0; !closed; n++ {
		if n > 0 {
			w.out = append(w.out, ',')
		}
		i, closed = nextPart(w.text, part(n, i))
	}
	w.out = append(w.out, closer)
	return i
}

// object writes the object at i and the defaults of its missing members.
func (w *defaultWriter) object(i int, t *Type) int {
	seen := make([]bool, len(t.Fields))
	i = w.parts(i, func(_, i int) int {
		name, value := nameAt(w.text, i)
		w.out = append(append(w.out, w.text[i:stringEnd(w.text, i)]...), ':')
		if n, _ := t.find(name); n >= 0 {
			seen[n] = true
			return w.value(value, t.Fields[n].Type)
		}
		if t.Kind == KindMap {
			return w.value(value, t.Elem)
		}
		return w.value(value, t.parsed().Rest)
	})
	for n, text := range t.parsed().Defaults {
		if text == "" || seen[n] || len(w.out) > arguments.DefaultMaxBytes {
			continue
		}
		w.out = w.out[:len(w.out)-1]
		if w.out[len(w.out)-1] != '{' {
			w.out = append(w.out, ',')
		}
		w.out = append(append(append(w.out, t.Fields[n].Key...), text...), '}')
		w.changed = true
	}
	return i
}

// variant returns the variant that the discriminator of the object at i names, or
// nil.
func (w *defaultWriter) variant(i int, t *Type) *Type {
	d := D{text: w.text}
	u := t.Rules.Union
	if n := d.variant(i, u); n >= 0 {
		return u.Types[n].resolve()
	}
	return nil
}
