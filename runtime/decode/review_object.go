package decode

import (
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/measure"
	"github.com/toolgen/toolgen/internal/wording"
	"github.com/toolgen/toolgen/runtime/arguments"
)

// object reviews the object at i, which t describes.
func (r *reviewer) object(i int, t *Type) int {
	start := i
	i, closed := r.in.open(i, '{', '}')
	r.out = append(r.out, '{')
	seen := seenMembers{fields: make([]bool, len(t.Fields))}
	for !closed {
		name, value := r.in.name(i)
		if value < 0 {
			return -1
		}
		if i = r.property(name, i, value, t, &seen); i < 0 {
			return i
		}
		i, closed = r.in.next(i, '}')
	}
	r.out = append(r.out, '}')
	if i >= 0 {
		r.missingFields(start, t, &seen)
	}
	return i
}

// seenMembers are the members of one object that were reviewed: a flag for each
// field, and the names of the other members.
type seenMembers struct {
	fields []bool
	rest   names
}

// property reviews the member whose name is at i.
func (r *reviewer) property(name string, i, value int, t *Type, seen *seenMembers) int {
	n, alias := t.find(name)
	if rest := t.parsed().Rest; n < 0 && rest != nil {
		return r.restMember(name, i, value, rest, seen)
	}
	if n < 0 || alias && !r.repair {
		r.unknownField(i, name, t)
		return r.extent(value)
	}
	field := &t.Fields[n]
	own := field.name()
	r.enter(&own, 0)
	defer r.leave()
	if seen.fields[n] {
		r.explain(i, arguments.Problem{Code: arguments.CodeDuplicate, Got: wording.Excerpt(name), Message: "given more than once"})
		return r.extent(value)
	}
	seen.fields[n] = true
	if alias {
		r.addRepair(arguments.RepairAlias, name, own)
	}
	if end := null(r.in.text, value); end >= 0 && r.isNullAbsent(field) {
		if !field.Nullable {
			r.addRepair(arguments.RepairNull, "null", "")
		}
		return end
	}
	return r.member(field.Key, value, field.Type)
}

// restMember reviews a member, whose name is at i, that no field describes.
func (r *reviewer) restMember(name string, i, value int, rest *Type, seen *seenMembers) int {
	r.enter(&name, 0)
	defer r.leave()
	if !seen.rest.add(name) {
		r.explain(i, arguments.Problem{Code: arguments.CodeDuplicate, Got: wording.Excerpt(name), Message: "given more than once"})
		return r.extent(value)
	}
	return r.member(r.in.text[i:value], value, rest)
}

// member appends a key, with its colon, and reviews its value.
func (r *reviewer) member(key string, value int, t *Type) int {
	if r.out[len(r.out)-1] != '{' {
		r.out = append(r.out, ',')
	}
	r.out = append(r.out, key...)
	variantNote := r.variantNote
	r.variantNote = ""
	end := r.value(value, t)
	r.variantNote = variantNote
	return end
}

// isNullAbsent reports whether null means that the field is absent.
func (r *reviewer) isNullAbsent(f *Field) bool {
	return (r.repair || f.Nullable) && !f.Required && !r.acceptsNull(f.Type.resolve())
}

// acceptsNull reports whether null is a value of the type.
func (r *reviewer) acceptsNull(t *Type) bool {
	return t.Kind == KindAny || t.Kind == KindJSON && r.accepts(t, "null", 0)
}

// find returns the number of the field with that name or alias, or a negative
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

// missingFields reports the required fields that the object at i does not have.
func (r *reviewer) missingFields(i int, t *Type, seen *seenMembers) {
	for n := range t.Fields {
		f := &t.Fields[n]
		if !f.Required || seen.fields[n] {
			continue
		}
		if r.isFull() {
			r.total++
			continue
		}
		name := f.name()
		r.enter(&name, 0)
		want := "be " + f.Type.resolve().name()
		message := "required" + r.variantNote + " but missing, must " + want
		if given := t.similarName(n, &seen.rest); given != "" {
			message += `; given is "` + wording.Excerpt(given) + `" (did you mean "` + name + `"?)`
		}
		r.explain(i, arguments.Problem{Code: arguments.CodeRequired, Want: want, Message: message})
		r.leave()
	}
}

// similarName returns the first of the names to which the name of the field is the
// most similar one, or "".
func (t *Type) similarName(field int, given *names) string {
	for _, name := range given.few[:min(given.n, fewNames)] {
		if t.closestName(name) == t.Fields[field].name() {
			return name
		}
	}
	return ""
}

// unknownField reports a name, at i, that no field has.
func (r *reviewer) unknownField(i int, name string, t *Type) {
	r.enter(&name, 0)
	defer r.leave()
	if r.isFull() {
		r.total++
		return
	}
	message := "unknown argument" + r.variantNote
	if like := t.closestName(name); like != "" {
		message += ` (did you mean "` + like + `"?)`
	}
	if len(t.Fields) > 0 {
		message += "; valid arguments: " + t.fieldNames()
	} else {
		message += "; no arguments are valid here"
	}
	r.explain(i, arguments.Problem{Code: arguments.CodeUnknown, Got: wording.Excerpt(name), Message: message})
}

// maxValid is the maximum number of names of valid arguments in a message.
const maxValid = 100

// fieldNames lists the names of the first fields.
func (t *Type) fieldNames() string {
	names := make([]string, min(len(t.Fields), maxValid))
	for n := range names {
		names[n] = measure.Clip(t.Fields[n].name(), maxPathName)
	}
	list := strings.Join(names, ", ")
	if more := len(t.Fields) - len(names); more > 0 {
		list += " or " + strconv.Itoa(more) + " more"
	}
	return list
}
