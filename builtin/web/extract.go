package web

import (
	"context"
	"net/url"

	"codeberg.org/readeck/go-readability/v2"
	"golang.org/x/net/html"
)

var (
	// removedElements are the elements whose content is not text of the page.
	removedElements = set("head script style noscript template iframe object embed applet audio video canvas svg select datalist input button dialog map progress meter")
	// marginalElements are the elements around the content of a page.
	marginalElements = set("nav footer aside")
	// marginalRoles are the roles of such elements.
	marginalRoles = set("navigation banner contentinfo search complementary dialog alertdialog menu menubar")
)

// removeHidden removes hidden elements and comments. It returns the number of
// characters in the hidden elements.
func removeHidden(doc *html.Node) (hidden int) {
	visitAll(doc, func(n *html.Node) {
		switch {
		case n.Type == html.CommentNode:
			n.Parent.RemoveChild(n)
		case n.Type != html.ElementNode || n.Data == "html" || n.Data == "body" || n.Data == "head":
		case n.Data == "template":
			n.Parent.RemoveChild(n)
		case hasAttr(n, "hidden"):
			hidden += textLength(n)
			n.Parent.RemoveChild(n)
		}
	})
	return hidden
}

// maxReadability is the maximum number of elements in which readability
// searches for the main content: its time grows faster than the page. Larger
// pages are returned completely.
const maxReadability = 12_000

// mainContent returns the main part of a page: the article that readability
// finds, unless it lacks much of the content of the body.
func mainContent(ctx context.Context, doc *html.Node, at *url.URL) (*html.Node, error) {
	body := bodyContent(doc)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	parser := readability.NewParser()
	parser.MaxElemsToParse = maxReadability
	parser.DisableJSONLD = true
	parser.KeepClasses = true // for the languages of code
	article, err := parser.ParseAndMutate(doc, at)
	if err != nil || article.Node == nil || !isComplete(measureContent(article.Node), measureContent(body)) {
		return body, ctx.Err()
	}
	return article.Node, ctx.Err()
}

// amounts are the amounts of content of a part of a page.
type amounts struct{ text, code, cells, items int }

// measureContent measures what an element contains.
func measureContent(n *html.Node) (m amounts) {
	m.text = textLength(n)
	for d := range n.Descendants() {
		if d.Type != html.ElementNode {
			continue
		}
		switch d.Data {
		case "pre":
			m.code += textLength(d)
		case "td", "th":
			m.cells++
		case "li", "dd", "dt":
			m.items++
		}
	}
	return m
}

// isComplete reports whether an article has the content of a body: most of its
// text, and most of its tables, code and lists, which readability often takes
// for menus.
func isComplete(article, body amounts) bool {
	switch {
	case article.text*100 < body.text*45:
		return false
	case body.code > 40 && article.code*100 < body.code*80:
		return false
	case body.cells > 6 && article.cells*100 < body.cells*70:
		return false
	case body.items > 10 && article.items*100 < body.items*40:
		return false
	}
	return true
}

// bodyContent returns a copy of the page's <main>, or of its body, without the
// elements around the content.
func bodyContent(doc *html.Node) *html.Node {
	root := findFirst(doc, hasName("body"))
	if root == nil {
		root = doc
	}
	total := textLength(root)
	main := findFirst(root, func(n *html.Node) bool {
		return (n.Data == "main" || attr(n, "role") == "main") && textLength(n)*4 > total
	})
	if main != nil {
		root = main
	}
	root = clone(root)
	bare := clone(root)
	visitAll(bare, func(n *html.Node) {
		if n.Type == html.ElementNode && (marginalElements[n.Data] || marginalRoles[attr(n, "role")] || isConsent(n)) {
			n.Parent.RemoveChild(n)
		}
	})
	if textLength(bare)*5 < textLength(root) {
		return root // the page has almost only navigation
	}
	return bare
}

// consentWords are words in the ids and classes of elements that ask about
// cookies.
var consentWords = []string{"cookie", "consent", "gdpr", "onetrust"}

// maxConsent is the maximum length of the text of an element that asks about
// cookies.
const maxConsent = 2000

// isConsent reports whether an element asks about cookies.
func isConsent(n *html.Node) bool {
	if n.Data != "div" && n.Data != "section" && n.Data != "form" {
		return false
	}
	return containsWord(attr(n, "id")+" "+attr(n, "class"), consentWords) && textLength(n) <= maxConsent
}
