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

// attr is the value of an attribute; empty when there is none.
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

// all calls visit with every node below n, in order; what visit removes or
// replaces is not descended into.
func all(n *html.Node, visit func(*html.Node)) {
	for child := n.FirstChild; child != nil; {
		next := child.NextSibling
		visit(child)
		if child.Parent == n {
			all(child, visit)
		}
		child = next
	}
}

// first is the first element below n of which is says so.
func first(n *html.Node, is func(*html.Node) bool) *html.Node {
	for d := range n.Descendants() {
		if d.Type == html.ElementNode && is(d) {
			return d
		}
	}
	return nil
}

func named(name string) func(*html.Node) bool {
	return func(n *html.Node) bool { return n.Data == name }
}

// textLength is how many code points of text a node has, white space aside.
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

// textIn is the text of a node.
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

// inside reports whether an element of that name is around a node.
func inside(n *html.Node, name string) bool {
	for up := n.Parent; up != nil; up = up.Parent {
		if up.Data == name && up.Type == html.ElementNode {
			return true
		}
	}
	return false
}

// element is a new element.
func element(name atom.Atom) *html.Node {
	return &html.Node{Type: html.ElementNode, DataAtom: name, Data: name.String()}
}

// rename makes another element of one.
func rename(n *html.Node, name atom.Atom) { n.DataAtom, n.Data = name, name.String() }

// clone copies a node with all below it.
func clone(n *html.Node) *html.Node {
	copied := &html.Node{Type: n.Type, DataAtom: n.DataAtom, Data: n.Data, Namespace: n.Namespace, Attr: append([]html.Attribute(nil), n.Attr...)}
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		if child.Type != html.CommentNode {
			copied.AppendChild(clone(child))
		}
	}
	return copied
}

// number is a count in an attribute; 1 where there is none.
func number(n *html.Node, key string) int {
	value, err := strconv.Atoi(attr(n, key))
	if err != nil {
		return 1
	}
	return max(value, 1)
}
