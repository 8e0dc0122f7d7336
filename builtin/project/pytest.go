package project

import (
	"regexp"
	"strings"
)

// pytestParser parses the output of pytest: the sections of failures, which have
// positions and messages, and the short summary, which has the IDs of tests.
type pytestParser struct {
	out        *collector
	inFailures bool // the sections of failures follow
	sections   []pytestSection
	ids        []string
	dropped    int // the number of sections over the limit
}

// pytestSection is the section of one failure.
type pytestSection struct {
	name       string
	finding    Finding
	errors     excerpt // the lines after "E"
	others     excerpt
	inCaptured bool // the captured output follows
	isReported bool
}

// The lines of pytest.
var (
	pytestPart     = regexp.MustCompile(`^=+ (.*?) =+$`)
	pytestHeader   = regexp.MustCompile(`^_+ (\S.*?) _+$`)
	pytestPosition = regexp.MustCompile(`^(\S[^:]*\.\w+):(\d+): (?:in .*|\w*)$`)
	pytestError    = regexp.MustCompile(`^E(?:   (.*)|\s*)$`)
	pytestCapture  = regexp.MustCompile(`^-+ Captured .* -+$`)
	pytestID       = regexp.MustCompile(`^(?:FAILED|ERROR) ([^\s(].*)$`)
	pytestCounts   = regexp.MustCompile(`^(?:=+ )?((?:\d+ [a-z]+,? ?)+) in [\d.]+s\b.*$`)
	conftest       = regexp.MustCompile(`^ImportError while loading conftest '(.*)'\.$`)
)

// parseLine parses a ruler, the counts, a line of the summary or one of a section.
func (p *pytestParser) parseLine(text string) (string, bool) {
	if match := pytestCounts.FindStringSubmatch(text); match != nil {
		p.inFailures = false
		p.out.addCounts(countWords(match[1]))
	} else if match := pytestPart.FindStringSubmatch(text); match != nil {
		p.inFailures = match[1] == "FAILURES" || match[1] == "ERRORS"
	} else if match := conftest.FindStringSubmatch(text); match != nil {
		p.inFailures = true
		p.beginSection("conftest.py")
	} else if match := pytestHeader.FindStringSubmatch(text); match != nil && p.inFailures {
		p.beginSection(match[1])
	} else if match := pytestID.FindStringSubmatch(text); match != nil && !p.inFailures && len(p.ids) < 2*maxFindings {
		p.ids = append(p.ids, match[1])
	} else if p.inFailures && len(p.sections) > 0 {
		p.sections[len(p.sections)-1].addLine(text)
	}
	return "", false
}

// beginSection begins the section of a failure with its title.
func (p *pytestParser) beginSection(name string) {
	if len(p.sections) >= 2*maxFindings {
		p.dropped++
		return
	}
	kept := excerpt{limit: maxMessage, secrets: p.out.secrets}
	p.sections = append(p.sections, pytestSection{name: name, errors: kept, others: kept})
}

// addLine adds a line to the section: its position or its message.
func (s *pytestSection) addLine(text string) {
	if s.inCaptured = s.inCaptured || pytestCapture.MatchString(text); s.inCaptured {
		return
	}
	if match := pytestError.FindStringSubmatch(text); match != nil {
		s.errors.add(match[1])
		return
	}
	if match := pytestPosition.FindStringSubmatch(text); match != nil {
		if !isLibrary(match[1]) {
			s.finding.File, s.finding.Line = match[1], parseNumber(match[2])
		}
		return
	}
	s.others.add(text)
}

// end reports the lines of the summary with their sections, and the other sections.
func (p *pytestParser) end() {
	for _, id := range p.ids {
		p.report(id)
	}
	for i := range p.sections {
		if !p.sections[i].isReported {
			p.sections[i].report(p.out, p.sections[i].name)
		}
	}
	p.out.leftOut = addBounded(p.out.leftOut, p.dropped)
}

// report reports the test in a line of the summary, with its section if any.
func (p *pytestParser) report(summary string) {
	for i := range p.sections {
		s := &p.sections[i]
		if id, ok := s.matchSummary(summary); ok && !s.isReported {
			s.report(p.out, id)
			return
		}
	}
	id, message, _ := strings.Cut(summary, " - ")
	file, _, _ := strings.Cut(id, "::")
	p.out.add(Finding{File: file, Test: id, Message: message})
}

// matchSummary reports whether a line of the summary has the test of the section,
// and returns the ID of the test. The line "file::Class::test[a - b] - message" has
// the test of the section "Class.test[a - b]".
func (s *pytestSection) matchSummary(summary string) (id string, ok bool) {
	for _, before := range []string{"ERROR collecting ", "ERROR at setup of ", "ERROR at teardown of ", ""} {
		name, ok := strings.CutPrefix(s.name, before)
		if !ok {
			continue
		}
		file, test, hasTest := strings.Cut(summary, "::")
		if !hasTest {
			id, _, _ := strings.Cut(summary, " - ")
			return id, id == name
		}
		for _, form := range []string{name, strings.ReplaceAll(name, ".", "::")} {
			if test == form || strings.HasPrefix(test, form+" - ") {
				return file + "::" + form, true
			}
		}
		return s.matchDotted(file, test, name)
	}
	return "", false
}

// matchDotted compares names when the section has dots in place of the colons of
// the summary, and other dots.
func (s *pytestSection) matchDotted(file, test, name string) (string, bool) {
	if len(test) >= len(name) {
		colons := strings.Count(test[:min(len(test), len(name)+strings.Count(test, "::"))], "::")
		if end := len(name) + colons; end <= len(test) && strings.ReplaceAll(test[:end], "::", ".") == name {
			return file + "::" + test[:end], true
		}
	}
	return "", false
}

// report reports the failure of the section under an ID.
func (s *pytestSection) report(out *collector, id string) {
	s.isReported = true
	f := s.finding
	f.Test, f.Message = id, s.errors.String()
	if f.Message == "" {
		f.Message = s.others.String()
	}
	if f.File == "" && strings.Contains(id, ".py") {
		f.File, _, _ = strings.Cut(id, "::")
	}
	out.add(f)
}
