package values

import "slices"

// kind is the type of the values of an atom.
type kind uint8

// The kinds. The values true and false are kinds of their own.
const (
	kindNull kind = iota
	kindFalse
	kindTrue
	kindNumber
	kindText
	kindArray
	kindObject
)

// kindNames are the names of the kinds for people.
var kindNames = []string{"null", "false", "true", "number", "string", "array", "object"}

// kindsOfType are the kinds of the values of a JSON type.
var kindsOfType = map[string][]kind{
	"null": {kindNull}, "boolean": {kindFalse, kindTrue}, "number": {kindNumber}, "integer": {kindNumber},
	"string": {kindText}, "array": {kindArray}, "object": {kindObject},
}

// atom is a set of values of one kind.
type atom struct {
	kind   kind
	number number
	text   text
	array  array
	object object
	// denied are the texts of schemas that no value satisfies, sorted.
	denied []string
}

// node is the set of the values that satisfy all schemas of a list. An empty node
// has all values.
type node []*Schema

// and returns the values that are in both nodes.
func (n node) and(other node) node {
	both := slices.Clone(n)
	for _, s := range other {
		if !slices.Contains(both, s) {
			both = append(both, s)
		}
	}
	return both
}

// nothing is the node without values.
var nothing = node{{never: true}}

// array is a set of arrays.
type array struct {
	size   size
	unique bool
	// first are the nodes of the first items of a constant, and items is that of all
	// others.
	first []node
	items node
}

// anyArray has all arrays.
var anyArray = array{size: anySize}

// item returns the node of an item.
func (a *array) item(i int) node {
	if i < len(a.first) {
		return a.first[i]
	}
	return a.items
}

// intersect returns the arrays that are in both sets.
func (a array) intersect(other array) array {
	both := array{size: a.size.intersect(other.size), unique: a.unique || other.unique, items: a.items.and(other.items)}
	for i := range max(len(a.first), len(other.first)) {
		both.first = append(both.first, a.item(i).and(other.item(i)))
	}
	return both
}

// object is a set of objects.
type object struct {
	size       size
	properties map[string]node
	required   map[string]bool
	// rest is the node of properties that are not in properties, and names that of
	// all names.
	rest, names node
}

// anyObject has all objects.
var anyObject = object{size: anySize}

// declaredNode returns the node of a property without regard to its name.
func (o *object) declaredNode(name string) node {
	if property, ok := o.properties[name]; ok {
		return property
	}
	return o.rest
}

// intersect returns the objects that are in both sets.
func (o object) intersect(other object) object {
	both := object{
		size: o.size.intersect(other.size), rest: o.rest.and(other.rest), names: o.names.and(other.names),
		properties: make(map[string]node), required: make(map[string]bool),
	}
	for _, side := range []*object{&o, &other} {
		for name := range side.properties {
			both.properties[name] = o.declaredNode(name).and(other.declaredNode(name))
		}
		for name := range side.required {
			both.required[name] = true
		}
	}
	return both
}

// intersect returns the values that are in both atoms, or nil for different kinds.
func (a *atom) intersect(b *atom) *atom {
	if a.kind != b.kind {
		return nil
	}
	both := &atom{kind: a.kind, denied: union(a.denied, b.denied)}
	switch a.kind {
	case kindNumber:
		both.number = a.number.intersect(b.number)
	case kindText:
		both.text = a.text.intersect(b.text)
	case kindArray:
		both.array = a.array.intersect(b.array)
	case kindObject:
		both.object = a.object.intersect(b.object)
	}
	return both
}

// intersectAll returns the values that are in both lists of atoms.
func intersectAll(left, right []*atom) []*atom {
	var all []*atom
	for _, a := range left {
		for _, b := range right {
			if both := a.intersect(b); both != nil {
				all = append(all, both)
			}
		}
	}
	return all
}
