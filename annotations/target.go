package annotations

import "strings"

// Target is a set of kinds of declaration, one bit each. The zero value is the
// empty set.
type Target uint8

// The kinds of declaration that may have directives. The declaration of an
// interface type is both Type and Interface.
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

// Names returns the names of the kinds in t, such as "function" and "package clause".
func (t Target) Names() []string {
	var names []string
	for bit, name := range targetNames {
		if t.Has(1 << bit) {
			names = append(names, name)
		}
	}
	return names
}

// String returns the names of t as a phrase: "function, method or type".
func (t Target) String() string { return joinOr(t.Names()) }

// withArticle returns the phrase of t after "a" or "an".
func (t Target) withArticle() string {
	if t.Has(Func|Method|Type) || !t.Has(Interface) {
		return "a " + t.String()
	}
	return "an " + t.String()
}

// joinOr joins words to a phrase: "a, b or c".
func joinOr(words []string) string {
	if n := len(words) - 1; n > 0 {
		return strings.Join(words[:n], ", ") + " or " + words[n]
	}
	return strings.Join(words, "")
}
