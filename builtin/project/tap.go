package project

import (
	"regexp"
	"strings"
)

// tap reads the Test Anything Protocol, as the runner of Node and vitest write
// it, with the tests around a test in front of its name.
type tap struct {
	to *collector
	// around are the names of the tests around the next one, by depth.
	around []string
	// comments are those since the last result: what a file printed.
	comments excerpt
	failed   *tapFailure
	counted  Counts
	// told says that counts were printed, and summed up here.
	told  bool
	total Counts
	began bool
}

// tapFailure is a test that failed, and the YAML about it.
type tapFailure struct {
	name   string
	values map[string]string
	inYAML bool
	key    string // of the text of several lines that is being read
	indent int    // of that key
}

var (
	tapResult  = regexp.MustCompile(`^(\s*)(not )?ok(?: \d+)?(?: -)?(?: (.*))?$`)
	tapSubtest = regexp.MustCompile(`^(\s*)# Subtest: (.*)$`)
	tapCount   = regexp.MustCompile(`^# (pass|fail|cancelled|skipped|todo) (\d+)$`)
	tapKey     = regexp.MustCompile(`^(\s*)(location|failureType|error|at|message|stack|type|exitCode|signal|name|code|expected|actual): ?(.*)$`)
	tapSuffix  = regexp.MustCompile(`(?i)\s+#\s*(skip|todo|time=).*$`)
	tapFrame   = regexp.MustCompile(`\(?((?:file://)?[^\s()]+\.\w+):(\d+):(\d+)\)?$`)
)

func (t *tap) line(text string) (string, bool) {
	t.began = t.began || strings.HasPrefix(text, "TAP version ")
	if !t.began || t.failed != nil && t.yaml(text) {
		return "", false
	}
	if match := tapSubtest.FindStringSubmatch(text); match != nil {
		t.enter(len(match[1])/4, match[2])
	} else if match := tapCount.FindStringSubmatch(text); match != nil {
		t.told = true
		t.total.tell(match[1], number(match[2]))
	} else if match := tapResult.FindStringSubmatch(text); match != nil {
		t.result(len(match[1])/4, match[2] != "", match[3])
	} else if said, ok := strings.CutPrefix(text, "# "); ok {
		t.comments.add(said)
	}
	return "", false
}

// maxAround is how many tests around a test are named.
const maxAround = 32

// enter notes that a test begins at a depth.
func (t *tap) enter(depth int, name string) {
	depth = min(depth, maxAround)
	for len(t.around) <= depth {
		t.around = append(t.around, "")
	}
	t.around = append(t.around[:depth], name)
}

// result takes a line with ok or not ok.
func (t *tap) result(depth int, failed bool, name string) {
	t.flush()
	group := strings.HasSuffix(name, " {")
	plainName := tapSuffix.ReplaceAllString(strings.TrimSuffix(name, " {"), "")
	excused := tapSuffix.FindStringSubmatch(name)
	t.enter(depth, plainName)
	skipped := excused != nil && !strings.HasPrefix(excused[1], "time")
	switch {
	case group:
	case skipped:
		t.counted.Skipped++
	case failed:
		t.counted.Failed++
		full := strings.Join(t.around, " > ")
		t.failed = &tapFailure{name: strings.TrimLeft(full, " >"), values: map[string]string{}}
		return
	default:
		t.counted.Passed++
	}
	t.comments = excerpt{}
}

// yaml takes a line about a failure; false when it is none.
func (t *tap) yaml(text string) bool {
	f, trimmed := t.failed, strings.TrimSpace(text)
	switch {
	case !f.inYAML && trimmed == "---":
		f.inYAML = true
	case !f.inYAML:
		t.flush()
		return false
	case trimmed == "...":
		t.flush()
	default:
		f.value(text)
	}
	return true
}

// value takes a line of the YAML.
func (f *tapFailure) value(text string) {
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
		f.values[match[2]] = unquoted(value)
	}
}

// unquoted is a YAML text without its quotes.
func unquoted(text string) string {
	for _, quote := range []string{"'", `"`} {
		if inner, ok := strings.CutPrefix(text, quote); ok {
			return strings.ReplaceAll(strings.TrimSuffix(inner, quote), `\`+quote, quote)
		}
	}
	return text
}

// flush reports the failure that is being read.
func (t *tap) flush() {
	f := t.failed
	if t.failed = nil; f == nil {
		return
	}
	said := t.comments.String()
	t.comments = excerpt{}
	if f.values["failureType"] == "subtestsFailed" || f.values["type"] == "suite" && f.values["failureType"] == "" {
		t.counted.Failed--
		return
	}
	finding := Finding{Test: f.name, Message: dedent(strings.TrimSpace(f.values["error"]))}
	if finding.Message == "" {
		finding.Message = f.values["message"]
	}
	if said != "" && (finding.Message == "" || finding.Message == "test failed") {
		finding.Message = strings.TrimSpace(finding.Message + "\n" + said)
	}
	finding.Message = messageOf(finding.Message)
	for _, where := range []string{f.values["location"], f.values["at"], f.values["stack"]} {
		finding.at(where, tapFrame)
	}
	t.to.add(finding)
}

func (t *tap) end() {
	t.flush()
	counts := t.counted
	if t.told {
		counts = t.total
	}
	t.to.tests(counts)
}
