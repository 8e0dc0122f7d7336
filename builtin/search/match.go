package search

import (
	"bytes"
	"errors"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/builtin/internal/texts"
)

const (
	// maxRegexp is how large a regular expression may be, in about as many steps
	// as it takes for one character.
	maxRegexp = 2000
	// regexpWork bounds how long one line takes: a line is searched up to so
	// many steps, less than a second of work.
	regexpWork = 4 << 20
)

// matcher says which lines match. It is safe for concurrent use.
type matcher struct {
	// needle is in every line that matches; empty for none known.
	needle []byte
	// fold says that the needle is in small letters, and stands for capital
	// ones too.
	fold bool
	// verify decides on lines that hold the needle; nil if all of them match.
	verify *regexp.Regexp
	// longest is how much of a line verify is given.
	longest int
}

// newMatcher reads the query of a call.
func newMatcher(args *Args) (*matcher, error) {
	if strings.ContainsAny(args.SearchQuery, "\r\n") {
		return nil, texts.Invalid("search_query", `lines are searched one by one, and none holds a line break: give one line of search_query`)
	}
	if args.Regexp {
		return newRegexp(args.SearchQuery, args.IgnoreCase)
	}
	return newLiteral(args.SearchQuery, args.IgnoreCase)
}

func newLiteral(text string, fold bool) (*matcher, error) {
	if !fold {
		return &matcher{needle: []byte(text)}, nil
	}
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return newRegexp(regexp.QuoteMeta(text), fold)
		}
	}
	return &matcher{needle: lower(nil, []byte(text)), fold: true}, nil
}

// newRegexp reads a regular expression.
func newRegexp(text string, fold bool) (*matcher, error) {
	parsed, err := syntax.Parse(text, syntax.Perl)
	switch {
	case err != nil:
		return nil, badRegexp(text, err)
	case size(parsed) > maxRegexp:
		return nil, texts.Invalid("search_query", "the regular expression is too large: it must be shorter, with smaller repetitions, such as x{1,20}")
	case needsBreak(parsed):
		return nil, texts.Invalid("search_query", `lines are searched one by one, and none holds the line break \n that the regular expression asks for: give one line of search_query; ^ and $ are its ends`)
	}
	if fold {
		text = "(?i)" + text
	}
	verify, err := regexp.Compile(text)
	if err != nil {
		return nil, badRegexp(text, err)
	}
	if parsed, err = syntax.Parse(text, syntax.Perl); err != nil {
		return nil, badRegexp(text, err)
	}
	m := &matcher{verify: verify, longest: min(maxBlock, regexpWork/size(parsed))}
	needle, fold := required(parsed)
	m.needle, m.fold = []byte(needle), fold
	return m, nil
}

// needsBreak reports whether every match of the expression holds a line break.
func needsBreak(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpLiteral:
		return slices.Contains(re.Rune, '\n')
	case syntax.OpCapture, syntax.OpPlus:
		return needsBreak(re.Sub[0])
	case syntax.OpRepeat:
		return re.Min > 0 && needsBreak(re.Sub[0])
	case syntax.OpConcat:
		return slices.ContainsFunc(re.Sub, needsBreak)
	}
	return false
}

// badRegexp says what is wrong with an expression, and where.
func badRegexp(text string, err error) error {
	var bad *syntax.Error
	if !errors.As(err, &bad) {
		return texts.Invalid("search_query", "search_query is not a valid regular expression: %v", err)
	}
	at := max(0, strings.Index(text, bad.Expr))
	return texts.Invalid("search_query", "search_query is not a valid regular expression of RE2, from character %d on: %s: %q; for the text as it stands leave regexp out",
		utf8.RuneCountInString(text[:at])+1, bad.Code, bad.Expr)
}

// size is about how many instructions an expression becomes.
func size(re *syntax.Regexp) int {
	n := 1
	if re.Op == syntax.OpLiteral {
		n = len(re.Rune)
	}
	for _, sub := range re.Sub {
		n = min(n+size(sub), maxRegexp+1)
	}
	if re.Op == syntax.OpRepeat {
		n *= max(1, re.Min, re.Max)
	}
	return min(n, maxRegexp+1)
}

// required is the longest text found that every match of the expression holds,
// and whether the case of its letters, which are small then, is ignored.
func required(re *syntax.Regexp) (text string, fold bool) {
	switch re.Op {
	case syntax.OpLiteral:
		fold = re.Flags&syntax.FoldCase != 0
		return plainRun(re.Rune, fold), fold
	case syntax.OpCapture, syntax.OpPlus:
		return required(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return required(re.Sub[0])
		}
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			if t, f := required(sub); len(t) > len(text) {
				text, fold = t, f
			}
		}
	}
	return text, fold
}

// plainRun is the longest run of characters that only their own bytes match: a
// bad byte matches U+FFFD, and some letters are one but for their case with
// letters beyond ASCII, such as k and the sign for Kelvin.
func plainRun(text []rune, fold bool) (longest string) {
	isOther := func(r rune) bool {
		return r == utf8.RuneError || fold && (r >= utf8.RuneSelf || strings.ContainsRune("kKsS", r))
	}
	for run := range strings.FieldsFuncSeq(string(text), isOther) {
		if len(run) > len(longest) {
			longest = run
		}
	}
	if fold {
		return strings.ToLower(longest)
	}
	return longest
}

// line is where a line that matches stands in a block.
type line struct {
	from, to int // without its end
	at       int // where the match begins, from the beginning of the line
}

// find is the first line from a place on that holds the needle. The hay is the
// block, with small letters where the needle has them.
func (m *matcher) find(block, hay []byte, from int) (l line, ok bool) {
	if from >= len(block) {
		return l, false
	}
	at := from
	if len(m.needle) > 0 {
		i := bytes.Index(hay[from:], m.needle)
		if i < 0 {
			return l, false
		}
		at += i
	}
	l.from = from + bytes.LastIndexByte(block[from:at], '\n') + 1
	l.to = len(block)
	if i := bytes.IndexByte(block[at:], '\n'); i >= 0 {
		l.to = at + i
	}
	l.at = at - l.from
	return l, true
}

// decide reports whether a line with the needle matches, and where, and whether
// it is too long to be sure that it does not.
func (m *matcher) decide(text []byte, at int) (place int, ok, cut bool) {
	if m.verify == nil {
		return at, true, false
	}
	text = bytes.TrimSuffix(text, []byte("\r"))
	if len(text) > m.longest {
		text, cut = text[:m.longest], true
	}
	if len(text) <= maxText { // it is shown as a whole
		return 0, m.verify.Match(text), false
	}
	found := m.verify.FindIndex(text)
	if found == nil {
		return 0, false, cut
	}
	return found[0], true, false
}

// hay is the block as the needle is looked for in it; scratch may be used for
// it.
func (m *matcher) hay(block []byte, scratch *[]byte) []byte {
	if !m.fold || len(m.needle) == 0 {
		return block
	}
	*scratch = lower((*scratch)[:0], block)
	return *scratch
}

// lower appends a text with the capital letters of ASCII made small.
func lower(to, text []byte) []byte {
	start := len(to)
	to = append(to, text...)
	for i, c := range to[start:] {
		if 'A' <= c && c <= 'Z' {
			to[start+i] = c + 'a' - 'A'
		}
	}
	return to
}
