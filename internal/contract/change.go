package contract

import (
	"cmp"
	"fmt"
	"slices"
)

// Change is a difference between two generations of a tool.
type Change struct {
	Rule  string `json:"rule"`
	Class Class  `json:"class"`
	// Tool is the name of the tool: the new name, unless the tool was removed.
	Tool string `json:"tool"`
	// Field is the path in the arguments or in the result, such as "filter.kind" or
	// "items[]". It is empty for the tool itself.
	Field string `json:"field,omitempty"`
	// Message says what changed.
	Message string `json:"message"`
	// Position is the position of the tool in the source that has it.
	Position string `json:"position,omitempty"`
}

// Report is the result of a comparison.
type Report struct {
	// Format is the version of the JSON form of a report.
	Format  int      `json:"format"`
	Changes []Change `json:"changes"`
	// Costs are the sizes of all definitions together, by the name of the dialect.
	Costs map[string]CostChange `json:"costs"`
}

// CostChange is a size before and after.
type CostChange struct {
	Old Cost `json:"old"`
	New Cost `json:"new"`
}

// comparison collects the changes of one tool.
type comparison struct {
	old, new *Tool
	changes  []Change
}

// add adds a change of the rule with that ID.
func (c *comparison) add(id, field, format string, args ...any) {
	tool := c.new
	if tool == nil {
		tool = c.old
	}
	c.changes = append(c.changes, Change{
		Rule: id, Class: ruleOf(id).Class, Tool: tool.Name, Field: field, Message: fmt.Sprintf(format, args...), Position: tool.Position,
	})
}

// Compare returns the changes from one generation of tools to another, sorted by
// class, tool and field.
func Compare(old, new []Tool) *Report {
	r := &Report{Format: Format, Changes: []Change{}, Costs: make(map[string]CostChange)}
	for _, pair := range match(old, new) {
		c := &comparison{old: pair.old, new: pair.new}
		c.compare()
		r.Changes = append(r.Changes, c.changes...)
	}
	r.Changes = append(r.Changes, orderChanges(old, new)...)
	slices.SortStableFunc(r.Changes, compareChanges)
	r.addCosts(old, func(c *CostChange) *Cost { return &c.Old })
	r.addCosts(new, func(c *CostChange) *Cost { return &c.New })
	return r
}

// compareChanges orders changes by class, tool and field.
func compareChanges(a, b Change) int {
	return cmp.Or(
		cmp.Compare(slices.Index(Classes, a.Class), slices.Index(Classes, b.Class)),
		cmp.Compare(a.Tool, b.Tool), cmp.Compare(a.Field, b.Field), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Message, b.Message),
	)
}

// addCosts adds the sizes of the definitions of tools.
func (r *Report) addCosts(tools []Tool, side func(*CostChange) *Cost) {
	for i := range tools {
		for dialect, cost := range tools[i].Costs {
			change := r.Costs[dialect]
			sum := side(&change)
			sum.Characters += cost.Characters
			sum.Tokens += cost.Tokens
			r.Costs[dialect] = change
		}
	}
}

// Has reports whether the report has a change of one of the classes.
func (r *Report) Has(classes ...Class) bool {
	return slices.ContainsFunc(r.Changes, func(c Change) bool { return slices.Contains(classes, c.Class) })
}

// compare adds the changes of the tool.
func (c *comparison) compare() {
	switch {
	case c.new == nil:
		c.add("tool-removed", "", "the tool is no longer there")
		return
	case c.old == nil:
		c.add("tool-added", "", "the tool is new")
		return
	case c.old.Name != c.new.Name:
		c.add("tool-renamed", "", "the tool was named %s", c.old.Name)
	}
	c.arguments()
	c.results()
	c.access()
	c.behaviour()
	c.texts()
}
