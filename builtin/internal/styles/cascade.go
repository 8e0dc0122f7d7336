package styles

import (
	"slices"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"
)

// priority orders the declarations of one property (CSS Cascade, section 6).
type priority struct {
	isImportant, isInline bool
	specificity           cascadia.Specificity
	order                 int
}

// isBelow reports whether a declaration of this priority is replaced by the other
// one.
func (p priority) isBelow(other priority) bool {
	switch {
	case p.isImportant != other.isImportant:
		return other.isImportant
	case p.isInline != other.isInline:
		return other.isInline
	case p.specificity != other.specificity:
		return p.specificity.Less(other.specificity)
	}
	return p.order <= other.order
}

// style is the values that the properties of an element have.
type style [propertyCount]struct {
	value    value
	priority priority
	isSet    bool
}

// apply sets a property, unless a declaration of a higher priority has set it.
func (s *style) apply(d declaration, p priority) {
	p.isImportant = d.isImportant
	if entry := &s[d.property]; !entry.isSet || entry.priority.isBelow(p) {
		entry.value, entry.priority, entry.isSet = d.value, p, true
	}
}

// applyRule applies the declarations of a rule. Those of a weak one that do not
// hide are left out.
func (s *style) applyRule(r *rule, specificity cascadia.Specificity, isWeak bool) {
	for _, d := range r.declarations {
		if !isWeak || d.value.hides {
			s.apply(d, priority{specificity: specificity, order: r.order})
		}
	}
}

// applyInline applies the declarations of a style attribute.
func (s *style) applyInline(list []declaration) {
	for i, d := range list {
		s.apply(d, priority{isInline: true, order: i})
	}
}

// hides reports whether an element with this style shows no text.
func (s *style) hides() bool {
	for p := display; p < width; p++ {
		if s[p].value.hides {
			return true
		}
	}
	isFlat := s[width].value.hides || s[height].value.hides || s[maxWidth].value.hides || s[maxHeight].value.hides
	isCut := s[overflowX].value.hides || s[overflowY].value.hides
	color := s[foreground].value
	return isFlat && isCut || color.hides || color.color != "" && color.color == s[background].value.color
}

// Hides reports whether the declarations of a style attribute hide the text of
// its element, without style sheets.
func Hides(inline string) bool {
	var s style
	s.applyInline(readInline(inline))
	return s.hides()
}

// HidesAlone reports whether the sheet hides an element that is not part of a
// page. Selectors about other elements do not match it. When the budget of steps
// is used up, every element is hidden.
func (s *Sheet) HidesAlone(n *html.Node) bool { return s.hides(n) || s.matcher.isExhausted() }

// HideAll calls hide for each element below a node that the sheet, together with
// the style attribute of the element, hides. When the budget of steps is used up,
// it calls hide for each element that it has not examined, and returns false.
func (s *Sheet) HideAll(page *html.Node, hide func(*html.Node)) (complete bool) {
	for n := range page.Descendants() {
		if n.Type == html.ElementNode && s.HidesAlone(n) {
			hide(n)
		}
	}
	return !s.matcher.isExhausted()
}

// hides reports whether the sheet or its own style hides an element.
func (s *Sheet) hides(n *html.Node) bool {
	var computed style
	for _, key := range keys(n) {
		for _, c := range s.candidates[key] {
			if s.matcher.spent++; s.matcher.isExhausted() {
				return true
			}
			s.compile(c.rule)
			if found := c.rule.compiled[c.index]; found != nil && s.matcher.matches(n, found.compounds) {
				s.matcher.spent += len(c.rule.declarations)
				computed.applyRule(c.rule, found.specificity, c.rule.isWeak || found.isWeak)
			}
		}
	}
	if i := slices.IndexFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "style" }); i >= 0 {
		computed.applyInline(readInline(n.Attr[i].Val))
	}
	return computed.hides()
}

// compile compiles the selectors of a rule, once. Browsers ignore a rule with
// an invalid selector; therefore a rule with a selector that is not supported
// is weak.
func (s *Sheet) compile(r *rule) {
	if r.isCompiled {
		return
	}
	r.isCompiled = true
	for _, text := range r.selectors {
		s.matcher.spent += len(text)
		found := compile(text)
		r.isWeak = r.isWeak || found == nil
		r.compiled = append(r.compiled, found)
	}
}
