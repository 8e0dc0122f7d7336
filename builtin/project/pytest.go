package project

import (
	"regexp"
	"strings"
)

// pytest reads what pytest writes: the sections on failures, which have places
// and messages, and the short summary, which has the tests' ids.
type pytest struct {
	to       *collector
	inside   bool // the sections
	sections []pytestSection
	ids      []string
	lost     int // sections beyond the limit
}

// pytestSection is about one failure.
type pytestSection struct {
	name    string
	finding Finding
	errors  excerpt // lines behind "E"
	others  excerpt
	over    bool // what was captured follows
	used    bool
}

var (
	pytestPart    = regexp.MustCompile(`^=+ (.*?) =+$`)
	pytestHead    = regexp.MustCompile(`^_+ (\S.*?) _+$`)
	pytestPlace   = regexp.MustCompile(`^(\S[^:]*\.\w+):(\d+): (?:in .*|\w*)$`)
	pytestError   = regexp.MustCompile(`^E(?:   (.*)|\s*)$`)
	pytestCapture = regexp.MustCompile(`^-+ Captured .* -+$`)
	pytestID      = regexp.MustCompile(`^(?:FAILED|ERROR) ([^\s(].*)$`)
	pytestCounts  = regexp.MustCompile(`^(?:=+ )?((?:\d+ [a-z]+,? ?)+) in [\d.]+s\b.*$`)
	conftest      = regexp.MustCompile(`^ImportError while loading conftest '(.*)'\.$`)
)

func (p *pytest) line(text string) (string, bool) {
	if match := pytestCounts.FindStringSubmatch(text); match != nil {
		p.inside = false
		p.to.tests(countWords(match[1]))
	} else if match := pytestPart.FindStringSubmatch(text); match != nil {
		p.inside = match[1] == "FAILURES" || match[1] == "ERRORS"
	} else if match := conftest.FindStringSubmatch(text); match != nil {
		p.inside = true
		p.begin("conftest.py")
	} else if match := pytestHead.FindStringSubmatch(text); match != nil && p.inside {
		p.begin(match[1])
	} else if match := pytestID.FindStringSubmatch(text); match != nil && !p.inside && len(p.ids) < 2*maxFindings {
		p.ids = append(p.ids, match[1])
	} else if p.inside && len(p.sections) > 0 {
		p.sections[len(p.sections)-1].more(text)
	}
	return "", false
}

func (p *pytest) begin(name string) {
	if len(p.sections) >= 2*maxFindings {
		p.lost++
		return
	}
	s := pytestSection{name: name}
	s.errors.limit, s.others.limit = maxMessage, maxMessage
	p.sections = append(p.sections, s)
}

func (s *pytestSection) more(text string) {
	if s.over = s.over || pytestCapture.MatchString(text); s.over {
		return
	}
	if match := pytestError.FindStringSubmatch(text); match != nil {
		s.errors.add(match[1])
		return
	}
	if match := pytestPlace.FindStringSubmatch(text); match != nil {
		if !isForeign(match[1]) {
			s.finding.File, s.finding.Line = match[1], number(match[2])
		}
		return
	}
	s.others.add(text)
}

// end puts ids and sections together.
func (p *pytest) end() {
	for _, id := range p.ids {
		p.report(id)
	}
	for i := range p.sections {
		if !p.sections[i].used {
			p.sections[i].report(p.to, p.sections[i].name)
		}
	}
	p.to.leftOut = sum(p.to.leftOut, p.lost)
}

// report reports the test in a line of the summary, with its section where there
// is one.
func (p *pytest) report(summary string) {
	for i := range p.sections {
		s := &p.sections[i]
		if id, ok := s.names(summary); ok && !s.used {
			s.report(p.to, id)
			return
		}
	}
	id, message, _ := strings.Cut(summary, " - ")
	file, _, _ := strings.Cut(id, "::")
	p.to.add(Finding{File: file, Test: id, Message: message})
}

// names reports whether a line of the summary is about the section, and the
// test's id in it: "file::Class::test[a - b] - message" is about
// "Class.test[a - b]".
func (s *pytestSection) names(summary string) (id string, ok bool) {
	for _, before := range []string{"ERROR collecting ", "ERROR at setup of ", "ERROR at teardown of ", ""} {
		name, found := strings.CutPrefix(s.name, before)
		if !found {
			continue
		}
		file, test, within := strings.Cut(summary, "::")
		if !within {
			id, _, _ := strings.Cut(summary, " - ")
			return id, id == name
		}
		for _, spelt := range []string{name, strings.ReplaceAll(name, ".", "::")} {
			if test == spelt || strings.HasPrefix(test, spelt+" - ") {
				return file + "::" + spelt, true
			}
		}
		return s.dotted(file, test, name)
	}
	return "", false
}

// dotted compares names in which dots stand for the colons, but not all of them.
func (s *pytestSection) dotted(file, test, name string) (string, bool) {
	if len(test) >= len(name) {
		colons := strings.Count(test[:min(len(test), len(name)+strings.Count(test, "::"))], "::")
		if end := len(name) + colons; end <= len(test) && strings.ReplaceAll(test[:end], "::", ".") == name {
			return file + "::" + test[:end], true
		}
	}
	return "", false
}

func (s *pytestSection) report(to *collector, id string) {
	s.used = true
	f := s.finding
	f.Test, f.Message = id, s.errors.String()
	if f.Message == "" {
		f.Message = s.others.String()
	}
	if f.File == "" && strings.Contains(id, ".py") {
		f.File, _, _ = strings.Cut(id, "::")
	}
	to.add(f)
}
