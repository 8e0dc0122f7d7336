package decode

import "strings"

// object reviews the object at i, which t describes.
func (r *reviewer) object(i int, t *Type) int {
	start := i
	i, closed := r.in.open(i, '{', '}')
	r.out = append(r.out, '{')
	seen := make([]bool, len(t.Fields))
	for !closed {
		name, value := r.in.name(i)
		if value < 0 {
			return -1
		}
		if i = r.property(name, i, value, t, seen); i < 0 {
			return i
		}
		i, closed = r.in.next(i, '}')
	}
	r.out = append(r.out, '}')
	if i >= 0 {
		r.missing(start, t, seen)
	}
	return i
}

// property reviews the member whose name is at i.
func (r *reviewer) property(name string, i, value int, t *Type, seen []bool) int {
	n, alias := t.find(name)
	if n < 0 || alias && !r.repair {
		r.unknown(i, name, t)
		return r.extent(value)
	}
	field := &t.Fields[n]
	own := field.name()
	r.enter(&own, 0)
	defer r.leave()
	if seen[n] {
		r.explain(i, Problem{Code: CodeDuplicate, Got: excerpt(name), Message: "given more than once"})
		return r.extent(value)
	}
	seen[n] = true
	if alias {
		r.repaired(RepairAlias, name, own)
	}
	if end := null(r.in.text, value); end >= 0 && r.isAbsent(field) {
		if !field.Nullable {
			r.repaired(RepairNull, "null", "")
		}
		return end
	}
	if r.out[len(r.out)-1] != '{' {
		r.out = append(r.out, ',')
	}
	r.out = append(r.out, field.Key...)
	which := r.which
	r.which = ""
	end := r.value(value, field.Type)
	r.which = which
	return end
}

// isAbsent reports whether null stands for leaving the field out.
func (r *reviewer) isAbsent(f *Field) bool {
	return (r.repair || f.Nullable) && !f.Required && !f.Type.resolve().takesNull()
}

// takesNull reports whether null is a value of the type.
func (t *Type) takesNull() bool {
	return t.Kind == KindAny || t.Kind == KindJSON && t.accepts("null", 0)
}

// find returns the number of the field with a name or alias, or a negative
// number.
func (t *Type) find(name string) (n int, alias bool) {
	for n := range t.Fields {
		if t.Fields[n].name() == name {
			return n, false
		}
	}
	for _, alias := range t.rules().Aliases {
		if alias.Name == name {
			return alias.Field, true
		}
	}
	return -1, false
}

// missing reports the required fields that were not seen.
func (r *reviewer) missing(i int, t *Type, seen []bool) {
	for n := range t.Fields {
		f := &t.Fields[n]
		if !f.Required || seen[n] {
			continue
		}
		if r.full() {
			r.total++
			continue
		}
		name := f.name()
		r.enter(&name, 0)
		want := "be " + f.Type.resolve().name()
		r.explain(i, Problem{Code: CodeRequired, Want: want, Message: "required" + r.which + " but missing, must " + want})
		r.leave()
	}
}

// unknown reports a name that no field has.
func (r *reviewer) unknown(i int, name string, t *Type) {
	r.enter(&name, 0)
	defer r.leave()
	if r.full() {
		r.total++
		return
	}
	message := "unknown argument" + r.which
	if like := t.closest(name); like != "" {
		message += ` (did you mean "` + like + `"?)`
	}
	valid := make([]string, len(t.Fields))
	for n := range t.Fields {
		valid[n] = t.Fields[n].name()
	}
	if len(valid) > 0 {
		message += "; valid arguments: " + strings.Join(valid, ", ")
	} else {
		message += "; no arguments are valid here"
	}
	r.explain(i, Problem{Code: CodeUnknown, Got: excerpt(name), Message: message})
}
