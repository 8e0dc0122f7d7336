package styles

import (
	"strings"

	"github.com/andybalholm/cascadia"
	"github.com/tdewolff/parse/v2/css"
)

// The limits of a selector. Longer and deeper selectors are not supported.
const (
	maxSelector = 2000 // bytes, without comments
	maxNested   = 4    // brackets inside brackets
)

// selector is a compiled selector.
type selector struct {
	// compounds are the parts between combinators, the last one first.
	compounds   []compound
	specificity cascadia.Specificity
	isWeak      bool // its specificity is not exact
}

// compound is the part of a selector that matches one element.
type compound struct {
	matcher cascadia.Sel
	// combinator relates the element to that of the compound before it in the text:
	// ' ', '>', '+' or '~', and 0 for none.
	combinator byte
	// countsSiblings says that matching takes time for each sibling.
	countsSiblings bool
}

// The pseudo-classes that are supported.
var (
	pageClasses = words("root link first-child last-child only-child first-of-type last-of-type only-of-type")
	// userClasses depend on what a user does.
	userClasses = words("hover active focus focus-within focus-visible target visited")
	nthClasses  = words("nth-child nth-last-child nth-of-type nth-last-of-type")
	listClasses = words("not is where")
)

// never matches no element: no attribute has this name. Its specificity is that
// of a pseudo-class.
const never = `[\20 ]`

// words returns a set of words.
func words(text string) map[string]bool {
	set := make(map[string]bool)
	for word := range strings.FieldsSeq(text) {
		set[word] = true
	}
	return set
}

// compiler converts the tokens of a selector to compounds. Cascadia parses the
// compounds; the matcher tests combinators itself, to count the steps.
type compiler struct {
	selector selector
	text     strings.Builder // of the compound
	compound compound
	open     []openBracket
	last     css.TokenType // before this token, but for comments
	isSpaced bool          // white space is before this token
}

// openBracket is a bracket that is open.
type openBracket struct {
	name string // of the function; "[" for an attribute
	end  string // the text that closes it
}

// compile compiles a selector; nil for a selector that is not supported.
func compile(text string) *selector {
	c, length := &compiler{}, 0
	for lex := newLexer(text); ; {
		kind, raw := lex.next()
		switch {
		case kind == css.ErrorToken:
			if len(c.open) > 0 || c.last == css.ColonToken || !c.finishCompound(0) {
				return nil
			}
			return &c.selector
		case kind == css.CommentToken:
			continue
		case kind == css.WhitespaceToken:
			c.isSpaced = true
		case !c.addToken(kind, raw):
			return nil
		default:
			c.last, c.isSpaced = kind, false
		}
		if length += len(raw); length > maxSelector {
			return nil
		}
	}
}

// finishCompound adds the compound whose text is complete, before a combinator
// or the end.
func (c *compiler) finishCompound(next byte) bool {
	matcher, err := cascadia.Parse(c.text.String())
	if err != nil {
		return false
	}
	c.compound.matcher = matcher
	c.selector.compounds = append([]compound{c.compound}, c.selector.compounds...)
	c.selector.specificity = c.selector.specificity.Add(matcher.Specificity())
	c.text.Reset()
	c.compound = compound{combinator: next}
	return true
}

// addToken adds a token, and reports whether it is supported at this position.
func (c *compiler) addToken(kind css.TokenType, raw string) bool {
	if len(c.open) == 0 {
		isCombinator := kind == css.DelimToken && strings.ContainsAny(raw, ">+~")
		switch {
		case isCombinator:
			return c.finishCompound(raw[0])
		case c.isSpaced && c.text.Len() > 0 && !c.finishCompound(' '):
			return false
		}
		return c.addSimple(kind, raw)
	}
	switch inner := c.open[len(c.open)-1]; {
	case raw == "]" && inner.name == "[", raw == ")" && inner.name != "[":
		c.open = c.open[:len(c.open)-1]
		return c.write(inner.end)
	case inner.name == "[":
		return c.addAttribute(kind, raw)
	case nthClasses[inner.name]:
		return c.addNth(kind, raw)
	case kind == css.CommaToken:
		return c.write(raw)
	case c.isSpaced && c.last != css.CommaToken && c.last != css.FunctionToken:
		return false // a combinator
	}
	return c.addSimple(kind, raw)
}

// write writes text of the compound.
func (c *compiler) write(text string) bool {
	c.text.WriteString(text)
	return true
}

// addSimple adds a token of a simple selector.
func (c *compiler) addSimple(kind css.TokenType, raw string) bool {
	if c.last == css.ColonToken {
		return !c.isSpaced && c.addPseudoClass(kind, name(strings.TrimSuffix(raw, "(")))
	}
	switch kind {
	case css.IdentToken, css.CustomPropertyNameToken, css.HashToken:
		return c.write(raw)
	case css.DelimToken:
		return (raw == "." || raw == "*") && c.write(raw)
	case css.LeftBracketToken:
		return c.push("[", "[", "]")
	}
	return kind == css.ColonToken // written together with its name
}

// addPseudoClass adds the token after a colon.
func (c *compiler) addPseudoClass(kind css.TokenType, class string) bool {
	switch {
	case kind == css.FunctionToken:
		return c.addFunction(class)
	case kind != css.IdentToken:
		return false
	case userClasses[class]:
		return c.write(never)
	}
	c.compound.countsSiblings = c.compound.countsSiblings || strings.Contains(class, "-child") || strings.Contains(class, "-of-type")
	return pageClasses[class] && c.write(":"+class)
}

// addFunction begins a pseudo-class with arguments. Cascadia does not support
// "is" and "where", which are written as "not" inside "not".
func (c *compiler) addFunction(class string) bool {
	switch {
	case nthClasses[class]:
		c.compound.countsSiblings = true
	case class == "where":
		c.selector.isWeak = true
		fallthrough
	case class == "is":
		return c.push(class, ":not(:not(", "))")
	case !listClasses[class]:
		return false
	}
	return c.push(class, ":"+class+"(", ")")
}

// push writes an opening bracket.
func (c *compiler) push(name, begin, end string) bool {
	c.open = append(c.open, openBracket{name, end})
	return len(c.open) <= maxNested && c.write(begin)
}

// addAttribute adds a token inside square brackets.
func (c *compiler) addAttribute(kind css.TokenType, raw string) bool {
	switch kind {
	case css.IdentToken, css.CustomPropertyNameToken, css.StringToken:
		if c.isSpaced {
			raw = " " + raw
		}
		return c.write(raw)
	case css.IncludeMatchToken, css.DashMatchToken, css.PrefixMatchToken, css.SuffixMatchToken, css.SubstringMatchToken:
		return c.write(raw)
	}
	return kind == css.DelimToken && raw == "=" && c.write(raw)
}

// addNth adds a token of a position such as 2n+1.
func (c *compiler) addNth(kind css.TokenType, raw string) bool {
	switch kind {
	case css.IdentToken, css.NumberToken, css.DimensionToken:
		return c.write(strings.ToLower(raw))
	}
	return kind == css.DelimToken && (raw == "+" || raw == "-") && c.write(raw)
}
