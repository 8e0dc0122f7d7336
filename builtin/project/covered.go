package project

import (
	"path"
	"regexp"
	"strconv"
	"strings"
)

// totalLine matches headings and totals, which repeat what the findings say.
var totalLine = regexp.MustCompile(`^(?:# .*|(?:FAIL|ok|\?)(?:\s.*)?|exit status \d+|testing: warning: no tests to run|Found \d+ errors?\b.*|\d+ issues?[:.]?|\* \w+: \d+|> .*|(?:Compiling|Checking|Finished|Running) .*|(?:error|warning): (?:could not compile|build failed|.* generated \d+ warnings?).*)$`)

// isOutputCovered reports whether the findings have all information of the output.
func (r *Report) isOutputCovered() bool {
	if len(r.Findings) == 0 || strings.TrimSpace(r.Output) == "" {
		return false
	}
	messages := map[string]bool{"": true}
	for _, f := range r.Findings {
		for line := range strings.SplitSeq(f.Message, "\n") {
			messages[strings.TrimSpace(line)] = true
		}
	}
	for line := range strings.SplitSeq(r.Output, "\n") {
		line = strings.TrimSpace(line)
		if !messages[line] && !totalLine.MatchString(line) && !r.hasFinding(line) {
			return false
		}
	}
	return true
}

// hasFinding reports whether a line has the position and the message of a finding.
func (r *Report) hasFinding(line string) bool {
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.File == "" || f.Line == 0 {
			continue
		}
		message, _, _ := strings.Cut(firstLine(f.Message), ": ")
		file, number := path.Base(f.File), strconv.Itoa(f.Line)
		if strings.Contains(line, message) && (strings.Contains(line, file+":"+number+":") || strings.Contains(line, file+"("+number+",")) {
			return true
		}
	}
	return false
}
