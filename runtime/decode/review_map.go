package decode

import (
	"slices"
	"strconv"

	"github.com/toolgen/toolgen/internal/wording"
	"github.com/toolgen/toolgen/runtime/arguments"
)

// mapObject reviews an object whose names are keys of a map.
func (r *reviewer) mapObject(i int, t *Type) int {
	i, closed := r.in.open(i, '{', '}')
	r.out = append(r.out, '{')
	keys := mapKeys{t: t}
	for !closed {
		name, value := r.in.name(i)
		if value < 0 {
			return -1
		}
		r.enter(&name, 0)
		r.mapKey(name, i, &keys)
		r.out = append(r.out, r.in.text[i:value]...)
		i = r.value(value, t.Elem)
		r.leave()
		if i < 0 {
			return i
		}
		if i, closed = r.in.next(i, '}'); !closed {
			r.out = append(r.out, ',')
		}
	}
	r.out = append(r.out, '}')
	return i
}

// mapKeys are the keys of one map that were reviewed.
type mapKeys struct {
	t     *Type
	names names
	keys  map[any]string // the name of each key, if several names can be the same key
}

// mapKey reviews the name of a member, which is at i and is the last step of the
// path.
func (r *reviewer) mapKey(name string, i int, seen *mapKeys) {
	if !seen.names.add(name) {
		r.explain(i, arguments.Problem{Code: arguments.CodeDuplicate, Got: wording.Excerpt(name), Message: "given more than once"})
		return
	}
	key := seen.t.rules().Key
	if key == nil {
		return
	}
	if want := key.wantOfKey(name); want != "" {
		r.explain(i, arguments.Problem{Code: arguments.CodeKey, Want: want, Got: wording.Excerpt(name), Message: "must " + want})
		return
	}
	if other, ok := seen.equalKey(key, name); ok {
		r.explain(i, arguments.Problem{Code: arguments.CodeDuplicate, Got: wording.Excerpt(name), Message: "given more than once: it is the same key as " + strconv.Quote(wording.Clip(other))})
	}
}

// equalKey returns another name that is the same key, if there was one.
func (k *mapKeys) equalKey(key *Type, name string) (other string, ok bool) {
	for _, check := range key.rules().Checks {
		reader, isReader := check.(interface{ key(text string) any })
		if !isReader {
			continue
		}
		if k.keys == nil {
			k.keys = make(map[any]string)
		}
		id := reader.key(name)
		if other, ok = k.keys[id]; ok {
			return other, true
		}
		k.keys[id] = name
	}
	return "", false
}

// wantOfKey returns the expectation that a name violates, as a phrase that follows
// "must", or an empty string if the name is a key of the type.
func (t *Type) wantOfKey(name string) string {
	if t.Kind == KindInt || t.Kind == KindUint {
		if t.holdsKey(name) {
			return ""
		}
		return "have " + t.widthName() + " in decimal as its name"
	}
	if enum := t.rules().Enum; enum != nil && !slices.Contains(enum, name) {
		return "have " + t.name() + " as its name"
	}
	for _, check := range t.rules().Checks {
		if want, ok := check.Check(name); !ok {
			return "have a name that can " + want
		}
	}
	return ""
}

// holdsKey reports whether a name is an integer that t can hold, in the form that
// integerKey accepts.
func (t *Type) holdsKey(name string) bool {
	if t.Kind == KindUint {
		var u uint64
		return integerKey(name, &u) && t.holds(integer64{false, u})
	}
	var n int64
	return integerKey(name, &n) && t.holds(integer64{n < 0, uint64(max(n, -n))})
}

// The names of the members of an entry. Strict dialects represent a map as an array
// of entries.
const (
	entryKey   = "key"
	entryValue = "value"
)

// areEntries reports whether all items of the array at i are entries.
func (r *reviewer) areEntries(i int) bool {
	depth := r.in.depth
	defer func() { r.in.depth = depth }()
	i, closed := r.in.open(i, '[', ']')
	for !closed {
		key, value, end := r.entry(i)
		if end < 0 || key < 0 || value < 0 {
			return false
		}
		i, closed = r.in.next(end, ']')
	}
	return i >= 0
}

// entry returns the indexes of the key and of the value of the entry at i, and the
// index after the entry. The index of a missing key or value is negative. Both are
// negative if the item is not an object or has other members.
func (r *reviewer) entry(i int) (key, value, end int) {
	end = r.extent(i)
	key, value = -1, -1
	if end < 0 || peek(r.in.text, i) != '{' {
		return -1, -1, end
	}
	x := r.in // a copy, because it may stop before the end of the object
	i, closed := x.open(i, '{', '}')
	for !closed && i >= 0 {
		name, at := x.name(i)
		switch {
		case name == entryKey && key < 0 && peek(x.text, at) == '"':
			key = at
		case name == entryValue && value < 0:
			value = at
		default:
			return -1, -1, end
		}
		i, closed = x.next(valueEnd(x.text, at), '}')
	}
	return key, value, end
}

// entries reviews an array of entries and appends the object that it represents.
func (r *reviewer) entries(i int, t *Type) int {
	start, from, n := i, len(r.out), -1
	if !t.Lists {
		n = r.addRepair(arguments.RepairEntries, "", "")
	}
	i, closed := r.in.open(i, '[', ']')
	r.out = append(r.out, '{')
	keys := mapKeys{t: t}
	for index := 0; !closed; index++ {
		r.enter(nil, index)
		i = r.entryMember(i, t, &keys)
		r.leave()
		if i < 0 {
			return i
		}
		if i, closed = r.in.next(i, ']'); !closed {
			r.out = append(r.out, ',')
		}
	}
	r.out = append(r.out, '}')
	if i >= 0 {
		r.completeRepair(n, r.in.text[start:i], from)
	}
	return i
}

// entryMember reviews the entry at i and appends the member that it represents.
func (r *reviewer) entryMember(i int, t *Type, keys *mapKeys) int {
	key, value, end := r.entry(i)
	if end < 0 {
		return end
	}
	if key < 0 || value < 0 {
		r.problem(i, arguments.CodeType, `be an object with a string "key", a "value" and nothing else`, r.in.text[i:end])
		r.out = append(r.out, `"":null`...) // this is not decoded, because there is a problem
		return end
	}
	name, afterKey := r.in.str(key)
	step := entryKey
	r.enter(&step, 0)
	r.mapKey(name, key, keys)
	r.out = append(r.out, r.in.text[key:afterKey]...)
	r.out = append(r.out, ':')
	step = entryValue
	r.in.depth++
	afterValue := r.value(value, t.Elem)
	r.in.depth--
	r.leave()
	if afterValue < 0 {
		return afterValue
	}
	return end
}
