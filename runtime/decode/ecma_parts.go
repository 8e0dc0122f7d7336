package decode

import (
	"regexp"
	"sync"
)

// ecmaSyntax has expressions that match parts of ECMAScript regular expressions, at
// the beginning of a text.
type ecmaSyntax struct {
	repetition *regexp.Regexp // {n}, {n,} or {n,m}
	groupName  *regexp.Regexp // the beginning of a group with a name
	braced     *regexp.Regexp // \u{H…}
	surrogates *regexp.Regexp // \uHHHH\uHHHH, a surrogate pair
	plain      *regexp.Regexp // \xHH or \uHHHH
	property   *regexp.Regexp // \p{…} or \P{…}
}

// compiledParts is set by the first call of ecmaParts. A variable with an initial
// value would link package regexp into programs without patterns.
var compiledParts struct {
	once  sync.Once
	parts ecmaSyntax
}

// ecmaParts returns the compiled expressions.
func ecmaParts() *ecmaSyntax {
	compiledParts.once.Do(func() {
		compiledParts.parts = ecmaSyntax{
			repetition: regexp.MustCompile(`^\{[0-9]+(,[0-9]*)?\}`),
			groupName:  regexp.MustCompile(`^\(\?<[\p{L}_$][\p{L}\p{N}_$]*>`),
			braced:     regexp.MustCompile(`^\\u\{0*([0-9A-Fa-f]{1,6})\}`),
			surrogates: regexp.MustCompile(`^\\u[Dd]([89ABab][0-9A-Fa-f]{2})\\u[Dd]([C-Fc-f][0-9A-Fa-f]{2})`),
			plain:      regexp.MustCompile(`^\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4}))`),
			property:   regexp.MustCompile(`^\\([pP])\{(?:(\w+)=)?(\w+)\}`),
		}
	})
	return &compiledParts.parts
}
