package project

import (
	"regexp"
	"strings"
)

// vitestParser parses the output of vitest: the list of failures at its end, in
// which several tests may have one message.
type vitestParser struct {
	out           *collector
	tests         []Finding
	position      Finding
	message       excerpt
	inMessage     bool
	isMessageOver bool
}

// The lines of vitest.
var (
	vitestTest     = regexp.MustCompile(`^ FAIL  (\S.* > .*|\S.* \[ .* \])$`)
	vitestPosition = regexp.MustCompile(`^❯ (?:.* )?((?:file://)?[^\s()]+\.\w+):(\d+):(\d+)$`)
	vitestEnd      = regexp.MustCompile(`^⎯+(?:\[\d+/\d+\]⎯+| .* ⎯+)?$`)
	vitestCount    = regexp.MustCompile(`^\s+Tests  (.*)$`)
)

// parseLine parses the name of a failed test, a line of its message, or the counts.
func (v *vitestParser) parseLine(text string) (string, bool) {
	if match := vitestTest.FindStringSubmatch(text); match != nil {
		if v.inMessage {
			v.reportCurrent()
		}
		v.addTest(match[1])
	} else if match := vitestCount.FindStringSubmatch(text); match != nil {
		v.reportCurrent()
		v.out.addCounts(countWords(match[1]))
	} else if vitestEnd.MatchString(text) {
		v.reportCurrent()
	} else if len(v.tests) > 0 {
		v.addLine(text)
	}
	return "", false
}

// addTest adds a failed test: "file > parent > test", or "file [ file ]" for a file
// that could not run. The name of a project may be before the file.
func (v *vitestParser) addTest(text string) {
	if len(v.tests) >= maxFindings {
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

// addLine adds a line to the current failure: its position or its message.
func (v *vitestParser) addLine(text string) {
	v.inMessage = true
	trimmed := strings.TrimSpace(text)
	if vitestPosition.MatchString(trimmed) {
		if v.isMessageOver = true; v.position.File == "" {
			v.position.setPosition(trimmed, vitestPosition)
		}
		return
	}
	if v.isMessageOver = v.isMessageOver || strings.HasPrefix(trimmed, "❯ "); !v.isMessageOver {
		v.message.limit, v.message.secrets = maxMessage, v.out.secrets
		v.message.add(text)
	}
}

// reportCurrent reports the tests of the current failure.
func (v *vitestParser) reportCurrent() {
	for _, f := range v.tests {
		if v.position.File != "" {
			f.File, f.Line, f.Column = v.position.File, v.position.Line, v.position.Column
		}
		f.Message = v.message.String()
		v.out.add(f)
	}
	*v = vitestParser{out: v.out}
}

// end reports the last failure.
func (v *vitestParser) end() { v.reportCurrent() }
