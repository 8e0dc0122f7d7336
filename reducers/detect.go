package reducers

import "strings"

// outputMarker recognizes and classifies the output of one kind of programs.
type outputMarker struct {
	kind programKinds
	// isSign reports whether only programs of this kind print the line.
	isSign func(line string) bool
	// mark classifies the lines of a page.
	mark func(*page)
}

// markers are applied in this order. The class of a line that one of them
// classified does not change.
var markers = []outputMarker{
	{gitDiff, isGitDiff, markGitDiff}, // first, because a diff may have lines of any program
	{goTest, isGoTest, markGoTest},
	{pythonTest, isPythonTest, markPythonTest},
	{scriptTest, isScriptTest, markScriptTest},
	{cargoTest, isCargoTest, markCargoTest},
	{gitLog, isGitLog, markGitLog},
	{gitStatus, isGitStatus, markGitStatus},
	{linter, isLint, markLint},
	{builder, isBuild, markBuild},
	{installer, isInstall, markInstall},
}

// detectKinds returns the kinds of programs whose signs are on the page.
func detectKinds(p *page) (kinds programKinds) {
	for i := range p.len() {
		line := p.line(i)
		if line == "" {
			continue
		}
		for _, m := range markers {
			if kinds&m.kind == 0 && m.isSign(line) {
				kinds |= m.kind
			}
		}
	}
	return kinds
}

// classifyLines marks the lines of the page. It recognizes the output of unknown
// programs and viewers by its signs. On the page of a viewer, it only marks lines
// that must be kept.
func classifyLines(p *page, kinds programKinds) {
	p.keepRequired()
	isViewer := kinds == viewer
	if kinds&unknown != 0 || isViewer {
		kinds |= detectKinds(p)
	}
	if kinds&(goTest|cargoTest) != 0 {
		kinds |= builder // tests are built before they run
	}
	if kinds&(tests|builder) != 0 && !isViewer {
		markFrames(p)
	}
	for _, m := range markers {
		if kinds&m.kind != 0 {
			m.mark(p)
		}
	}
	markDiagnostics(p)
	if isViewer {
		p.unmarkDropped()
	}
}

// libraryPaths are in the paths of stack frames of libraries.
var libraryPaths = []string{"/rustc/", "(node:", " node:internal/", "/node_modules/", "/src/runtime/", "/src/testing/"}

// markFrames marks the stack frames of libraries: one line in JavaScript, the
// line of the function and the line of its position in Go and Rust.
func markFrames(p *page) {
	for i := range p.len() {
		line := p.line(i)
		if !hasAny(line, libraryPaths) {
			continue
		}
		trimmed := strings.TrimLeft(line, " \t")
		switch {
		case strings.HasPrefix(line, "\t/") && strings.Contains(line, ".go:") && i > 0 && isGoFrame(p.line(i-1)),
			strings.HasPrefix(trimmed, "at /rustc/") && i > 0 && isRustFrame(p.line(i-1)):
			p.mark(i-1, libraryFrame)
			p.mark(i, libraryFrame)
		case strings.HasPrefix(trimmed, "at ") && strings.HasSuffix(line, ")"), strings.HasPrefix(trimmed, "at async "),
			strings.HasPrefix(trimmed, "at node:"), strings.Contains(line, " (node:") && strings.HasSuffix(line, ")"):
			p.mark(i, libraryFrame)
		}
	}
}

// isGoFrame reports whether the line is the function of a Go stack frame.
func isGoFrame(line string) bool {
	return strings.HasPrefix(line, "created by ") ||
		strings.HasSuffix(line, ")") && strings.Contains(line, "(") && line[0] != ' ' && !strings.HasPrefix(line, "panic:")
}

// isRustFrame reports whether the line is the function of a Rust stack frame.
func isRustFrame(line string) bool {
	number, _, ok := strings.Cut(strings.TrimLeft(line, " "), ": ")
	return ok && isNumber(number)
}

// isNumber reports whether the word consists of digits.
func isNumber(word string) bool {
	return word != "" && strings.Trim(word, "0123456789") == ""
}

// maxDiagnostics is the maximum number of lines that are kept because they look
// like errors. The output of a program that prints only errors is bounded too.
const maxDiagnostics = 60

// diagnosticStarts are at the beginning of lines that look like errors,
// diagnosticWords anywhere in them.
var (
	diagnosticStarts = []string{
		"error", "Error", "ERROR", "fatal", "FATAL", "panic:", "FAIL", "FAILED", "npm error", "npm ERR!", "E: ", "W: ",
		"Traceback (most recent call last)", "Exception in thread", "Caused by:", "ERR_PNPM", "CONFLICT", "Automatic merge failed",
		"go: ", "ld: ", "collect2:", "undefined reference", "× ", "✖ ", "✕ ", "TypeError", "ReferenceError", "SyntaxError",
	}
	diagnosticWords = []string{": error", ": fatal", ": undefined", "error TS", "error[", " - error", "panicked at", "undefined reference to", "Error: ", "Exception: "}
)

// markDiagnostics marks the first lines that look like errors as kept.
func markDiagnostics(p *page) {
	found := 0
	for i := 0; i < p.len() && found < maxDiagnostics; i++ {
		line := p.line(i)
		if hasAnyPrefix(strings.TrimLeft(line, " \t>"), diagnosticStarts) || hasAny(line, diagnosticWords) {
			p.mark(i, keep)
			found++
		}
	}
}
