package decode

import (
	"regexp"
	"strconv"
	"sync"
)

// Pattern is a [Check] that a string matches a regular expression somewhere:
// JSON Schema's pattern, in RE2 syntax. Use its address; it is compiled when it is
// first needed, and is safe for concurrent use.
type Pattern struct {
	// Expr is the expression. One that does not compile matches nothing.
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
