package decode

import (
	"slices"
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
	if len(t.rules().Aliases) > 0 {
		seen.names = make([]int, len(t.Fields))
	}
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
// field, the index of its name if the type has aliases, and the names of the other
// members.
type seenMembers struct {
	fields []bool
	names  []int
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
		return r.secondValue(n, i, value, own, seen)
	}
	seen.fields[n] = true
	if seen.names != nil {
		seen.names[n] = i
	}
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

// secondValue reviews a member, whose name is at i, of the field n, which another
// member has given already. It accepts equal values under different names, because a
// model that is not sure of a name writes both.
func (r *reviewer) secondValue(n, i, value int, own string, seen *seenMembers) int {
	end := r.extent(value)
	if end < 0 {
		return end
	}
	first := i
	if seen.names != nil {
		first = seen.names[n]
	}
	firstName, firstValue := r.in.name(first)
	name, _ := r.in.name(i)
	problem := arguments.Problem{Code: arguments.CodeDuplicate, Got: wording.Excerpt(name), Message: "given more than once"}
	switch {
	case firstName == name:
	case !hasValue(r.in.text[firstValue:], r.in.text[value:end]):
		problem.Message = "given as " + quoteName(firstName) + " and as " + quoteName(name) + ", with different values: give only " + quoteName(own)
	default:
		if name != own {
			r.addRepair(arguments.RepairAlias, name, own)
		}
		return end
	}
	r.explain(i, problem)
	return end
}

// hasValue reports whether a JSON text begins with a value that is written in the
// same way as the given one. It does not read more than the length of the value,
// because a hostile text repeats a long value often.
func hasValue(text, value string) bool {
	rest, found := strings.CutPrefix(text, value)
	return found && (rest == "" || !strings.ContainsRune("0123456789.eE", rune(rest[0])))
}

// quoteName returns the name of an argument in quotes.
func quoteName(name string) string { return `"` + wording.Excerpt(name) + `"` }

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
	if len(t.Fields) == 0 {
		message += "; no arguments are valid here"
	} else if names := t.fieldNames(); !slices.Contains(r.listed, names) { // once is enough for the model
		r.listed = append(r.listed, names)
		message += "; valid arguments: " + names
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
