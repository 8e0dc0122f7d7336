package emit

import (
	"slices"
	"strings"
)

// guardedType is a type whose methods are checked: its name in messages, its name in its
// package, its Go type, and the number of levels of types that are embedded in it.
type guardedType struct {
	name, identifier string
	goType           code
	embedded         int
}

// probeGroup has types that must not have some methods at one level. One guard checks
// all of them.
type probeGroup struct {
	probeKind
	types []guardedType
}

// probeKind is what the types of a group have in common.
type probeKind struct {
	what    string // ends the name of the guard
	methods string // as set takes them
	level   int
}

// maxProbed is the number of types in a group. A guard for each type makes the type
// check of a package about 8 % slower; a guard for all types would not tell which of them
// has changed.
const maxProbed = 5

// absent refuses a type with one of the methods: in a struct that embeds the type
// and a probe with all methods, the method is ambiguous, so that the struct does
// not have it. A promoted method is ambiguous with a probe at its level only, and
// there is one probe for each level.
func (p *probes) absent(what string, t guardedType, methods ...string) {
	if len(methods) == 0 {
		return
	}
	for level := range 1 + t.embedded {
		g := p.group(probeKind{what, strings.Join(methods, " "), level})
		g.types = append(g.types, t)
	}
}

// group returns the group for the next type.
func (p *probes) group(kind probeKind) *probeGroup {
	if g := p.open[kind]; g != nil && len(g.types) < maxProbed {
		return g
	}
	g := &probeGroup{probeKind: kind}
	p.groups = append(p.groups, g)
	p.open[kind] = g
	return g
}

// absences writes the guards of the groups.
func (p *probes) absences() {
	for _, g := range p.groups {
		var names []string
		var fields []code
		taken := make(map[string]bool)
		for _, t := range g.types {
			names = append(names, t.name)
			fields = append(fields, p.line("*%s", p.embedded(t, taken)))
		}
		all := structOf(append(fields, p.line("%s", p.probeAt(g.level)))...)
		p.statement(strings.Join(names, "_or_")+"_"+g.what, p.line("var _ %s = %s{}", p.set(g.methods), all))
	}
}

// embedded returns a type as it is embedded: by another name if the name of its field
// is taken, or would hide a method of the probe.
func (p *probes) embedded(t guardedType, taken map[string]bool) code {
	isMethod := slices.ContainsFunc(watchedMethods, func(m method) bool { return m.name == t.identifier })
	if !isMethod && !taken[t.identifier] {
		taken[t.identifier] = true
		return t.goType
	}
	name := p.names.unique("probed" + t.name)
	p.types = append(p.types, p.line("type %s = %s", name, t.goType))
	return p.line("%s", name)
}
