package web

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// attr returns the value of an attribute; empty for none.
func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func setAttr(n *html.Node, key, value string) {
	n.Attr = append(n.Attr, html.Attribute{Key: key, Val: value})
}

func hasAttr(n *html.Node, key string) bool { return hasKey(n.Attr, key) }

func hasKey(list []html.Attribute, key string) bool {
	return slices.ContainsFunc(list, func(a html.Attribute) bool { return a.Key == key })
}

// visitAll calls visit with each node below n, in order. It does not visit the
// content of nodes that visit removes or replaces.
func visitAll(n *html.Node, visit func(*html.Node)) {
	for child := n.FirstChild; child != nil; {
		next := child.NextSibling
		visit(child)
		if child.Parent == n {
			visitAll(child, visit)
		}
		child = next
	}
}

// findFirst returns the first element below n for which is returns true; nil for
// none.
func findFirst(n *html.Node, is func(*html.Node) bool) *html.Node {
	for d := range n.Descendants() {
		if d.Type == html.ElementNode && is(d) {
			return d
		}
	}
	return nil
}

func hasName(name string) func(*html.Node) bool {
	return func(n *html.Node) bool { return n.Data == name }
}

// textLength returns the number of code points of the text of a node, without
// white space.
func textLength(n *html.Node) (count int) {
	if n.Type == html.TextNode {
		for field := range strings.FieldsSeq(n.Data) {
			count += utf8.RuneCountInString(field)
		}
		return count
	}
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			count += textLength(d)
		}
	}
	return count
}

// textIn returns the text of a node.
func textIn(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}

func hasLetters(n *html.Node) bool { return strings.ContainsFunc(textIn(n), unicode.IsLetter) }

// hasAncestor reports whether an element with the name is around a node.
func hasAncestor(n *html.Node, name string) bool {
	for up := n.Parent; up != nil; up = up.Parent {
		if up.Data == name && up.Type == html.ElementNode {
			return true
		}
	}
	return false
}

// element returns a new element.
func element(name atom.Atom) *html.Node {
	return &html.Node{Type: html.ElementNode, DataAtom: name, Data: name.String()}
}

// rename changes the name of an element.
func rename(n *html.Node, name atom.Atom) { n.DataAtom, n.Data = name, name.String() }

// clone returns a copy of a node and everything below it, without comments.
func clone(n *html.Node) *html.Node {
	copied := &html.Node{Type: n.Type, DataAtom: n.DataAtom, Data: n.Data, Namespace: n.Namespace, Attr: append([]html.Attribute(nil), n.Attr...)}
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		if child.Type != html.CommentNode {
			copied.AppendChild(clone(child))
		}
	}
	return copied
}

// countAttr returns the number in an attribute; at least 1, and 1 for none.
func countAttr(n *html.Node, key string) int {
	value, err := strconv.Atoi(attr(n, key))
	if err != nil {
		return 1
	}
	return max(value, 1)
}
