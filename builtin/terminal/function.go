package terminal

import "mvdan.cc/sh/v3/syntax"

// forkBomb is the danger of a function that starts itself without end.
const forkBomb = "starts itself again and again (a fork bomb)"

// function is a function that a command line defines.
type function struct {
	body     *syntax.Stmt
	defined  []*state // the states in which it is defined
	isCalled bool
	depth    int // the number of calls that are running
}

// defineFunction records the definition of a function.
func (i *inspector) defineFunction(f *syntax.FuncDecl, in []*state) {
	if f.Name == nil || f.Body == nil {
		return
	}
	i.inspectFunction(f)
	name := f.Name.Value
	for _, each := range i.functions[name] {
		if each.body == f.Body {
			return
		}
	}
	i.functions[name] = append(i.functions[name], &function{body: f.Body, defined: i.clones(in)})
}

// callFunctions runs the bodies of the functions that have the called name.
func (i *inspector) callFunctions(functions []*function, args []string, s *state) flow {
	var all flow
	outer, params := i.frame.returns, s.params
	for _, f := range functions {
		f.isCalled = true
		if f.depth >= 2 {
			all = flow{append(all.ok, s), append(all.fail, s)}
			continue
		}
		f.depth++
		i.frame.returns = nil
		inner := s.clone()
		inner.params = args
		after := i.runStatement(f.body, []*state{inner})
		all.ok = i.union(all.ok, after.ok, i.frame.returns)
		all.fail = i.union(all.fail, after.fail, i.frame.returns)
		f.depth--
	}
	i.frame.returns = outer
	for _, each := range i.union(all.ok, all.fail) {
		each.params = params
	}
	return all
}

// runUncalledFunctions runs the functions that are not called by their name,
// with unknown arguments.
func (i *inspector) runUncalledFunctions() {
	for _, functions := range i.functions {
		for _, f := range functions {
			if f.isCalled {
				continue
			}
			states := i.clones(f.defined)
			for _, each := range states {
				each.params = []string{unknown}
			}
			i.runShell(states, func(states []*state) flow { return i.runStatement(f.body, states) })
		}
	}
}

// inspectFunction finds a function that calls itself in a pipeline or in the
// background.
func (i *inspector) inspectFunction(f *syntax.FuncDecl) {
	for node := range syntax.Preorder(f.Body) {
		if !i.spend(1) {
			return
		}
		switch node := node.(type) {
		case *syntax.BinaryCmd:
			if node.Op == syntax.Pipe && i.hasCall(node, f.Name.Value) {
				i.add(forkBomb)
			}
		case *syntax.Stmt:
			if node.Background && i.hasCall(node, f.Name.Value) {
				i.add(forkBomb)
			}
		}
	}
}

// hasCall reports whether a node has a call of the function of that name.
func (i *inspector) hasCall(node syntax.Node, name string) bool {
	for inner := range syntax.Preorder(node) {
		if !i.spend(1) {
			return false
		}
		if call, ok := inner.(*syntax.CallExpr); ok && len(call.Args) > 0 && call.Args[0].Lit() == name {
			return true
		}
	}
	return false
}
