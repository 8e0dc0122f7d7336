package project

import (
	"maps"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/gotest"
)

// show adds the output of a failed test or package to the output for people. The
// output of tests that pass is left out, as go test does without -v.
func (g *goTestParser) show(output *excerpt) {
	g.out.isCut = g.out.isCut || output.isCut || output.omitted > 0
	for _, line := range output.linesWithMark() {
		g.out.output.add(line)
	}
}

// reportFailed reports a failed test. A test with subtests and without output
// fails because of its subtests, and is not reported.
func (g *goTestParser) reportFailed(p *runningPackage, test *runningTest) {
	output := test.output.String()
	if test.hasSubtests && strings.TrimSpace(output) == "" {
		return
	}
	g.out.counts.Failed++
	f := Finding{Test: test.name, basePackage: p.name}
	f.File, f.Line, f.Message = goPosition(p.name, output)
	f.Message = messageOrNone(f.Message)
	g.out.add(f)
}

// reportUnended reports a test that did not end. When the whole output ended
// before the test, explainUnended adds the reason to the message.
func (g *goTestParser) reportUnended(p *runningPackage, test *runningTest) {
	output := test.output.String()
	if test.hasSubtests && strings.TrimSpace(output) == "" {
		return
	}
	g.out.counts.Failed++
	f := Finding{Test: test.name, basePackage: p.name, isUnended: g.outputEnded}
	f.File, f.Line, f.Message = goPosition(p.name, output)
	switch {
	case g.outputEnded:
	case strings.Contains(output, "panic: ") || strings.Contains(output, "fatal error: "):
		f.Message = "did not end\n" + f.Message
	default:
		f.Message = "did not end: the test program ended before it (os.Exit, log.Fatal or a signal do that)\n" + f.Message
	}
	g.out.add(f)
}

// endPackage removes a package. When the package failed, it reports the tests that
// did not end, or the failure of the package when no test explains it.
func (g *goTestParser) endPackage(p *runningPackage, event gotest.Event) {
	delete(g.packages, p.name)
	left := make([]*runningTest, 0, len(p.tests))
	for _, test := range p.tests {
		left = append(left, test)
		g.heldBytes -= test.output.size()
	}
	g.heldBytes -= p.output.size()
	g.running -= len(left)
	if event.Action != "fail" {
		return
	}
	g.show(&p.output)
	slices.SortFunc(left, func(a, b *runningTest) int { return a.order - b.order })
	for _, test := range left {
		g.show(&test.output)
		p.hasFailedTest = p.hasFailedTest || !test.hasSubtests
		g.reportUnended(p, test)
	}
	if p.hasFailedTest {
		return
	}
	if p.isBuildFailed && event.FailedBuild == "" {
		return // before Go 1.24, the errors of the compiler are not events
	}
	if b := g.buildOf[event.FailedBuild]; event.FailedBuild != "" && b != nil {
		if !b.hasFindings {
			g.out.add(Finding{Message: p.name + ": " + b.output.String()})
		}
		return
	}
	f := Finding{Test: p.name, basePackage: p.name}
	f.File, f.Line, f.Message = goPosition(p.name, p.output.String())
	f.Message = messageOrNone(f.Message)
	g.out.counts.Failed++
	g.out.add(f)
}

// end reports the tests that did not end, and shows the output of packages that
// did not end.
func (g *goTestParser) end() {
	g.builds.end()
	g.outputEnded = true
	for _, name := range slices.Sorted(maps.Keys(g.packages)) {
		if p := g.packages[name]; len(p.tests) > 0 {
			g.endPackage(p, gotest.Event{Action: "fail"})
		} else {
			g.show(&p.output)
		}
	}
}
