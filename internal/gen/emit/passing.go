package emit

import (
	"slices"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// withArgumentTypes returns a copy of the package in which the arguments of each tool
// have a Go type. Arguments that a function takes one by one have none in the model.
func withArgumentTypes(p *model.Package, n *names) *model.Package {
	named := *p
	named.Tools = slices.Clone(p.Tools)
	for i, tool := range p.Tools {
		if tool.Passing != model.PassEach {
			continue
		}
		arguments, renamed := *tool.Arguments, *tool
		arguments.Go = model.GoType{{Text: n.unique(lowerFirst(toCamelCase(tool.Name)) + "Args")}}
		renamed.Arguments = &arguments
		named.Tools[i] = &renamed
	}
	return &named
}

// argumentTypes declares the structs of arguments that functions take one by one.
func (f *file) argumentTypes() {
	for _, tool := range f.pkg.Tools {
		if tool.Passing != model.PassEach {
			continue
		}
		var fields []code
		for _, field := range tool.Arguments.Fields {
			fields = append(fields, f.line("%s %s %s", field.Path[0].Name, f.goType(field.Type.Go), "`json:\""+field.Name+"\"`"))
		}
		name := f.goType(tool.Arguments.Go)
		f.add(withComment(block(f.line("type %s struct", name), fields...), tool.Arguments.Go.String()+" are the arguments of "+tool.Function+"."))
	}
}

// assignArguments returns the statement that assigns the decoded arguments to v, or
// none if the operands do not use v. The expression is the pointer to the decoded
// arguments.
func (t *toolWriter) assignArguments(expression string) []code {
	if t.tool.Arguments == nil {
		return nil
	}
	arguments := t.goType(t.tool.Arguments.Go)
	switch t.tool.Passing {
	case model.PassPointer: // a copy, so that a repeated call gets the same arguments
		return []code{t.line("v := *"+expression+".(*%s)", arguments)}
	case model.PassEach:
		return []code{t.line("v := "+expression+".(*%s)", arguments)}
	}
	return nil
}

// operands returns the arguments as the function takes them, for a call after the
// statements of assignArguments.
func (t *toolWriter) operands(expression string) []code {
	switch t.tool.Passing {
	case model.PassPointer:
		return []code{t.line("&v")}
	case model.PassEach:
		var operands []code
		for _, field := range t.tool.Arguments.Fields {
			operands = append(operands, t.line("v.%s", field.Path[0].Name))
		}
		return operands
	}
	return []code{t.line("*"+expression+".(*%s)", t.goType(t.tool.Arguments.Go))}
}

// argumentList returns the types of the arguments as the function takes them.
func (f *file) argumentList(tool *model.Tool) code {
	switch tool.Passing {
	case model.PassPointer:
		return f.line("*%s", f.goType(tool.Arguments.Go))
	case model.PassEach:
		var types []code
		for _, field := range tool.Arguments.Fields {
			types = append(types, f.goType(field.Type.Go))
		}
		return list(types...)
	}
	return f.goType(tool.Arguments.Go)
}
