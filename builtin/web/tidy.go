package web

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// maxIndent is how deep quotations and lists are shown as such: each line
// of one repeats the marks of those around it.
const maxIndent = 8

// tidy makes of a content what can be written as Markdown and read with profit:
// links that can be fetched, pictures as links, tables without blocks in their
// cells.
func tidy(content *html.Node, base *url.URL) {
	all(content, func(n *html.Node) {
		switch {
		case n.Type != html.ElementNode:
		case never[n.Data]:
			n.Parent.RemoveChild(n)
		case n.Data == "a":
			tidyLink(n, base)
		}
	})
	all(content, func(n *html.Node) {
		if n.Type == html.ElementNode && n.Data == "img" {
			n.Parent.InsertBefore(picture(n, base), n)
			n.Parent.RemoveChild(n)
		}
	})
	tidyRuby(content)
	tidyCode(content)
	tables(content)
	flatten(content, 0)
}

// tidyLink makes a link absolute. One that leads nowhere else becomes its text:
// within the page, to a script, to data.
func tidyLink(n *html.Node, base *url.URL) {
	href := strings.TrimSpace(attr(n, "href"))
	n.Attr = nil
	shown := textLength(n) > 0 || first(n, named("img")) != nil
	u := resolve(base, href)
	switch {
	case strings.HasPrefix(href, "#") && textLength(n) <= 1:
		n.Parent.RemoveChild(n) // the mark for links to a heading
	case u == nil || !shown || strings.HasPrefix(href, "#"):
		rename(n, atom.Span)
	default:
		setAttr(n, "href", u.String())
	}
}

// maxAlt is how much of the description of a picture is kept, in code points.
const maxAlt = 300

// picture is what stands for an image: its description as a link to it. It
// is not the image of Markdown, which a viewer would fetch and so tell a stranger
// that somebody reads. One without a description is decoration.
func picture(n *html.Node, base *url.URL) *html.Node {
	alt := short(visible(attr(n, "alt")), maxAlt)
	if alt == "" {
		return &html.Node{Type: html.TextNode, Data: " "}
	}
	text := &html.Node{Type: html.TextNode, Data: "image: " + alt}
	src := attr(n, "src")
	if lazy := attr(n, "data-src"); lazy != "" && (src == "" || strings.HasPrefix(src, "data:")) {
		src = lazy
	}
	u := resolve(base, src)
	if u == nil || u.Host == "" || inside(n, "a") {
		text.Data = "(" + text.Data + ")"
		return text
	}
	link := element(atom.A)
	setAttr(link, "href", u.String())
	link.AppendChild(text)
	return link
}

// tidyRuby writes readings in brackets: 漢字(かんじ).
func tidyRuby(content *html.Node) {
	all(content, func(n *html.Node) {
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

// lineNumbers are words in the classes of the numbers beside code.
var lineNumbers = []string{"lineno", "line-number", "linenumber", "gutter"}

// tidyCode takes away the numbers of lines that pages put into or beside code,
// and notes its language.
func tidyCode(content *html.Node) {
	all(content, func(n *html.Node) {
		if n.Type != html.ElementNode {
			return
		}
		if containsAny(attr(n, "class"), lineNumbers) && !hasLetters(n) {
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

// languageAround is the class that names the language of code: its own, or that
// of a block of code around it.
func languageAround(pre *html.Node) string {
	for n, up := pre, 0; n != nil && up < 8; n, up = n.Parent, up+1 {
		class := attr(n, "class")
		if found := languageClass.FindStringSubmatch(class); found != nil && (n == pre || containsAny(class, []string{"highlight", "code"})) {
			return "language-" + found[1]
		}
	}
	return ""
}

func containsAny(text string, words []string) bool {
	text = strings.ToLower(text)
	for _, word := range words {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}

// flatten takes away quotations and lists that are nested deeper than they can
// be shown.
func flatten(n *html.Node, depth int) {
	for child := n.FirstChild; child != nil; {
		next := child.NextSibling
		below := depth
		if child.Type == html.ElementNode && (child.Data == "blockquote" || child.Data == "ul" || child.Data == "ol") {
			below++
		}
		flatten(child, below)
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
