package project

import (
	"regexp"
	"strings"
)

// specParser parses the format "spec" of the test runner of Node: the list of
// failed tests at the end, and the counts.
type specParser struct {
	out      *collector
	inList   bool
	position string
	failure
	counts Counts
}

// The lines of the test runner of Node.
var (
	specCount    = regexp.MustCompile(`^ℹ (pass|fail|cancelled|skipped|todo) (\d+)$`)
	specTest     = regexp.MustCompile(`^\s*✖ (.*?)(?: \([\d.]+ms\))?( # (?:TODO|SKIP).*)?$`)
	specPosition = regexp.MustCompile(`^test at (.*)$`)
)

// parseLine parses a count, or a line of the list of failed tests.
func (s *specParser) parseLine(text string) (string, bool) {
	if match := specCount.FindStringSubmatch(text); match != nil {
		s.reportCurrent()
		s.counts.addNodeCount(match[1], parseNumber(match[2]))
		return "", false
	}
	if s.inList = s.inList || text == "✖ failing tests:"; !s.inList {
		return "", false
	}
	if match := specPosition.FindStringSubmatch(text); match != nil {
		s.reportCurrent()
		s.position = match[1]
	} else if match := specTest.FindStringSubmatch(text); match != nil && s.position != "" {
		s.test = &Finding{Test: match[1]}
		s.test.setPosition(s.position, tapFrame)
		if s.position = ""; match[2] != "" {
			s.test = nil
		}
	} else if s.test != nil {
		s.addMessage(text, s.out)
	}
	return "", false
}

// reportCurrent reports the current test.
func (s *specParser) reportCurrent() {
	if s.test != nil {
		output := s.message.String()
		s.test.setPosition(output, tapFrame)
		s.test.Message = trimFrames(output)
		s.out.add(*s.test)
	}
	s.failure = failure{}
}

// end reports the last test and the counts.
func (s *specParser) end() {
	s.reportCurrent()
	s.out.addCounts(s.counts)
}

// trimFrames returns a message without the stack after it.
func trimFrames(text string) string {
	for at := 0; at < len(text); {
		next := strings.IndexByte(text[at:], '\n')
		line := text[at:]
		if next >= 0 {
			line = text[at : at+next]
		}
		if strings.HasPrefix(strings.TrimSpace(line), "at ") && tapFrame.MatchString(strings.TrimSpace(strings.TrimSuffix(line, " {"))) {
			return strings.TrimRight(text[:at], " \n")
		}
		if next < 0 {
			break
		}
		at += next + 1
	}
	return text
}

// addNodeCount adds a count of the test runner of Node.
func (c *Counts) addNodeCount(name string, n int) {
	switch name {
	case "pass":
		c.Passed = addBounded(c.Passed, n)
	case "fail", "cancelled":
		c.Failed = addBounded(c.Failed, n)
	default:
		c.Skipped = addBounded(c.Skipped, n)
	}
}
