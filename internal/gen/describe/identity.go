package describe

import (
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/keyword"
	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/runtime/decode"
)

// identity is a key for descriptions. Equal descriptions have equal keys.
type identity struct {
	kind      decode.Kind
	bits      uint8
	lists     bool
	elem, key *decode.Type
	schema    decode.Declaration
	enum      string
	// keywords are the names and the values of the keywords. form is the Go type
	// whose methods read the value.
	keywords, form string
}

// identityOf returns the identity of a description without fields. The form is nil
// for a type without methods that read it.
func identityOf(t *decode.Type, form *Form, keywords model.Keywords) identity {
	is := identity{
		kind: t.Kind, bits: t.Bits, lists: t.Lists, elem: t.Elem, key: t.Rules.Key,
		schema: t.Rules.Schema, enum: listText(t.Rules.Enum), keywords: keywordsText(keywords),
	}
	if form != nil {
		is.form = form.Type.Go.String()
	}
	return is
}

// keywordsText returns a text that is different for different keywords.
func keywordsText(values model.Keywords) string {
	var parts []string
	for _, k := range keyword.WithValue(values) {
		parts = append(parts, k.Name, values[k.Name])
	}
	return listText(parts)
}

// listText returns a text that is different for different lists.
func listText(values []string) string {
	var b strings.Builder
	for _, value := range values {
		b.WriteString(strconv.Itoa(len(value)) + ":" + value)
	}
	return b.String()
}
