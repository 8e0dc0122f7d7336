package emit

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// method is a method that changes the generated code if a type has it.
// generated.Probe has all of them.
type method struct {
	name, signature string
	has             func(model.Codecs) bool // nil if Codecs do not contain the method
}

// watchedMethods has the methods that change the generated code.
var watchedMethods = []method{
	{"MarshalJSON", "() ([]byte, error)", func(c model.Codecs) bool { return c.MarshalJSON }},
	{"UnmarshalJSON", "([]byte) error", func(c model.Codecs) bool { return c.UnmarshalJSON }},
	{"MarshalText", "() ([]byte, error)", func(c model.Codecs) bool { return c.MarshalText }},
	{"UnmarshalText", "([]byte) error", func(c model.Codecs) bool { return c.UnmarshalText }},
	{"Validate", "() error", func(c model.Codecs) bool { return c.Validate }},
	{"String", "() string", nil},
	{"Shutdown", "(%s) error", nil},
}

func methodNamed(name string) method {
	return watchedMethods[slices.IndexFunc(watchedMethods, func(m method) bool { return m.name == name })]
}

// methodGuards check which methods types have.
func (g *guardWriter) methodGuards() {
	p := &probes{guardWriter: &guardWriter{file: g.file}, sets: make(map[string]string), open: make(map[probeKind]*probeGroup)}
	for _, t := range g.pkg.Types {
		if g.canGuard(t) && !isInterface(t) && t.Kind != model.KindPointer {
			p.codecs(t)
		}
	}
	p.stringers()
	p.shutdowns()
	p.absences()
	g.body = append(append(g.body, p.declarations()...), p.body...)
}

// probes are guards with their declarations.
type probes struct {
	*guardWriter
	sets   map[string]string // names of interfaces, by the names of their methods
	types  []code            // the declarations of the interfaces and of other names for types
	probes []string          // the names of the types that have all methods, by the levels that promote them
	groups []*probeGroup     // the types that must not have a method
	open   map[probeKind]*probeGroup
}

// codecs checks the methods that change the JSON and the decoding of a type. It
// checks Validate only for arguments, because the runtime does not call it for
// types in arguments.
func (p *probes) codecs(t *model.Type) {
	var absent []string
	for _, m := range watchedMethods {
		switch {
		case m.has == nil || m.name == "Validate" && !p.isArguments(t):
		case m.has(t.Codecs):
			p.present(m, p.typeName(t), p.line("*%s", p.goType(t.Go)))
		case !slices.Contains(t.Members, m.name):
			absent = append(absent, m.name)
		}
	}
	p.absent("methods", guardedType{p.typeName(t), t.Name.Name, p.goType(t.Go), t.Embedded}, absent...)
}

// isArguments reports whether t is the type of the arguments of a tool.
func (p *probes) isArguments(t *model.Type) bool {
	return slices.ContainsFunc(p.pkg.Tools, func(tool *model.Tool) bool { return tool.Arguments == t })
}

// stringers checks the method String of results.
func (p *probes) stringers() {
	done := make(map[*model.Type]bool)
	for _, tool := range p.pkg.Tools {
		t := tool.Result.Type
		if t == nil || done[t] {
			continue
		}
		done[t] = true
		named := t
		for named.Kind == model.KindPointer {
			named = named.Elem
		}
		switch {
		case !p.canGuard(named) || isInterface(named):
		case tool.Result.Stringer:
			p.present(methodNamed("String"), p.typeName(named), p.goType(t.Go))
		case !slices.Contains(named.Members, "String") && (named == t || !done[named]):
			done[named] = true
			p.absent("text", guardedType{p.typeName(named), named.Name.Name, p.goType(named.Go), named.Embedded}, "String")
		}
	}
}

// shutdowns checks the method Shutdown of receivers.
func (p *probes) shutdowns() {
	for _, g := range receiverGroups(p.pkg.Tools) {
		if g.receiver == "" {
			continue
		}
		switch r := g.tools[0].Receiver; {
		case r.Shutdown:
			p.present(methodNamed("Shutdown"), g.receiver, p.line("*%s", g.receiver))
		case !slices.Contains(r.Members, "Shutdown"):
			p.absent("shutdown", guardedType{g.receiver, g.receiver, p.line("%s", g.receiver), r.Embedded}, "Shutdown")
		}
	}
}

// present refuses a type without the method.
func (p *probes) present(m method, typeName string, t code) {
	p.statement(typeName+"_"+m.name, p.line("var _ interface{ %s%s } = *new(%s)", m.name, p.signature(m), t))
}

// probeAt returns the name of a type that has all methods, promoted from that many
// levels.
func (p *probes) probeAt(level int) string {
	for len(p.probes) <= level {
		p.probes = append(p.probes, p.names.unique("probe"))
	}
	return p.probes[level]
}

// methodSets are the interfaces of package generated, by the names of their methods.
var methodSets = map[string]string{
	"MarshalJSON UnmarshalJSON MarshalText UnmarshalText":          "CodecMethods",
	"MarshalJSON UnmarshalJSON MarshalText UnmarshalText Validate": "ArgumentMethods",
	"String":   "StringMethod",
	"Shutdown": "ShutdownMethod",
}

// set returns an interface with the methods, whose names have spaces between them. It
// declares those that package generated does not have.
func (p *probes) set(methods string) code {
	if shared := methodSets[methods]; shared != "" {
		return p.generated(shared)
	}
	if name := p.sets[methods]; name != "" {
		return p.line("%s", name)
	}
	name := p.names.unique("methodsProbe")
	p.sets[methods] = name
	var lines []code
	for m := range strings.FieldsSeq(methods) {
		lines = append(lines, p.line("%s%s", m, p.signature(methodNamed(m))))
	}
	p.types = append(p.types, block(p.line("type %s interface", name), lines...))
	return p.line("%s", name)
}

// declarations returns the declarations of the probes and the interfaces.
func (p *probes) declarations() []code {
	if p.probes == nil {
		return nil
	}
	all := append(slices.Clone(p.types), p.line("type %s = %s", p.probes[0], p.generated("Probe")))
	for level, name := range p.probes[1:] {
		all = append(all, p.line("type %s struct{ %s }", name, p.probes[level]))
	}
	return all
}

// signature returns the signature of a method that is checked.
func (p *probes) signature(m method) code {
	if m.name == "Shutdown" {
		return p.line(m.signature, p.qualify("context", "Context"))
	}
	return p.line("%s", m.signature)
}
