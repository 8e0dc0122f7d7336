package project

import (
	"regexp"
	"strings"
)

// codeFrame matches a line of source code in the messages of jest.
var codeFrame = regexp.MustCompile(`^\s*>?\s*\d+ ?\||^\s+\|`)

// jestParser parses the output of jest.
type jestParser struct {
	out  *collector
	file string
	failure
	isMessageOver bool // the following lines are source code or stack frames
}

// The lines of jest, and the counts of several test runners.
var (
	jestFile  = regexp.MustCompile(`^ ?(FAIL|PASS)\s+(\S+)(?: \([\d.]+ m?s\))?$`)
	jestTest  = regexp.MustCompile(`^  ● (\S.*)$`)
	jestFrame = regexp.MustCompile(`^at (?:.*\()?((?:file://)?[^\s()]+\.\w+):(\d+):(\d+)\)?$`)
	jestCount = regexp.MustCompile(`^Tests: +(.*\d+ total)$`)
	countWord = regexp.MustCompile(`(\d+) (passed|failed|skipped|todo|pending|errors?|xfailed|xpassed|ignored)\b`)
)

// parseLine parses the verdict on a file, a failure or the counts.
func (j *jestParser) parseLine(text string) (string, bool) {
	if match := jestFile.FindStringSubmatch(text); match != nil {
		j.reportCurrent()
		j.file = match[2]
	} else if match := jestTest.FindStringSubmatch(text); match != nil {
		j.reportCurrent()
		j.beginFailure(match[1])
	} else if match := jestCount.FindStringSubmatch(text); match != nil {
		j.reportCurrent()
		j.out.addCounts(countWords(match[1]))
	} else if strings.HasPrefix(text, "Test Suites: ") {
		j.reportCurrent()
	} else if j.test != nil {
		j.addLine(text)
	}
	return "", false
}

// beginFailure begins a failure with its title. The output of tests, whose title
// is Console, is not a failure.
func (j *jestParser) beginFailure(name string) {
	switch {
	case name == "Console" || j.file == "":
	case name == "Test suite failed to run":
		j.test = &Finding{File: j.file}
	default:
		j.test = &Finding{File: j.file, Test: name}
	}
}

// addLine adds a line to the current failure: its position or its message.
func (j *jestParser) addLine(text string) {
	trimmed := strings.TrimSpace(text)
	if match := jestFrame.FindStringSubmatch(trimmed); match != nil {
		if j.isMessageOver = true; j.test.Line == 0 {
			j.test.setPosition(trimmed, jestFrame)
		}
		return
	}
	if j.isMessageOver = j.isMessageOver || codeFrame.MatchString(text); !j.isMessageOver {
		j.addMessage(text, j.out)
	}
}

// reportCurrent reports the current failure.
func (j *jestParser) reportCurrent() {
	if f, ok := j.finish(); ok {
		j.out.add(f)
	}
	j.isMessageOver = false
}

// end reports the last failure.
func (j *jestParser) end() { j.reportCurrent() }

// countWords parses counts such as "4 failed, 1 skipped, 33 passed".
func countWords(text string) (c Counts) {
	for _, match := range countWord.FindAllStringSubmatch(text, -1) {
		n := parseNumber(match[1])
		switch match[2] {
		case "passed", "xpassed":
			c.Passed = addBounded(c.Passed, n)
		case "failed", "error", "errors":
			c.Failed = addBounded(c.Failed, n)
		default:
			c.Skipped = addBounded(c.Skipped, n)
		}
	}
	return c
}
