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
		j.said.most = longestMessage
		j.said.add(text)
	}
}

func (j *jest) flush() {
	if j.test != nil {
		if j.test.Message = j.said.String(); strings.TrimSpace(j.test.Message) == "" {
			j.test.Message = "failed without a message"
		}
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

// vitest reads the output of vitest: the list of failures at its end, in which
// several tests can share a message.
type vitest struct {
	to    *collector
	tests []Finding
	where Finding
	said  excerpt
	body  bool
	shown bool
}

var (
	vitestTest  = regexp.MustCompile(`^ FAIL  (\S.* > .*|\S.* \[ .* \])$`)
	vitestPlace = regexp.MustCompile(`^❯ (?:.* )?((?:file://)?[^\s()]+\.\w+):(\d+):(\d+)$`)
	vitestEnd   = regexp.MustCompile(`^⎯+(?:\[\d+/\d+\]⎯+| .* ⎯+)?$`)
	vitestCount = regexp.MustCompile(`^\s+Tests  (.*)$`)
)

func (v *vitest) line(text string) (string, bool) {
	if match := vitestTest.FindStringSubmatch(text); match != nil {
		if v.body {
			v.flush()
		}
		v.name(match[1])
	} else if match := vitestCount.FindStringSubmatch(text); match != nil {
		v.flush()
		v.to.tests(countWords(match[1]))
	} else if vitestEnd.MatchString(text) {
		v.flush()
	} else if len(v.tests) > 0 {
		v.more(text)
	}
	return "", false
}

// name takes "file > around > test", behind a project's name in bars, or "file [
// file ]" for one that could not be run.
func (v *vitest) name(text string) {
	if len(v.tests) >= mostFindings {
		return
	}
	file, test, ok := strings.Cut(text, " > ")
	file, _, _ = strings.Cut(file, " [ ")
	if fields := strings.Fields(file); len(fields) > 0 {
		file = fields[len(fields)-1]
	}
	f := Finding{File: file}
	if ok {
		f.Test = test
	}
	v.tests = append(v.tests, f)
}

func (v *vitest) more(text string) {
	v.body = true
	trimmed := strings.TrimSpace(text)
	if vitestPlace.MatchString(trimmed) {
		if v.shown = true; v.where.File == "" {
			v.where.at(trimmed, vitestPlace)
		}
		return
	}
	if v.shown = v.shown || strings.HasPrefix(trimmed, "❯ "); !v.shown {
		v.said.most = longestMessage
		v.said.add(text)
	}
}

func (v *vitest) flush() {
	for _, f := range v.tests {
		if v.where.File != "" {
			f.File, f.Line, f.Column = v.where.File, v.where.Line, v.where.Column
		}
		f.Message = v.said.String()
		v.to.add(f)
	}
	*v = vitest{to: v.to}
}

func (v *vitest) end() { v.flush() }
