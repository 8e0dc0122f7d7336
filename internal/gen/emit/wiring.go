package emit

import (
	"slices"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// receiverGroup has the tools of a receiver type or, if the receiver is empty,
// the tools that are functions.
type receiverGroup struct {
	receiver string
	tools    []*model.Tool
}

// receiverGroups returns the group of functions first, and then the receivers in
// the order of their first tools.
func receiverGroups(tools []*model.Tool) []receiverGroup {
	var functions []*model.Tool
	var groups []receiverGroup
	for _, tool := range tools {
		if tool.Receiver == nil {
			functions = append(functions, tool)
			continue
		}
		i := slices.IndexFunc(groups, func(g receiverGroup) bool { return g.receiver == tool.Receiver.Name })
		if i < 0 {
			i = len(groups)
			groups = append(groups, receiverGroup{receiver: tool.Receiver.Name})
		}
		groups[i].tools = append(groups[i].tools, tool)
	}
	if len(functions) > 0 {
		groups = slices.Insert(groups, 0, receiverGroup{tools: functions})
	}
	return groups
}

// pointer reports whether the receiver is a pointer parameter, because a method
// has a pointer receiver.
func (g receiverGroup) pointer() bool {
	return slices.ContainsFunc(g.tools, func(t *model.Tool) bool { return t.Receiver.Pointer })
}

// wiring declares the functions that return tools, and the registry.
func (f *file) wiring() {
	for _, g := range receiverGroups(f.pkg.Tools) {
		if g.receiver == "" {
			f.add(f.functionTools(g))
		} else {
			f.add(f.methodTools(g))
		}
	}
	if f.pkg.Registry != nil {
		f.registry(f.pkg.Registry)
	}
}

// functionTools declares the function that returns the tools without a receiver.
func (f *file) functionTools(g receiverGroup) code {
	name := toolsFunction(f.pkg, "")
	addresses := make([]code, len(g.tools))
	for i, tool := range g.tools {
		addresses[i] = f.line("&%s", f.tooling[tool].tool)
	}
	return withComment(block(f.line("func %s() []*%s", name, f.runtime("Tool")), f.line("return %s", f.toolList(addresses))), name+" returns the tools of this package that are functions.")
}

// toolList returns the literal of a list of tools, a few in each line.
func (f *file) toolList(addresses []code) code {
	const perLine = 5
	var lines []code
	for part := range slices.Chunk(addresses, perLine) {
		lines = append(lines, list(part...))
	}
	return composite(f.line("[]*%s", f.runtime("Tool")), lines...)
}

// methodTools declares the function that binds tools to a receiver. It copies the
// tools, because receivers differ.
func (f *file) methodTools(g receiverGroup) code {
	name := toolsFunction(f.pkg, g.receiver)
	receiver := f.line("%s", g.receiver)
	if g.pointer() {
		receiver = f.line("*%s", g.receiver)
	}
	var body, addresses []code
	for _, tool := range g.tools {
		variable := f.names.unique(lowerFirst(tool.Function))
		body = append(body, f.line("%s := %s", variable, f.tooling[tool].tool))
		body = append(body, f.bindReceiver(variable, tool, g)...)
		addresses = append(addresses, f.line("&%s", variable))
	}
	body = append(body, f.line("return %s", f.toolList(addresses)))
	return withComment(block(f.line("func %s(s %s) []*%s", name, receiver, f.runtime("Tool")), body...),
		name+" returns the tools that are methods of "+g.receiver+", bound to "+f.names.local("s")+".")
}

// bindReceiver sets the members that depend on the receiver.
func (f *file) bindReceiver(variable string, tool *model.Tool, g receiverGroup) []code {
	t := &toolWriter{literal{file: f}, tool}
	s := f.names.local("s")
	lines := []code{f.line("%s.Invoke = %s", variable, t.handler(s+"."+tool.Function, &tool.Result, tool.Error))}
	b := &tool.Behaviour
	if b.Available != nil && b.Available.FuncIsMethod {
		lines = append(lines, f.line("%s.Available = %s", variable, t.availability(b.Available, s+"."+b.Available.Func)))
	}
	if b.DryRun != nil && b.DryRun.Method {
		lines = append(lines, f.line("%s.DryRun = %s", variable, t.handler(s+"."+b.DryRun.Func, &b.DryRun.Result, b.DryRun.Error)))
	}
	if tool.Receiver.Shutdown {
		key := s
		if !g.pointer() {
			key = "&" + s // a value need not be comparable
		}
		lines = append(lines, f.line("%s.Shutdown, %s.ShutdownKey = %s.Shutdown, %s", variable, variable, s, key))
	}
	return lines
}
