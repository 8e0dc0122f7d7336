package extract

import (
	"go/token"
	"go/types"
	"strings"
)

// writeSignature writes the type of a function without the names of its parameters. The receiver of a
// method is the first parameter. The parts of the type keep their aliases.
func (w *goTypeWriter) writeSignature(s *types.Signature) {
	w.text("func(")
	if s.Recv() != nil {
		w.writeParameter(s.Recv().Type())
		if s.Params().Len() > 0 {
			w.text(", ")
		}
	}
	w.writeTuple(s.Params())
	w.text(")")
	switch results := s.Results(); results.Len() {
	case 0:
	case 1:
		w.text(" ")
		w.writeTuple(results)
	default:
		w.text(" (")
		w.writeTuple(results)
		w.text(")")
	}
}

// writeTuple writes the types of parameters.
func (w *goTypeWriter) writeTuple(tuple *types.Tuple) {
	for i := range tuple.Len() {
		if i > 0 {
			w.text(", ")
		}
		w.writeParameter(tuple.At(i).Type())
	}
}

// writeParameter writes the type of a parameter.
func (w *goTypeWriter) writeParameter(t types.Type) {
	switch t := t.(type) {
	case *types.Pointer:
		w.text("*")
		w.writeParameter(t.Elem())
	case *types.Slice:
		w.text("[]")
		w.writeParameter(t.Elem())
	case *types.Named:
		if t.TypeArgs().Len() > 0 {
			w.writeOther(t)
			return
		}
		w.name(t.Obj(), nil)
	case *types.Basic:
		w.writeBasic(t)
	default:
		w.writeOther(t)
	}
}

// packageMark surrounds import paths in the output of go/types.
const packageMark = "\x00"

// writeOther writes types that do not occur in JSON: channels, functions,
// interfaces, and basic types that are not those of Go's specification.
func (w *goTypeWriter) writeOther(t types.Type) {
	w.nameable = w.nameable && t != types.Typ[types.Invalid]
	names := make(map[string]string)
	text := types.TypeString(t, func(pkg *types.Package) string {
		if pkg == w.p.source.Types {
			return ""
		}
		names[pkg.Path()] = pkg.Name()
		return packageMark + pkg.Path() + packageMark
	})
	pieces := strings.Split(text, packageMark)
	w.text(pieces[0])
	for i := 1; i+1 < len(pieces); i += 2 {
		rest := pieces[i+1][len("."):]
		end := strings.IndexFunc(rest, func(r rune) bool { return !isIdentifierRune(r) })
		if end < 0 {
			end = len(rest)
		}
		w.nameable = w.nameable && token.IsExported(rest[:end]) && w.p.canImport(pieces[i])
		w.qualifiedName(pieces[i], names[pieces[i]], rest[:end])
		w.text(rest[end:])
	}
}
