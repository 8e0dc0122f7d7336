package styles

import "golang.org/x/net/html"

// maxSteps is the budget for matching the selectors of one page: a step is a
// compound tried on an element, on 32 bytes of its attributes, or on a sibling,
// and a declaration that is applied.
const maxSteps = 10_000_000

// matcher matches selectors within a budget.
type matcher struct {
	spent    int                // steps
	children map[*html.Node]int // how many children nodes have
}

// isExhausted reports whether the budget is used up.
func (m *matcher) isExhausted() bool { return m.spent > maxSteps }

// matches reports whether an element matches the first compound, and elements
// around it match the others. It returns false when the budget is used up.
func (m *matcher) matches(n *html.Node, compounds []compound) bool {
	c := &compounds[0]
	m.countSteps(n, c)
	if m.isExhausted() || n.Type != html.ElementNode || !c.matcher.Match(n) {
		return false
	}
	if len(compounds) == 1 {
		return true
	}
	step, isRepeated := parentOf, c.combinator == ' ' || c.combinator == '~'
	if c.combinator == '+' || c.combinator == '~' {
		step = siblingBefore
	}
	for other := step(n); other != nil; other = step(other) {
		if m.matches(other, compounds[1:]) {
			return true
		}
		if !isRepeated || m.isExhausted() {
			return false
		}
	}
	return false
}

// countSteps counts the steps for one compound and one element.
func (m *matcher) countSteps(n *html.Node, c *compound) {
	size := 0
	for _, a := range n.Attr {
		size += len(a.Key) + len(a.Val)
	}
	m.spent += 1 + size/32
	if c.countsSiblings && n.Parent != nil {
		m.spent += m.childrenOf(n.Parent)
	}
}

// childrenOf returns the number of children of a node.
func (m *matcher) childrenOf(n *html.Node) int {
	count, isKnown := m.children[n]
	if !isKnown {
		for range n.ChildNodes() {
			count++
		}
		if m.children == nil {
			m.children = make(map[*html.Node]int)
		}
		m.children[n] = count
		m.spent += count
	}
	return count
}

// parentOf returns the parent of a node.
func parentOf(n *html.Node) *html.Node { return n.Parent }

// siblingBefore returns the element before another one; nil for the first.
func siblingBefore(n *html.Node) *html.Node {
	for n = n.PrevSibling; n != nil && n.Type != html.ElementNode; {
		n = n.PrevSibling
	}
	return n
}
