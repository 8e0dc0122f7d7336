package extract

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/annotations"
	"github.com/toolgen/toolgen/internal/gen/declared"
	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// typeSchema is a //tool:type of the package.
type typeSchema struct {
	directive *annotations.ParsedDirective
	used      bool
}

// readTypeSchemas stores the directives //tool:type by the names of their types.
func (p *packageExtractor) readTypeSchemas(set annotations.Set) {
	for _, d := range set.All("type") {
		value, found := d.Value("type")
		if !found {
			continue // reported as a missing or invalid argument
		}
		if first := p.typeSchemas[value.Text]; first != nil {
			p.report(diagnostic(diag.RepeatedDirective, p.span(d), "//tool:type is given twice for %s", value.Text).
				withRelated(p.position(first.directive.Pos()), "first").withFix("keep one of them"))
			continue
		}
		p.typeSchemas[value.Text] = &typeSchema{directive: d}
	}
}

// typeSchemaOf returns the //tool:type for a defined type of another package, or nil.
func (p *packageExtractor) typeSchemaOf(named *types.Named) *typeSchema {
	object := named.Obj()
	if len(p.typeSchemas) == 0 || object.Pkg() == nil || object.Pkg() == p.source.Types {
		return nil
	}
	found := p.typeSchemas[object.Pkg().Path()+"."+object.Name()]
	if found != nil {
		found.used = true
	}
	return found
}

// schema returns the schema of the directive. It reports false if the schema has a
// problem.
func (p *packageExtractor) schemaFrom(s *typeSchema, at use) (*model.Schema, bool) {
	value, found := s.directive.Value("schema")
	if !found {
		return nil, false // reported as a missing or invalid argument
	}
	if value.Text == annotations.Opaque {
		return declared.Any(p.span(value)), true
	}
	return p.compileSchema(value, at, true)
}

// forForeign returns a refusal whose fix is possible for a type of another module: a
// //tool:type, because the author cannot write directives at its declaration.
func (p *packageExtractor) forForeign(why refusal, t types.Type, at use) refusal {
	named, isNamed := types.Unalias(withoutPointer(t)).(*types.Named)
	switch {
	case why.code == diag.CustomJSON && isNamed && !p.isOwn(named.Obj()):
		why.fix = typeSchemaFix(named.Obj().Pkg().Path()+"."+named.Obj().Name(), !at.foreign && !at.parameter)
	case at.foreign && why.code != diag.CustomJSON:
		why.fix = foreignFix
	}
	return why
}

// foreignFix is the fix for a part of another module's type.
const foreignFix = "declare a type of your own with the fields that matter, and convert it in the function"

// typeSchemaFix returns the fix for a type with its own JSON form. A field of the
// author can also have a directive.
func typeSchemaFix(name string, ownField bool) string {
	schema := `{"type": "string"}`
	if name == "math/big.Int" {
		schema = `{"type": "integer"}`
	}
	fix := "describe it above the package clause, such as //tool:type " + name + " " + schema
	if ownField {
		fix += ", or at the field, such as //tool:schema " + schema
	}
	return fix + "; or use a plain type and convert it in the function"
}

// reportUnusedTypes reports each //tool:type for a type that no tool uses.
func (p *packageExtractor) reportUnusedTypes() {
	if len(p.typeSchemas) == 0 {
		return
	}
	var names []string
	for _, t := range p.reached {
		names = append(names, t.model.Name.Package+"."+t.model.Name.Name)
	}
	for _, name := range sortedKeys(p.typeSchemas) {
		s := p.typeSchemas[name]
		value, _ := s.directive.Value("type")
		switch {
		case s.used:
		case slices.Contains(names, name):
			p.report(diagnostic(diag.UnusedType, p.span(value), "//tool:type: %s is a type of this package", name).
				withFix("write //tool:schema at its declaration"))
		default:
			fix := "correct the import path and the name, or remove the directive"
			if meant := p.fullTypeName(name); meant != "" {
				fix = fmt.Sprintf("did you mean %q?", meant)
			}
			p.report(diagnostic(diag.UnusedType, p.span(value), "//tool:type: no tool of the package uses %s", name).
				withSuggestion(name, names, fix))
		}
	}
}

// fullTypeName returns the name with an import path of a type that is written as in
// code, such as *big.Int, or an empty text.
func (p *packageExtractor) fullTypeName(written string) string {
	full := strings.TrimLeft(written, "*[]")
	dot := strings.LastIndexByte(full, '.')
	qualifier, name := full[:max(dot, 0)], full[dot+1:]
	for _, imported := range p.source.Types.Imports() {
		if (imported.Name() == qualifier || imported.Path() == qualifier) && imported.Scope().Lookup(name) != nil {
			return imported.Path() + "." + name
		}
	}
	return ""
}
