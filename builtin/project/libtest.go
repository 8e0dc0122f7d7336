package project

import (
	"regexp"
	"strings"
)

// libtestParser parses the output of the test harness of Rust.
type libtestParser struct {
	out *collector
	failure
	// failed are the failed tests of the current test program, and reported says
	// which of them were reported with their section.
	failed   []string
	reported map[string]bool
	// inFailures reports that the sections and the names of failed tests follow.
	inFailures bool
}

// The lines of the test harness.
var (
	libtestFailed        = regexp.MustCompile(`^test (.*?)(?: - should panic(?: .*)?)? \.\.\. FAILED$`)
	libtestHeader        = regexp.MustCompile(`^---- (.*) (?:stdout|stderr) ----$`)
	libtestPosition      = regexp.MustCompile(`panicked at (?:.*, )?(\S+\.rs):(\d+):(\d+):?$`)
	libtestOtherPosition = regexp.MustCompile(`(\S+\.rs):(\d+):(\d+)$`)
	libtestResult        = regexp.MustCompile(`^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored`)
	docTestName          = regexp.MustCompile(`^(\S+\.rs) - .*\(line (\d+)\)`)
)

// parseLine parses a result, the header of a section or a line in it.
func (l *libtestParser) parseLine(text string) (string, bool) {
	if match := libtestFailed.FindStringSubmatch(text); match != nil {
		l.noteFailed(match[1])
	} else if match := libtestHeader.FindStringSubmatch(text); match != nil && l.inFailures {
		l.reportCurrent()
		l.test = &Finding{Test: match[1]}
	} else if match := libtestResult.FindStringSubmatch(text); match != nil {
		l.endProgram()
		l.out.addCounts(Counts{Passed: parseNumber(match[1]), Failed: parseNumber(match[2]), Skipped: parseNumber(match[3])})
	} else if text == "failures:" || text == "successes:" {
		l.reportCurrent()
		l.inFailures = text == "failures:"
	} else if l.test != nil {
		l.addLine(text)
	} else if name, ok := strings.CutPrefix(text, "    "); ok && l.inFailures {
		l.noteFailed(name)
	}
	return "", false
}

// noteFailed adds a test to the failed tests, unless it is there already.
func (l *libtestParser) noteFailed(name string) {
	if _, known := l.reported[name]; known || len(l.failed) >= 2*maxFindings {
		return
	}
	if l.reported == nil {
		l.reported = map[string]bool{}
	}
	l.reported[name] = false
	l.failed = append(l.failed, name)
}

// addLine adds a line to the current section: its position and its message.
func (l *libtestParser) addLine(text string) {
	if strings.HasPrefix(text, "note: run with `RUST_BACKTRACE") {
		return
	}
	for _, shape := range []*regexp.Regexp{libtestPosition, libtestOtherPosition} {
		if match := shape.FindStringSubmatch(text); match != nil && l.test.File == "" && !isLibrary(match[1]) {
			l.test.File, l.test.Line, l.test.Column = match[1], parseNumber(match[2]), parseNumber(match[3])
			break
		}
	}
	l.addMessage(text, l.out)
}

// reportCurrent reports the test of the current section.
func (l *libtestParser) reportCurrent() {
	if f, ok := l.finish(); ok {
		l.report(f)
	}
}

// report reports a failed test. The name of a documentation test has its position.
func (l *libtestParser) report(f Finding) {
	if l.reported == nil {
		l.reported = map[string]bool{}
	}
	if _, known := l.reported[f.Test]; known || len(l.reported) < 2*maxFindings {
		l.reported[f.Test] = true
	}
	if match := docTestName.FindStringSubmatch(f.Test); match != nil && f.File == "" {
		f.File, f.Line = match[1], parseNumber(match[2])
	}
	l.out.add(f)
}

// endProgram ends a test program, and reports the failed tests without a section.
func (l *libtestParser) endProgram() {
	l.reportCurrent()
	for _, name := range l.failed {
		if !l.reported[name] {
			l.report(Finding{Test: name, Message: noMessage})
		}
	}
	*l = libtestParser{out: l.out}
}

// end ends the last test program.
func (l *libtestParser) end() { l.endProgram() }
