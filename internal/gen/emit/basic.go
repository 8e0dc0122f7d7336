package emit

import (
	"strconv"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// basics returns the predeclared types that the underlying type of a string,
// number or boolean may be: int and int64 are decoded in the same way. It returns
// nil for other kinds.
func basics(t *model.Type) []string {
	switch bits := strconv.Itoa(t.Bits); t.Kind {
	case model.KindString:
		return []string{"string"}
	case model.KindBool:
		return []string{"bool"}
	case model.KindFloat:
		return []string{"float" + bits}
	case model.KindInt, model.KindUint:
		prefix := "int"
		if t.Kind == model.KindUint {
			prefix = "uint"
		}
		if t.Bits == 64 {
			return []string{prefix, prefix + bits}
		}
		return []string{prefix + bits}
	}
	return nil
}

// quote returns a text as a Go literal: a raw literal if possible, because JSON
// is easier to read in raw literals.
func quote(text string) string {
	if strconv.CanBackquote(text) {
		return "`" + text + "`"
	}
	return strconv.Quote(text)
}
