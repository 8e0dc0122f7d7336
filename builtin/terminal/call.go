package terminal

import (
	"cmp"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/toolgen/toolgen/internal/shell"
)

// runCall runs a simple command in each state.
func (i *inspector) runCall(s *syntax.Stmt, c *syntax.CallExpr, in []*state) (result flow) {
	for _, each := range in {
		i.runSubstitutions(c, each)
		words := each.expandAll(c.Args)
		if len(words) == 0 {
			i.assign(c.Assigns, each)
			result.ok, result.fail = append(result.ok, each), append(result.fail, each)
			continue
		}
		before := each.clone()
		i.assign(c.Assigns, each)
		for _, a := range c.Assigns {
			if a.Name != nil {
				each.exported[a.Name.Value] = true
			}
		}
		i.inspectInput(s, words, each)
		if len(words) == 1 && words[0] == "exec" {
			each.stdin = cmp.Or(lastInput(s), each.stdin)
		}
		after := i.runWords(words, each)
		for _, state := range i.union(after.ok, after.fail) {
			restore(state, before, c.Assigns)
		}
		result.ok, result.fail = append(result.ok, after.ok...), append(result.fail, after.fail...)
	}
	return flow{i.union(result.ok), i.union(result.fail)}
}

// restore gives the variables that are assigned before a command the values that
// they had before.
func restore(s, before *state, assigns []*syntax.Assign) {
	for _, a := range assigns {
		if a.Name == nil {
			continue
		}
		name := a.Name.Value
		if value, ok := before.vars[name]; ok {
			s.vars[name] = value
		} else {
			delete(s.vars, name)
		}
		s.exported[name] = before.exported[name]
		if !s.exported[name] {
			delete(s.exported, name)
		}
	}
}

// runSubstitutions runs the command substitutions and process substitutions in a
// node.
func (i *inspector) runSubstitutions(node syntax.Node, s *state) {
	syntax.Walk(node, func(inner syntax.Node) bool {
		if !i.spend(1) {
			return false
		}
		switch inner := inner.(type) {
		case *syntax.CmdSubst:
			i.runShell([]*state{s}, func(states []*state) flow { return i.runList(inner.Stmts, states) })
			return false
		case *syntax.ProcSubst:
			if inner.Op == syntax.CmdOut {
				i.inspectReaders(inner.Stmts, nil, s)
			}
			i.runShell([]*state{s}, func(states []*state) flow { return i.runList(inner.Stmts, states) })
			return false
		}
		return true
	})
}

// assign sets the variables of assignments.
func (i *inspector) assign(assigns []*syntax.Assign, s *state) {
	for _, a := range assigns {
		if a.Name == nil {
			continue
		}
		name := a.Name.Value
		value, isSet := "", a.Value != nil || a.Array != nil
		if !isSet && a.Naked {
			continue
		}
		if a.Array != nil {
			s.setArray(a)
			continue
		}
		if value = s.expand(a.Value); a.Append {
			value = s.value(name) + value
		}
		if a.Index != nil {
			value = unknown
			s.set(name+arraySuffix, unknown)
		}
		s.set(name, value)
		i.inspectVariable(name, value, s)
	}
}

// runDeclaration runs export, declare, local, readonly and typeset.
func (i *inspector) runDeclaration(c *syntax.DeclClause, in []*state) flow {
	for _, each := range in {
		i.runSubstitutions(c, each)
		i.assign(c.Args, each)
		isReference := c.Variant != nil && c.Variant.Value == "nameref"
		isExport := c.Variant != nil && c.Variant.Value == "export"
		for _, a := range c.Args {
			if a.Name == nil && a.Value != nil && strings.HasPrefix(each.expand(a.Value), "-") {
				isExport = isExport || strings.Contains(each.expand(a.Value), "x")
			}
			if a.Name == nil && a.Value != nil && strings.HasPrefix(each.expand(a.Value), "-") {
				isReference = isReference || strings.Contains(each.expand(a.Value), "n")
			}
			if a.Name != nil && isReference {
				each.set(a.Name.Value, unknown)
			}
			if a.Name != nil && isExport {
				if _, ok := each.vars[a.Name.Value]; ok {
					each.exported[a.Name.Value] = true
				}
			}
			if a.Name == nil && a.Value != nil {
				each.forgetDynamic(each.expand(a.Value))
			}
		}
	}
	return sameFlow(in)
}

// forgetDynamic makes the variable of a declaration unknown whose name or
// assignment is the result of an expansion.
func (s *state) forgetDynamic(word string) {
	if name, value, ok := strings.Cut(word, "="); ok {
		s.set(name, value)
	}
}

// runWords runs a command: it inspects the command, and returns the states after
// it.
func (i *inspector) runWords(words []string, s *state) flow {
	if !i.spend(len(words)) {
		return sameFlow([]*state{s})
	}
	i.inspectCommand(words, s)
	for len(words) > 1 && shell.ContainsWord("command builtin", words[0]) && !strings.HasPrefix(words[1], "-") {
		words = words[1:]
	}
	if value, ok := i.aliases[words[0]]; ok {
		i.inspectScript(value+" "+quoteWords(words[1:]), s)
	}
	if functions := i.functions[words[0]]; len(functions) > 0 {
		return i.callFunctions(functions, words[1:], s)
	}
	if run := builtins[words[0]]; run != nil {
		return run(i, words[1:], s)
	}
	return sameFlow([]*state{s})
}
