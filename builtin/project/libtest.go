package project

import (
	"regexp"
	"strings"
)

// libtest reads what Rust's tests write.
type libtest struct {
	to   *collector
	test *Finding
	said excerpt
	// failed are the tests of this program that failed, in order, and reported
	// those of them that a section told about.
	failed   []string
	reported map[string]bool
	// listing says that sections on failed tests follow, and their names.
	listing bool
}

var (
	libtestFailed = regexp.MustCompile(`^test (.*?)(?: - should panic(?: .*)?)? \.\.\. FAILED$`)
	libtestHead   = regexp.MustCompile(`^---- (.*) (?:stdout|stderr) ----$`)
	libtestPlace  = regexp.MustCompile(`panicked at (?:.*, )?(\S+\.rs):(\d+):(\d+):?$`)
	libtestOther  = regexp.MustCompile(`(\S+\.rs):(\d+):(\d+)$`)
	libtestResult = regexp.MustCompile(`^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored`)
	docTestName   = regexp.MustCompile(`^(\S+\.rs) - .*\(line (\d+)\)`)
)

func (l *libtest) line(text string) (string, bool) {
	if match := libtestFailed.FindStringSubmatch(text); match != nil {
		l.fails(match[1])
	} else if match := libtestHead.FindStringSubmatch(text); match != nil && l.listing {
		l.flush()
		l.test = &Finding{Test: match[1]}
	} else if match := libtestResult.FindStringSubmatch(text); match != nil {
		l.over()
		l.to.tests(Counts{Passed: number(match[1]), Failed: number(match[2]), Skipped: number(match[3])})
	} else if text == "failures:" || text == "successes:" {
		l.flush()
		l.listing = text == "failures:"
	} else if l.test != nil {
		l.more(text)
	} else if name, ok := strings.CutPrefix(text, "    "); ok && l.listing {
		l.fails(name)
	}
	return "", false
}

// fails notes that a test failed, once.
func (l *libtest) fails(name string) {
	if _, known := l.reported[name]; known || len(l.failed) >= 2*maxFindings {
		return
	}
	if l.reported == nil {
		l.reported = map[string]bool{}
	}
	l.reported[name] = false
	l.failed = append(l.failed, name)
}

func (l *libtest) more(text string) {
	if strings.HasPrefix(text, "note: run with `RUST_BACKTRACE") {
		return
	}
	for _, shape := range []*regexp.Regexp{libtestPlace, libtestOther} {
		if match := shape.FindStringSubmatch(text); match != nil && l.test.File == "" && !isForeign(match[1]) {
			l.test.File, l.test.Line, l.test.Column = match[1], number(match[2]), number(match[3])
			break
		}
	}
	l.said.limit = maxMessage
	l.said.add(text)
}

// flush reports the test that is being read.
func (l *libtest) flush() {
	if l.test != nil {
		l.test.Message = messageOf(l.said.String())
		l.report(*l.test)
	}
	l.test, l.said = nil, excerpt{}
}

func (l *libtest) report(f Finding) {
	if l.reported == nil {
		l.reported = map[string]bool{}
	}
	if _, known := l.reported[f.Test]; known || len(l.reported) < 2*maxFindings {
		l.reported[f.Test] = true
	}
	if match := docTestName.FindStringSubmatch(f.Test); match != nil && f.File == "" {
		f.File, f.Line = match[1], number(match[2])
	}
	l.to.add(f)
}

// over ends a test program: tests that no section told about failed in silence.
func (l *libtest) over() {
	l.flush()
	for _, name := range l.failed {
		if !l.reported[name] {
			l.report(Finding{Test: name, Message: noMessage})
		}
	}
	*l = libtest{to: l.to}
}

func (l *libtest) end() { l.over() }
