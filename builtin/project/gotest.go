package project

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/gotest"
)

// goRun is a test that runs.
type goRun struct {
	name    string
	said    excerpt
	parent  bool // has subtests
	started int  // how many tests had begun by then
}

// goPackage is a package whose tests run.
type goPackage struct {
	name   string
	said   excerpt // outside of tests
	failed bool    // because of a test
	broken bool    // it, or its tests, did not compile
	tests  map[string]*goRun
}

// goBuild is what the compiler said about a package.
type goBuild struct {
	said  excerpt
	found bool // something that was reported
}

// Limits of what is kept of tests that run at the same time.
const (
	maxRunning = 20_000
	maxHeld    = 16 << 20 // bytes
)

// goTest reads go test -json.
type goTest struct {
	to       *collector
	builds   *diagnostics
	packages map[string]*goPackage
	built    map[string]*goBuild // by import path
	started  int                 // tests, so far
	held     int                 // bytes of all that runs
	running  int
	over     bool // the output has ended
}

func newGoTest(to *collector) *goTest {
	return &goTest{to: to, builds: &diagnostics{to: to, goes: true}, packages: map[string]*goPackage{}, built: map[string]*goBuild{}}
}

// noise are lines that go test itself writes about a test or a package.
var noise = regexp.MustCompile(`^\s*(?:=== (?:RUN|PAUSE|CONT|NAME)\b.*|--- (?:FAIL|PASS|SKIP|BENCH): .*|FAIL|PASS|(?:FAIL|ok  |\?   )\t.*|exit status \d+|coverage: .*)$`)

func (g *goTest) line(text string) (string, bool) {
	event, ok := gotest.ParseEvent(text)
	if !ok {
		return g.builds.line(text)
	}
	said := plain(strings.TrimSuffix(event.Output, "\n"))
	switch event.Action {
	case "build-output":
		g.buildOutput(event.ImportPath, said)
		return said, true
	case "run":
		g.run(event)
	case "output":
		g.output(event, said)
		if !noise.MatchString(said) || strings.HasPrefix(said, "FAIL\t") {
			return said, true
		}
	case "pass", "fail", "skip":
		g.done(event)
	}
	return silent, true
}

func (g *goTest) buildOutput(importPath, said string) {
	before := g.builds.found
	g.builds.line(said)
	b := g.built[importPath]
	if b == nil && len(g.built) < maxRunning {
		b = &goBuild{}
		g.built[importPath] = b
	}
	if b == nil || strings.HasPrefix(said, "#") {
		return
	}
	b.found = b.found || g.builds.found > before
	g.hold(&b.said, said)
}

// hold keeps a line of what runs while there is room.
func (g *goTest) hold(kept *excerpt, said string) {
	if g.held < maxHeld {
		before := kept.size()
		kept.limit = maxMessage
		kept.add(said)
		g.held += kept.size() - before
	}
}

// of is the package of an event; nil beyond the limit.
func (g *goTest) of(name string) *goPackage {
	p := g.packages[name]
	if p == nil && len(g.packages) < maxRunning {
		p = &goPackage{name: name, tests: map[string]*goRun{}}
		g.packages[name] = p
	}
	return p
}

// run begins a test; the one around it, if any, has subtests.
func (g *goTest) run(event gotest.Event) {
	p := g.of(event.Package)
	if p == nil || event.Test == "" || g.running >= maxRunning || p.tests[event.Test] != nil {
		return
	}
	g.started++
	g.running++
	g.to.deepest = max(g.to.deepest, strings.Count(event.Test, "/"))
	p.tests[event.Test] = &goRun{name: event.Test, started: g.started}
	for around := path.Dir(event.Test); around != "." && around != "/"; around = path.Dir(around) {
		if test := p.tests[around]; test != nil {
			test.parent = true
		}
	}
}

func (g *goTest) output(event gotest.Event, said string) {
	p := g.of(event.Package)
	if p == nil || noise.MatchString(said) {
		if p != nil && strings.HasPrefix(said, "FAIL\t") {
			p.broken = strings.HasSuffix(said, "[build failed]")
		}
		return
	}
	if test := p.tests[event.Test]; test != nil {
		g.hold(&test.said, said)
	} else {
		g.hold(&p.said, said)
	}
}

// done ends a test or a package.
func (g *goTest) done(event gotest.Event) {
	p := g.of(event.Package)
	if p == nil {
		return
	}
	if event.Test == "" {
		g.packageDone(p, event)
		return
	}
	test := p.tests[event.Test]
	if test == nil {
		test = &goRun{name: event.Test}
	} else {
		g.running--
		g.held -= test.said.size()
		delete(p.tests, event.Test)
	}
	counts := &g.to.counts
	switch {
	case event.Action == "fail":
		p.failed = true
		g.failed(p, test)
	case test.parent:
	case event.Action == "pass":
		counts.Passed++
	default:
		counts.Skipped++
	}
}

// failed reports a test that failed. One whose subtests failed, and which says
// nothing itself, did not fail by itself.
func (g *goTest) failed(p *goPackage, test *goRun) {
	said := test.said.String()
	if test.parent && strings.TrimSpace(said) == "" {
		return
	}
	g.to.counts.Failed++
	f := Finding{Test: test.name, base: p.name}
	f.File, f.Line, f.Message = goPlace(said)
	f.Message = messageOf(f.Message)
	g.to.add(f)
}

// unended reports a test that did not end. Where the output was cut off, why it
// was is said by what ended the command.
func (g *goTest) unended(p *goPackage, test *goRun) {
	said := test.said.String()
	if test.parent && strings.TrimSpace(said) == "" {
		return
	}
	g.to.counts.Failed++
	f := Finding{Test: test.name, base: p.name, cut: g.over}
	f.File, f.Line, f.Message = goPlace(said)
	switch {
	case g.over:
	case strings.Contains(said, "panic: ") || strings.Contains(said, "fatal error: "):
		f.Message = "did not end\n" + f.Message
	default:
		f.Message = "did not end: its test program ended while it ran (os.Exit, log.Fatal or a signal do that)\n" + f.Message
	}
	g.to.add(f)
}

func (g *goTest) packageDone(p *goPackage, event gotest.Event) {
	delete(g.packages, p.name)
	left := make([]*goRun, 0, len(p.tests))
	for _, test := range p.tests {
		left = append(left, test)
		g.held -= test.said.size()
	}
	g.held -= p.said.size()
	g.running -= len(left)
	if event.Action != "fail" {
		return
	}
	slices.SortFunc(left, func(a, b *goRun) int { return a.started - b.started })
	for _, test := range left {
		p.failed = p.failed || !test.parent
		g.unended(p, test)
	}
	if p.failed {
		return
	}
	if p.broken && event.FailedBuild == "" {
		return // before Go 1.24, the compiler's text stands on its own
	}
	if b := g.built[event.FailedBuild]; event.FailedBuild != "" && b != nil {
		if !b.found {
			g.to.add(Finding{Message: p.name + ": " + b.said.String()})
		}
		return
	}
	f := Finding{Test: p.name, base: p.name}
	f.File, f.Line, f.Message = goPlace(p.said.String())
	f.Message = messageOf(f.Message)
	g.to.counts.Failed++
	g.to.add(f)
}

// end reports the tests that still ran.
func (g *goTest) end() {
	g.builds.end()
	g.over = true
	var names []string
	for name, p := range g.packages {
		if len(p.tests) > 0 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		g.packageDone(g.packages[name], gotest.Event{Action: "fail"})
	}
}
