package project

import (
	"path"
	"regexp"
	"strings"

	"github.com/toolgen/toolgen/internal/gotest"
)

// runningTest is a test that runs.
type runningTest struct {
	name        string
	output      excerpt
	hasSubtests bool
	order       int // the number of tests that began before it, and itself
}

// runningPackage is a package whose tests run.
type runningPackage struct {
	name          string
	output        excerpt // the output outside of tests
	hasFailedTest bool
	isBuildFailed bool // the package or its tests did not compile
	tests         map[string]*runningTest
}

// packageBuild is the output of the compiler about a package.
type packageBuild struct {
	output      excerpt
	hasFindings bool // a line of the output was reported as a finding
}

// Limits of what is stored at the same time.
const (
	maxRunning   = 20_000   // tests, packages and builds
	maxHeldBytes = 16 << 20 // bytes of their outputs
)

// goTestParser parses the output of go test -json.
type goTestParser struct {
	out         *collector
	builds      *diagnosticParser
	packages    map[string]*runningPackage
	buildOf     map[string]*packageBuild // by import path
	started     int                      // the number of tests that began
	heldBytes   int                      // the bytes of all stored outputs
	running     int                      // the number of tests that run
	outputEnded bool
	line        string // the output in the last event
}

// newGoTestParser returns a parser that adds its findings to a collector.
func newGoTestParser(out *collector) *goTestParser {
	return &goTestParser{out: out, builds: &diagnosticParser{out: out, isGo: true}, packages: map[string]*runningPackage{}, buildOf: map[string]*packageBuild{}}
}

// goRunnerLine matches the lines that go test itself prints about a test or a
// package.
var goRunnerLine = regexp.MustCompile(`^\s*(?:=== (?:RUN|PAUSE|CONT|NAME)\b.*|--- (?:FAIL|PASS|SKIP|BENCH): .*|FAIL|PASS|(?:FAIL|ok  |\?   )\t.*|exit status \d+|coverage: .*)$`)

// parseLine parses an event or a line of the compiler.
func (g *goTestParser) parseLine(text string) (string, bool) {
	event, ok := gotest.ParseEvent(text)
	if !ok {
		g.line = text
		return g.builds.parseLine(text)
	}
	line := plainText(strings.TrimSuffix(event.Output, "\n"))
	g.line = line
	switch event.Action {
	case "build-output":
		g.addBuildOutput(event.ImportPath, line)
		return line, true
	case "run":
		g.beginTest(event)
	case "output":
		g.addOutput(event, line)
		if strings.HasPrefix(line, "FAIL\t") {
			return line, true
		}
	case "pass", "fail", "skip":
		g.endEvent(event)
	}
	return hiddenLine, true
}

// whole returns the output in the last event.
func (g *goTestParser) whole() string { return g.line }

// addBuildOutput adds a line that the compiler printed about a package.
func (g *goTestParser) addBuildOutput(importPath, line string) {
	before := g.builds.count
	g.builds.parseLine(line)
	b := g.buildOf[importPath]
	if b == nil && len(g.buildOf) < maxRunning {
		b = &packageBuild{}
		g.buildOf[importPath] = b
	}
	if b == nil || strings.HasPrefix(line, "#") {
		return
	}
	b.hasFindings = b.hasFindings || g.builds.count > before
	g.storeLine(&b.output, line)
}

// storeLine adds a line to the output of a test, a package or a build, unless all
// stored outputs together have maxHeldBytes.
func (g *goTestParser) storeLine(kept *excerpt, line string) {
	if g.heldBytes < maxHeldBytes {
		before := kept.size()
		kept.limit, kept.secrets = maxMessage, g.out.secrets
		kept.add(line)
		g.heldBytes += kept.size() - before
	}
}

// packageOf returns the package with that import path, or nil when too many
// packages run.
func (g *goTestParser) packageOf(name string) *runningPackage {
	p := g.packages[name]
	if p == nil && len(g.packages) < maxRunning {
		p = &runningPackage{name: name, tests: map[string]*runningTest{}}
		g.packages[name] = p
	}
	return p
}

// beginTest adds a test that begins, and marks the tests that it is a subtest of.
func (g *goTestParser) beginTest(event gotest.Event) {
	p := g.packageOf(event.Package)
	if p == nil || event.Test == "" || g.running >= maxRunning || p.tests[event.Test] != nil {
		return
	}
	g.started++
	g.running++
	g.out.maxDepth = max(g.out.maxDepth, strings.Count(event.Test, "/"))
	p.tests[event.Test] = &runningTest{name: event.Test, order: g.started}
	for parent := path.Dir(event.Test); parent != "." && parent != "/"; parent = path.Dir(parent) {
		if test := p.tests[parent]; test != nil {
			test.hasSubtests = true
		}
	}
}

// addOutput adds a line of output to a test or a package.
func (g *goTestParser) addOutput(event gotest.Event, line string) {
	p := g.packageOf(event.Package)
	if p != nil && event.Test == "" && strings.HasPrefix(line, "ok  \t") {
		g.out.packages++
		if strings.Contains(line, "\t(cached)") {
			g.out.cached++
		}
	}
	if p == nil || goRunnerLine.MatchString(line) {
		if p != nil && strings.HasPrefix(line, "FAIL\t") {
			p.isBuildFailed = strings.HasSuffix(line, "[build failed]")
		}
		return
	}
	if test := p.tests[event.Test]; test != nil {
		g.storeLine(&test.output, line)
	} else {
		g.storeLine(&p.output, line)
	}
}

// endEvent ends a test or a package.
func (g *goTestParser) endEvent(event gotest.Event) {
	p := g.packageOf(event.Package)
	if p == nil {
		return
	}
	if event.Test == "" {
		g.endPackage(p, event)
		return
	}
	test := p.tests[event.Test]
	if test == nil {
		test = &runningTest{name: event.Test}
	} else {
		g.running--
		g.heldBytes -= test.output.size()
		delete(p.tests, event.Test)
	}
	counts := &g.out.counts
	switch {
	case event.Action == "fail":
		p.hasFailedTest = true
		g.show(&test.output)
		g.reportFailed(p, test)
	case test.hasSubtests:
	case event.Action == "pass":
		counts.Passed++
	default:
		counts.Skipped++
	}
}
