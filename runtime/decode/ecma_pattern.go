package decode

import (
	"errors"
	"regexp"
	rx "regexp/syntax"
	"strconv"
)

// ecmaPattern is a [Check] that a part of a string matches a regular expression in
// the syntax of ECMAScript: the keyword pattern of JSON Schema.
type ecmaPattern struct {
	source   string
	compiled *regexp.Regexp
	size     int // approximately the number of instructions
}

// The limits of patterns, which may come from a hostile server.
const (
	maxPatternBytes = 4096   // bytes in the source of a pattern
	maxPatternSize  = 2000   // instructions of a pattern
	maxPatterns     = 50_000 // instructions of all patterns of a schema
)

// newECMAPattern compiles a pattern. The error says why the pattern cannot be
// checked and how to fix it.
func newECMAPattern(source string) (*ecmaPattern, error) {
	if len(source) > maxPatternBytes {
		return nil, errors.New("it is longer than " + strconv.Itoa(maxPatternBytes) + " bytes: shorten it")
	}
	t := ecmaTranslator{rest: source}
	if err := t.translate(); err != nil {
		return nil, err
	}
	parsed, err := rx.Parse(string(t.out), rx.Perl)
	if err != nil {
		return nil, errors.New("it is not a regular expression (" + syntaxReason(err) + "): correct it")
	}
	size := patternSize(parsed)
	if size > maxPatternSize {
		return nil, errors.New("it repeats too much for a check in linear time: use smaller counts")
	}
	compiled, err := regexp.Compile(string(t.out))
	if err != nil {
		return nil, errors.New("it is not a regular expression (" + syntaxReason(err) + "): correct it")
	}
	return &ecmaPattern{source, compiled, size}, nil
}

// syntaxReason returns the reason of an error of package regexp without the
// expression in it, which is a translation of the one that the author wrote.
func syntaxReason(err error) string {
	var own *rx.Error
	if errors.As(err, &own) {
		return own.Code.String()
	}
	return err.Error()
}

// patternSize estimates the number of instructions of an expression before it is
// compiled. Counts of repetitions multiply them.
func patternSize(re *rx.Regexp) int {
	size := 1
	switch re.Op {
	case rx.OpLiteral:
		size = len(re.Rune)
	case rx.OpCharClass:
		size += len(re.Rune) / 32
	case rx.OpRepeat:
		size += max(re.Min, re.Max, 1) * patternSize(re.Sub[0])
		return min(size, maxPatternSize+1)
	}
	for _, sub := range re.Sub {
		size = min(size+patternSize(sub), maxPatternSize+1)
	}
	return size
}

// Check implements [Check].
func (p *ecmaPattern) Check(text string) (want string, ok bool) {
	if p.matches(text) {
		return "", true
	}
	return "match the pattern " + strconv.Quote(p.source), false
}

// matches implements [weighted].
func (p *ecmaPattern) matches(text string) bool { return p.compiled.MatchString(text) }

// work implements [weighted].
func (p *ecmaPattern) work(length int) int { return (length + 1) * p.size }
