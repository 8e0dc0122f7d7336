package project

import (
	"regexp"
	"strings"
)

// codeFrame is a line of source that jest and vitest show.
var codeFrame = regexp.MustCompile(`^\s*>?\s*\d+ ?\||^\s+\|`)

// jest reads the output of jest.
type jest struct {
	to    *collector
	file  string
	test  *Finding
	shown bool // the message is over
	said  excerpt
}

var (
	jestFile  = regexp.MustCompile(`^ ?(FAIL|PASS)\s+(\S+)(?: \([\d.]+ m?s\))?$`)
	jestTest  = regexp.MustCompile(`^  ● (\S.*)$`)
	jestFrame = regexp.MustCompile(`^at (?:.*\()?((?:file://)?[^\s()]+\.\w+):(\d+):(\d+)\)?$`)
	jestCount = regexp.MustCompile(`^Tests: +(.*\d+ total)$`)
	countWord = regexp.MustCompile(`(\d+) (passed|failed|skipped|todo|pending|errors?|xfailed|xpassed|ignored)\b`)
)

func (j *jest) line(text string) (string, bool) {
	if match := jestFile.FindStringSubmatch(text); match != nil {
		j.flush()
		j.file = match[2]
	} else if match := jestTest.FindStringSubmatch(text); match != nil {
		j.flush()
		j.begin(match[1])
	} else if match := jestCount.FindStringSubmatch(text); match != nil {
		j.flush()
		j.to.tests(countWords(match[1]))
	} else if strings.HasPrefix(text, "Test Suites: ") {
		j.flush()
	} else if j.test != nil {
		j.more(text)
	}
	return "", false
}

// begin takes the headline of a failure; what a test printed is none.
func (j *jest) begin(name string) {
	switch {
	case name == "Console" || j.file == "":
	case name == "Test suite failed to run":
		j.test = &Finding{File: j.file}
	default:
		j.test = &Finding{File: j.file, Test: name}
	}
}

func (j *jest) more(text string) {
	trimmed := strings.TrimSpace(text)
	if match := jestFrame.FindStringSubmatch(trimmed); match != nil {
		if j.shown = true; j.test.Line == 0 {
			j.test.at(trimmed, jestFrame)
		}
		return
	}
	if j.shown = j.shown || codeFrame.MatchString(text); !j.shown {
		j.said.limit = maxMessage
		j.said.add(text)
	}
}

func (j *jest) flush() {
	if j.test != nil {
		j.test.Message = messageOf(j.said.String())
		j.to.add(*j.test)
	}
	j.test, j.shown, j.said = nil, false, excerpt{}
}

func (j *jest) end() { j.flush() }

// countWords reads counts such as "4 failed, 1 skipped, 33 passed".
func countWords(text string) (c Counts) {
	for _, match := range countWord.FindAllStringSubmatch(text, -1) {
		n := number(match[1])
		switch match[2] {
		case "passed", "xpassed":
			c.Passed = sum(c.Passed, n)
		case "failed", "error", "errors":
			c.Failed = sum(c.Failed, n)
		default:
			c.Skipped = sum(c.Skipped, n)
		}
	}
	return c
}
