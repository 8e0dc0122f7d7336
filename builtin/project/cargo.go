package project

import (
	"encoding/json"
	"regexp"
	"strings"
)

// cargo reads cargo's --message-format=json, and the text that it and rustc
// write beside that.
type cargo struct {
	to *collector
	// text is a finding of rustc's text that waits for its place.
	text *Finding
}

// cargoMessage is a line of cargo's JSON.
type cargoMessage struct {
	Reason  string
	Message struct {
		Level    string
		Message  string
		Rendered string
		Code     *struct{ Code string }
		Spans    []struct {
			FileName    string `json:"file_name"`
			LineStart   int    `json:"line_start"`
			ColumnStart int    `json:"column_start"`
			IsPrimary   bool   `json:"is_primary"`
			Label       string
		}
	}
}

var (
	rustcHead  = regexp.MustCompile(`^(error|warning)(?:\[([\w:]+)\])?: (.*)$`)
	rustcPlace = regexp.MustCompile(`^\s*--> (\S+):(\d+):(\d+)$`)
	// rustcTotal are the lines that sum up others.
	rustcTotal = regexp.MustCompile(`^(?:could not compile|test failed|doctest failed|\d+ targets? failed|aborting due to|build failed|.*generated \d+ warnings?|\d+ warnings? emitted)`)
)

func (c *cargo) line(text string) (string, bool) {
	var m cargoMessage
	if !strings.HasPrefix(text, "{") || json.Unmarshal([]byte(text), &m) != nil || m.Reason == "" {
		c.rustc(text)
		return "", false
	}
	if m.Reason != "compiler-message" {
		return silent, true
	}
	c.message(&m)
	first, _, _ := strings.Cut(m.Message.Rendered, "\n\n")
	return plain(strings.ReplaceAll(first, "\n", " ⏎ ")), true
}

// message takes one message of the compiler.
func (c *cargo) message(m *cargoMessage) {
	level, known := severities[m.Message.Level]
	if strings.HasPrefix(m.Message.Level, "error") {
		level, known = Error, true
	}
	if !known || rustcTotal.MatchString(m.Message.Message) || len(m.Message.Spans) == 0 && level != Error {
		return
	}
	f := Finding{Severity: level, Message: m.Message.Message}
	if m.Message.Code != nil {
		f.Rule = m.Message.Code.Code
	}
	for _, span := range m.Message.Spans {
		if span.IsPrimary && f.File == "" {
			f.File, f.Line, f.Column = span.FileName, max(span.LineStart, 0), max(span.ColumnStart, 0)
			if span.Label != "" {
				f.Message += ": " + span.Label
			}
		}
	}
	c.to.add(f)
}

// rustc takes a line of text.
func (c *cargo) rustc(text string) {
	if match := rustcHead.FindStringSubmatch(text); match != nil {
		c.end()
		if !rustcTotal.MatchString(match[3]) {
			c.text = &Finding{Severity: severities[match[1]], Rule: match[2], Message: match[3]}
		}
		return
	}
	if c.text == nil {
		return
	}
	if match := rustcPlace.FindStringSubmatch(text); match != nil && c.text.File == "" {
		c.text.File, c.text.Line, c.text.Column = match[1], number(match[2]), number(match[3])
		c.end()
	} else if strings.TrimSpace(text) != "" && len(c.text.Message) < longestMessage {
		c.text.Message += "\n" + text
	}
}

// end reports what waits; a warning without a place is none of a file's.
func (c *cargo) end() {
	if c.text != nil && (c.text.Severity == Error || c.text.File != "") {
		c.to.add(*c.text)
	}
	c.text = nil
}

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
	if _, known := l.reported[name]; known || len(l.failed) >= 2*mostFindings {
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
	l.said.most = longestMessage
	l.said.add(text)
}

// flush reports the test that is being read.
func (l *libtest) flush() {
	if l.test != nil {
		if l.test.Message = l.said.String(); strings.TrimSpace(l.test.Message) == "" {
			l.test.Message = "failed without a message"
		}
		l.report(*l.test)
	}
	l.test, l.said = nil, excerpt{}
}

func (l *libtest) report(f Finding) {
	if l.reported == nil {
		l.reported = map[string]bool{}
	}
	if _, known := l.reported[f.Test]; known || len(l.reported) < 2*mostFindings {
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
			l.report(Finding{Test: name, Message: "failed without a message"})
		}
	}
	*l = libtest{to: l.to}
}

func (l *libtest) end() { l.over() }
