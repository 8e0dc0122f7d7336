package reducers

import "strings"

func isPythonTest(line string) bool {
	title, ok := ruler(line, '=')
	return ok && (isPytestTitle(title) || strings.Contains(title, " in ") && hasAny(title, []string{" passed", " failed", " error"})) ||
		strings.HasPrefix(line, "Ran ") && strings.Contains(line, " in ") && strings.HasSuffix(line, "s") ||
		startsAny(line, []string{"FAIL: ", "ERROR: "}) && strings.HasSuffix(line, ")") ||
		strings.HasSuffix(line, "%]") && isProgress(line)
}

func isPytestTitle(title string) bool {
	switch title {
	case "test session starts", "FAILURES", "ERRORS", "short test summary info", "warnings summary", "PASSES":
		return true
	}
	return false
}

// ruler is the title in a line of that character, and whether it is one.
func ruler(line string, character byte) (title string, ok bool) {
	line = strings.TrimRight(line, "\r")
	body := strings.Trim(line, string(character))
	if len(line) < 20 || len(line)-len(body) < 4 || line[0] != character || line[len(line)-1] != character {
		return "", false
	}
	return strings.TrimSpace(body), true
}

// pytest is a page of pytest or unittest while it is marked.
type pytest struct {
	*page
	section string
}

// markPythonTest marks the output of pytest and of unittest.
func markPythonTest(p *page) {
	t := &pytest{page: p}
	for i := 0; i < p.len(); i++ {
		line := p.line(i)
		if title, ok := ruler(line, '='); ok {
			t.begin(i, title)
			continue
		}
		if t.section == "FAILURES" || t.section == "ERRORS" {
			if _, ok := captured(line); ok {
				i = t.capture(i) - 1
				continue
			}
		}
		p.mark(i, t.classOf(line))
	}
}

// begin marks a ruler and begins the section that it is the title of. Without a title it
// stands above a failure of unittest.
func (t *pytest) begin(i int, title string) {
	switch title {
	case "":
		t.section = "unittest"
		t.mark(i, keep)
	case "test session starts", "PASSES", "warnings summary":
		t.section = title
		t.mark(i, plain)
	default:
		t.section = title
		t.mark(i, keep)
	}
}

// pytestHeader is what a session begins with.
var pytestHeader = []string{"platform ", "rootdir: ", "configfile: ", "testpaths: ", "plugins: ", "cachedir: ", "collecting ", "asyncio: "}

// classOf is the class of a line, by the section that it stands in.
func (t *pytest) classOf(line string) class {
	switch t.section {
	case "FAILURES", "ERRORS":
		return keep
	case "short test summary info":
		if strings.HasPrefix(line, "PASSED ") {
			return passedTest
		}
		if strings.HasPrefix(line, "SKIPPED ") || strings.HasPrefix(line, "XFAIL ") {
			return plain
		}
		return keep
	case "PASSES":
		return quiet
	case "unittest":
		return keep
	}
	if line != "" && startsAny(line, pytestHeader) {
		return progress
	}
	return t.outcome(line)
}

// outcome is the class of a line about one test, or of dots for several ones.
func (t *pytest) outcome(line string) class {
	switch {
	case isProgress(line):
		return progress
	case strings.HasSuffix(line, "... ok"):
		return passedTest
	case strings.HasSuffix(line, "... FAIL"), strings.HasSuffix(line, "... ERROR"), strings.HasPrefix(line, "INTERNALERROR>"):
		return keep
	case !strings.Contains(line, "::"):
		return plain
	}
	verdict := line
	if at := strings.LastIndex(line, " ["); at > 0 && strings.HasSuffix(line, "%]") {
		verdict = line[:at]
	}
	switch verdict = strings.TrimRight(verdict, " "); {
	case strings.HasSuffix(verdict, " PASSED"):
		return passedTest
	case strings.HasSuffix(verdict, " FAILED"), strings.HasSuffix(verdict, " ERROR"):
		return keep
	}
	return plain
}

// isProgress says whether the line shows the dots of passing tests, perhaps
// behind a file, and no other. Those of failures stay: with --tb=no
// they may be all that tells of them.
func isProgress(line string) bool {
	dots, percent, ok := strings.Cut(line, " [")
	if !ok || !strings.HasSuffix(percent, "%]") {
		return false
	}
	dots = strings.TrimRight(dots, " ")
	if file, more, ok := strings.Cut(dots, " "); ok && strings.HasSuffix(file, ".py") {
		dots = more
	}
	return dots != "" && strings.Trim(dots, ".sxX") == ""
}

// captured is the title above what a failing test printed.
func captured(line string) (title string, ok bool) {
	title, ok = ruler(line, '-')
	return title, ok && strings.HasPrefix(title, "Captured ")
}

// capturedLines is how many lines of what a failing test printed stay in a
// large text, at the beginning and at the end.
const capturedLines = 20

// capture marks what a failing test printed and returns where it ends.
func (t *pytest) capture(i int) int {
	end := t.find(i+1, t.len(), func(line string) bool {
		for _, character := range []byte("-_=") {
			if _, ok := ruler(line, character); ok {
				return true
			}
		}
		return false
	})
	t.markAll(i, min(i+1+capturedLines, end), keep)
	t.markAll(max(i+1, end-capturedLines), end, keep)
	return end
}
