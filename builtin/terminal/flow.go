package terminal

import "mvdan.cc/sh/v3/syntax"

// flow are the states after a command that succeeded and after one that failed.
// A state may be in both lists.
type flow struct{ ok, fail []*state }

// sameFlow returns the flow of a command whose success does not depend on states.
func sameFlow(states []*state) flow { return flow{states, states} }

// runList runs statements one after the other. Statements after one that always
// ends the script are run too, but do not change the result.
func (i *inspector) runList(statements []*syntax.Stmt, in []*state) flow {
	result := sameFlow(in)
	isDead := false
	for _, s := range statements {
		if !i.spend(1) {
			return result
		}
		after := i.runStatement(s, in)
		next := i.union(after.ok, i.statesAfterFailure(s, after.fail))
		if len(next) == 0 {
			if !isDead {
				isDead, result = true, flow{}
			}
			in = i.clones(in)
			continue
		}
		in = next
		if !isDead {
			result = flow{after.ok, i.statesAfterFailure(s, after.fail)}
		}
	}
	return result
}

// statesAfterFailure returns the states after a statement that failed, without those in
// which the failure ends the script.
func (i *inspector) statesAfterFailure(s *syntax.Stmt, failed []*state) (all []*state) {
	list, isList := s.Cmd.(*syntax.BinaryCmd)
	if s.Negated || isList && list.Op != syntax.Pipe && list.Op != syntax.PipeAll {
		return failed
	}
	for _, each := range failed {
		if !each.exitsOnError {
			all = append(all, each)
		}
	}
	return all
}

// runStatement runs a statement: it inspects its commands in each state, and
// returns the states after it.
func (i *inspector) runStatement(s *syntax.Stmt, in []*state) flow {
	if !i.spend(1) || len(in) == 0 {
		return sameFlow(in)
	}
	source := i.source
	defer func() { i.source = source }()
	for _, each := range in {
		i.inspectRedirections(s, each)
	}
	if s.Cmd == nil {
		return sameFlow(in)
	}
	if s.Background || s.Coprocess || s.Disown {
		i.runShell(in, func(states []*state) flow { return i.runCommand(s, states) })
		return sameFlow(in)
	}
	result := i.runCommand(s, in)
	if s.Negated {
		result.ok, result.fail = result.fail, result.ok
	}
	return result
}

// runCommand runs the command of a statement.
func (i *inspector) runCommand(s *syntax.Stmt, in []*state) flow {
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		return i.runCall(s, c, in)
	case *syntax.BinaryCmd:
		return i.runBinary(c, in)
	case *syntax.Block:
		return i.runList(c.Stmts, in)
	case *syntax.Subshell:
		i.runShell(in, func(states []*state) flow { return i.runList(c.Stmts, states) })
		return sameFlow(in)
	case *syntax.IfClause:
		return i.runIf(c, in)
	case *syntax.WhileClause:
		return i.runWhile(c, in)
	case *syntax.ForClause:
		return i.runFor(c, in)
	case *syntax.CaseClause:
		return i.runCase(c, in)
	case *syntax.FuncDecl:
		i.defineFunction(c, in)
		return sameFlow(in)
	case *syntax.DeclClause:
		return i.runDeclaration(c, in)
	case *syntax.TimeClause:
		if c.Stmt != nil {
			return i.runStatement(c.Stmt, in)
		}
	case *syntax.CoprocClause:
		i.runShell(in, func(states []*state) flow { return i.runStatement(c.Stmt, states) })
	case *syntax.TestDecl:
		return i.runStatement(c.Body, in)
	default: // arithmetic and tests
		for _, each := range in {
			i.runSubstitutions(c, each)
		}
	}
	return sameFlow(in)
}

// runBinary runs two statements with an operator between them.
func (i *inspector) runBinary(b *syntax.BinaryCmd, in []*state) flow {
	switch b.Op {
	case syntax.AndStmt:
		x := i.runStatement(b.X, in)
		y := i.runStatement(b.Y, i.clones(i.firstNonEmpty(x.ok, in)))
		if len(x.ok) == 0 {
			return flow{nil, x.fail}
		}
		return flow{y.ok, i.union(x.fail, y.fail)}
	case syntax.OrStmt:
		x := i.runStatement(b.X, in)
		y := i.runStatement(b.Y, i.clones(i.firstNonEmpty(x.fail, in)))
		if len(x.fail) == 0 {
			return flow{x.ok, nil}
		}
		return flow{i.union(x.ok, y.ok), y.fail}
	}
	i.runShell(in, func(states []*state) flow { return i.runStatement(b.X, states) })
	for _, each := range in {
		i.inspectPipe(b, each)
	}
	i.runShell(in, func(states []*state) flow {
		i.source = &input{b.X, states[0].clone()}
		return i.runStatement(b.Y, states)
	})
	return sameFlow(in)
}

// firstNonEmpty returns the states, or others for commands that are never reached.
func (i *inspector) firstNonEmpty(states, others []*state) []*state {
	if len(states) == 0 {
		return others
	}
	return states
}

// runIf runs a condition and its branches.
func (i *inspector) runIf(c *syntax.IfClause, in []*state) flow {
	if len(c.Cond) == 0 { // else
		return i.runList(c.Then, in)
	}
	condition := i.runList(c.Cond, in)
	then := i.runList(c.Then, i.clones(condition.ok))
	otherwise := sameFlow(i.clones(condition.fail))
	if c.Else != nil {
		otherwise = i.runIf(c.Else, otherwise.ok)
	}
	return flow{i.union(then.ok, otherwise.ok), i.union(then.fail, otherwise.fail)}
}

// runCase runs the branches of a case clause.
func (i *inspector) runCase(c *syntax.CaseClause, in []*state) flow {
	for _, each := range in {
		i.runSubstitutions(c.Word, each)
	}
	after := in
	var previous []*state
	for _, item := range c.Items {
		for _, each := range in {
			for _, pattern := range item.Patterns {
				i.runSubstitutions(pattern, each)
			}
		}
		branch := i.runList(item.Stmts, i.union(i.clones(in), previous))
		if previous = nil; item.Op != syntax.Break {
			previous = i.clones(i.union(branch.ok, branch.fail))
		}
		after = i.union(after, branch.ok, branch.fail)
	}
	return sameFlow(after)
}
