package annotations

import "strings"

// Target is a set of kinds of declaration, one bit each. The zero value is the
// empty set.
type Target uint8

// The kinds of declaration that directives belong on. A type whose declaration
// spells out an interface is both Type and Interface.
const (
	Func Target = 1 << iota
	Method
	Type
	Interface
	Field
	PackageClause
)

// targetNames is in the order of the bits.
var targetNames = []string{"function", "method", "type", "interface", "field", "package clause"}

// Has reports whether t and other have a kind in common.
func (t Target) Has(other Target) bool { return t&other != 0 }

// Names lists the kinds, such as "function" and "package clause".
func (t Target) Names() []string {
	var names []string
	for bit, name := range targetNames {
		if t.Has(1 << bit) {
			names = append(names, name)
		}
	}
	return names
}

// String is the names of t as a phrase: "function, method or type".
func (t Target) String() string { return either(t.Names()) }

// article is t with "a" or "an" in front.
func (t Target) article() string {
	if t.Has(Func|Method|Type) || !t.Has(Interface) {
		return "a " + t.String()
	}
	return "an " + t.String()
}

// either joins alternatives: "a, b or c".
func either(words []string) string {
	if n := len(words) - 1; n > 0 {
		return strings.Join(words[:n], ", ") + " or " + words[n]
	}
	return strings.Join(words, "")
}
