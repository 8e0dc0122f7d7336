package reducers

import "strings"

// marker knows one kind of output: how to tell it, and what its lines are
// worth.
type marker struct {
	kind kind
	// sign says whether a line is one that nothing else prints.
	sign func(line string) bool
	// mark classifies the lines of a page.
	mark func(*page)
}

// markers are applied in this order: a line that one of them classified is not
// looked at by the next ones.
var markers = []marker{
	{goTest, isGoTest, markGoTest},
	{pythonTest, isPythonTest, markPythonTest},
	{scriptTest, isScriptTest, markScriptTest},
	{cargoTest, isCargoTest, markCargoTest},
	{gitLog, isGitLog, markGitLog},
	{gitDiff, isGitDiff, markGitDiff},
	{gitStatus, isGitStatus, markGitStatus},
	{linter, isLint, markLint},
	{build, isBuild, markBuild},
	{install, isInstall, markInstall},
}

// detect is the kinds that the page shows signs of.
func detect(p *page) (kinds kind) {
	for i := range p.len() {
		line := p.line(i)
		if line == "" {
			continue
		}
		for _, m := range markers {
			if kinds&m.kind == 0 && m.sign(line) {
				kinds |= m.kind
			}
		}
	}
	return kinds
}

// classify marks the lines of the page. What a program is not known to print is
// told by its signs; what only shows files loses nothing as noise.
func classify(p *page, kinds kind) {
	p.protect()
	exact := kinds == viewer
	if kinds&unknown != 0 || exact {
		kinds |= detect(p)
	}
	if kinds&(goTest|cargoTest) != 0 {
		kinds |= build // what is tested is built first
	}
	if kinds&(tests|build) != 0 && !exact {
		markFrames(p)
	}
	for _, m := range markers {
		if kinds&m.kind != 0 {
			m.mark(p)
		}
	}
	markDiagnostics(p)
	if exact {
		p.forget()
	}
}

// frameSigns are in the paths of stack frames that are not the project's.
var frameSigns = []string{"/rustc/", "(node:", " node:internal/", "/node_modules/", "/src/runtime/", "/src/testing/"}

// markFrames leaves out the stack frames of libraries: one line in JavaScript,
// the line of the function and the one of the place in Go and Rust.
func markFrames(p *page) {
	for i := range p.len() {
		line := p.line(i)
		if !hasAny(line, frameSigns) {
			continue
		}
		trimmed := strings.TrimLeft(line, " \t")
		switch {
		case strings.HasPrefix(line, "\t/") && strings.Contains(line, ".go:") && i > 0 && isGoFrame(p.line(i-1)),
			strings.HasPrefix(trimmed, "at /rustc/") && i > 0 && isRustFrame(p.line(i-1)):
			p.mark(i-1, frame)
			p.mark(i, frame)
		case strings.HasPrefix(trimmed, "at ") && strings.HasSuffix(line, ")"), strings.HasPrefix(trimmed, "at async "),
			strings.HasPrefix(trimmed, "at node:"), strings.Contains(line, " (node:") && strings.HasSuffix(line, ")"):
			p.mark(i, frame)
		}
	}
}

// isGoFrame says whether the line is the function of a Go stack frame.
func isGoFrame(line string) bool {
	return strings.HasPrefix(line, "created by ") ||
		strings.HasSuffix(line, ")") && strings.Contains(line, "(") && line[0] != ' ' && !strings.HasPrefix(line, "panic:")
}

// isRustFrame says whether the line is the function of a Rust stack frame.
func isRustFrame(line string) bool {
	number, _, ok := strings.Cut(strings.TrimLeft(line, " "), ": ")
	return ok && isNumber(number)
}

// isNumber says whether the word has digits and nothing else.
func isNumber(word string) bool {
	return word != "" && strings.Trim(word, "0123456789") == ""
}

// mostDiagnostics bounds how many lines stay because they look like errors: a
// program that prints nothing else is cut all the same.
const mostDiagnostics = 60

// diagnosticStarts and diagnosticWords are how programs begin and mark the
// lines that say what went wrong.
var (
	diagnosticStarts = []string{
		"error", "Error", "ERROR", "fatal", "FATAL", "panic:", "FAIL", "FAILED", "npm error", "npm ERR!", "E: ", "W: ",
		"Traceback (most recent call last)", "Exception in thread", "Caused by:", "ERR_PNPM", "CONFLICT", "Automatic merge failed",
		"go: ", "ld: ", "collect2:", "undefined reference", "× ", "✖ ", "✕ ", "TypeError", "ReferenceError", "SyntaxError",
	}
	diagnosticWords = []string{": error", ": fatal", ": undefined", "error TS", "error[", " - error", "panicked at", "undefined reference to", "Error: ", "Exception: "}
)

// markDiagnostics keeps the first lines that look like errors.
func markDiagnostics(p *page) {
	found := 0
	for i := 0; i < p.len() && found < mostDiagnostics; i++ {
		line := p.line(i)
		if startsAny(strings.TrimLeft(line, " \t>"), diagnosticStarts) || hasAny(line, diagnosticWords) {
			p.mark(i, keep)
			found++
		}
	}
}
