package emit

import (
	"go/token"

	"github.com/dave/jennifer/jen"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// finalGuards declares the guards whose error messages do not name the change:
// an undefined name, a method with another receiver, a constant with another
// value. A line directive adds the name of the declaration that changed to the file
// name in the message. The guards are at the end of the file, so that
// line directives do not change the line numbers of other code.
func (f *file) finalGuards() {
	if len(f.pkg.Tools) == 0 {
		return
	}
	f.section("Guards whose error messages name no type: the file name says what changed.")
	for _, t := range f.pkg.Types {
		if f.canGuard(t) {
			f.add(f.at(f.typeName(t), f.line("type _ %s", f.goType(t.Go))))
		}
	}
	for _, t := range f.pkg.Types {
		if t.Kind == model.KindUnion && f.canGuard(t) {
			f.add(f.variantGuards(t)...)
		}
	}
	for _, tool := range f.pkg.Tools {
		f.add(f.signatureGuard(tool)...)
	}
	f.add(f.dryRunGuards()...)
	f.add(f.conditionGuards()...)
	if constants := f.constantGuards(); len(constants) > 0 {
		f.add(block(f.line("func _()"), constants...))
	}
}

// at adds the name of what changed to error messages about the line, after the name
// of the generated file.
func (f *file) at(name string, line code) code {
	return jen.Id("//line " + FileName + ": " + name + guardSuffix + ":1\n").Add(line)
}

// variantGuards check that a union is sealed, and that each variant implements its
// interface. They do not detect a new variant. Another package cannot use the method
// that seals the interface.
func (f *file) variantGuards(t *model.Type) []code {
	var guards []code
	if t.Name.Package == f.pkg.Path {
		guards = append(guards, f.at(f.typeName(t), f.line("var _ = %s.%s", f.goType(t.Go), t.Union.Seal)))
	}
	for _, variant := range t.Union.Variants {
		if !f.canGuard(variant.Type) {
			continue
		}
		value := f.line("%s{}", f.goType(variant.Type.Go))
		if variant.Pointer {
			value = f.line("(*%s)(nil)", f.goType(variant.Type.Go))
		}
		guards = append(guards, f.at(f.typeName(variant.Type)+"_"+f.typeName(t), f.line("var _ %s = %s", f.goType(t.Go), value)))
	}
	return guards
}

// signatureGuard compares the type and the receiver of a tool's function.
func (f *file) signatureGuard(tool *model.Tool) []code {
	return f.functionGuard(tool.Receiver, tool.Function, tool.Signature)
}

// functionGuard compares the type of a function, or of a method if there is a
// receiver.
func (f *file) functionGuard(r *model.Receiver, function string, signature model.GoType) []code {
	name, expression := function, f.line("%s", function)
	if r != nil {
		name = r.Name + "_" + function
		expression = f.line("%s.%s", f.receiverExpression(r), function)
	}
	alias := f.names.guard(name)
	return []code{
		f.line("type %s = %s", alias, f.goType(signature)),
		f.at(name, f.line("var _ %s = %s", alias, expression)),
	}
}

// dryRunGuards compare the types of the functions for dry runs. Several tools may have
// the same function.
func (f *file) dryRunGuards() []code {
	var guards []code
	done := make(map[string]bool)
	for _, tool := range f.pkg.Tools {
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
			guards = append(guards, f.functionGuard(receiver, dry.Func, dry.Signature)...)
		}
	}
	return guards
}

// conditionGuards compare the types of the functions that decide whether a call
// needs approval. Several tools may have the same function.
func (f *file) conditionGuards() []code {
	var guards []code
	done := make(map[string]bool)
	for _, tool := range f.pkg.Tools {
		a := tool.Behaviour.Approval
		if a == nil || a.Func == "" || done[a.Func] {
			continue
		}
		done[a.Func] = true
		result := "bool"
		if a.Words {
			result = "string"
		}
		alias := f.names.guard(a.Func)
		guards = append(guards,
			f.line("type %s = func(%s) %s", alias, f.argumentList(tool), result),
			f.at(a.Func, f.line("var _ %s = %s", alias, a.Func)))
	}
	return guards
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
func (f *file) constantGuards() []code {
	var guards []code
	for _, t := range f.pkg.Types {
		if t.Enum == nil || !f.canGuard(t) {
			continue
		}
		for _, c := range t.Enum.Constants {
			if c.Name == "_" || t.Name.Package != f.pkg.Path && !token.IsExported(c.Name) {
				continue
			}
			guards = append(guards, f.at(c.Name, f.line("_ = map[bool]*%s{false: nil, %s == %s: new(%s)}",
				f.goType(t.Go), f.qualify(t.Name.Package, c.Name), c.Value, f.qualify(t.Name.Package, c.Name))))
		}
	}
	return guards
}
