package reducers

import (
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// Lint reduces the results of the tool "lint", successes and failures: all
// errors stay, warnings are counted where they stood when the text is over
// 8 KB, and the rest is shortened as Terminal does it. Findings are lines such
// as "a.go:3:5: text", or the indented ones of eslint below the name of a file.
func Lint() runtime.Reducer {
	return &reducer{tool: "lint", failures: true, pass: func(runtime.ReduceContext) Pass { return output(linter | unknown) }}
}

// Typecheck reduces the results of the tool "typecheck" as Lint does.
func Typecheck() runtime.Reducer {
	return &reducer{tool: "typecheck", failures: true, pass: func(runtime.ReduceContext) Pass { return output(linter | build | unknown) }}
}

func isLint(line string) bool {
	_, ok := severity(line)
	return ok
}

// severity is what a linter calls a finding, "error" or "warning".
func severity(line string) (string, bool) {
	if strings.HasPrefix(line, " ") { // eslint: "  3:5  error  text  rule"
		fields := strings.Fields(line[:min(len(line), 60)])
		if len(fields) > 2 && (fields[1] == "error" || fields[1] == "warning") && isNumber(strings.Replace(fields[0], ":", "", 1)) {
			return fields[1], true
		}
		return "", false
	}
	switch {
	case !isPlace(line):
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
			p.mark(i, warned)
		case name == "error" || isPlace(p.line(i)):
			p.mark(i, keep)
		case i+1 < p.len() && strings.HasPrefix(p.line(i+1), " ") && isLint(p.line(i+1)):
			p.mark(i, keep) // the file
		case strings.HasPrefix(p.line(i), "✖ ") && strings.Contains(p.line(i), " problem"):
			p.mark(i, keep)
		}
	}
}
