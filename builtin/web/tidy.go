package web

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// maxIndent is the maximum depth of quotations and lists: each line repeats the
// marks of all levels.
const maxIndent = 8

// tidy prepares content for Markdown: it makes links absolute, replaces
// pictures by links, and removes blocks from the cells of tables. redact removes
// secrets from texts before they are cut.
func tidy(content *html.Node, base *url.URL, redact func(string) string) {
	visitAll(content, func(n *html.Node) {
		switch {
		case n.Type != html.ElementNode:
		case removedElements[n.Data]:
			n.Parent.RemoveChild(n)
		case n.Data == "a":
			tidyLink(n, base)
		}
	})
	visitAll(content, func(n *html.Node) {
		if n.Type == html.ElementNode && n.Data == "img" {
			n.Parent.InsertBefore(pictureLink(n, base, redact), n)
			n.Parent.RemoveChild(n)
		}
	})
	tidyRuby(content)
	tidyCode(content)
	tidyTables(content)
	limitNesting(content, 0)
}

// tidyLink makes a link absolute. A link within the page, to a script or to
// data becomes its text.
func tidyLink(n *html.Node, base *url.URL) {
	href := strings.TrimSpace(attr(n, "href"))
	n.Attr = nil
	shown := textLength(n) > 0 || findFirst(n, hasName("img")) != nil
	u := resolve(base, href)
	switch {
	case strings.HasPrefix(href, "#") && textLength(n) <= 1:
		n.Parent.RemoveChild(n) // an anchor of a heading
	case u == nil || !shown || strings.HasPrefix(href, "#"):
		rename(n, atom.Span)
	default:
		setAttr(n, "href", u.String())
	}
}

// maxAlt is the maximum length of the description of a picture, in code points.
const maxAlt = 300

// pictureLink returns the replacement of an image: a link with its description, or
// nothing without a description. An image of Markdown would be fetched by
// viewers, so that its server would learn of the reader.
func pictureLink(n *html.Node, base *url.URL, redact func(string) string) *html.Node {
	alt := shortLine(redact(removeInvisible(attr(n, "alt"))), maxAlt)
	if alt == "" {
		return &html.Node{Type: html.TextNode, Data: " "}
	}
	text := &html.Node{Type: html.TextNode, Data: "image: " + alt}
	src := attr(n, "src")
	if lazy := attr(n, "data-src"); lazy != "" && (src == "" || strings.HasPrefix(src, "data:")) {
		src = lazy
	}
	u := resolve(base, src)
	if u == nil || u.Host == "" || hasAncestor(n, "a") {
		text.Data = "(" + text.Data + ")"
		return text
	}
	link := element(atom.A)
	setAttr(link, "href", u.String())
	link.AppendChild(text)
	return link
}

// tidyRuby writes ruby annotations in brackets: 漢字(かんじ).
func tidyRuby(content *html.Node) {
	visitAll(content, func(n *html.Node) {
		if n.Type != html.ElementNode {
			return
		}
		switch n.Data {
		case "rp":
			n.Parent.RemoveChild(n)
		case "rt":
			n.InsertBefore(&html.Node{Type: html.TextNode, Data: "("}, n.FirstChild)
			n.AppendChild(&html.Node{Type: html.TextNode, Data: ")"})
			rename(n, atom.Span)
		}
	})
}

// lineNumbers are words in the classes of line numbers of code.
var lineNumbers = []string{"lineno", "line-number", "linenumber", "gutter"}

// tidyCode removes line numbers of code, and keeps its language.
func tidyCode(content *html.Node) {
	visitAll(content, func(n *html.Node) {
		if n.Type != html.ElementNode {
			return
		}
		if containsWord(attr(n, "class"), lineNumbers) && !hasLetters(n) {
			n.Parent.RemoveChild(n)
			return
		}
		if n.Data == "pre" {
			language := languageAround(n)
			n.Attr = nil
			if language != "" {
				setAttr(n, "class", language)
			}
		}
	})
}

// languageAround returns the class with the language of code: its own, or that
// of an element around it.
func languageAround(pre *html.Node) string {
	for n, up := pre, 0; n != nil && up < 8; n, up = n.Parent, up+1 {
		class := attr(n, "class")
		if found := languageClass.FindStringSubmatch(class); found != nil && (n == pre || containsWord(class, []string{"highlight", "code"})) {
			return "language-" + found[1]
		}
	}
	return ""
}

// containsWord reports whether a text contains one of the words, which are in lower
// case.
func containsWord(text string, words []string) bool {
	text = strings.ToLower(text)
	for _, word := range words {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}

// limitNesting replaces quotations and lists that are nested deeper than maxIndent
// by blocks.
func limitNesting(n *html.Node, depth int) {
	for child := n.FirstChild; child != nil; {
		next := child.NextSibling
		below := depth
		if child.Type == html.ElementNode && (child.Data == "blockquote" || child.Data == "ul" || child.Data == "ol") {
			below++
		}
		limitNesting(child, below)
		if below > maxIndent && below > depth {
			rename(child, atom.Div)
			for item := range child.ChildNodes() {
				if item.Data == "li" {
					rename(item, atom.Div)
				}
			}
		}
		child = next
	}
}
