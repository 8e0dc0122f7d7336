package web

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"

	"github.com/toolgen/toolgen/builtin/internal/styles"
)

// Text that a reader of the page does not see is where attackers put instructions
// for models. It is found by the attributes of an element, by the usual names of
// classes, and by the CSS inside the page. External style sheets are not fetched,
// so that text which only they hide is kept.

// hidingClasses are the usual names of classes for text that is not shown, or
// only read aloud.
var hidingClasses = set("sr-only visually-hidden visuallyhidden screen-reader-text screen-reader-only screenreader d-none hidden is-hidden hide invisible offscreen off-screen u-hidden element-invisible")

// responsive are classes that show on larger screens what another class hides,
// such as "hidden md:block" and "d-none d-lg-flex".
var responsive = regexp.MustCompile(`^(?:(?:sm|md|lg|xl|2xl):(?:block|flex|grid|inline\S*|table\S*|visible|not-sr-only)|d-(?:sm|md|lg|xl|xxl)-(?:block|flex|grid|inline\S*|table\S*))$`)

// maxStyle is the length of the longest style attribute that is read, in bytes. A
// longer one counts as hiding.
const maxStyle = 4000

// isHidden reports whether its attributes alone hide an element of this name.
func isHidden(name string, attributes []html.Attribute) bool {
	for _, a := range attributes {
		if hidesAttribute(name, a) {
			return true
		}
	}
	return false
}

// hidesAttribute reports whether an attribute hides its element.
func hidesAttribute(name string, a html.Attribute) bool {
	switch a.Key {
	case "hidden":
		return !strings.EqualFold(a.Val, "until-found")
	case "aria-hidden":
		return strings.EqualFold(strings.TrimSpace(a.Val), "true") && name != "img"
	case "style":
		return len(a.Val) > maxStyle || styles.Hides(a.Val)
	case "class":
		return hidesClass(a.Val)
	case "type":
		return name == "input" && strings.EqualFold(a.Val, "hidden")
	}
	return false
}

// hidesClass reports whether the value of a class attribute has a class that
// usually hides, and none that shows on larger screens.
func hidesClass(value string) (hidden bool) {
	for class := range strings.FieldsSeq(value) {
		if responsive.MatchString(class) {
			return false
		}
		hidden = hidden || hidingClasses[strings.ToLower(class)]
	}
	return hidden
}

// sheetOf reads the style elements of a page.
func sheetOf(page string) *styles.Sheet {
	sheet := &styles.Sheet{}
	if !strings.Contains(strings.ToLower(page), "<style") {
		return sheet
	}
	z := html.NewTokenizer(strings.NewReader(page))
	for isStyle := false; ; {
		switch z.Next() {
		case html.ErrorToken:
			return sheet
		case html.StartTagToken:
			name, hasAttributes := z.TagName()
			isStyle = string(name) == "style" && isScreenStyle(z, hasAttributes)
		case html.TextToken:
			if isStyle {
				sheet.Add(string(z.Raw()))
			}
		default:
			isStyle = false
		}
	}
}

// isScreenStyle reports whether a style element is CSS for screens.
func isScreenStyle(z *html.Tokenizer, hasAttributes bool) bool {
	is := true
	for hasAttributes {
		var key, value []byte
		key, value, hasAttributes = z.TagAttr()
		switch string(key) {
		case "media":
			is = is && styles.HasMedia(string(value))
		case "type":
			is = is && (len(value) == 0 || strings.EqualFold(string(value), "text/css"))
		}
	}
	return is
}

// hideByStyle marks the elements that the style sheets of the page hide by the
// attribute hidden. It reports false when matching took too long: the rest of the
// page is hidden then.
func hideByStyle(doc *html.Node, sheet *styles.Sheet) (complete bool) {
	if sheet.IsEmpty() {
		return true
	}
	complete = sheet.HideAll(doc, func(n *html.Node) { setAttr(n, "hidden", "") })
	visitAll(doc, func(n *html.Node) {
		if n.Type == html.ElementNode {
			removeStyles(n)
		}
	})
	return complete
}
