package keyword

import (
	"fmt"
	"regexp"
)

// foreignSyntax is syntax of RE2 that ECMA-262, whose patterns JSON Schema
// uses, does not have or reads in another way. The expression matches it at the
// current position of a pattern, outside or inside a class such as [a-z].
type foreignSyntax struct {
	at  *regexp.Regexp
	fix string
}

// foreignAnywhere are escapes that are foreign outside and inside classes.
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

// PartError means that a part of a pattern is not allowed.
type PartError struct {
	// Start and End are the byte offsets of the part in the pattern.
	Start, End int
	// Part is the text of the part, and Fix the text to write instead.
	Part, Fix string
}

// Error returns the part and the reason.
func (e *PartError) Error() string {
	return fmt.Sprintf("%s is not part of the patterns of JSON Schema, which are those of ECMA-262", e.Part)
}

// checkPattern refuses a pattern that is not valid in both RE2 and ECMA-262.
func checkPattern(pattern string) error {
	if _, err := regexp.Compile(pattern); err != nil {
		return fmt.Errorf("the pattern does not compile: %w", err)
	}
	inClass := false
	for i := 0; i < len(pattern); {
		rest := pattern[i:]
		candidates := foreignOutside
		if inClass {
			candidates = foreignInClass
		}
		for _, candidates := range [][]foreignSyntax{candidates, foreignAnywhere} {
			for _, foreign := range candidates {
				if found := foreign.at.FindString(rest); found != "" {
					return &PartError{Start: i, End: i + len(found), Part: found, Fix: foreign.fix}
				}
			}
		}
		switch {
		case rest[0] == '\\' && len(rest) > 1:
			i++ // an escaped character has no meaning
		case rest[0] == '[' && !inClass:
			inClass = true
		case rest[0] == ']':
			inClass = false
		}
		i++
	}
	return nil
}
