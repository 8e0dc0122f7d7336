package extract

import (
	"fmt"
	"regexp"
)

// foreignSyntax is something of RE2 that ECMA-262, whose patterns JSON Schema
// takes, does not have or reads otherwise. The expressions match what stands
// at the current place, outside or inside a class such as [a-z].
type foreignSyntax struct {
	at   *regexp.Regexp
	mend string
}

// foreignAnywhere are escapes that are foreign in classes, too.
var foreignAnywhere = []foreignSyntax{
	{regexp.MustCompile(`^\\a`), `write \x07`},
	{regexp.MustCompile(`^\\Q`), `write a backslash before each character that has a meaning`},
	{regexp.MustCompile(`^\\x\{[^}]*\}`), `write the character itself`},
	{regexp.MustCompile(`^\\[0-7]{2,3}`), `write the number in hexadecimal: \x41`},
	{regexp.MustCompile(`^\\[pP][A-Za-z]`), `write braces around the name: \p{L}`},
	{regexp.MustCompile(`^\\[pP]\{\^`), `write \P for what \p does not match: \P{L}`},
}

var foreignOutside = []foreignSyntax{
	{regexp.MustCompile(`^\(\?P<[^>]*>`), `write (?<name> without the P`},
	{regexp.MustCompile(`^\(\?[imsU-]+[:)]`), `write what the flag means: [aA] for a that may be in capitals, [\s\S] for any character`},
	{regexp.MustCompile(`^\\A`), `write ^`},
	{regexp.MustCompile(`^\\z`), `write $`},
	{regexp.MustCompile(`^\\C`), `write [\s\S]`},
	{regexp.MustCompile(`^\[\^?\]`), `write a backslash before the bracket that belongs to the class: [\]]`},
}

var foreignInClass = []foreignSyntax{
	{regexp.MustCompile(`^\[:\^?[a-z]+:\]`), `write the characters: [A-Za-z] for [[:alpha:]]`},
}

// patternError is what is wrong with a part of a pattern, at its place.
type patternError struct {
	part text
	mend string
}

func (e *patternError) Error() string {
	return fmt.Sprintf("%s is not part of the patterns of JSON Schema, which are those of ECMA-262", e.part.value)
}

// portable refuses a pattern, one that RE2 takes, that is another one or none
// in JSON Schema.
func portable(pattern text) error {
	inClass := false
	for i := 0; i < len(pattern.value); {
		rest := pattern.value[i:]
		candidates := foreignOutside
		if inClass {
			candidates = foreignInClass
		}
		for _, candidates := range [][]foreignSyntax{candidates, foreignAnywhere} {
			for _, foreign := range candidates {
				if found := foreign.at.FindString(rest); found != "" {
					return &patternError{pattern.slice(i, i+len(found)), foreign.mend}
				}
			}
		}
		switch {
		case rest[0] == '\\' && len(rest) > 1:
			i++ // what is escaped has no meaning
		case rest[0] == '[' && !inClass:
			inClass = true
		case rest[0] == ']':
			inClass = false
		}
		i++
	}
	return nil
}
