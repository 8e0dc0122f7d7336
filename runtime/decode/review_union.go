package decode

import (
	"strings"

	"github.com/toolgen/toolgen/internal/wording"
	"github.com/toolgen/toolgen/runtime/arguments"
)

// union reviews the object at i by the variant that its discriminator names.
func (r *reviewer) union(i int, t *Type) int {
	u := t.rules().Union
	at := r.in.find(i, u.Field)
	if at < 0 {
		end := r.copyValue(i)
		if end >= 0 { // otherwise it may be after the syntax error
			r.missingDiscriminator(i, u)
		}
		return end
	}
	n := -1
	if value, ok := r.in.str(at); ok >= 0 {
		n = u.variant(value, r.repair)
	}
	if n < 0 {
		r.unknownVariant(at, u)
		return r.copyValue(i)
	}
	outer := r.variantNote
	r.variantNote = " for " + u.Field + " " + string(appendQuoted(nil, u.Values[n]))
	i = r.value(i, u.Types[n])
	r.variantNote = outer
	return i
}

// variant returns the number of the variant whose discriminator has that value, or
// a negative number. With anyCase it ignores the case of letters, if that is not
// ambiguous.
func (u *Union) variant(value string, anyCase bool) int {
	like := -1
	for n := range u.Values {
		switch {
		case u.Values[n] == value:
			return n
		case !anyCase || !strings.EqualFold(u.Values[n], value):
		case like >= 0:
			return -1 // ambiguous: two values differ only in the case of letters
		default:
			like = n
		}
	}
	return like
}

// missingDiscriminator reports an object without a discriminator.
func (r *reviewer) missingDiscriminator(i int, u *Union) {
	if r.isFull() {
		r.total++
		return
	}
	r.enter(&u.Field, 0)
	want := "be one of " + enumList(u.Values, true)
	message := "no variant matches: required but missing, must " + want
	if name := r.similarMember(i, u.Field); name != "" {
		message += `; given is "` + name + `" (did you mean "` + u.Field + `"?)`
	}
	r.explain(i, arguments.Problem{Code: arguments.CodeVariant, Want: want, Message: message})
	r.leave()
}

// similarMember returns the name of the first member of the object at i that is
// similar to the name meant, or "".
func (r *reviewer) similarMember(i int, meant string) string {
	t := Type{Fields: []Field{{Key: `"` + meant + `":`}}}
	x := r.in // a copy, because it stops before the end of the object
	i, closed := x.open(i, '{', '}')
	for !closed && i >= 0 {
		name, value := x.name(i)
		if value < 0 {
			return ""
		}
		if t.closestName(name) != "" {
			return wording.Excerpt(name)
		}
		i, closed = x.next(valueEnd(x.text, value), '}')
	}
	return ""
}

// unknownVariant reports a discriminator, at i, that has none of the values.
func (r *reviewer) unknownVariant(i int, u *Union) {
	if r.isFull() {
		r.total++
		return
	}
	r.enter(&u.Field, 0)
	want := "be one of " + enumList(u.Values, true)
	got := ""
	if end := r.extent(i); end >= 0 {
		got = wording.Excerpt(r.in.text[i:end])
	}
	r.explain(i, arguments.Problem{
		Code: arguments.CodeVariant, Want: want, Got: got,
		Message: "no variant matches: must " + want + "; the discriminator says " + got,
	})
	r.leave()
}
