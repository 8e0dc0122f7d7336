package project

import (
	"regexp"
	"strings"
)

// tapParser parses the Test Anything Protocol as the test runner of Node and vitest
// write it. The name of a test has its parents before it.
type tapParser struct {
	out *collector
	// path has the names of the parents of the next test, by depth.
	path []string
	// comments are the comments since the last result, which are the output of a
	// file.
	comments excerpt
	failed   *tapFailure
	counted  Counts
	// hasTotals reports that the runner printed totals.
	hasTotals bool
	totals    Counts
	hasBegun  bool
}

// tapFailure is a failed test with the values of its YAML block.
type tapFailure struct {
	name   string
	values map[string]string
	inYAML bool
	key    string // the key of a text of several lines that is not complete
	indent int    // the indentation of that key
}

// The lines of TAP.
var (
	tapResult  = regexp.MustCompile(`^(\s*)(not )?ok(?: \d+)?(?: -)?(?: (.*))?$`)
	tapSubtest = regexp.MustCompile(`^(\s*)# Subtest: (.*)$`)
	tapCount   = regexp.MustCompile(`^# (pass|fail|cancelled|skipped|todo) (\d+)$`)
	tapKey     = regexp.MustCompile(`^(\s*)(location|failureType|error|at|message|stack|type|exitCode|signal|name|code|expected|actual): ?(.*)$`)
	tapSuffix  = regexp.MustCompile(`(?i)\s+#\s*(skip|todo|time=).*$`)
	tapFrame   = regexp.MustCompile(`\(?((?:file://)?[^\s()]+\.\w+):(\d+):(\d+)\)?$`)
)

// parseLine parses a result, a comment or a line of a YAML block.
func (t *tapParser) parseLine(text string) (string, bool) {
	t.hasBegun = t.hasBegun || strings.HasPrefix(text, "TAP version ")
	if !t.hasBegun || t.failed != nil && t.parseYAML(text) {
		return "", false
	}
	if match := tapSubtest.FindStringSubmatch(text); match != nil {
		t.setPath(len(match[1])/4, match[2])
	} else if match := tapCount.FindStringSubmatch(text); match != nil {
		t.hasTotals = true
		t.totals.addNodeCount(match[1], parseNumber(match[2]))
	} else if match := tapResult.FindStringSubmatch(text); match != nil {
		t.addResult(len(match[1])/4, match[2] != "", match[3])
	} else if comment, ok := strings.CutPrefix(text, "# "); ok {
		t.comments.secrets = t.out.secrets
		t.comments.add(comment)
	}
	return "", false
}

// maxPath is the maximum number of parents in the name of a test.
const maxPath = 32

// setPath sets the name of the test at a depth.
func (t *tapParser) setPath(depth int, name string) {
	depth = min(depth, maxPath)
	for len(t.path) <= depth {
		t.path = append(t.path, "")
	}
	t.path = append(t.path[:depth], name)
}

// addResult adds the result in a line with ok or not ok.
func (t *tapParser) addResult(depth int, failed bool, name string) {
	t.reportCurrent()
	isGroup := strings.HasSuffix(name, " {")
	plainName := tapSuffix.ReplaceAllString(strings.TrimSuffix(name, " {"), "")
	directive := tapSuffix.FindStringSubmatch(name)
	t.setPath(depth, plainName)
	isSkipped := directive != nil && !strings.HasPrefix(directive[1], "time")
	switch {
	case isGroup:
	case isSkipped:
		t.counted.Skipped++
	case failed:
		t.counted.Failed++
		full := strings.Join(t.path, " > ")
		t.failed = &tapFailure{name: strings.TrimLeft(full, " >"), values: map[string]string{}}
		return
	default:
		t.counted.Passed++
	}
	t.comments = excerpt{}
}

// parseYAML parses a line after a failure. It reports false when the line is not in
// a YAML block.
func (t *tapParser) parseYAML(text string) bool {
	f, trimmed := t.failed, strings.TrimSpace(text)
	switch {
	case !f.inYAML && trimmed == "---":
		f.inYAML = true
	case !f.inYAML:
		t.reportCurrent()
		return false
	case trimmed == "...":
		t.reportCurrent()
	default:
		f.parseValue(text)
	}
	return true
}

// parseValue parses a line of the YAML block.
func (f *tapFailure) parseValue(text string) {
	indent := len(text) - len(strings.TrimLeft(text, " "))
	if f.key != "" && (strings.TrimSpace(text) == "" || indent > f.indent) {
		if len(f.values[f.key]) < maxMessage {
			f.values[f.key] += "\n" + text
		}
		return
	}
	f.key = ""
	match := tapKey.FindStringSubmatch(text)
	if match == nil {
		return
	}
	value := match[3]
	if strings.HasPrefix(value, "|") || strings.HasPrefix(value, ">") {
		f.key, f.indent, value = match[2], indent, ""
	}
	if f.values[match[2]] == "" {
		f.values[match[2]] = unquote(value)
	}
}

// unquote returns a YAML text without its quotes.
func unquote(text string) string {
	for _, quote := range []string{"'", `"`} {
		if inner, ok := strings.CutPrefix(text, quote); ok {
			return strings.ReplaceAll(strings.TrimSuffix(inner, quote), `\`+quote, quote)
		}
	}
	return text
}

// reportCurrent reports the current failure, unless only its subtests failed.
func (t *tapParser) reportCurrent() {
	f := t.failed
	if t.failed = nil; f == nil {
		return
	}
	printed := t.comments.String()
	t.comments = excerpt{}
	if f.values["failureType"] == "subtestsFailed" || f.values["type"] == "suite" && f.values["failureType"] == "" {
		t.counted.Failed--
		return
	}
	finding := Finding{Test: f.name, Message: dedent(strings.TrimSpace(f.values["error"]))}
	if finding.Message == "" {
		finding.Message = f.values["message"]
	}
	if printed != "" && (finding.Message == "" || finding.Message == "test failed") {
		finding.Message = strings.TrimSpace(finding.Message + "\n" + printed)
	}
	finding.Message = messageOrNone(finding.Message)
	for _, position := range []string{f.values["location"], f.values["at"], f.values["stack"]} {
		finding.setPosition(position, tapFrame)
	}
	t.out.add(finding)
}

// end reports the last failure and the counts.
func (t *tapParser) end() {
	t.reportCurrent()
	counts := t.counted
	if t.hasTotals {
		counts = t.totals
	}
	t.out.addCounts(counts)
}
