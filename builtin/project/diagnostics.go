package project

import (
	"regexp"
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// filePattern matches a file with an extension or a directory, without spaces and
// quotes.
const filePattern = `(?P<file>[^\s:"'()]*[^\s:"'()]\.[A-Za-z][A-Za-z0-9]*|[^\s:"'()]*/[^\s:"'()]+)`

// findingPatterns match the lines of compilers and linters with a finding.
var findingPatterns = []*regexp.Regexp{
	// tsc: a.ts(3,5): error TS2322: text
	regexp.MustCompile(`^(?P<file>[^\s(][^(]*)\((?P<line>\d+),(?P<column>\d+)\): (?P<severity>error|warning|info)\s*(?P<rule>[A-Z]+\d+)?: (?P<message>.*)$`),
	// tsc --pretty, pyright: a.ts:3:5 - error TS2322: text
	regexp.MustCompile(`^\s*` + filePattern + `:(?P<line>\d+):(?P<column>\d+) - (?P<severity>error|warning|information)\s*(?P<rule>[A-Z]+\d+)?: (?P<message>.*)$`),
	// go, mypy, ruff, gcc: a.go:3:5: text
	regexp.MustCompile(`^(?:vet: )?` + filePattern + `:(?P<line>\d+):(?:(?P<column>\d+):)? (?:(?P<severity>fatal error|error|warning|note|info): )?(?P<message>.*\S.*)$`),
}

// generalFinding matches a finding of a compiler without a file: error TS18003:
// text.
var generalFinding = regexp.MustCompile(`^(?P<severity>error|warning) (?P<rule>TS\d+): (?P<message>.*)$`)

// packageNames matches the line of go about a directory with two packages.
var packageNames = regexp.MustCompile(`^(found packages \S+ \(\S+\) and \S+ \(\S+\)) in (.+)$`)

// packageProblem matches the lines of go about a package or a pattern of packages, without a file.
var packageProblem = regexp.MustCompile(`^(?:go: |package \S+: )?(?:malformed import path |package \S+ is not in std|no required module provides package |build constraints exclude all Go files |no Go files in |import cycle not allowed)`)

// noTestFiles matches the line of go test about a package without tests.
var noTestFiles = regexp.MustCompile(`^\?\s.*\[no test files\]$`)

// severities are the severities by the words of programs.
var severities = map[string]Severity{
	"error": Error, "fatal error": Error, "warning": Warning, "warn": Warning, "note": Note, "info": Note, "information": Note, "": Error,
}

// rulePatterns match the name of a rule in a message, and sometimes its severity.
type rulePatterns []*regexp.Regexp

// The names of rules in the messages of programs.
var (
	noRule            rulePatterns
	ruleInParentheses = rulePatterns{regexp.MustCompile(`\s+\((?P<rule>[A-Za-z][\w./-]*)\)$`)}
	ruleInBrackets    = rulePatterns{
		regexp.MustCompile(`\s+\[(?P<severity>Error|Warning)/?(?P<rule>[\w@./-]*)\]$`),
		regexp.MustCompile(`\s+\[(?P<rule>[A-Za-z@][\w@./-]*)\]$`),
	}
	ruleOfPython = rulePatterns{
		regexp.MustCompile(`^(?P<rule>[A-Z]{1,4}\d{2,5}) (?:\[\*\] )?`),
		regexp.MustCompile(`\s+\[(?P<rule>[a-z][\w-]*)\]$`),
		regexp.MustCompile(`\s+\((?P<rule>report\w+)\)$`),
	}
)

// diagnosticParser parses findings of one line.
type diagnosticParser struct {
	out   *collector
	rules rulePatterns
	// isGo reports that the program is go: a line after a tab continues the finding
	// before it.
	isGo bool
	// rulePrefix is the beginning of the names of the rules that are reported.
	rulePrefix string
	pending    *Finding
	// count is the number of findings.
	count int
}

// parseLine parses a finding, or a line that continues one.
func (d *diagnosticParser) parseLine(text string) (string, bool) {
	if d.isGo && d.pending != nil && strings.HasPrefix(text, "\t") {
		if len(d.pending.Message) < maxMessage {
			d.pending.Message += "\n" + text
		}
		return "", false
	}
	d.end()
	if d.isGo && noTestFiles.MatchString(text) {
		return hiddenLine, true
	}
	f, ok := d.parse(text)
	if !ok || !strings.HasPrefix(f.Rule, d.rulePrefix) {
		return "", false
	}
	d.count++
	d.pending = &f
	return "", false
}

// end reports the pending finding.
func (d *diagnosticParser) end() {
	if d.pending != nil {
		d.out.add(*d.pending)
		d.pending = nil
	}
}

// parse returns the finding in a line.
func (d *diagnosticParser) parse(text string) (f Finding, ok bool) {
	if len(text) > maxMessage {
		text = texts.TrimPartialEnd(text[:maxMessage])
	}
	if match := generalFinding.FindStringSubmatch(text); match != nil {
		return Finding{Severity: severities[match[1]], Rule: match[2], Message: match[3]}, true
	}
	if match := packageNames.FindStringSubmatch(text); match != nil && d.isGo {
		return Finding{Message: match[1], File: match[2]}, true
	}
	if d.isGo && packageProblem.MatchString(text) {
		return Finding{Message: text}, true
	}
	for _, shape := range findingPatterns {
		match := shape.FindStringSubmatch(text)
		if match == nil {
			continue
		}
		for i, name := range shape.SubexpNames() {
			f.setField(name, match[i])
		}
		f.Message = strings.TrimPrefix(f.Message, ": ")
		d.rules.extractRule(&f)
		return f, true
	}
	return f, false
}

// setField sets the field of a finding with the name of a group.
func (f *Finding) setField(name, value string) {
	switch name {
	case "file":
		f.File = value
	case "line":
		f.Line = parseNumber(value)
	case "column":
		f.Column = parseNumber(value)
	case "severity":
		f.Severity = severities[strings.ToLower(value)]
	case "rule":
		f.Rule = value
	case "message":
		f.Message = value
	}
}

// extractRule moves the name of the rule from the message to its field.
func (r rulePatterns) extractRule(f *Finding) {
	for _, shape := range r {
		at := shape.FindStringSubmatchIndex(f.Message)
		if at == nil || f.Rule != "" {
			continue
		}
		message := f.Message
		for i, name := range shape.SubexpNames() {
			if name != "" && at[2*i] >= 0 {
				f.setField(name, message[at[2*i]:at[2*i+1]])
			}
		}
		f.Message = strings.TrimSpace(message[:at[0]] + message[at[1]:])
	}
}
