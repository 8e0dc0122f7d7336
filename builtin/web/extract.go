package web

import (
	"context"
	"net/url"

	"codeberg.org/readeck/go-readability/v2"
	"golang.org/x/net/html"
)

var (
	// never is what is no text of a page, wherever it stands.
	never = set("head script style noscript template iframe object embed applet audio video canvas svg select datalist input button dialog map progress meter")
	// around is what stands around the content of a page.
	around = set("nav footer aside")
	// aroundRoles are the roles of such parts.
	aroundRoles = set("navigation banner contentinfo search complementary dialog alertdialog menu menubar")
)

// removeHidden takes out what a reader does not see, and says how many
// characters that were.
func removeHidden(doc *html.Node) (hidden int) {
	all(doc, func(n *html.Node) {
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

// maxReadability is how many elements the search for the main content looks at:
// its time grows faster than the page. Of larger pages the whole is taken.
const maxReadability = 12_000

// mainContent is the part of a page that is worth reading: the article that
// readability finds, unless that leaves out much of the page's body without its
// surroundings.
func mainContent(ctx context.Context, doc *html.Node, at *url.URL) (*html.Node, error) {
	body := wholeContent(doc)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	parser := readability.NewParser()
	parser.MaxElemsToParse = maxReadability
	parser.DisableJSONLD = true
	parser.KeepClasses = true // languages of code
	article, err := parser.ParseAndMutate(doc, at)
	if err != nil || article.Node == nil || !enough(measure(article.Node), measure(body)) {
		return body, ctx.Err()
	}
	return article.Node, ctx.Err()
}

// measures are what a page has of text.
type measures struct{ text, code, cells, items int }

func measure(n *html.Node) (m measures) {
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

// enough reports whether an article is the content of a body: neither most of the
// text nor the tables, code and lists, which are often taken for menus, are
// lost.
func enough(article, body measures) bool {
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

// wholeContent is a copy of the page's <main>, or of its body, without what
// stands around the content.
func wholeContent(doc *html.Node) *html.Node {
	root := first(doc, named("body"))
	if root == nil {
		root = doc
	}
	whole := textLength(root)
	main := first(root, func(n *html.Node) bool {
		return (n.Data == "main" || attr(n, "role") == "main") && textLength(n)*4 > whole
	})
	if main != nil {
		root = main
	}
	root = clone(root)
	bare := clone(root)
	all(bare, func(n *html.Node) {
		if n.Type == html.ElementNode && (around[n.Data] || aroundRoles[attr(n, "role")] || consent(n)) {
			n.Parent.RemoveChild(n)
		}
	})
	if textLength(bare)*5 < textLength(root) {
		return root // a page of nothing but navigation
	}
	return bare
}

// consents are words in the names of boxes that ask about cookies.
var consents = []string{"cookie", "consent", "gdpr", "onetrust"}

// maxConsent is how much text such a box has at most.
const maxConsent = 2000

// consent reports whether an element asks about cookies.
func consent(n *html.Node) bool {
	if n.Data != "div" && n.Data != "section" && n.Data != "form" {
		return false
	}
	return containsAny(attr(n, "id")+" "+attr(n, "class"), consents) && textLength(n) <= maxConsent
}
