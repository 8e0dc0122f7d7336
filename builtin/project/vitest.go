package project

import (
	"regexp"
	"strings"
)

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
		v.said.limit = maxMessage
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
