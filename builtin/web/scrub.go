package web

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"

	"github.com/toolgen/toolgen/builtin/internal/styles"
	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// The parser of HTML and the libraries behind it do what the standard says,
// which for some pages costs time and memory out of all proportion: each
// paragraph repeats the formatting elements that were left open, attributes are
// compared one by one, elements nest as deep as they like. A page is therefore
// rewritten as a stream of tokens first, with bounds.
const (
	maxDepth      = 80 // of elements that do not close each other
	maxFormatting = 8  // formatting elements open at a time
)

// set is a set of words.
func set(words string) map[string]bool {
	s := make(map[string]bool)
	for word := range strings.FieldsSeq(words) {
		s[word] = true
	}
	return s
}

var (
	// formatting are the elements that the parser opens again in each block.
	formatting = set("a b big code em font i nobr s small strike strong tt u")
	// void elements have no content, and lax ones are closed by their like.
	void = set("area base br col embed hr img input link meta param source track wbr")
	lax  = set("html head body p li td tr th tbody thead tfoot dt dd colgroup caption")
	// ruby are the parts of a reading, which close each other only within it.
	ruby = set("rt rp rb rtc")
	// bare are elements of which the text is enough: some nest without end, and
	// those of formulas have no end tag.
	bare = set("option optgroup mspace mprescripts none malignmark maligngroup")
	// dropped are elements whose content is text of another kind.
	dropped = set("script style noscript iframe noembed noframes xmp plaintext textarea svg")
	// breakout are elements that end a drawing that was not closed.
	breakout = set("body p div table ul ol dl li h1 h2 h3 h4 h5 h6 pre blockquote main article section")
)

// scrubber rewrites a page.
type scrubber struct {
	out      bytes.Buffer
	sheet    *styles.Sheet
	elements int
	text     int
	open     int // formatting elements, as far as can be told
	unopened map[string]int
	depth    int
	tooDeep  int
	reading  string   // the part of a reading that is open
	kinds    []string // of formatting elements with attributes
	skipping string   // the element that is left out
	nested   int      // how many of its name are open within it
}

// scrub rewrites a page within the bounds. Elements that their own attributes hide
// are marked by the attribute hidden. cut says that the page is longer.
func scrub(page string, sheet *styles.Sheet) (rewritten []byte, cut bool) {
	s := &scrubber{sheet: sheet, unopened: make(map[string]int)}
	z := html.NewTokenizer(strings.NewReader(page))
	for more := true; more; {
		switch token := z.Next(); token {
		case html.ErrorToken:
			return s.out.Bytes(), false
		case html.TextToken:
			more = s.skipping != "" || s.writeText(z.Text())
		case html.StartTagToken, html.SelfClosingTagToken:
			name, has := z.TagName()
			tag, closed := string(name), token == html.SelfClosingTagToken
			if !s.skips(tag, closed, z) {
				more = s.start(tag, s.attributes(z, has))
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			more = s.end(string(name))
		}
	}
	return s.out.Bytes(), true
}

// skips reports whether a start tag stands within what is left out, or begins it.
// A drawing ends at the latest where an element begins that it cannot hold.
func (s *scrubber) skips(tag string, closed bool, z *html.Tokenizer) bool {
	drawing := s.skipping == "svg"
	empty := closed && (drawing || tag == "svg") // elsewhere the slash means nothing
	if empty {
		z.NextIsNotRawText()
	}
	switch {
	case drawing && breakout[tag]:
		s.skipping = ""
	case s.skipping == tag && !empty:
		s.nested++
	}
	if s.skipping == "" && dropped[tag] && !empty {
		s.skip(tag)
	}
	return s.skipping != "" || tag == "svg"
}

// skip leaves out all until the element ends.
func (s *scrubber) skip(tag string) { s.skipping, s.nested = tag, 0 }

// writeText writes text, without the characters that nobody sees: some of them
// mean something to the converter. It reports false when there is too much of it.
func (s *scrubber) writeText(raw []byte) bool {
	room := MaxTextBytes - s.text
	s.text += len(raw)
	s.out.WriteString(html.EscapeString(visible(string(texts.WholeEnd(raw[:min(len(raw), room)])))))
	return s.text <= MaxTextBytes
}

// start writes a start tag, unless that exceeds a bound. A hidden element whose
// tag is not written is left out with its content. start reports false when there
// are too many elements.
func (s *scrubber) start(name string, list []html.Attribute) bool {
	hidden := isHidden(name, list)
	if !s.opens(name) {
		if !void[name] && (hidden || s.isHiddenBySheet(name, list)) {
			s.skip(name)
		}
		return s.counts()
	}
	written, complete := s.written(name, list)
	s.out.WriteString("<" + name)
	if hidden || !complete && s.isHiddenBySheet(name, list) {
		s.out.WriteString(` hidden=""`)
	}
	for _, a := range written {
		s.out.WriteString(" " + a.Key + `="` + html.EscapeString(a.Val) + `"`)
	}
	s.out.WriteString(">")
	return s.counts()
}

// isHiddenBySheet reports whether selectors about the element alone hide it. It
// is for elements whose attributes are not written.
func (s *scrubber) isHiddenBySheet(name string, list []html.Attribute) bool {
	return !s.sheet.IsEmpty() && s.sheet.HidesAlone(&html.Node{Type: html.ElementNode, Data: name, Attr: list})
}

// counts counts an element.
func (s *scrubber) counts() bool {
	s.elements++
	return s.elements <= MaxElements
}

// opens reports whether an element may begin here, and keeps count of those
// that are open.
func (s *scrubber) opens(name string) bool {
	switch {
	case !plainName(name) || bare[name]:
		return false
	case formatting[name]:
		if s.open >= maxFormatting {
			s.unopened[name]++
			return false
		}
		s.open++
	case ruby[name]:
		if s.reading != "" {
			s.out.WriteString("</" + s.reading + ">")
		}
		s.reading = name
	case !void[name] && !lax[name]:
		if s.depth >= maxDepth {
			s.tooDeep++
			return false
		}
		s.depth++
	}
	return true
}

// plainName keeps names that a tag can be written with again.
func plainName(name string) bool {
	return len(name) <= 64 && !strings.ContainsFunc(name, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' && r != ':' && r != '_'
	})
}

// end writes an end tag, if its start was written. It reports false when there
// are too many: to the parser, an end without a beginning can be an element.
func (s *scrubber) end(name string) bool {
	switch {
	case s.skipping != "":
		if name == s.skipping {
			if s.nested--; s.nested < 0 {
				s.skipping = ""
			}
		}
		return true
	case s.closes(name):
		s.out.WriteString("</" + name + ">")
	}
	return name != "p" && name != "br" || s.counts()
}

// closes reports whether an end tag may be written, and keeps count of the
// elements that are open.
func (s *scrubber) closes(name string) bool {
	switch {
	case !plainName(name) || bare[name] || void[name] && name != "br":
		return false
	case formatting[name]:
		if s.unopened[name] > 0 {
			s.unopened[name]--
			return false
		}
		s.open = max(s.open-1, 0)
	case ruby[name]:
		s.reading = ""
	case !void[name] && !lax[name]:
		if s.tooDeep > 0 {
			s.tooDeep--
			return false
		}
		s.depth = max(s.depth-1, 0)
	}
	return true
}
