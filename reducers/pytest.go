package reducers

import "strings"

// isPythonTest reports whether only pytest or unittest prints the line.
func isPythonTest(line string) bool {
	title, ok := rulerTitle(line, '=')
	return ok && (isPytestTitle(title) || strings.Contains(title, " in ") && hasAny(title, []string{" passed", " failed", " error"})) ||
		strings.HasPrefix(line, "Ran ") && strings.Contains(line, " in ") && strings.HasSuffix(line, "s") ||
		hasAnyPrefix(line, []string{"FAIL: ", "ERROR: "}) && strings.HasSuffix(line, ")") ||
		strings.HasSuffix(line, "%]") && isProgress(line)
}

// isPytestTitle reports whether a title is that of a section of pytest.
func isPytestTitle(title string) bool {
	switch title {
	case "test session starts", "FAILURES", "ERRORS", "short test summary info", "warnings summary", "PASSES":
		return true
	}
	return false
}

// rulerTitle returns the title in a line such as "==== title ====", drawn with a
// character. It reports false for other lines.
func rulerTitle(line string, character byte) (title string, ok bool) {
	line = strings.TrimRight(line, "\r")
	body := strings.Trim(line, string(character))
	if len(line) < 20 || len(line)-len(body) < 4 || line[0] != character || line[len(line)-1] != character {
		return "", false
	}
	return strings.TrimSpace(body), true
}

// pythonRun is a page with the output of pytest or unittest. The section is the
// title of the current section, or "unittest" for a failure of unittest.
type pythonRun struct {
	*page
	section string
}

// markPythonTest marks the output of pytest and of unittest.
func markPythonTest(p *page) {
	t := &pythonRun{page: p}
	for i := 0; i < p.len(); i++ {
		line := p.line(i)
		if title, ok := rulerTitle(line, '='); ok {
			t.beginSection(i, title)
			continue
		}
		if t.section == "FAILURES" || t.section == "ERRORS" {
			if _, ok := capturedTitle(line); ok {
				i = t.markCaptured(i) - 1
				continue
			}
		}
		p.mark(i, t.classOf(line))
	}
}

// beginSection marks a ruler and begins its section. A ruler without a title
// begins a failure of unittest.
func (t *pythonRun) beginSection(i int, title string) {
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

// pytestHeader are the beginnings of the first lines of a session.
var pytestHeader = []string{"platform ", "rootdir: ", "configfile: ", "testpaths: ", "plugins: ", "cachedir: ", "collecting ", "asyncio: "}

// classOf returns the class of a line of the current section.
func (t *pythonRun) classOf(line string) class {
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
		return passingOutput
	case "unittest":
		return keep
	}
	if line != "" && hasAnyPrefix(line, pytestHeader) {
		return progressLine
	}
	return t.classOfOutcome(line)
}

// classOfOutcome returns the class of a line about one test, or of a line of dots
// for several tests.
func (t *pythonRun) classOfOutcome(line string) class {
	switch {
	case isProgress(line):
		return progressLine
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

// isProgress reports whether the line consists of the dots of tests that did not
// fail, after the name of a file or not. The letters of failures are kept, because
// with --tb=no nothing else reports them.
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

// capturedTitle returns the title before the output of a failed test.
func capturedTitle(line string) (title string, ok bool) {
	title, ok = rulerTitle(line, '-')
	return title, ok && strings.HasPrefix(title, "Captured ")
}

// maxCapturedLines is the number of lines of the output of a failed test that are
// kept in a large text, at its beginning and at its end.
const maxCapturedLines = 20

// markCaptured marks the output of a failed test. It returns the index of the line
// after it.
func (t *pythonRun) markCaptured(i int) int {
	end := t.find(i+1, t.len(), func(line string) bool {
		for _, character := range []byte("-_=") {
			if _, ok := rulerTitle(line, character); ok {
				return true
			}
		}
		return false
	})
	t.markRange(i, min(i+1+maxCapturedLines, end), keep)
	t.markRange(max(i+1, end-maxCapturedLines), end, keep)
	return end
}
