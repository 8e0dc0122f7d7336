package project

import (
	"path"
	"regexp"
	"strconv"
	"strings"
)

// sumsUp are lines that say nothing beside findings: headings and totals.
var sumsUp = regexp.MustCompile(`^(?:# .*|(?:FAIL|ok|\?)(?:\s.*)?|exit status \d+|testing: warning: no tests to run|Found \d+ errors?\b.*|\d+ issues?[:.]?|\* \w+: \d+|> .*|(?:Compiling|Checking|Finished|Running) .*|(?:error|warning): (?:could not compile|build failed|.* generated \d+ warnings?).*)$`)

// covered reports whether the findings say all that the output does.
func (r *Report) covered() bool {
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
		if !messages[line] && !sumsUp.MatchString(line) && !r.tells(line) {
			return false
		}
	}
	return true
}

// tells reports whether a finding has the place and the message in a line.
func (r *Report) tells(line string) bool {
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
