package terminal

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// runWhile runs a loop with a condition.
func (i *inspector) runWhile(c *syntax.WhileClause, in []*state) flow {
	return sameFlow(i.runLoop(in, func(states []*state) []*state {
		condition := i.runList(c.Cond, states)
		reached := i.union(condition.ok, condition.fail)
		body := i.runList(c.Do, i.clones(reached))
		return i.union(body.ok, body.fail, reached)
	}))
}

// runLoop runs a body no time, once, and again if it changes the states.
func (i *inspector) runLoop(in []*state, body func([]*state) []*state) []*state {
	outer := i.frame.breaks
	i.frame.breaks = nil
	after := i.union(in, body(i.clones(in)))
	if len(after) > len(in) {
		after = i.union(after, body(i.clones(after)))
	}
	after = i.union(after, i.frame.breaks)
	i.frame.breaks = outer
	return after
}

// maxIterations is the maximum number of values of the variables of nested loops
// that are tracked one by one.
const maxIterations = 256

// runFor runs a loop over words, or a loop of arithmetic.
func (i *inspector) runFor(c *syntax.ForClause, in []*state) flow {
	loop, ok := c.Loop.(*syntax.WordIter)
	if !ok {
		for _, each := range in {
			i.runSubstitutions(c.Loop, each)
		}
		return sameFlow(i.runLoop(in, func(states []*state) []*state {
			body := i.runList(c.Do, states)
			return i.union(body.ok, body.fail)
		}))
	}
	after := in
	for _, each := range in {
		i.runSubstitutions(loop, each)
		after = i.union(after, i.runItems(c, loop, each))
	}
	return sameFlow(after)
}

// runItems runs the body of a loop for each of its values.
func (i *inspector) runItems(c *syntax.ForClause, loop *syntax.WordIter, in *state) []*state {
	items := in.params
	if loop.InPos.IsValid() {
		items = in.expandAll(loop.Items)
	}
	if outer := max(1, i.iterations); len(items)*outer > maxIterations {
		items = append(patternsOf(items), unknown)
	}
	outer := i.iterations
	i.iterations = max(1, outer) * max(1, len(items))
	defer func() { i.iterations = outer }()
	states := []*state{in.clone()}
	breaks := i.frame.breaks
	defer func() { i.frame.breaks = breaks }()
	var left []*state // after break
	for _, item := range items {
		i.frame.breaks = nil
		for _, each := range states {
			each.set(loop.Name.Value, item)
		}
		body := i.runList(c.Do, states)
		left = i.union(left, i.frame.breaks)
		states = i.clones(i.union(body.ok, body.fail, i.frame.breaks))
	}
	return i.union(states, left)
}

// patternsOf returns the words with patterns, at most some.
func patternsOf(words []string) (patterns []string) {
	for _, word := range words {
		if strings.ContainsAny(word, "*?[") && len(patterns) < maxStates {
			patterns = append(patterns, word)
		}
	}
	return patterns
}
