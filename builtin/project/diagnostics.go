package project

import (
	"regexp"
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// place is a file with an ending, without spaces and quotes.
const place = `(?P<file>[^\s:"'()]*[^\s:"'()]\.[A-Za-z][A-Za-z0-9]*|[^\s:"'()]*/[^\s:"'()]+)`

// shapes are how compilers and linters write a finding in one line.
var shapes = []*regexp.Regexp{
	// tsc: a.ts(3,5): error TS2322: text
	regexp.MustCompile(`^(?P<file>[^\s(][^(]*)\((?P<line>\d+),(?P<column>\d+)\): (?P<severity>error|warning|info)\s*(?P<rule>[A-Z]+\d+)?: (?P<message>.*)$`),
	// tsc --pretty, pyright: a.ts:3:5 - error TS2322: text
	regexp.MustCompile(`^\s*` + place + `:(?P<line>\d+):(?P<column>\d+) - (?P<severity>error|warning|information)\s*(?P<rule>[A-Z]+\d+)?: (?P<message>.*)$`),
	// go, mypy, ruff, gcc: a.go:3:5: text
	regexp.MustCompile(`^(?:vet: )?` + place + `:(?P<line>\d+):(?:(?P<column>\d+):)? (?:(?P<severity>fatal error|error|warning|note|info): )?(?P<message>.*\S.*)$`),
}

// general is a finding of a compiler that names no file: error TS18003: text.
var general = regexp.MustCompile(`^(?P<severity>error|warning) (?P<rule>TS\d+): (?P<message>.*)$`)

// severities are the words of programs for them.
var severities = map[string]Severity{
	"error": Error, "fatal error": Error, "warning": Warning, "warn": Warning, "note": Note, "info": Note, "information": Note, "": Error,
}

// rule is how the name of a rule stands in a message: the first group that
// matched is the name, severity may say how bad it is.
type rule []*regexp.Regexp

var (
	noRule            rule
	ruleInParentheses = rule{regexp.MustCompile(`\s+\((?P<rule>[A-Za-z][\w./-]*)\)$`)}
	ruleInBrackets    = rule{
		regexp.MustCompile(`\s+\[(?P<severity>Error|Warning)/?(?P<rule>[\w@./-]*)\]$`),
		regexp.MustCompile(`\s+\[(?P<rule>[A-Za-z@][\w@./-]*)\]$`),
	}
	ruleOfPython = rule{
		regexp.MustCompile(`^(?P<rule>[A-Z]{1,4}\d{2,5}) (?:\[\*\] )?`),
		regexp.MustCompile(`\s+\[(?P<rule>[a-z][\w-]*)\]$`),
		regexp.MustCompile(`\s+\((?P<rule>report\w+)\)$`),
	}
)

// diagnostics are findings of one line each.
type diagnostics struct {
	to    *collector
	rules rule
	// goes says that it is Go: lines behind a tab belong to the one above.
	goes bool
	// only is what the name of the rule must begin with.
	only string
	last *Finding
	// found is how many there were.
	found int
}

func (d *diagnostics) line(text string) (string, bool) {
	if d.goes && d.last != nil && strings.HasPrefix(text, "\t") {
		if len(d.last.Message) < maxMessage {
			d.last.Message += "\n" + text
		}
		return "", false
	}
	d.end()
	f, ok := d.parse(text)
	if !ok || !strings.HasPrefix(f.Rule, d.only) {
		return "", false
	}
	d.found++
	d.last = &f
	return "", false
}

func (d *diagnostics) end() {
	if d.last != nil {
		d.to.add(*d.last)
		d.last = nil
	}
}

// parse is the finding in a line.
func (d *diagnostics) parse(text string) (f Finding, ok bool) {
	if len(text) > maxMessage {
		text = texts.TrimPartialEnd(text[:maxMessage])
	}
	if match := general.FindStringSubmatch(text); match != nil {
		return Finding{Severity: severities[match[1]], Rule: match[2], Message: match[3]}, true
	}
	for _, shape := range shapes {
		match := shape.FindStringSubmatch(text)
		if match == nil {
			continue
		}
		for i, name := range shape.SubexpNames() {
			f.set(name, match[i])
		}
		d.rules.apply(&f)
		return f, true
	}
	return f, false
}

// set sets one part of a finding.
func (f *Finding) set(name, value string) {
	switch name {
	case "file":
		f.File = value
	case "line":
		f.Line = number(value)
	case "column":
		f.Column = number(value)
	case "severity":
		f.Severity = severities[strings.ToLower(value)]
	case "rule":
		f.Rule = value
	case "message":
		f.Message = value
	}
}

// apply takes the name of the rule out of a message.
func (r rule) apply(f *Finding) {
	for _, shape := range r {
		at := shape.FindStringSubmatchIndex(f.Message)
		if at == nil || f.Rule != "" {
			continue
		}
		message := f.Message
		for i, name := range shape.SubexpNames() {
			if name != "" && at[2*i] >= 0 {
				f.set(name, message[at[2*i]:at[2*i+1]])
			}
		}
		f.Message = strings.TrimSpace(message[:at[0]] + message[at[1]:])
	}
}
