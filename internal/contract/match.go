package contract

import (
	"bytes"
	"slices"
	"strings"
)

// pair is a tool in two generations. One of them is nil for a tool that was added or
// removed.
type pair struct{ old, new *Tool }

// match returns the pairs of tools: first the tools with equal names, then those that
// were renamed.
func match(old, new []Tool) []pair {
	m := matcher{oldUsed: make([]bool, len(old)), newUsed: make([]bool, len(new)), old: old, new: new}
	for _, isSame := range identities {
		m.matchBy(isSame)
	}
	for i := range old {
		if !m.oldUsed[i] {
			m.pairs = append(m.pairs, pair{old: &old[i]})
		}
	}
	for i := range new {
		if !m.newUsed[i] {
			m.pairs = append(m.pairs, pair{new: &new[i]})
		}
	}
	return m.pairs
}

// identities decide whether two tools are the same tool, in the order in which they
// are applied.
var identities = []func(a, b *Tool) bool{
	func(a, b *Tool) bool { return a.Name == b.Name && a.Package == b.Package },
	func(a, b *Tool) bool { return a.Name == b.Name },
	func(a, b *Tool) bool { return a.ID != "" && a.ID == b.ID },
	func(a, b *Tool) bool { return a.Function == b.Function && a.Package == b.Package },
	func(a, b *Tool) bool { return a.Function == b.Function && bytes.Equal(a.Schema, b.Schema) },
	func(a, b *Tool) bool {
		return bytes.Equal(a.Schema, b.Schema) && isSimilar(a.Description, b.Description)
	},
}

// matcher finds pairs.
type matcher struct {
	old, new         []Tool
	oldUsed, newUsed []bool
	pairs            []pair
}

// matchBy adds the pairs of unused tools that are the same.
func (m *matcher) matchBy(isSame func(a, b *Tool) bool) {
	for i := range m.old {
		for j := range m.new {
			if !m.oldUsed[i] && !m.newUsed[j] && isSame(&m.old[i], &m.new[j]) {
				m.oldUsed[i], m.newUsed[j] = true, true
				m.pairs = append(m.pairs, pair{&m.old[i], &m.new[j]})
			}
		}
	}
}

// isSimilar reports whether two texts have at least two thirds of their words in common.
func isSimilar(a, b string) bool {
	left, right := strings.Fields(a), strings.Fields(b)
	common := 0
	for _, word := range left {
		if slices.Contains(right, word) {
			common++
		}
	}
	return a == b || len(left) > 2 && 3*common >= 2*max(len(left), len(right))
}

// orderChanges reports tools that are in another order.
func orderChanges(old, new []Tool) []Change {
	names := func(tools, others []Tool) (names []string) {
		for i := range tools {
			if slices.ContainsFunc(others, func(t Tool) bool { return t.Name == tools[i].Name }) {
				names = append(names, tools[i].Name)
			}
		}
		return names
	}
	before, after := names(old, new), names(new, old)
	if slices.Equal(before, after) || !slices.Equal(slices.Sorted(slices.Values(before)), slices.Sorted(slices.Values(after))) {
		return nil
	}
	i := 0
	for before[i] == after[i] {
		i++
	}
	c := comparison{new: &new[slices.IndexFunc(new, func(t Tool) bool { return t.Name == after[i] })]}
	c.add("order-changed", "", "the tools are in another order, first here: %s instead of %s", after[i], before[i])
	return c.changes
}
