package reducers

import "strings"

// isCargoTest reports whether only the test harness of Rust prints the line.
func isCargoTest(line string) bool {
	return strings.HasPrefix(line, "test result: ") ||
		strings.HasPrefix(line, "running ") && (strings.HasSuffix(line, " tests") || line == "running 1 test")
}

// markCargoTest marks the output of the test harness of Rust: passing tests are
// counted, and all lines from "failures:" to the result are kept.
func markCargoTest(p *page) {
	inFailures := false
	for i := range p.len() {
		line := p.line(i)
		switch {
		case line == "failures:":
			inFailures = true
			p.mark(i, keep)
		case strings.HasPrefix(line, "test result: "):
			inFailures = false
			p.mark(i, keep)
		case inFailures:
			p.mark(i, keep)
		case strings.HasPrefix(line, "test ") && strings.HasSuffix(line, " ... ok"):
			p.mark(i, passedTest)
		case strings.HasPrefix(line, "test ") && strings.Contains(line, " ... ") && !strings.Contains(line, " ... ignored"):
			p.mark(i, keep)
		case strings.Contains(line, " panicked at "):
			p.keepPanic(i)
		}
	}
}

// maxPanicLines is the maximum number of lines of a panic's message outside of
// the list of failures.
const maxPanicLines = 12

// keepPanic marks the message of a panic, without the stack, as kept.
func (p *page) keepPanic(i int) {
	end := p.find(i+1, min(i+1+maxPanicLines, p.len()), func(line string) bool {
		return line == "" || strings.HasPrefix(line, "stack backtrace:") || strings.HasPrefix(line, "note: ")
	})
	p.markRange(i, end, keep)
}
