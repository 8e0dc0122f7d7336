package reducers

import (
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// Lint returns the reducer of the tool "lint", for successes and failures. All
// errors are kept; warnings are counted when the text is over 8 KB; the rest is
// reduced as Terminal does. Findings are lines such as "a.go:3:5: text", or the
// indented lines of eslint after the name of a file.
func Lint() runtime.Reducer {
	return &reducer{tool: "lint", failures: true, pass: func(call runtime.ReduceContext) Pass { return outputPass(linter|unknown, call) }}
}

// Typecheck returns the reducer of the tool "typecheck", which reduces as Lint
// does.
func Typecheck() runtime.Reducer {
	return &reducer{tool: "typecheck", failures: true, pass: func(call runtime.ReduceContext) Pass { return outputPass(linter|builder|unknown, call) }}
}

// isLint reports whether the line is a finding with a severity.
func isLint(line string) bool {
	_, ok := severity(line)
	return ok
}

// severity returns the severity of a finding, "error" or "warning". It reports
// false for lines without one.
func severity(line string) (name string, ok bool) {
	if strings.HasPrefix(line, " ") { // eslint: "  3:5  error  text  rule"
		fields := strings.Fields(line[:min(len(line), 60)])
		if len(fields) > 2 && (fields[1] == "error" || fields[1] == "warning") && isNumber(strings.Replace(fields[0], ":", "", 1)) {
			return fields[1], true
		}
		return "", false
	}
	switch {
	case !hasPosition(line):
		return "", false
	case strings.Contains(line, ": warning: ") || strings.Contains(line, "[Warning/"):
		return "warning", true
	case strings.Contains(line, ": error: ") || strings.Contains(line, "[Error/"):
		return "error", true
	}
	return "", false
}

// markLint marks findings by their severity.
func markLint(p *page) {
	for i := range p.len() {
		switch name, _ := severity(p.line(i)); {
		case name == "warning":
			p.mark(i, warning)
		case name == "error" || hasPosition(p.line(i)):
			p.mark(i, keep)
		case i+1 < p.len() && strings.HasPrefix(p.line(i+1), " ") && isLint(p.line(i+1)):
			p.mark(i, keep) // the name of the file
		case strings.HasPrefix(p.line(i), "✖ ") && strings.Contains(p.line(i), " problem"):
			p.mark(i, keep)
		}
	}
}
