package project

import (
	"strconv"
	"strings"
)

// format reads one output of a command. It keeps no more of it than its
// collector and a few lines.
type format interface {
	// line takes the next line. Where the line is not meant for people, ok says
	// so, and said is what of it is, or silent.
	line(text string) (said string, ok bool)
	// end says that the output is over.
	end()
}

// silent stands for a line of which nothing is said.
const silent = "\x00"

// formats are those that the table of commands names.
var formats = map[string]func(to *collector) format{
	"go":        func(to *collector) format { return &diagnostics{to: to, rules: noRule, goes: true} },
	"golint":    func(to *collector) format { return &diagnostics{to: to, rules: ruleInParentheses} },
	"python":    func(to *collector) format { return &diagnostics{to: to, rules: ruleOfPython} },
	"script":    func(to *collector) format { return &diagnostics{to: to, rules: ruleInBrackets} },
	"tsc":       func(to *collector) format { return &diagnostics{to: to, rules: noRule, only: "TS"} },
	"eslint":    func(to *collector) format { return &eslint{to: to} },
	"gotest":    func(to *collector) format { return newGoTest(to) },
	"tap":       func(to *collector) format { return &tap{to: to} },
	"spec":      func(to *collector) format { return &spec{to: to} },
	"jest":      func(to *collector) format { return &jest{to: to} },
	"vitest":    func(to *collector) format { return &vitest{to: to} },
	"pytest":    func(to *collector) format { return &pytest{to: to} },
	"unittest":  func(to *collector) format { return &unittest{to: to} },
	"traceback": func(to *collector) format { return &traceback{to: to} },
	"cargo":     func(to *collector) format { return &cargo{to: to} },
	"libtest":   func(to *collector) format { return &libtest{to: to} },
}

// newFormats makes those of a list of names.
func newFormats(list string, to *collector) (all []format) {
	for name := range strings.FieldsSeq(list) {
		all = append(all, formats[name](to))
	}
	return all
}

// number is the value of digits; 0 for everything that is none that large.
func number(digits string) int {
	n, err := strconv.ParseInt(digits, 10, 31)
	if err != nil || n < 0 {
		return 0
	}
	return int(n)
}
