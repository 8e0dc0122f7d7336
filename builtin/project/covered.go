package project

import (
	"path"
	"regexp"
	"strconv"
	"strings"
)

// totalLine matches headings and totals, which repeat what the findings say.
var totalLine = regexp.MustCompile(`^(?:# .*|(?:FAIL|ok|\?)(?:\s.*)?|exit status \d+|testing: warning: no tests to run|Found \d+ errors?\b.*|\d+ issues?[:.]?|\* \w+: \d+|> .*|(?:Compiling|Checking|Finished|Running) .*|(?:error|warning): (?:could not compile|build failed|.* generated \d+ warnings?).*)$`)

// restOfOutput returns the lines of the output whose information is not in the findings; all lines if there are no findings and a program failed.
func (r *Report) restOfOutput() string {
	if len(r.Findings) == 0 && !r.Passed && !r.Incomplete {
		return r.Output
	}
	messages := map[string]bool{"": true}
	for _, f := range r.Findings {
		for line := range strings.SplitSeq(f.Message, "\n") {
			messages[strings.TrimSpace(line)] = true
		}
	}
	var rest []string
	for line := range strings.SplitSeq(r.Output, "\n") {
		if text := strings.TrimSpace(line); !messages[text] && !totalLine.MatchString(text) && !r.hasFinding(text) {
			rest = append(rest, line)
		}
	}
	return strings.Join(rest, "\n")
}

// hasFinding reports whether a line has the position and the message of a finding, or is part of the message of a finding
// without a line.
func (r *Report) hasFinding(line string) bool {
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.File == "" || f.Line == 0 {
			if f.Test == "" && (strings.Contains(f.Message, ": "+line) || f.File != "" && strings.HasPrefix(line, f.Message)) {
				return true
			}
			continue
		}
		message, _, _ := strings.Cut(firstLine(f.Message), ": ")
		file, number := path.Base(f.File), strconv.Itoa(f.Line)
		if strings.HasSuffix(line, file+":"+number+":") { // the message begins on the next line
			return true
		}
		if strings.Contains(line, message) && (strings.Contains(line, file+":"+number+":") || strings.Contains(line, file+"("+number+",")) {
			return true
		}
	}
	return false
}
