package emit

import (
	"go/token"
	"slices"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// guardWriter collects guards. A line directive adds the name of the declaration
// that changed to the file name in error messages about a guard. The guards are at
// the end of the file, so that line directives do not change the line numbers of
// other code.
type guardWriter struct {
	*file
	variables []code // of the package, which the compiler checks before the bodies of functions
	methods   []code
	body      []code // of a blank function, for which the compiler writes no code
}

// finalGuards declares the guards.
func (f *file) finalGuards() {
	if len(f.pkg.Tools) == 0 {
		return
	}
	g := &guardWriter{file: f}
	for _, t := range f.pkg.Types {
		if f.canGuard(t) {
			g.typeGuard(t)
		}
	}
	g.methodGuards()
	for _, t := range f.pkg.Types {
		if t.Kind == model.KindUnion && f.canGuard(t) {
			g.variantGuards(t)
		}
	}
	for _, tool := range f.pkg.Tools {
		g.functionGuard(tool.Receiver, tool.Function, tool.Signature)
	}
	g.dryRunGuards()
	g.conditionGuards()
	g.constantGuards()
	if len(g.variables) > 0 {
		f.add(group("var", g.variables...))
	}
	f.addLines(g.methods...)
	f.add(block(f.line("func _()"), g.body...))
}

// at adds the name of what changed to error messages about the line, after the name
// of the generated file.
func (f *file) at(name string, line code) code {
	return f.line("%s%s", lineDirective(name), line)
}

// lineDirective returns the comment that at adds.
func lineDirective(name string) string {
	return "/*line " + FileName + ": " + name + guardSuffix + ":1*/ "
}

// statement adds a guard to the blank function.
func (g *guardWriter) statement(name string, line code) {
	g.body = append(g.body, g.at(name, line))
}

// variantGuards check that a union is sealed, and that each variant implements its
// interface. They do not detect a new variant. Another package cannot use the method
// that seals the interface.
func (g *guardWriter) variantGuards(t *model.Type) {
	if t.Name.Package == g.pkg.Path {
		g.statement(g.typeName(t), g.line("_ = %s.%s", g.goType(t.Go), t.Union.Seal))
	}
	for _, variant := range t.Union.Variants {
		if !g.canGuard(variant.Type) {
			continue
		}
		value := g.line("%s{}", g.goType(variant.Type.Go))
		if variant.Pointer {
			value = g.line("(*%s)(nil)", g.goType(variant.Type.Go))
		}
		g.statement(g.typeName(variant.Type)+"_"+g.typeName(t), g.line("var _ %s = %s", g.goType(t.Go), value))
	}
}

// functionGuard compares the type of a function, or of a method if there is a
// receiver.
func (g *guardWriter) functionGuard(r *model.Receiver, function string, signature model.GoType) {
	name, expression := function, g.line("%s", function)
	if r != nil {
		name = r.Name + "_" + function
		expression = g.line("%s.%s", g.receiverExpression(r), function)
	}
	g.statement(name, g.line("var _ %s = %s", g.goType(signature), expression))
}

// dryRunGuards compare the types of the functions for dry runs. Several tools may have
// the same function.
func (g *guardWriter) dryRunGuards() {
	done := make(map[string]bool)
	for _, tool := range g.pkg.Tools {
		dry := tool.Behaviour.DryRun
		if dry == nil {
			continue
		}
		receiver, key := (*model.Receiver)(nil), dry.Func
		if dry.Method {
			receiver = &model.Receiver{Name: tool.Receiver.Name, Pointer: true}
			key = receiver.Name + "." + dry.Func
		}
		if !done[key] {
			done[key] = true
			g.functionGuard(receiver, dry.Func, dry.Signature)
		}
	}
}

// conditionGuards compare the types of the functions that decide whether a call
// needs approval. Several tools may have the same function.
func (g *guardWriter) conditionGuards() {
	done := make(map[string]bool)
	for _, tool := range g.pkg.Tools {
		a := tool.Behaviour.Approval
		if a == nil || a.Func == "" || done[a.Func] {
			continue
		}
		done[a.Func] = true
		result := "bool"
		if a.Words {
			result = "string"
		}
		g.statement(a.Func, g.line("var _ func(%s) %s = %s", g.argumentList(tool), result, a.Func))
	}
}

// receiverExpression returns the type of a receiver as it is written in a method
// expression.
func (f *file) receiverExpression(r *model.Receiver) code {
	if r.Pointer {
		return f.line("(*%s)", r.Name)
	}
	return f.line("%s", r.Name)
}

// constantGuards compare each constant of each enum. If the value of a constant
// changes, the literal has the same key twice. If its type changes, new returns a
// pointer of another type.
func (g *guardWriter) constantGuards() {
	for _, t := range g.pkg.Types {
		if !g.canGuard(t) {
			continue
		}
		for _, c := range g.constants(t) {
			g.statement(c.Name, g.line("_ = map[bool]*%s{false: nil, %s == %s: new(%s)}",
				g.goType(t.Go), g.qualify(t.Name.Package, c.Name), c.Value, g.qualify(t.Name.Package, c.Name)))
		}
	}
}

// constants returns the constants of an enum that generated code can use.
func (f *file) constants(t *model.Type) []*model.Constant {
	if t.Enum == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(t.Enum.Constants), func(c *model.Constant) bool {
		return c.Name == "_" || t.Name.Package != f.pkg.Path && !token.IsExported(c.Name)
	})
}
