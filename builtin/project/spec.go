package project

import (
	"regexp"
	"strings"
)

// spec reads what Node's runner writes for people: the list of failing tests at
// the end, and the counts.
type spec struct {
	to     *collector
	inList bool
	where  string
	test   *Finding
	said   excerpt
	counts Counts
}

var (
	specCount = regexp.MustCompile(`^ℹ (pass|fail|cancelled|skipped|todo) (\d+)$`)
	specTest  = regexp.MustCompile(`^\s*✖ (.*?)(?: \([\d.]+ms\))?( # (?:TODO|SKIP).*)?$`)
	specPlace = regexp.MustCompile(`^test at (.*)$`)
)

func (s *spec) line(text string) (string, bool) {
	if match := specCount.FindStringSubmatch(text); match != nil {
		s.flush()
		s.counts.tell(match[1], number(match[2]))
		return "", false
	}
	if s.inList = s.inList || text == "✖ failing tests:"; !s.inList {
		return "", false
	}
	if match := specPlace.FindStringSubmatch(text); match != nil {
		s.flush()
		s.where = match[1]
	} else if match := specTest.FindStringSubmatch(text); match != nil && s.where != "" {
		s.test = &Finding{Test: match[1]}
		s.test.at(s.where, tapFrame)
		if s.where = ""; match[2] != "" {
			s.test = nil
		}
	} else if s.test != nil {
		s.said.limit = maxMessage
		s.said.add(text)
	}
	return "", false
}

func (s *spec) flush() {
	if s.test != nil {
		said := s.said.String()
		s.test.at(said, tapFrame)
		s.test.Message = beforeFrames(said)
		s.to.add(*s.test)
	}
	s.test, s.said = nil, excerpt{}
}

func (s *spec) end() {
	s.flush()
	s.to.tests(s.counts)
}

// beforeFrames is a message without the stack behind it.
func beforeFrames(text string) string {
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

// tell adds one of the counts at the end of a run by Node.
func (c *Counts) tell(what string, n int) {
	switch what {
	case "pass":
		c.Passed = sum(c.Passed, n)
	case "fail", "cancelled":
		c.Failed = sum(c.Failed, n)
	default:
		c.Skipped = sum(c.Skipped, n)
	}
}
