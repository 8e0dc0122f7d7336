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
	// maxRegexpSize is the maximum size of a regular expression, as returned
	// by regexpSize. The time to match one character is proportional to the
	// size.
	maxRegexpSize = 2000
	// maxRegexpSteps limits the time to match one line to less than a second:
	// the number of bytes to match, multiplied by the size of the expression.
	maxRegexpSteps = 4 << 20
)

// matcher finds lines that match a query. It is safe for concurrent use.
type matcher struct {
	// needle is contained in every matching line. It is empty if no such text
	// is known.
	needle []byte
	// fold reports whether the case of the needle is ignored; the needle is in
	// lower case then.
	fold bool
	// verify decides whether a line with the needle matches. If it is nil, all
	// lines with the needle match.
	verify *regexp.Regexp
	// maxVerifyBytes is the length of the part of a line that verify matches.
	maxVerifyBytes int
}

// newMatcher returns the matcher for the query of a call.
func newMatcher(args *Args) (*matcher, error) {
	if strings.ContainsAny(args.Query, "\r\n") {
		return nil, texts.Invalid("query", `query must not contain a line break, because each line is searched separately: search for one line`)
	}
	if args.Regexp {
		return newRegexpMatcher(args.Query, args.IgnoreCase)
	}
	return newLiteralMatcher(args.Query, args.IgnoreCase)
}

// newLiteralMatcher returns a matcher for lines that contain a text.
func newLiteralMatcher(text string, fold bool) (*matcher, error) {
	if !fold {
		return &matcher{needle: []byte(text)}, nil
	}
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return newRegexpMatcher(regexp.QuoteMeta(text), fold)
		}
	}
	return &matcher{needle: appendLower(nil, []byte(text)), fold: true}, nil
}

// newRegexpMatcher returns a matcher for lines that match a regular expression.
func newRegexpMatcher(text string, fold bool) (*matcher, error) {
	parsed, err := syntax.Parse(text, syntax.Perl)
	switch {
	case err != nil:
		return nil, regexpError(text, err)
	case regexpSize(parsed) > maxRegexpSize:
		return nil, texts.Invalid("query", "the regular expression is too large: make it shorter, or use smaller repetitions, such as x{1,20}")
	case needsLineBreak(parsed):
		return nil, texts.Invalid("query", `the regular expression must not require the line break \n, because each line is searched separately: search for one line; ^ and $ match its ends`)
	}
	if fold {
		text = "(?i)" + text
	}
	verify, err := regexp.Compile(text)
	if err != nil {
		return nil, regexpError(text, err)
	}
	if parsed, err = syntax.Parse(text, syntax.Perl); err != nil {
		return nil, regexpError(text, err)
	}
	m := &matcher{verify: verify, maxVerifyBytes: min(maxBlockBytes, maxRegexpSteps/regexpSize(parsed))}
	needle, fold := requiredText(parsed)
	m.needle, m.fold = []byte(needle), fold
	return m, nil
}

// needsLineBreak reports whether every match of the expression contains a line
// break.
func needsLineBreak(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpLiteral:
		return slices.Contains(re.Rune, '\n')
	case syntax.OpCapture, syntax.OpPlus:
		return needsLineBreak(re.Sub[0])
	case syntax.OpRepeat:
		return re.Min > 0 && needsLineBreak(re.Sub[0])
	case syntax.OpConcat:
		return slices.ContainsFunc(re.Sub, needsLineBreak)
	}
	return false
}

// regexpError returns the error for an invalid expression, with the position
// of the first mistake.
func regexpError(text string, err error) error {
	var bad *syntax.Error
	if !errors.As(err, &bad) {
		return texts.Invalid("query", "query is not a valid regular expression: %v", err)
	}
	at := max(0, strings.Index(text, bad.Expr))
	return texts.Invalid("query", "query is not a valid RE2 regular expression, at character %d: %s: %q; to search for literal text, leave regexp out",
		utf8.RuneCountInString(text[:at])+1, bad.Code, bad.Expr)
}

// regexpSize estimates the number of instructions of a compiled expression. It
// returns at most maxRegexpSize+1.
func regexpSize(re *syntax.Regexp) int {
	n := 1
	if re.Op == syntax.OpLiteral {
		n = len(re.Rune)
	}
	for _, sub := range re.Sub {
		n = min(n+regexpSize(sub), maxRegexpSize+1)
	}
	if re.Op == syntax.OpRepeat {
		n *= max(1, re.Min, re.Max)
	}
	return min(n, maxRegexpSize+1)
}

// requiredText returns the longest text it can find that every match of the
// expression contains. fold reports whether the case of the text is ignored;
// the text is in lower case then.
func requiredText(re *syntax.Regexp) (text string, fold bool) {
	switch re.Op {
	case syntax.OpLiteral:
		fold = re.Flags&syntax.FoldCase != 0
		return longestPlainRun(re.Rune, fold), fold
	case syntax.OpCapture, syntax.OpPlus:
		return requiredText(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return requiredText(re.Sub[0])
		}
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			if t, f := requiredText(sub); len(t) > len(text) {
				text, fold = t, f
			}
		}
	}
	return text, fold
}

// longestPlainRun returns the longest part of a literal whose characters match
// only their own bytes. It excludes U+FFFD, which matches any invalid byte,
// and, if case is ignored, letters that are equal to a non-ASCII letter, such
// as k and the Kelvin sign.
func longestPlainRun(text []rune, fold bool) (longest string) {
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

// line is the position of a line in a block, as byte offsets.
type line struct {
	from, to int // without the line end; to is exclusive
	at       int // the offset of the needle in the line
}

// findCandidate returns the first line that contains the needle, at or after
// an offset. folded is the result of foldCase for the block.
func (m *matcher) findCandidate(block, folded []byte, from int) (l line, ok bool) {
	if from >= len(block) {
		return l, false
	}
	at := from
	if len(m.needle) > 0 {
		i := bytes.Index(folded[from:], m.needle)
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

// verifyLine reports whether a line with the needle at the offset at matches,
// and the position of the match. cut reports that the line does not match, but
// only its beginning was checked because the line is too long.
func (m *matcher) verifyLine(text []byte, at int) (position int, ok, cut bool) {
	if m.verify == nil {
		return at, true, false
	}
	text = bytes.TrimSuffix(text, []byte("\r"))
	if len(text) > m.maxVerifyBytes {
		text, cut = text[:m.maxVerifyBytes], true
	}
	if len(text) <= maxLineBytes { // the complete line is shown, so the position is not needed
		return 0, m.verify.Match(text), false
	}
	found := m.verify.FindIndex(text)
	if found == nil {
		return 0, false, cut
	}
	return found[0], true, false
}

// foldCase returns the block in which the needle is searched: in lower case if
// case is ignored. It may use scratch for the result.
func (m *matcher) foldCase(block []byte, scratch *[]byte) []byte {
	if !m.fold || len(m.needle) == 0 {
		return block
	}
	*scratch = appendLower((*scratch)[:0], block)
	return *scratch
}

// appendLower appends a text with ASCII letters in lower case.
func appendLower(to, text []byte) []byte {
	start := len(to)
	to = append(to, text...)
	for i, c := range to[start:] {
		if 'A' <= c && c <= 'Z' {
			to[start+i] = c + 'a' - 'A'
		}
	}
	return to
}
