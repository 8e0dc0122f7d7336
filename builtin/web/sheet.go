package web

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
)

// hidingClasses are the usual names of classes for what is not shown, or only
// read aloud.
var hidingClasses = set("sr-only visually-hidden visuallyhidden screen-reader-text screen-reader-only screenreader d-none hidden is-hidden hide invisible offscreen off-screen u-hidden element-invisible")

// responsive are classes that show on larger screens what another one hides,
// such as "hidden md:block" and "d-none d-lg-flex".
var responsive = regexp.MustCompile(`^(?:(?:sm|md|lg|xl|2xl):(?:block|flex|grid|inline\S*|table\S*|visible|not-sr-only)|d-(?:sm|md|lg|xl|xxl)-(?:block|flex|grid|inline\S*|table\S*))$`)

// sheet knows what the page's own style sheets hide: selectors such as ".x",
// "p.x", "#x" and "x-note".
type sheet struct{ selectors map[string]bool }

// simple are selectors that are about one class, id or name of an element.
var simple = regexp.MustCompile(`^(?:[a-z][a-z0-9-]*)?[.#][A-Za-z_-][\w-]*$|^[a-z]+-[a-z0-9-]+$`)

// styles are the style sheets within a page.
func styles(page string) string {
	var css strings.Builder
	if !strings.Contains(strings.ToLower(page), "<style") {
		return ""
	}
	z := html.NewTokenizer(strings.NewReader(page))
	for inside := false; ; {
		switch z.Next() {
		case html.ErrorToken:
			return css.String()
		case html.StartTagToken:
			name, _ := z.TagName()
			inside = string(name) == "style"
		case html.TextToken:
			if inside {
				css.Write(z.Raw())
			}
		default:
			inside = false
		}
	}
}

// transparent are rules whose content holds on every screen.
var transparent = regexp.MustCompile(`(?i)^\s*@(?:layer\b|supports\b|media\s+(?:only\s+)?(?:screen|all)\s*$)`)

// newSheet reads style sheets. What stands within other rules of rules is passed
// over: what only a printer hides is not hidden.
func newSheet(css string) *sheet {
	s := &sheet{selectors: make(map[string]bool)}
	css = comment.ReplaceAllString(css, "")
	depth, start, open := 0, 0, 0
	for i := range len(css) {
		switch css[i] {
		case '{':
			if depth == 0 && transparent.MatchString(css[start:i]) {
				start = i + 1
				continue
			}
			if depth == 0 {
				open = i
			}
			depth++
		case '}':
			if depth == 1 {
				s.rule(css[start:open], css[open+1:i])
			}
			if depth = max(depth-1, 0); depth == 0 {
				start = i + 1
			}
		case ';':
			if depth == 0 {
				start = i + 1 // @import and @charset
			}
		}
	}
	return s
}

// rule takes one rule of a style sheet.
func (s *sheet) rule(selectors, declarations string) {
	declarations, _, _ = strings.Cut(declarations, "{") // without nested rules
	if strings.Contains(selectors, "@") || !hides(declarations) {
		return
	}
	for selector := range strings.SplitSeq(selectors, ",") {
		if selector = unescapeCSS(strings.TrimSpace(selector)); simple.MatchString(selector) {
			s.selectors[selector] = true
		}
	}
}

// matches reports whether a selector of this kind hides, with the element's name
// or without.
func (s *sheet) matches(name, selector string) bool {
	return s.selectors[selector] || s.selectors[name+selector]
}

// hides reports whether an element of this name with these attributes is not
// seen.
func (s *sheet) hides(name string, attributes []html.Attribute) bool {
	hidden := s.selectors[name]
	for _, a := range attributes {
		switch a.Key {
		case "hidden":
			hidden = hidden || !strings.EqualFold(a.Val, "until-found")
		case "aria-hidden":
			hidden = hidden || strings.EqualFold(strings.TrimSpace(a.Val), "true") && name != "img"
		case "style":
			hidden = hidden || hides(a.Val)
		case "id":
			hidden = hidden || s.matches(name, "#"+a.Val)
		case "class":
			hidden = hidden || s.hidesClass(name, a.Val)
		case "type":
			hidden = hidden || name == "input" && strings.EqualFold(a.Val, "hidden")
		}
	}
	return hidden
}

func (s *sheet) hidesClass(name, value string) bool {
	hidden := false
	for class := range strings.FieldsSeq(value) {
		if responsive.MatchString(class) {
			return false
		}
		hidden = hidden || hidingClasses[strings.ToLower(class)] || s.matches(name, "."+class)
	}
	return hidden
}
