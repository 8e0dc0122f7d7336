package project

import (
	"strconv"
	"strings"
)

// parser parses one format of the output of a command. It adds findings to a
// collector and stores only a few lines.
type parser interface {
	// parseLine parses the next line. When people should see another text instead
	// of the line, it returns that text, or hiddenLine, and true.
	parseLine(text string) (shown string, ok bool)
	// end is called after the last line.
	end()
}

// A translator is a parser of lines that are not for people, such as JSON.
type translator interface {
	// whole returns the text for people of the last line, completely; empty if
	// it has none.
	whole() string
}

// hiddenLine is the text of a line that people should not see.
const hiddenLine = "\x00"

// parsers are the parsers by the names of formats in the table of commands.
var parsers = map[string]func(out *collector) parser{
	"go":        func(out *collector) parser { return &diagnosticParser{out: out, rules: noRule, isGo: true} },
	"golint":    func(out *collector) parser { return &diagnosticParser{out: out, rules: ruleInParentheses} },
	"python":    func(out *collector) parser { return &diagnosticParser{out: out, rules: ruleOfPython} },
	"script":    func(out *collector) parser { return &diagnosticParser{out: out, rules: ruleInBrackets} },
	"tsc":       func(out *collector) parser { return &diagnosticParser{out: out, rules: noRule, rulePrefix: "TS"} },
	"eslint":    func(out *collector) parser { return &eslintParser{out: out} },
	"gotest":    func(out *collector) parser { return newGoTestParser(out) },
	"tap":       func(out *collector) parser { return &tapParser{out: out} },
	"spec":      func(out *collector) parser { return &specParser{out: out} },
	"jest":      func(out *collector) parser { return &jestParser{out: out} },
	"vitest":    func(out *collector) parser { return &vitestParser{out: out} },
	"pytest":    func(out *collector) parser { return &pytestParser{out: out} },
	"unittest":  func(out *collector) parser { return &unittestParser{out: out} },
	"traceback": func(out *collector) parser { return &tracebackParser{out: out} },
	"cargo":     func(out *collector) parser { return &cargoParser{out: out} },
	"libtest":   func(out *collector) parser { return &libtestParser{out: out} },
}

// newParsers returns the parsers of a list of formats, separated by spaces.
func newParsers(list string, out *collector) (all []parser) {
	for name := range strings.FieldsSeq(list) {
		all = append(all, parsers[name](out))
	}
	return all
}

// parseNumber returns the value of digits. It is 0 for other texts and for numbers
// over math.MaxInt32.
func parseNumber(digits string) int {
	n, err := strconv.ParseInt(digits, 10, 31)
	if err != nil || n < 0 {
		return 0
	}
	return int(n)
}
