package project

import "regexp"

// eslintParser parses the format "stylish" of eslint: the name of a file, and its
// findings in the following lines with indentation.
type eslintParser struct {
	out  *collector
	file string
}

// The lines of eslint.
var (
	eslintFile    = regexp.MustCompile(`^(?:/|\./|[A-Za-z]:\\)?[^\s:].*\.\w+$`)
	eslintFinding = regexp.MustCompile(`^\s+(\d+):(\d+)\s+(error|warning)\s+(.*\S)\s*$`)
	eslintRule    = regexp.MustCompile(`^(.*\S)\s{2,}(\S+)$`)
)

// parseLine parses the name of a file or a finding.
func (e *eslintParser) parseLine(text string) (string, bool) {
	if match := eslintFinding.FindStringSubmatch(text); match != nil && e.file != "" {
		f := Finding{File: e.file, Line: parseNumber(match[1]), Column: parseNumber(match[2]), Severity: severities[match[3]], Message: match[4]}
		if named := eslintRule.FindStringSubmatch(f.Message); named != nil {
			f.Message, f.Rule = named[1], named[2]
		}
		e.out.add(f)
		return "", false
	}
	if e.file = ""; len(text) < maxName && eslintFile.MatchString(text) {
		e.file = text
	}
	return "", false
}

// end does nothing: every finding is on one line.
func (e *eslintParser) end() {}
