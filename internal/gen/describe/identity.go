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
	kind          decode.Kind
	bits          uint8
	unique, lists bool
	elem, key     *decode.Type
	schema        decode.Declaration
	limits, enum  string
	bounds        decode.Range
	// pattern and format are the values of the keywords. form is the Go type
	// whose methods read the value.
	pattern, format, form string
}

func identityOf(t *decode.Type, form *Form, keywords model.Keywords) identity {
	is := identity{
		kind: t.Kind, bits: t.Bits, unique: t.Unique, lists: t.Lists, elem: t.Elem, key: t.Rules.Key,
		schema: t.Rules.Schema, limits: t.Limits, enum: listText(t.Rules.Enum),
		pattern: keywords[keyword.Pattern], format: keywords[keyword.Format],
	}
	if t.Rules.Range != nil {
		is.bounds = *t.Rules.Range
	}
	if form != nil {
		is.form = form.Type.Go.String()
	}
	return is
}

// listText returns a text that is different for different lists.
func listText(values []string) string {
	var b strings.Builder
	for _, value := range values {
		b.WriteString(strconv.Itoa(len(value)) + ":" + value)
	}
	return b.String()
}
