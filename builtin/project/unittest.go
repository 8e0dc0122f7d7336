package project

import (
	"regexp"
	"strings"
)

// pythonFrame is a frame of Python's tracebacks.
var pythonFrame = regexp.MustCompile(`^\s*(?:\*\*\*\s+)?File "(.*)", line (\d+)(?:, in .*)?$`)

// unittest reads what Python's unittest writes.
type unittest struct {
	to   *collector
	test *Finding
	said excerpt
	rule bool // the last line was one of hyphens
	ran  int
}

var (
	unittestHead  = regexp.MustCompile(`^(?:FAIL|ERROR): (\S+)(?: \(([^)]*)\))?(.*)$`)
	unittestRan   = regexp.MustCompile(`^Ran (\d+) tests? in `)
	unittestEnd   = regexp.MustCompile(`^(?:OK|FAILED|NO TESTS RAN)(?: \((.*)\))?$`)
	unittestCount = regexp.MustCompile(`(failures|errors|skipped|expected failures|unexpected successes)=(\d+)`)
)

func (u *unittest) line(text string) (string, bool) {
	rule := u.rule
	u.rule = strings.HasPrefix(text, "----------") && strings.Trim(text, "-") == ""
	switch {
	case unittestHead.MatchString(text):
		u.flush()
		u.begin(unittestHead.FindStringSubmatch(text))
	case rule && unittestRan.MatchString(text):
		u.flush()
		u.ran = sum(u.ran, number(unittestRan.FindStringSubmatch(text)[1]))
	case u.ran > 0 && unittestEnd.MatchString(text):
		u.count(unittestEnd.FindStringSubmatch(text)[1])
	case strings.HasPrefix(text, "==========") && strings.Trim(text, "=") == "":
		u.flush()
	case u.test != nil:
		u.more(text)
	}
	return "", false
}

// begin takes "FAIL: test_x (module.Class.test_x) (i=1)".
func (u *unittest) begin(match []string) {
	name, in := match[1], strings.TrimPrefix(match[2], "unittest.loader._FailedTest.")
	switch {
	case in == "unittest.loader._FailedTest" || in == name:
	case strings.HasSuffix(in, "."+name):
		name = in
	case in != "":
		name = in + "." + name
	}
	u.test = &Finding{Test: strings.TrimSpace(name + match[3])}
}

// more takes a line of the traceback: frames tell the place, lines that are not
// indented the message.
func (u *unittest) more(text string) {
	if match := pythonFrame.FindStringSubmatch(text); match != nil {
		if !isForeign(match[1]) {
			u.test.File, u.test.Line = match[1], number(match[2])
		}
		return
	}
	if strings.HasPrefix(text, "  ") || u.rule || strings.HasPrefix(text, "Traceback (most recent") {
		return
	}
	u.said.limit = maxMessage
	u.said.add(text)
}

func (u *unittest) flush() {
	if u.test != nil {
		u.test.Message = messageOf(u.said.String())
		u.to.add(*u.test)
	}
	u.test, u.said = nil, excerpt{}
}

// count takes the last line; what it does not name has passed.
func (u *unittest) count(text string) {
	c := Counts{}
	for _, match := range unittestCount.FindAllStringSubmatch(text, -1) {
		switch n := number(match[2]); match[1] {
		case "skipped", "expected failures":
			c.Skipped = sum(c.Skipped, n)
		default:
			c.Failed = sum(c.Failed, n)
		}
	}
	c.Passed = max(u.ran-c.Failed-c.Skipped, 0)
	u.to.tests(c)
	u.ran = 0
}

func (u *unittest) end() { u.flush() }

// traceback reads errors of syntax as Python prints them.
type traceback struct {
	to    *collector
	place Finding
}

var pythonError = regexp.MustCompile(`^(?:\*\*\*\s+)?(?:Sorry: )?([A-Z]\w*(?:Error|Warning|Exception)): (.*)$`)

func (t *traceback) line(text string) (string, bool) {
	if match := pythonFrame.FindStringSubmatch(text); match != nil {
		t.place = Finding{File: match[1], Line: number(match[2])}
	} else if match := pythonError.FindStringSubmatch(text); match != nil && t.place.File != "" {
		t.place.Message, t.place.Rule = match[2], match[1]
		t.to.add(t.place)
		t.place = Finding{}
	}
	return "", false
}

func (t *traceback) end() {}
