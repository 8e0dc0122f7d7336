package web

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

const (
	maxValue = 4000 // the maximum length of the value of an attribute, in bytes
	maxSpan  = 20   // the maximum number of columns or rows of a cell
	// maxKinds is how many kinds of formatting elements with attributes a page
	// has: to the parser, each is a formatting element of its own.
	maxKinds = 16
)

var (
	// keptAttributes are the attributes that later steps read.
	keptAttributes = set("http-equiv href src data-src alt class id colspan rowspan lang role rel property name content itemprop start datetime align")
	// hidingAttributes are those that can hide an element.
	hidingAttributes = set("hidden aria-hidden style id class type")
)

// attributes returns the attributes of a tag that are read, each once. The first
// of several with one name counts.
func (s *scrubber) attributes(z *html.Tokenizer, more bool) (list []html.Attribute) {
	for more {
		var key, value []byte
		key, value, more = z.TagAttr()
		name := string(key)
		if !keptAttributes[name] && !hidingAttributes[name] && !s.sheet.NamesAttribute(name) || hasKey(list, name) {
			continue
		}
		list = append(list, html.Attribute{Key: name, Val: string(value)})
	}
	return list
}

// writtenAttributes returns the attributes of an element as they are written. It reports
// false when attributes that style sheets are about had to be left out.
func (s *scrubber) writtenAttributes(name string, list []html.Attribute) (kept []html.Attribute, complete bool) {
	var styled []html.Attribute
	for _, a := range list {
		value, ok := s.value(name, a)
		if ok {
			kept = append(kept, html.Attribute{Key: a.Key, Val: value})
		}
		if formattingElements[name] {
			styled = append(styled, s.styledPart(a)...)
		}
	}
	if len(styled) == 0 {
		return kept, true
	}
	if name != "a" && !s.addKind(fmt.Sprint(name, kept, styled)) {
		return kept, false
	}
	return merge(kept, styled), true
}

// styledPart returns the part of an attribute of a formatting element that style
// sheets are about.
func (s *scrubber) styledPart(a html.Attribute) []html.Attribute {
	switch {
	case a.Key == "class":
		a.Val = s.sheet.Classes(a.Val)
	case a.Key == "id" && !s.sheet.NamesID(a.Val):
		a.Val = ""
	case a.Key == "hidden" || a.Key != "id" && !s.sheet.NamesAttribute(a.Key):
		return nil
	}
	if a.Val == "" && !s.sheet.NamesAttribute(a.Key) || len(a.Val) > maxValue {
		return nil
	}
	return []html.Attribute{a}
}

// merge adds attributes to a list, and classes to the class that it has.
func merge(list, added []html.Attribute) []html.Attribute {
	for _, a := range added {
		i := slices.IndexFunc(list, func(other html.Attribute) bool { return other.Key == a.Key })
		switch {
		case i < 0:
			list = append(list, a)
		case a.Key == "class":
			list[i].Val += " " + a.Val
		}
	}
	return list
}

// addKind adds a kind of formatting element, and reports whether there may be one
// more.
func (s *scrubber) addKind(kind string) bool {
	if !slices.Contains(s.kinds, kind) {
		if len(s.kinds) >= maxKinds {
			return false
		}
		s.kinds = append(s.kinds, kind)
	}
	return true
}

// value returns the value of an attribute that later steps read.
func (s *scrubber) value(name string, a html.Attribute) (string, bool) {
	switch {
	case a.Key == "hidden" || !keptAttributes[a.Key] && (a.Key != "style" || s.sheet.IsEmpty()) && !s.sheet.NamesAttribute(a.Key):
		return "", false
	case strings.HasPrefix(a.Val, "data:"):
		return "data:,", true // later steps need to know only that there is data
	case len(a.Val) > maxValue:
		return "", false
	case name == "a":
		return a.Val, a.Key == "href"
	case name == "code" && a.Key == "class":
		return s.language(a.Val)
	case formattingElements[name]:
		return "", false
	case a.Key == "colspan" || a.Key == "rowspan":
		n, err := strconv.Atoi(strings.TrimSpace(a.Val))
		return strconv.Itoa(min(n, maxSpan)), err == nil && n > 1
	}
	return a.Val, true
}

// removeStyles removes the attributes of an element that were kept only for style
// sheets.
func removeStyles(n *html.Node) {
	n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool {
		switch {
		case a.Key == "hidden" || n.Data == "a" && a.Key == "href" || n.Data == "code" && a.Key == "class":
			return false
		}
		return formattingElements[n.Data] || !keptAttributes[a.Key]
	})
}

var languageClass = regexp.MustCompile(`(?:^|\s)(?:language-|lang-|highlight-source-|highlight-|brush:\s*)([a-zA-Z0-9+#]{1,20})(?:\s|$)`)

// language returns the class of code that names its language, unless there are
// too many kinds of formatting elements.
func (s *scrubber) language(class string) (string, bool) {
	found := languageClass.FindStringSubmatch(class)
	if found == nil || !s.addKind(found[1]) {
		return "", false
	}
	return "language-" + found[1], true
}
