package web

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"

	"github.com/toolgen/toolgen/builtin/internal/styles"
	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// The parser of HTML and the libraries that read its tree follow the HTML
// standard, which for some pages takes much time and memory: each paragraph
// repeats the formatting elements that are open, attributes are compared one by
// one, and the nesting of elements is not limited. A page is therefore
// rewritten as a stream of tokens first, with limits.
const (
	maxDepth      = 80 // open elements that do not close each other
	maxFormatting = 8  // open formatting elements
)

// set returns a set of words.
func set(words string) map[string]bool {
	s := make(map[string]bool)
	for word := range strings.FieldsSeq(words) {
		s[word] = true
	}
	return s
}

var (
	// formattingElements are the elements that the parser opens again in each block.
	formattingElements = set("a b big code em font i nobr s small strike strong tt u")
	// voidElements have no content. implicitEndElements are closed by the
	// next one of the same kind.
	voidElements        = set("area base br col embed hr img input link meta param source track wbr")
	implicitEndElements = set("html head body p li td tr th tbody thead tfoot dt dd colgroup caption")
	// ruby are the parts of a ruby annotation, which close each other only
	// inside of it.
	ruby = set("rt rp rb rtc")
	// taglessElements are elements whose tags are not written: some nest without a limit,
	// and those of formulas have no end tag.
	taglessElements = set("option optgroup mspace mprescripts none malignmark maligngroup")
	// skippedElements are elements whose content is not text of the page.
	skippedElements = set("script style noscript iframe noembed noframes xmp plaintext textarea svg")
	// drawingEndElements are elements that end a drawing without an end tag.
	drawingEndElements = set("body p div table ul ol dl li h1 h2 h3 h4 h5 h6 pre blockquote main article section")
)

// scrubber rewrites a page.
type scrubber struct {
	out            bytes.Buffer
	sheet          *styles.Sheet
	elements       int
	text           int
	openFormatting int            // formatting elements that are open
	openByName     map[string]int // the same by name
	unwritten      map[string]int // open formatting elements whose tags were not written
	depth          int
	unwrittenDepth int
	rubyPart       string   // the open part of a ruby annotation
	kinds          []string // kinds of formatting elements with attributes
	skipped        string   // the element that is left out
	skippedDepth   int      // open elements of the same name inside of it
}

// scrub rewrites a page within the bounds. Elements that their own attributes hide
// are marked by the attribute hidden. cut says that the page is longer.
func scrub(page string, sheet *styles.Sheet) (rewritten []byte, cut bool) {
	s := &scrubber{sheet: sheet, openByName: make(map[string]int), unwritten: make(map[string]int)}
	z := html.NewTokenizer(strings.NewReader(page))
	for more := true; more; {
		switch token := z.Next(); token {
		case html.ErrorToken:
			return s.out.Bytes(), false
		case html.TextToken:
			more = s.skipped != "" || s.writeText(z.Text())
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

// skips reports whether a start tag is inside an element that is left out, or
// begins one. A drawing ends where an element begins that it cannot contain.
func (s *scrubber) skips(tag string, closed bool, z *html.Tokenizer) bool {
	drawing := s.skipped == "svg"
	empty := closed && (drawing || tag == "svg") // elsewhere the slash has no effect
	if empty {
		z.NextIsNotRawText()
	}
	switch {
	case drawing && drawingEndElements[tag]:
		s.skipped = ""
	case s.skipped == tag && !empty:
		s.skippedDepth++
	}
	if s.skipped == "" && skippedElements[tag] && !empty {
		s.skip(tag)
	}
	return s.skipped != "" || tag == "svg"
}

// skip leaves out everything until the element ends.
func (s *scrubber) skip(tag string) { s.skipped, s.skippedDepth = tag, 0 }

// writeText writes text without invisible characters, some of which the
// converter uses itself. It reports false when there is too much text.
func (s *scrubber) writeText(raw []byte) bool {
	left := MaxTextBytes - s.text
	s.text += len(raw)
	s.out.WriteString(html.EscapeString(removeInvisible(string(texts.TrimPartialEnd(raw[:min(len(raw), left)])))))
	return s.text <= MaxTextBytes
}

// start writes a start tag, unless that exceeds a bound. A hidden element whose
// tag is not written is left out with its content. start reports false when there
// are too many elements.
func (s *scrubber) start(name string, list []html.Attribute) bool {
	hidden := isHidden(name, list)
	if !s.open(name) {
		if !voidElements[name] && (hidden || s.isHiddenBySheet(name, list)) {
			s.skip(name)
		}
		return s.countElement()
	}
	written, complete := s.writtenAttributes(name, list)
	s.out.WriteString("<" + name)
	if hidden || !complete && s.isHiddenBySheet(name, list) {
		s.out.WriteString(` hidden=""`)
	}
	for _, a := range written {
		s.out.WriteString(" " + a.Key + `="` + html.EscapeString(a.Val) + `"`)
	}
	s.out.WriteString(">")
	return s.countElement()
}

// isHiddenBySheet reports whether selectors about the element alone hide it. It
// is for elements whose attributes are not written.
func (s *scrubber) isHiddenBySheet(name string, list []html.Attribute) bool {
	return !s.sheet.IsEmpty() && s.sheet.HidesAlone(&html.Node{Type: html.ElementNode, Data: name, Attr: list})
}

// countElement counts an element, and reports whether more are allowed.
func (s *scrubber) countElement() bool {
	s.elements++
	return s.elements <= MaxElements
}

// open reports whether the start tag may be written, and counts the open
// elements.
func (s *scrubber) open(name string) bool {
	switch {
	case !isPlainName(name) || taglessElements[name]:
		return false
	case formattingElements[name]:
		if s.openFormatting >= maxFormatting {
			s.unwritten[name]++
			return false
		}
		s.openFormatting++
		s.openByName[name]++
	case ruby[name]:
		if s.rubyPart != "" {
			s.out.WriteString("</" + s.rubyPart + ">")
		}
		s.rubyPart = name
	case !voidElements[name] && !implicitEndElements[name]:
		if s.depth >= maxDepth {
			s.unwrittenDepth++
			return false
		}
		s.depth++
	}
	return true
}

// isPlainName reports whether a tag can be written with the name.
func isPlainName(name string) bool {
	return len(name) <= 64 && !strings.ContainsFunc(name, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' && r != ':' && r != '_'
	})
}

// end writes an end tag whose start tag was written. It reports false when
// there are too many: the parser makes an element of the end tags of p and br.
func (s *scrubber) end(name string) bool {
	switch {
	case s.skipped != "":
		if name == s.skipped {
			if s.skippedDepth--; s.skippedDepth < 0 {
				s.skipped = ""
			}
		}
		return true
	case s.close(name):
		s.out.WriteString("</" + name + ">")
	}
	return name != "p" && name != "br" || s.countElement()
}

// close reports whether the end tag may be written, and counts the open
// elements.
func (s *scrubber) close(name string) bool {
	switch {
	case !isPlainName(name) || taglessElements[name] || voidElements[name] && name != "br":
		return false
	case formattingElements[name]:
		if s.unwritten[name] > 0 {
			s.unwritten[name]--
			return false
		}
		if s.openByName[name] == 0 {
			return false
		}
		s.openByName[name]--
		s.openFormatting--
	case ruby[name]:
		s.rubyPart = ""
	case !voidElements[name] && !implicitEndElements[name]:
		if s.unwrittenDepth > 0 {
			s.unwrittenDepth--
			return false
		}
		s.depth = max(s.depth-1, 0)
	}
	return true
}
