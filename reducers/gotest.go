package reducers

import "strings"

// The beginnings of the lines of go test; see go help test and package testing.
var (
	goDirectives      = []string{"=== RUN   ", "=== PAUSE ", "=== CONT  ", "=== NAME  "}
	goVerdicts        = []string{"--- PASS: ", "--- FAIL: ", "--- SKIP: "}
	goPackageVerdicts = []string{"ok  \t", "FAIL\t", "?   \t"}
)

// The verdicts on tests.
const (
	goPassed  = "--- PASS: "
	goFailed  = "--- FAIL: "
	goSkipped = "--- SKIP: "
)

// isGoTest reports whether only go test prints the line.
func isGoTest(line string) bool {
	return hasAnyPrefix(line, goDirectives) || hasAnyPrefix(line, goVerdicts) || hasAnyPrefix(line, goPackageVerdicts)
}

// markGoTest marks the output of go test. The section of a package ends with the
// verdict on the package.
func markGoTest(p *page) {
	passingClass := passingOutput
	if p.find(0, p.len(), func(line string) bool { return strings.HasPrefix(line, "FAIL") || strings.Contains(line, goFailed) }) < p.len() {
		passingClass = passingOutputOfFailedRun
	}
	for from := 0; from < p.len(); {
		end := p.find(from, p.len(), func(line string) bool { return hasAnyPrefix(line, goPackageVerdicts) })
		to := min(end+1, p.len())
		(&goSection{page: p, from: from, to: to, passingClass: passingClass}).markLines()
		from = to
	}
}

// goSection is the output of one package: the lines from from to before to.
type goSection struct {
	*page
	from, to int
	// failed has the tests with a verdict: true when a test failed at least once.
	failed map[string]bool
	// passingClass is the class of the output of passing tests.
	passingClass class
	// currentTest is the test that prints the lines in verbose output; empty when
	// it is not known.
	currentTest string
	// blockVerdict is the verdict before the line, and blockIndent its
	// indentation: lines with more indentation belong to it. The lines of an
	// example are not indented.
	blockVerdict string
	blockIndent  int
	isExample    bool
}

// markLines marks all lines.
func (s *goSection) markLines() {
	s.readVerdicts()
	for i := s.from; i < s.to; i++ {
		if n := s.markWholeBlock(i); n > 0 {
			i += n - 1
			continue
		}
		s.markLine(i)
	}
	s.keepExplanation()
}

// readVerdicts reads the verdicts on the tests.
func (s *goSection) readVerdicts() {
	s.failed = map[string]bool{}
	for i := s.from; i < s.to; i++ {
		if verdict, name := parseGoVerdict(s.line(i)); verdict != "" {
			s.failed[name] = s.failed[name] || verdict == goFailed
		}
	}
}

// parseGoVerdict returns the verdict of a line and the name of its test. Before
// the verdict on a failed test, the line may have output without a line feed.
func parseGoVerdict(line string) (verdict, name string) {
	trimmed := strings.TrimLeft(line, " ")
	for _, verdict := range goVerdicts {
		at := 0
		if verdict == goFailed {
			at = strings.Index(trimmed, verdict)
		}
		if at >= 0 && strings.HasPrefix(trimmed[at:], verdict) {
			name := trimmed[at+len(verdict):]
			if end := strings.LastIndex(name, " ("); end >= 0 {
				name = name[:end]
			}
			return verdict, name
		}
	}
	return "", ""
}

// markWholeBlock marks a panic or a data race that begins in a line, and returns
// the number of its lines. It is zero for other lines.
func (s *goSection) markWholeBlock(i int) int {
	line := s.line(i)
	switch {
	case strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: "):
		return s.markPanic(i) - i
	case line == strings.Repeat("=", 18) && i+1 < s.to && strings.HasPrefix(s.line(i+1), "WARNING: DATA RACE"):
		end := s.find(i+1, s.to, func(l string) bool { return l == line })
		s.markRange(i, end+1, keep)
		return end + 1 - i
	}
	return 0
}

// maxGoroutines is the number of goroutines of a panic that are kept.
const maxGoroutines = 4

