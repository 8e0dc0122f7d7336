package extract

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/toolgen/toolgen/annotations"
	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/snake"
)

// registeredFunctions returns the functions marked //tool:register, by file and position.
func (p *packageExtractor) registeredFunctions() []function {
	var functions []function
	for _, file := range p.source.Files {
		directives := p.annotationsOf(file).file
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok || !directives.DirectivesOf(f).Has("register") {
				continue
			}
			if object, ok := p.source.Info.Defs[f.Name].(*types.Func); ok {
				parameters := p.parameters(f.Type.Params, object.Signature().Params())
				functions = append(functions, function{f, object, directives.DirectivesOf(f), commentText(f.Doc), parameters, plainParameters(parameters)})
			}
		}
	}
	return functions
}

// tool returns the model of a tool, or nil if it has problems.
func (p *packageExtractor) tool(f function) *model.Tool {
	t := &model.Tool{
		Span:     p.nameSpan(f.object),
		Package:  p.source.Path,
		Function: f.object.Name(),
		Title:    f.directives.Get("title").Text("text"),
		Toolset:  p.defaults.toolset,
		Category: f.directives.Get("category").Text("name"),
		Version:  f.directives.Get("version").Text("version"),
	}
	if toolset := f.directives.Get("toolset"); toolset != nil {
		t.Toolset = toolset.Text("name")
	}
	var described bool
	_, comment := splitParameterDocs(f.comment, f.plain)
	t.Description, described = p.describedBy(f.directives, sentence(withoutLinks(comment, p.source.Types), t.Function))
	// All parts are checked, so that one run reports all problems.
	everywhere := p.checkUnconstrained(f.object)
	named := p.name(t, f)
	described = described && p.checkDescription(t, f.directives)
	if !p.signature(t, f) {
		return nil
	}
	if behaves := p.behaviour(t, f); !everywhere || !named || !described || !behaves {
		return nil
	}
	return t
}

// name sets the name and the id of a tool.
func (p *packageExtractor) name(t *model.Tool, f function) bool {
	at := t.Span
	prefix := separated(p.defaults.prefix)
	if given, ok := f.directives.Get("register").Value("name"); ok {
		t.Name, at = prefix+strings.TrimPrefix(given.Text, prefix), p.span(given)
	} else {
		t.Name = prefix + snake.Case(t.Function)
	}
	t.ID = f.directives.Get("id").Text("id")
	if t.ID == "" {
		t.ID = p.source.Path + "." + t.Name
	}
	if t.Function == "_" || t.Function == "init" && t.Receiver == nil {
		p.report(diagnostic(diag.UncallableTool, t.Span, "a function with the name %s cannot be called", t.Function).
			withFix("give it another name"))
		return false
	}
	return p.checkName(t.Name, at)
}

// separated returns a prefix of names with an underscore at its end, unless it ends with
// a character that separates words or is empty.
func separated(prefix string) string {
	if prefix == "" || strings.HasSuffix(prefix, "_") || strings.HasSuffix(prefix, "-") {
		return prefix
	}
	return prefix + "_"
}

// nameFunctions sets the names of the generated functions that return tools. The
// package must not declare these names.
func (p *packageExtractor) nameFunctions() {
	names := model.FunctionNames{Tools: "Tools", Receivers: make(map[string]string)}
	spans := make(map[string]model.Span) // by the name of the receiver, or ""
	functions := false
	for _, t := range p.model.Tools {
		if t.Receiver == nil {
			functions = true
			spans[""] = t.Span
		} else {
			names.Receivers[t.Receiver.Name] = title(t.Receiver.Name) + "Tools"
			spans[t.Receiver.Name] = t.Span
		}
	}
	for _, given := range p.functionNames {
		if _, known := names.Receivers[given.Qualifier]; given.Qualifier != "" && !known {
			p.unknownReceiver(given, names.Receivers)
			continue
		}
		spans[given.Qualifier] = p.span(given)
		if given.Qualifier == "" {
			names.Tools = given.Text
		} else {
			names.Receivers[given.Qualifier] = given.Text
		}
	}
	p.model.Names = names
	taken := make(map[string]bool)
	if functions {
		p.freeName(names.Tools, spans[""], "", taken)
	}
	for _, receiver := range sortedKeys(names.Receivers) {
		p.freeName(names.Receivers[receiver], spans[receiver], receiver+".", taken)
	}
	if p.registry != nil {
		for _, name := range []string{"NewToolRegistry", "ToolDeps"} {
			p.freeName(name, p.span(p.registry), "", taken)
		}
	}
}

// unknownReceiver reports a receiver without tools.
func (p *packageExtractor) unknownReceiver(given annotations.Value, receivers map[string]string) {
	p.report(diagnostic(diag.UnknownReceiver, p.span(given), "no tool is a method of %s", given.Qualifier).
		withSuggestion(given.Qualifier, sortedKeys(receivers), "Name a type that has a method marked //tool:register."))
}

// freeName reports the name of a generated declaration that the author declares,
// or that two generated declarations have.
func (p *packageExtractor) freeName(name string, at model.Span, qualifier string, taken map[string]bool) {
	fix := "rename it, or choose another name with //tool:defaults " + qualifier + "tools=NAME"
	if strings.HasPrefix(name, "NewToolRegistry") || name == "ToolDeps" {
		fix = "rename it"
	}
	switch own, known := p.takenName(name); {
	case known:
		p.report(diagnostic(diag.TakenName, at, "the generated %s would have the name of something %s in the package", name, own.how).
			withRelated(p.position(own.pos), "%s is %s here", name, own.how).withFix("%s", fix))
	case taken[name]:
		p.report(diagnostic(diag.TakenName, at, "two generated functions would be called %s", name).withFix("%s", fix))
	}
	taken[name] = true
}
