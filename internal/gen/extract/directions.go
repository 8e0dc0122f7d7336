package extract

import (
	"go/types"
	"slices"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// Types with methods for JSON or text need a method for each direction: one that
// reads arguments, and one that writes results. The check needs complete types,
// and one type may be used in both directions.

// reads checks that all parts of the arguments can be read.
func (p *packageExtractor) reads(t *model.Type, at use) bool {
	c := codecCheck{p: p, seen: make(map[visit]bool), arguments: t}
	c.walk(t, at, visit{of: t})
	return !c.failed
}

// writes checks that encoding/json can write all parts of a result. The value
// itself is not addressable.
func (p *packageExtractor) writes(t *model.Type, at use) bool {
	at.result = true
	c := codecCheck{p: p, seen: make(map[visit]bool)}
	c.walk(t, at, visit{of: t})
	return !c.failed
}

// codecCheck checks all parts of a type in one direction.
type codecCheck struct {
	p      *packageExtractor
	seen   map[visit]bool
	failed bool
	// arguments is the struct of the arguments; nil for a result.
	arguments *model.Type
}

// visit is a type with the conditions for its codecs: whether the value is
// addressable when it is written, and whether it is a key.
type visit struct {
	of             *model.Type
	addressed, key bool
}

// walk visits a type and its parts.
func (c *codecCheck) walk(t *model.Type, at use, v visit) {
	switch {
	case t == nil:
		return
	case c.p.refuseUse(t, at):
		c.failed = true
		return
	case at.result && c.p.isOpaque(t):
		return
	case !c.seen[v] && !c.checkValidate(t, at):
		c.failed = true
	}
	switch {
	case t.Kind == model.KindText || t.Kind == model.KindJSON && t.Elem == nil:
		c.check(t, at, v)
		return
	case c.seen[v]:
		return
	}
	c.seen[v] = true
	if t.Key != nil {
		c.walk(t.Key, at.of("the keys"), visit{of: t.Key, key: true})
	}
	switch t.Kind {
	case model.KindPointer:
		c.walk(t.Elem, at, visit{of: t.Elem, addressed: true})
	case model.KindSlice:
		c.walk(t.Elem, at.of("the items"), visit{of: t.Elem, addressed: true})
	case model.KindArray:
		c.walk(t.Elem, at.of("the items"), visit{of: t.Elem, addressed: v.addressed})
	case model.KindMap:
		c.walk(t.Elem, at.of("the values"), visit{of: t.Elem})
	case model.KindStruct:
		c.fields(t, at, v)
	case model.KindUnion:
		c.failed = !c.p.checkUnion(t) || c.failed
		for _, variant := range t.Union.Variants {
			c.walk(variant.Type, at, visit{of: variant.Type, addressed: variant.Pointer})
		}
	}
}

// checkValidate refuses a method Validate of a type inside the arguments, unless the
// arguments have a method Validate, which can call it: the decoder does not. It accepts
// the types of other modules, whose methods the author did not write.
func (c *codecCheck) checkValidate(t *model.Type, at use) bool {
	if c.arguments == nil || t == c.arguments || c.arguments.Codecs.Validate || !t.Codecs.Validate || !c.p.near[t] {
		return true
	}
	fix := "take a struct with a method Validate() error that calls it"
	if c.arguments.Name != nil {
		fix = "declare Validate() error on " + c.arguments.Name.Name + ", and call it there"
	}
	c.p.report(diagnostic(diag.UnfitValidate, at.span, "%s: the decoder does not call the method Validate of %s: it calls only that of the arguments", at.what, c.p.label(t.Go)).
		withFix("%s", fix))
	return false
}

// fields checks the fields of a struct. Problems of the author's own fields are
// reported at the field.
func (c *codecCheck) fields(t *model.Type, at use, v visit) {
	for _, f := range t.Fields {
		if !at.result {
			problems := c.p.unread[f]
			if !t.Codecs.Validate {
				problems = slices.Concat(c.p.unchecked[f], problems)
			}
			for _, problem := range problems {
				c.p.report(problem)
				c.failed = true
			}
		}
		if c.isPlain(f.Type) {
			continue
		}
		addressed := v.addressed
		for _, step := range f.Path {
			addressed = addressed || step.Allocate != nil
		}
		inner := use{span: f.Span, what: "field " + f.Path[len(f.Path)-1].Name, result: at.result}
		switch {
		case c.p.foreignFields[f]: // its position is that of the first use
			inner = at.of(inner.what)
			inner.parameter, inner.foreign = false, true
		case t == c.arguments && t.Name == nil:
			inner.what = "argument " + f.Name
		case f.Span == at.span:
			inner.what = at.of(inner.what).what
		}
		c.walk(f.Type, inner, visit{of: f.Type, addressed: addressed})
	}
}

// isPlain reports whether there is nothing to check for a type: it has neither parts nor methods, nor was
// it refused.
func (c *codecCheck) isPlain(t *model.Type) bool {
	switch t.Kind {
	case model.KindString, model.KindBool, model.KindInt, model.KindUint, model.KindFloat, model.KindTime, model.KindDuration:
		return !t.Codecs.Validate && !c.p.isOpaque(t)
	}
	return false
}

// check reports a type without the method that it needs.
func (c *codecCheck) check(t *model.Type, at use, v visit) {
	form := "Text"
	if t.Kind == model.KindJSON {
		form = "JSON"
	}
	missing := func(format, method, fix string) {
		c.failed = true
		c.p.report(diagnostic(diag.MissingCodec, at.span, "%s: "+format, at.what, c.p.label(t.Go), method).withFix(fix, method))
	}
	switch codecs := t.Codecs; {
	case !at.result && (form == "Text" && codecs.UnmarshalText || codecs.UnmarshalJSON):
	case !at.result:
		missing("%s has its own form, but no method %s to read it", "Unmarshal"+form, "declare %s, or use a plain type and convert it in the function")
	case v.key && c.p.plainKeys[t]: // encoding/json does not call its method
	case !codecs.MarshalText && !codecs.MarshalJSON:
		missing("%s has its own form, but no method %s to write it", "Marshal"+form, "declare %s, or use a plain type and convert it in the function")
	case c.p.addressed[t] && !v.addressed:
		missing("%s has the method %s with a pointer receiver, which encoding/json does not call for a value that is not addressable", "Marshal"+form, "declare %s on the value, or use a pointer")
	}
}

// needsAddress reports whether the method with which encoding/json writes a value
// has a pointer receiver.
func needsAddress(t types.Type) bool {
	const signature = "func() ([]byte, error)"
	for _, method := range []string{"MarshalJSON", "MarshalText"} {
		if hasMethod(t, method, signature) {
			return !hasValueMethod(t, method, signature)
		}
	}
	return false
}
