package values

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// Kind is the kind of a difference between two schemas.
type Kind string

// The kinds of differences. Each says what the second schema does not accept and the
// first schema does.
const (
	Removed  Kind = "removed"  // a property
	Required Kind = "required" // objects without a property
	Closed   Kind = "closed"   // properties without a declaration
	Type     Kind = "type"     // values of a JSON type
	Enum     Kind = "enum"     // some of the listed values
	Range    Kind = "range"    // numbers outside of bounds, or that are not multiples
	Length   Kind = "length"   // strings, arrays or objects of some sizes
	Pattern  Kind = "pattern"  // strings that do not match a regular expression
	Format   Kind = "format"   // strings in another format
	Unique   Kind = "unique"   // arrays with equal items
	Variant  Kind = "variant"  // one of several forms of objects
	Names    Kind = "names"    // some names of properties
	Other    Kind = "other"    // values that no other kind describes
)

// Difference is a set of values that one schema accepts and another one may not.
type Difference struct {
	// Path is the path in the value: names of properties, separated by dots, and
	// "[]" for the items of an array or "{}" for the members of an object. It is
	// empty for the value itself.
	Path string
	Kind Kind
	// Detail names the values, for people: a noun phrase in the plural, such as
	// "strings that do not match `^a`". It is empty for Removed and Required.
	Detail string
}

// Narrowings returns what the schema old accepts and the schema new does not, sorted
// by path. It returns nothing if and only if Includes(old, new) is true.
func (c *Comparison) Narrowings(old, new *Schema) []Difference {
	r := reporter{Comparison: c}
	r.node("", node{old}, node{new})
	slices.SortStableFunc(r.found, func(a, b Difference) int {
		return strings.Compare(a.Path+"\x00"+string(a.Kind), b.Path+"\x00"+string(b.Kind))
	})
	return slices.Compact(r.found)
}

// reporter collects differences.
type reporter struct {
	*Comparison
	found []Difference
	path  []string // the pairs that contain the current one
}

func (r *reporter) add(path string, kind Kind, format string, args ...any) {
	r.found = append(r.found, Difference{path, kind, fmt.Sprintf(format, args...)})
}

// node reports the differences between two nodes.
func (r *reporter) node(path string, a, b node) {
	pair := r.key(a) + " in " + r.key(b)
	if slices.Contains(r.path, pair) || r.isIn(a, b) {
		return
	}
	r.path = append(r.path, pair)
	defer func() { r.path = r.path[:len(r.path)-1] }()
	count := len(r.found)
	old, now := r.nonEmpty(a), r.nonEmpty(b)
	var types []string
	for k := range kind(len(kindNames)) {
		types = append(types, r.kind(path, k, old, now)...)
	}
	if types != nil {
		r.add(path, Type, "values of the type %s", strings.ReplaceAll(strings.Join(types, ", "), "false, true", "boolean"))
	}
	if len(r.found) == count {
		r.add(path, Other, "some values")
	}
}

// nonEmpty returns the atoms that have values.
func (c *Comparison) nonEmpty(n node) []*atom {
	return slices.DeleteFunc(slices.Clone(c.atoms(n)), func(a *atom) bool { return c.isEmptyAtom(a, nil) })
}

// kind reports the differences between the values of one kind. It returns the name
// of the kind if none of its values is accepted.
func (r *reporter) kind(path string, k kind, old, now []*atom) (types []string) {
	ofKind := func(a *atom) bool { return a.kind != k }
	into := slices.DeleteFunc(slices.Clone(now), ofKind)
	var lost []*atom
	for _, a := range slices.DeleteFunc(slices.Clone(old), ofKind) {
		if !r.isCovered(a, now, maxSplits) {
			lost = append(lost, a)
		}
	}
	switch {
	case len(lost) == 0:
	case len(into) == 0:
		return r.lostKind(path, k, lost)
	case len(into) == 1:
		for _, a := range lost {
			r.atom(path, a, into[0])
		}
	case k == kindNumber || k == kindText:
		r.scalars(path, lost, into)
	default:
		r.variants(path, lost, into)
	}
	return nil
}

// lostKind reports listed values of a kind that is not accepted at all. If all values
// of the kind were accepted, it returns the name of the kind.
func (r *reporter) lostKind(path string, k kind, lost []*atom) []string {
	var values []string
	for _, a := range lost {
		list := listedValues(a)
		if list == nil {
			return []string{kindNames[k]}
		}
		values = append(values, list...)
	}
	r.add(path, Enum, "%s", strings.Join(values, ", "))
	return nil
}

// listedValues returns the JSON texts of the values of a finite set of scalars.
func listedValues(a *atom) (values []string) {
	switch {
	case a.kind == kindNumber && a.number.only != nil:
		for _, n := range a.number.only {
			values = append(values, decimal(n))
		}
	case a.kind == kindText && a.text.only != nil:
		for _, s := range a.text.only {
			values = append(values, strconv.Quote(s))
		}
	}
	return values
}

// scalars reports numbers or strings that none of several sets accepts.
func (r *reporter) scalars(path string, lost, into []*atom) {
	for _, a := range lost {
		var values []string
		for _, part := range slices.Concat(numbers(a), texts(a)) {
			if !r.areCovered([]*atom{part}, into) {
				values = append(values, listedValues(part)...)
			}
		}
		if values != nil {
			r.add(path, Enum, "%s", strings.Join(values, ", "))
			continue
		}
		r.add(path, Other, "some values of the type %s", kindNames[a.kind])
	}
}

// variants reports objects or arrays that none of several sets accepts. It compares
// objects with those that have the same constant.
func (r *reporter) variants(path string, lost, into []*atom) {
	for _, a := range lost {
		name, value := r.constantOf(a)
		partner := slices.IndexFunc(into, func(b *atom) bool {
			otherName, otherValue := r.constantOf(b)
			return name == otherName && value == otherValue
		})
		switch {
		case name == "":
			r.add(path, Other, "some values of the type %s", kindNames[a.kind])
		case partner < 0:
			r.add(path, Variant, "objects with %s %s", name, value)
		default:
			r.atom(path, a, into[partner])
		}
	}
}

// constantOf returns the name and the value of the first required property that has
// only one string.
func (r *reporter) constantOf(a *atom) (name, value string) {
	for _, name := range slices.Sorted(maps.Keys(a.object.required)) {
		values := r.atoms(a.object.declaredNode(name))
		if len(values) == 1 && values[0].kind == kindText && len(values[0].text.only) == 1 {
			return name, strconv.Quote(values[0].text.only[0])
		}
	}
	return "", ""
}

// atom reports the differences between two sets of the same kind.
func (r *reporter) atom(path string, a, b *atom) {
	if !isSubset(b.denied, a.denied) {
		r.add(path, Other, "values that the keywords not or oneOf exclude")
	}
	switch a.kind {
	case kindNumber:
		r.number(path, &a.number, &b.number)
	case kindText:
		r.text(path, &a.text, &b.text)
	case kindArray:
		r.array(path, &a.array, &b.array)
	case kindObject:
		r.object(path, &a.object, &b.object)
	}
}

// decimal returns a number as a decimal, or as a fraction if it has no exact decimal
// with few digits.
func decimal(n *big.Rat) string {
	if digits, exact := n.FloatPrec(); exact && digits <= 20 {
		return n.FloatString(digits)
	}
	return n.RatString()
}
