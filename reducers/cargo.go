package reducers

import "strings"

func isCargoTest(line string) bool {
	return strings.HasPrefix(line, "test result: ") ||
		strings.HasPrefix(line, "running ") && (strings.HasSuffix(line, " tests") || line == "running 1 test")
}

// markCargoTest marks the output of Rust's test harness: tests that passed are
// counted; what stands between "failures:" and the result stays whole.
func markCargoTest(p *page) {
	failures := false
	for i := range p.len() {
		line := p.line(i)
		switch {
		case line == "failures:":
			failures = true
			p.mark(i, keep)
		case strings.HasPrefix(line, "test result: "):
			failures = false
			p.mark(i, keep)
		case failures:
			p.mark(i, keep)
		case strings.HasPrefix(line, "test ") && strings.HasSuffix(line, " ... ok"):
			p.mark(i, passedTest)
		case strings.HasPrefix(line, "test ") && strings.Contains(line, " ... ") && !strings.Contains(line, " ... ignored"):
			p.mark(i, keep)
		case strings.Contains(line, " panicked at "):
			p.panicked(i)
		}
	}
}

// panicLines bounds the message of a panic outside of the list of failures.
const panicLines = 12

// panicked keeps the message of a panic, up to the stack.
func (p *page) panicked(i int) {
	end := p.find(i+1, min(i+1+panicLines, p.len()), func(line string) bool {
		return line == "" || strings.HasPrefix(line, "stack backtrace:") || strings.HasPrefix(line, "note: ")
	})
	p.markAll(i, end, keep)
}
