package project

import "regexp"

// eslint reads its form "stylish": a file, and its findings indented below.
type eslint struct {
	to   *collector
	file string
}

var (
	eslintFile    = regexp.MustCompile(`^(?:/|\./|[A-Za-z]:\\)?[^\s:].*\.\w+$`)
	eslintFinding = regexp.MustCompile(`^\s+(\d+):(\d+)\s+(error|warning)\s+(.*\S)\s*$`)
	eslintRule    = regexp.MustCompile(`^(.*\S)\s{2,}(\S+)$`)
)

func (e *eslint) line(text string) (string, bool) {
	if match := eslintFinding.FindStringSubmatch(text); match != nil && e.file != "" {
		f := Finding{File: e.file, Line: number(match[1]), Column: number(match[2]), Severity: severities[match[3]], Message: match[4]}
		if named := eslintRule.FindStringSubmatch(f.Message); named != nil {
			f.Message, f.Rule = named[1], named[2]
		}
		e.to.add(f)
		return "", false
	}
	if e.file = ""; len(text) < maxName && eslintFile.MatchString(text) {
		e.file = text
	}
	return "", false
}

func (e *eslint) end() {}
