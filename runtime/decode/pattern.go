package decode

import (
	"regexp"
	"strconv"
	"sync"
)

// Pattern is a [Check] that a part of a string matches a regular expression in RE2
// syntax: the keyword pattern of JSON Schema. Its first use compiles it. It must
// not be copied, and is safe for concurrent use.
type Pattern struct {
	// Expr is the expression. An expression that does not compile matches no string.
	Expr string

	once     sync.Once
	compiled *regexp.Regexp
}

// Check implements [Check].
func (p *Pattern) Check(text string) (want string, ok bool) {
	p.once.Do(func() { p.compiled, _ = regexp.Compile(p.Expr) })
	if p.compiled != nil && p.compiled.MatchString(text) {
		return "", true
	}
	return "match the pattern " + strconv.Quote(p.Expr), false
}
