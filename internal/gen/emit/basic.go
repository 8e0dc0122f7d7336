package emit

import (
	"strconv"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// basics are the predeclared types that may be behind a string, number or
// boolean: int and int64 are read and described alike. It is nil for other
// kinds.
func basics(t *model.Type) []string {
	bits := strconv.Itoa(t.Bits)
	switch t.Kind {
	case model.KindString:
		return []string{"string"}
	case model.KindBool:
		return []string{"bool"}
	case model.KindFloat:
		return []string{"float" + bits}
	case model.KindInt, model.KindUint:
		prefix := map[model.Kind]string{model.KindInt: "int", model.KindUint: "uint"}[t.Kind]
		if t.Bits == 64 {
			return []string{prefix, prefix + bits}
		}
		return []string{prefix + bits}
	}
	return nil
}

// quote is a text as a Go literal: raw where that is possible, because JSON
// in raw literals can be read.
func quote(text string) string {
	if strconv.CanBackquote(text) {
		return "`" + text + "`"
	}
	return strconv.Quote(text)
}
