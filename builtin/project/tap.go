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

// deepestTests is how many tests around a test are named.
const deepestTests = 32

// enter says that a test begins at a depth.
func (t *tap) enter(depth int, name string) {
	depth = min(depth, deepestTests)
	for len(t.around) <= depth {
		t.around = append(t.around, "")
	}
	t.around = append(t.around[:depth], name)
}

// tell adds one of the counts at the end of a run by Node.
func (c *Counts) tell(what string, n int) {
	switch what {
	case "pass":
		c.Passed = sum(c.Passed, n)
	case "fail", "cancelled":
		c.Failed = sum(c.Failed, n)
	default:
		c.Skipped = sum(c.Skipped, n)
	}
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
		if len(f.values[f.key]) < longestMessage {
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
	if finding.Message == "" {
		finding.Message = "failed without a message"
	}
	for _, where := range []string{f.values["location"], f.values["at"], f.values["stack"]} {
		finding.at(where, tapFrame)
	}
	t.to.add(finding)
}

// at is the place in the first line of a text that is no library's.
func (f *Finding) at(text string, frame *regexp.Regexp) {
	for line := range strings.SplitSeq(text, "\n") {
		if match := frame.FindStringSubmatch(strings.TrimSpace(line)); match != nil && !isForeign(match[1]) {
			f.File, f.Line, f.Column = match[1], number(match[2]), number(match[3])
			return
		}
	}
}

func (t *tap) end() {
	t.flush()
	counts := t.counted
	if t.told {
		counts = t.total
	}
	t.to.tests(counts)
}

// tests adds numbers of tests.
func (c *collector) tests(more Counts) {
	c.counts.Passed = sum(c.counts.Passed, more.Passed)
	c.counts.Failed = sum(c.counts.Failed, more.Failed)
	c.counts.Skipped = sum(c.counts.Skipped, more.Skipped)
}

// spec reads what Node's runner writes for people: the list of failing tests at
// the end, and the counts.
type spec struct {
	to     *collector
	inList bool
	where  string
	test   *Finding
	said   excerpt
	counts Counts
}

var (
	specCount = regexp.MustCompile(`^ℹ (pass|fail|cancelled|skipped|todo) (\d+)$`)
	specTest  = regexp.MustCompile(`^\s*✖ (.*?)(?: \([\d.]+ms\))?( # (?:TODO|SKIP).*)?$`)
	specPlace = regexp.MustCompile(`^test at (.*)$`)
)

func (s *spec) line(text string) (string, bool) {
	if match := specCount.FindStringSubmatch(text); match != nil {
		s.flush()
		s.counts.tell(match[1], number(match[2]))
		return "", false
	}
	if s.inList = s.inList || text == "✖ failing tests:"; !s.inList {
		return "", false
	}
	if match := specPlace.FindStringSubmatch(text); match != nil {
		s.flush()
		s.where = match[1]
	} else if match := specTest.FindStringSubmatch(text); match != nil && s.where != "" {
		s.test = &Finding{Test: match[1]}
		s.test.at(s.where, tapFrame)
		if s.where = ""; match[2] != "" {
			s.test = nil
		}
	} else if s.test != nil {
		s.said.most = longestMessage
		s.said.add(text)
	}
	return "", false
}

func (s *spec) flush() {
	if s.test != nil {
		said := s.said.String()
		s.test.at(said, tapFrame)
		s.test.Message = beforeFrames(said)
		s.to.add(*s.test)
	}
	s.test, s.said = nil, excerpt{}
}

func (s *spec) end() {
	s.flush()
	s.to.tests(s.counts)
}

// beforeFrames is a message without the stack behind it.
func beforeFrames(text string) string {
	for at := 0; at < len(text); {
		next := strings.IndexByte(text[at:], '\n')
		line := text[at:]
		if next >= 0 {
			line = text[at : at+next]
		}
		if strings.HasPrefix(strings.TrimSpace(line), "at ") && tapFrame.MatchString(strings.TrimSpace(strings.TrimSuffix(line, " {"))) {
			return strings.TrimRight(text[:at], " \n")
		}
		if next < 0 {
			break
		}
		at += next + 1
	}
	return text
}
