package web

import (
	"bytes"
	"context"
	"net/url"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/toolgen/toolgen/runtime"
)

// read takes the text of a page's main content.
func (p *Page) read(ctx context.Context, page string, at *url.URL, format Format) error {
	rewritten, cut := scrub(page)
	if cut {
		p.cut("the page is larger than is read: %s of text or %d elements", size(MaxTextBytes), MaxElements)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	doc, err := html.Parse(bytes.NewReader(rewritten))
	if err != nil { // the bounds hold for tags, and some tags nest without counting
		return &runtime.Error{Code: runtime.ExecutionFailed, Reason: "TOO_DEEP", Message: "the page is nested deeper than can be read; format raw shows its source", Cause: err}
	}
	base := baseOf(doc, at)
	p.Title = short(titleOf(doc), 300)
	hidden := removeHidden(doc)
	content, err := mainContent(ctx, doc, base)
	if err != nil {
		return err
	}
	tidy(content, base)
	if p.text, err = write(content, format); err != nil {
		return err
	}
	p.remark(doc, base, hidden)
	return nil
}

// remark notes what a reader of the text cannot see.
func (p *Page) remark(doc *html.Node, base *url.URL, hidden int) {
	shown := utf8.RuneCountInString(p.text)
	if hidden > 200 && hidden > shown/4 {
		p.note("%d characters that the page does not show were left out", hidden)
	}
	if to := refreshOf(doc, base); to != "" {
		p.note("the page sends browsers on to %s", to)
	}
	if shown == 0 {
		p.note("the page has no text of its own: scripts may make it in a browser")
	}
}

// plainHTML is the text of a page, for excerpts.
func plainHTML(page string) string {
	rewritten, _ := scrub(page)
	doc, err := html.Parse(bytes.NewReader(rewritten))
	if err != nil {
		return ""
	}
	removeHidden(doc)
	text, _ := write(doc, FormatText) // plain text cannot fail
	return text
}

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

func hasAttr(n *html.Node, key string) bool {
	for _, a := range n.Attr {
		if a.Key == key {
			return true
		}
	}
	return false
}

// isElement says that a node is an element of one of these names.
func isElement(n *html.Node, names map[string]bool) bool {
	return n.Type == html.ElementNode && names[n.Data]
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

// words is how many code points of text a node has, white space aside.
func words(n *html.Node) (count int) {
	if n.Type == html.TextNode {
		for field := range strings.FieldsSeq(n.Data) {
			count += utf8.RuneCountInString(field)
		}
		return count
	}
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			count += words(d)
		}
	}
	return count
}

// baseOf is the address that links of the page start from.
func baseOf(doc *html.Node, at *url.URL) *url.URL {
	base := first(doc, func(n *html.Node) bool { return n.Data == "base" && attr(n, "href") != "" })
	if base == nil {
		return at
	}
	if u := resolve(at, attr(base, "href")); u != nil && u.Host != "" {
		return u
	}
	return at
}

// titleOf is the title of the page, or else its first heading.
func titleOf(doc *html.Node) string {
	for _, name := range []string{"title", "h1"} {
		if n := first(doc, named(name)); n != nil && words(n) > 0 {
			return textIn(n)
		}
	}
	return ""
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

// refreshOf is where a page sends browsers by <meta http-equiv="refresh">.
func refreshOf(doc *html.Node, base *url.URL) string {
	n := first(doc, func(n *html.Node) bool {
		return n.Data == "meta" && strings.EqualFold(attr(n, "http-equiv"), "refresh")
	})
	if n == nil {
		return ""
	}
	_, to, ok := strings.Cut(attr(n, "content"), "=")
	if u := resolve(base, strings.Trim(to, ` '"`)); ok && u != nil && u.Host != "" {
		return u.String()
	}
	return ""
}
