package reducers

import "strings"

// What go test prints, see go help test and package testing.
var (
	goDirectives = []string{"=== RUN   ", "=== PAUSE ", "=== CONT  ", "=== NAME  "}
	goVerdicts   = []string{"--- PASS: ", "--- FAIL: ", "--- SKIP: "}
	goPackages   = []string{"ok  \t", "FAIL\t", "?   \t"}
)

const (
	goPassed  = "--- PASS: "
	goFailed  = "--- FAIL: "
	goSkipped = "--- SKIP: "
)

func isGoTest(line string) bool {
	return startsAny(line, goDirectives) || startsAny(line, goVerdicts) || startsAny(line, goPackages)
}

// markGoTest marks the sections of packages, which end with the verdict on the
// package.
func markGoTest(p *page) {
	printed := quiet
	if p.find(0, p.len(), func(line string) bool { return strings.HasPrefix(line, "FAIL") || strings.Contains(line, goFailed) }) < p.len() {
		printed = hushed // a failed run is read for its failures
	}
	for a := 0; a < p.len(); {
		end := p.find(a, p.len(), func(line string) bool { return startsAny(line, goPackages) })
		b := min(end+1, p.len())
		(&goSection{page: p, from: a, to: b, printed: printed}).mark()
		a = b
	}
}

// goSection is the output of one package: lines from up to to.
type goSection struct {
	*page
	from, to int
	// failed has the verdict on each test: true when it failed at least once.
	failed map[string]bool
	// printed is the class of what passing tests printed.
	printed class
	// owner is the test that the lines belong to in verbose output, empty when
	// unknown.
	owner string
	// block is the verdict above, and indent how deep it stands: deeper lines
	// belong to it. An example's lines are not indented.
	block   string
	indent  int
	example bool
}

func (s *goSection) mark() {
	s.judge()
	for i := s.from; i < s.to; i++ {
		if n := s.whole(i); n > 0 {
			i += n - 1
			continue
		}
		s.markLine(i)
	}
	s.explain()
}

// judge reads the verdicts.
func (s *goSection) judge() {
	s.failed = map[string]bool{}
	for i := s.from; i < s.to; i++ {
		if verdict, name := goVerdict(s.line(i)); verdict != "" {
			s.failed[name] = s.failed[name] || verdict == goFailed
		}
	}
}

// goVerdict is the verdict of a line and the name of its test. What a test
// printed without a line feed may stand before that it failed.
func goVerdict(line string) (verdict, name string) {
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

// whole marks what stays whole, a panic or a data race, and returns the number
// of its lines.
func (s *goSection) whole(i int) int {
	line := s.line(i)
	switch {
	case strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: "):
		return s.panicked(i) - i
	case line == strings.Repeat("=", 18) && i+1 < s.to && strings.HasPrefix(s.line(i+1), "WARNING: DATA RACE"):
		end := s.find(i+1, s.to, func(l string) bool { return l == line })
		s.markAll(i, end+1, keep)
		return end + 1 - i
	}
	return 0
}

// wholeGoroutines is how many goroutines of a panic stay.
const wholeGoroutines = 4

// panicked marks a panic up to the verdict on the package, but for all but the
// first goroutines, and returns where it ends.
func (s *goSection) panicked(i int) int {
	goroutines := 0
	for ; i < s.to && !startsAny(s.line(i), goPackages); i++ {
		if strings.HasPrefix(s.line(i), "goroutine ") {
			goroutines++
		}
		if goroutines <= wholeGoroutines {
			s.set(i, keep)
		}
	}
	return i
}

func (s *goSection) set(i int, c class) { s.page.mark(i, c) }

// goOwn is how the lines of go test itself are marked.
var goOwn = []struct {
	prefix string
	class  class
}{
	{"ok  \t", passedPackage},
	{"?   \t", noTests},
	{"FAIL", keep},
	{"PASS", progress},
	{"fuzz: elapsed: ", progress},
	{"fuzz: minimizing", progress},
}

func (s *goSection) markLine(i int) {
	line := s.line(i)
	if startsAny(line, goDirectives) {
		s.directive(i, line[len("=== RUN   "):])
		return
	}
	if verdict, name := goVerdict(line); verdict != "" {
		s.verdict(i, verdict, name)
		return
	}
	if strings.HasPrefix(line, "ok  \t") && (strings.Contains(line, "coverage:") || strings.Contains(line, "[no tests to run]")) {
		return
	}
	for _, own := range goOwn {
		if strings.HasPrefix(line, own.prefix) && (len(own.prefix) > 4 || line == own.prefix || line[4] == '\t') {
			s.set(i, own.class)
			return
		}
	}
	s.set(i, s.belongs(line))
}

// directive marks a line that says which test runs. That of a test that failed,
// or did not end, stays where its lines follow: it tells whose they are. So does that
// of a test that passed, as long as its lines do.
func (s *goSection) directive(i int, name string) {
	s.owner, s.block = name, ""
	failed, ended := s.failed[name]
	followed := i+1 < s.to && !startsAny(s.line(i+1), goDirectives) && !startsAny(strings.TrimLeft(s.line(i+1), " "), goVerdicts)
	switch {
	case !ended || failed && followed:
		s.set(i, keep)
	case followed && s.printed == quiet:
		s.set(i, quiet)
	default:
		s.set(i, progress)
	}
}

// verdict marks a verdict, and tells whose the lines below it are.
func (s *goSection) verdict(i int, verdict, name string) {
	line := s.line(i)
	s.block, s.indent = verdict, indentOf(line)
	s.example = strings.HasPrefix(name, "Example")
	switch verdict {
	case goPassed:
		s.set(i, passedTest)
	case goFailed:
		s.set(i, keep)
	}
	if s.indent == 0 && verdict != goFailed {
		s.owner = ""
	}
}

// belongs is the class of a line that a test or its package printed.
func (s *goSection) belongs(line string) class {
	inside := indentOf(line) > s.indent || s.block == goFailed && (s.example || strings.TrimSpace(line) == "")
	if s.block != "" && inside {
		switch s.block {
		case goFailed:
			return keep
		case goPassed:
			return s.printed
		}
		return plain
	}
	if s.owner == "" {
		return plain
	}
	if failed, ended := s.failed[s.owner]; ended && !failed {
		return s.printed
	}
	return keep
}

// explained is how many lines stay before the failure of a package none of
// whose tests failed.
const explained = 20

// explain keeps the last lines of a package that failed without a failed test.
func (s *goSection) explain() {
	if !strings.HasPrefix(s.line(s.to-1), "FAIL\t") {
		return
	}
	for _, failed := range s.failed {
		if failed {
			return
		}
	}
	s.markAll(max(s.from, s.to-1-explained), s.to-1, keep)
}

// indentOf is the number of spaces that the line begins with.
func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
