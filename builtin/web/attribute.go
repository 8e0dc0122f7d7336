package web

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

const (
	maxValue     = 4000 // bytes of an attribute's value
	maxLanguages = 16   // of code in one page
	maxSpan      = 20   // columns or rows of a cell
)

var (
	// kept are the attributes that are worth something further on.
	kept = set("http-equiv href src data-src alt class id colspan rowspan lang role rel property name content itemprop start datetime align")
	// hiding are those that can make an element invisible.
	hiding = set("hidden aria-hidden style id class type")
)

// attributes are those of a tag that matter, each once. Of several of one name
// the first counts.
func attributes(z *html.Tokenizer, more bool) (list []html.Attribute) {
	for more {
		var key, value []byte
		key, value, more = z.TagAttr()
		if !kept[string(key)] && !hiding[string(key)] || slices.ContainsFunc(list, func(a html.Attribute) bool { return a.Key == string(key) }) {
			continue
		}
		list = append(list, html.Attribute{Key: string(key), Val: string(value)})
	}
	return list
}

// value is an attribute as it is kept.
func (s *scrubber) value(name string, a html.Attribute) (string, bool) {
	switch {
	case !kept[a.Key]:
		return "", false
	case strings.HasPrefix(a.Val, "data:"):
		return "data:,", true // that there is something is enough
	case len(a.Val) > maxValue:
		return "", false
	case name == "a":
		return a.Val, a.Key == "href"
	case name == "code" && a.Key == "class":
		return s.language(a.Val)
	case formatting[name]:
		return "", false
	case a.Key == "colspan" || a.Key == "rowspan":
		n, err := strconv.Atoi(strings.TrimSpace(a.Val))
		return strconv.Itoa(min(n, maxSpan)), err == nil && n > 1
	}
	return a.Val, true
}

var languageClass = regexp.MustCompile(`(?:^|\s)(?:language-|lang-|highlight-source-|highlight-|brush:\s*)([a-zA-Z0-9+#]{1,20})(?:\s|$)`)

// language is the class of code that names its language, of at most so many in
// a page: each is a formatting element of its own to the parser.
func (s *scrubber) language(class string) (string, bool) {
	found := languageClass.FindStringSubmatch(class)
	if found == nil {
		return "", false
	}
	if !slices.Contains(s.languages, found[1]) {
		if len(s.languages) >= maxLanguages {
			return "", false
		}
		s.languages = append(s.languages, found[1])
	}
	return "language-" + found[1], true
}
