package emit

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// wiringFunction is a function that returns tools, in a package of the registry.
type wiringFunction struct {
	pkg   *model.Package
	group receiverGroup
	field string // the field of ToolDeps; empty for functions
}

// registry declares ToolDeps and NewToolRegistry.
func (f *file) registry(r *model.Registry) {
	all := wiringFunctions(r)
	var fields []code
	pointers := false
	for _, w := range all {
		if w.field != "" {
			fields = append(fields, f.line("%s %s", w.field, f.dependency(w)))
			pointers = pointers || w.group.pointer()
		}
	}
	comment := []string{depsType + " are the receivers of the tools that " + registryFunction + " registers."}
	if pointers {
		comment = append(comment, "Pointers must not be nil.")
	}
	f.add(withComment(block(f.line("type %s struct", depsType), fields...), comment...))
	dialects := f.registryDialects(r)
	f.add(withComment(f.registryFunction(r, all, dialects),
		registryFunction+" returns a registry with the tools of all packages wired here.", "Nil options are the defaults."))
}

// wiringFunctions returns the functions to call: those with a tool that is not excluded.
func wiringFunctions(r *model.Registry) []wiringFunction {
	var all []wiringFunction
	for _, p := range r.Packages {
		for _, g := range receiverGroups(p.Tools) {
			kept := func(t *model.Tool) bool { return !slices.Contains(r.Except, t.Name) }
			if slices.ContainsFunc(g.tools, kept) {
				all = append(all, wiringFunction{pkg: p, group: g})
			}
		}
	}
	nameFields(all)
	return all
}

// nameFields chooses the name of the field for each receiver: the name of its
// type, after the name of the package if several packages have the same type
// name.
func nameFields(all []wiringFunction) {
	count := make(map[string]int)
	for _, w := range all {
		count[w.group.receiver]++
	}
	taken := make(map[string]bool)
	for i, w := range all {
		if w.group.receiver == "" {
			continue
		}
		base := upperFirst(w.group.receiver)
		if count[w.group.receiver] > 1 {
			base = upperFirst(w.pkg.Name) + base
		}
		name := base
		for n := 2; taken[name]; n++ {
			name = base + strconv.Itoa(n)
		}
		taken[name] = true
		all[i].field = name
	}
}

// dependency returns the type of a field of ToolDeps.
func (f *file) dependency(w wiringFunction) code {
	receiver := f.packageName(w.pkg, w.group.receiver)
	if w.group.pointer() {
		return f.line("*%s", receiver)
	}
	return receiver
}

// packageName returns the name of a package of the registry.
func (f *file) packageName(p *model.Package, name string) code {
	if f.aliases[p.Path] == "" && p.Path != f.pkg.Path {
		f.importAs(p.Path, p.Name)
	}
	return f.qualify(p.Path, name)
}

// registryFunction declares NewToolRegistry, which registers the tools of all
// packages.
func (f *file) registryFunction(r *model.Registry, all []wiringFunction, dialects string) code {
	parameter := "deps"
	if !slices.ContainsFunc(all, func(w wiringFunction) bool { return w.field != "" }) {
		parameter = "_"
	}
	var body, sources []code
	for _, w := range all {
		operand := ""
		if w.field != "" {
			operand = f.names.local("deps") + "." + w.field
			body = append(body, f.nilCheck(w, operand)...)
		}
		sources = append(sources, f.line("%s(%s)", f.packageName(w.pkg, toolsFunction(w.pkg, w.group.receiver)), operand))
	}
	body = append(body,
		f.line("registry := %s(o)", f.runtime("NewRegistry")),
		block(f.line("for _, tools := range %s", composite(f.line("[...][]*%s", f.runtime("Tool")), sources...)),
			f.registration(r, dialects)...),
		f.line("return registry, nil"))
	head := f.line("func %s("+parameter+" %s, o *%s) (*%s, error)", registryFunction, depsType, f.runtime("Options"), f.runtime("Registry"))
	return block(head, body...)
}

// nilCheck returns the statement that returns an error if the receiver of tools is
// nil.
func (f *file) nilCheck(w wiringFunction, operand string) []code {
	if !w.group.pointer() {
		return nil
	}
	message := depsType + "." + w.field + " is nil: " + registryFunction + " needs the receiver of " + toolNamesOf(w.group)
	return []code{block(f.line("if %s == nil", operand),
		f.line("return nil, %s(%s)", f.qualify("errors", "New"), strconv.Quote(message)))}
}

// toolNamesOf returns the names of tools for a message.
func toolNamesOf(g receiverGroup) string {
	names := make([]string, len(g.tools))
	for i, tool := range g.tools {
		names[i] = tool.Name
	}
	return strings.Join(names, ", ")
}

// registration registers tools, except for those that the directive excludes.
// The function dialects, which may be empty, adds schemas to a tool.
func (f *file) registration(r *model.Registry, dialects string) []code {
	failure := f.line("return nil, err")
	if len(r.Except) == 0 && dialects == "" {
		return []code{block(f.line("if err := registry.Register(tools...); err != nil"), failure)}
	}
	var body []code
	if len(r.Except) > 0 {
		names := make([]string, len(r.Except))
		for i, name := range r.Except {
			names[i] = strconv.Quote(name)
		}
		body = append(body, block(f.line("switch tool.Name"), f.line("case %s:", strings.Join(names, ", ")), f.line("continue")))
	}
	registered := "tool"
	if dialects != "" {
		registered = dialects + "(" + f.names.local("tool") + ")"
	}
	body = append(body, block(f.line("if err := registry.Register("+registered+"); err != nil"), failure))
	return []code{block(f.line("for _, tool := range tools"), body...)}
}
