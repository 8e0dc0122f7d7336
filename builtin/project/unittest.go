package project

import (
	"regexp"
	"strings"
)

// pythonFrame matches a frame of a traceback of Python.
var pythonFrame = regexp.MustCompile(`^\s*(?:\*\*\*\s+)?File "(.*)", line (\d+)(?:, in .*)?$`)

// unittestParser parses the output of the Python module unittest.
type unittestParser struct {
	out *collector
	failure
	afterHyphens bool // the last line was one of hyphens
	ran          int
}

// The lines of unittest.
var (
	unittestHeader = regexp.MustCompile(`^(?:FAIL|ERROR): (\S+)(?: \(([^)]*)\))?(.*)$`)
	unittestRan    = regexp.MustCompile(`^Ran (\d+) tests? in `)
	unittestEnd    = regexp.MustCompile(`^(?:OK|FAILED|NO TESTS RAN)(?: \((.*)\))?$`)
	unittestCount  = regexp.MustCompile(`(failures|errors|skipped|expected failures|unexpected successes)=(\d+)`)
)

// parseLine parses the title of a failure, a line of it, or the counts.
func (u *unittestParser) parseLine(text string) (string, bool) {
	afterHyphens := u.afterHyphens
	u.afterHyphens = strings.HasPrefix(text, "----------") && strings.Trim(text, "-") == ""
	switch {
	case unittestHeader.MatchString(text):
		u.reportCurrent()
		u.beginFailure(unittestHeader.FindStringSubmatch(text))
	case afterHyphens && unittestRan.MatchString(text):
		u.reportCurrent()
		u.ran = addBounded(u.ran, parseNumber(unittestRan.FindStringSubmatch(text)[1]))
	case u.ran > 0 && unittestEnd.MatchString(text):
		u.addCounts(unittestEnd.FindStringSubmatch(text)[1])
	case strings.HasPrefix(text, "==========") && strings.Trim(text, "=") == "":
		u.reportCurrent()
	case u.test != nil:
		u.addLine(text)
	}
	return "", false
}

// beginFailure begins a failure with its title, such as "FAIL: test_x
// (module.Class.test_x) (i=1)".
func (u *unittestParser) beginFailure(match []string) {
	name, parent := match[1], strings.TrimPrefix(match[2], "unittest.loader._FailedTest.")
	switch {
	case parent == "unittest.loader._FailedTest" || parent == name:
	case strings.HasSuffix(parent, "."+name):
		name = parent
	case parent != "":
		name = parent + "." + name
	}
	u.test = &Finding{Test: strings.TrimSpace(name + match[3])}
}

// addLine adds a line of the traceback: a frame has the position, and lines without
// indentation are the message.
func (u *unittestParser) addLine(text string) {
	if match := pythonFrame.FindStringSubmatch(text); match != nil {
		if !isLibrary(match[1]) {
			u.test.File, u.test.Line = match[1], parseNumber(match[2])
		}
		return
	}
	if strings.HasPrefix(text, "  ") || u.afterHyphens || strings.HasPrefix(text, "Traceback (most recent") {
		return
	}
	u.addMessage(text, u.out)
}

// reportCurrent reports the current failure.
func (u *unittestParser) reportCurrent() {
	if f, ok := u.finish(); ok {
		u.out.add(f)
	}
}

// addCounts adds the counts of the last line. Other tests have passed.
func (u *unittestParser) addCounts(text string) {
	c := Counts{}
	for _, match := range unittestCount.FindAllStringSubmatch(text, -1) {
		switch n := parseNumber(match[2]); match[1] {
		case "skipped", "expected failures":
			c.Skipped = addBounded(c.Skipped, n)
		default:
			c.Failed = addBounded(c.Failed, n)
		}
	}
	c.Passed = max(u.ran-c.Failed-c.Skipped, 0)
	u.out.addCounts(c)
	u.ran = 0
}

// end reports the last failure.
func (u *unittestParser) end() { u.reportCurrent() }

// tracebackParser parses the syntax errors that Python prints.
type tracebackParser struct {
	out      *collector
	position Finding
}

// pythonError matches the last line of a traceback.
var pythonError = regexp.MustCompile(`^(?:\*\*\*\s+)?(?:Sorry: )?([A-Z]\w*(?:Error|Warning|Exception)): (.*)$`)

// parseLine parses a frame or an error.
func (t *tracebackParser) parseLine(text string) (string, bool) {
	if match := pythonFrame.FindStringSubmatch(text); match != nil {
		t.position = Finding{File: match[1], Line: parseNumber(match[2])}
	} else if match := pythonError.FindStringSubmatch(text); match != nil && t.position.File != "" {
		t.position.Message, t.position.Rule = match[2], match[1]
		t.out.add(t.position)
		t.position = Finding{}
	}
	return "", false
}

// end does nothing: an error is reported with its line.
func (t *tracebackParser) end() {}