// markPanic marks the lines of a panic, without those of the later goroutines. It
// returns the index of the line after it, which is the verdict on the package.
func (s *goSection) markPanic(i int) int {
	goroutines := 0
	for ; i < s.to && !hasAnyPrefix(s.line(i), goPackageVerdicts); i++ {
		if strings.HasPrefix(s.line(i), "goroutine ") {
			goroutines++
		}
		if goroutines <= maxGoroutines {
			s.mark(i, keep)
		}
	}
	return i
}

// goRunnerLines are the classes of the lines of go test itself.
var goRunnerLines = []struct {
	prefix string
	class  class
}{
	{"ok  \t", passedPackage},
	{"?   \t", untestedPackage},
	{"FAIL", keep},
	{"PASS", progressLine},
	{"fuzz: elapsed: ", progressLine},
	{"fuzz: minimizing", progressLine},
}

// markLine marks a line outside of panics and data races.
func (s *goSection) markLine(i int) {
	line := s.line(i)
	if hasAnyPrefix(line, goDirectives) {
		s.markDirective(i, line[len("=== RUN   "):])
		return
	}
	if verdict, name := parseGoVerdict(line); verdict != "" {
		s.markVerdict(i, verdict, name)
		return
	}
	if strings.HasPrefix(line, "ok  \t") && (strings.Contains(line, "coverage:") || strings.Contains(line, "[no tests to run]")) {
		return
	}
	for _, row := range goRunnerLines {
		if strings.HasPrefix(line, row.prefix) && (len(row.prefix) > 4 || line == row.prefix || line[4] == '\t') {
			s.mark(i, row.class)
			return
		}
	}
	s.mark(i, s.classOfOutput(line))
}

// markDirective marks a line that names the test of the following lines. It is
// kept for a test that failed and has such lines, and for a test that did not
// end. For a passing test, it is left out together with these lines.
func (s *goSection) markDirective(i int, name string) {
	s.currentTest, s.blockVerdict = name, ""
	failed, hasEnded := s.failed[name]
	hasOutput := i+1 < s.to && !hasAnyPrefix(s.line(i+1), goDirectives) && !hasAnyPrefix(strings.TrimLeft(s.line(i+1), " "), goVerdicts)
	switch {
	case !hasEnded || failed && hasOutput:
		s.mark(i, keep)
	case hasOutput && s.passingClass == passingOutput:
		s.mark(i, passingOutput)
	default:
		s.mark(i, progressLine)
	}
}

// markVerdict marks a verdict, and begins the block of the lines after it.
func (s *goSection) markVerdict(i int, verdict, name string) {
	line := s.line(i)
	s.blockVerdict, s.blockIndent = verdict, indentOf(line)
	s.isExample = strings.HasPrefix(name, "Example")
	switch verdict {
	case goPassed:
		s.mark(i, passedTest)
	case goFailed:
		s.mark(i, keep)
	}
	if s.blockIndent == 0 && verdict != goFailed {
		s.currentTest = ""
	}
}

// classOfOutput returns the class of a line that a test or its package printed.
func (s *goSection) classOfOutput(line string) class {
	isInBlock := indentOf(line) > s.blockIndent || s.blockVerdict == goFailed && (s.isExample || strings.TrimSpace(line) == "")
	if s.blockVerdict != "" && isInBlock {
		switch s.blockVerdict {
		case goFailed:
			return keep
		case goPassed:
			return s.passingClass
		}
		return plain
	}
	if s.currentTest == "" {
		return plain
	}
	if failed, hasEnded := s.failed[s.currentTest]; hasEnded && !failed {
		return s.passingClass
	}
	return keep
}

// maxExplanation is the number of lines that are kept before the failure of a
// package without failed tests.
const maxExplanation = 20

// keepExplanation marks the last lines of a package that failed without a failed
// test as kept.
func (s *goSection) keepExplanation() {
	if !strings.HasPrefix(s.line(s.to-1), "FAIL\t") {
		return
	}
	for _, failed := range s.failed {
		if failed {
			return
		}
	}
	s.markRange(max(s.from, s.to-1-maxExplanation), s.to-1, keep)
}

// indentOf returns the number of spaces at the beginning of the line.
func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
