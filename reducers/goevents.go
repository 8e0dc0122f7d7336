package reducers

import (
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/internal/cut"
	"github.com/toolgen/toolgen/internal/gotest"
)

// expandGoEvents replaces the events of go test -json by the text of go test -v,
// package by package and test by test, because the output of parallel tests is
// mixed in the events. Lines that are not events are kept: those before the first
// event before the text, the others after it. A text without events is returned
// as it is.
func expandGoEvents(text string) string {
	if !gotest.HasEvents(text) {
		return text
	}
	var before, after strings.Builder
	run := goRunOutput{packages: map[string]*goPackageOutput{}}
	events := 0
	for line := range strings.Lines(text) {
		event, ok := gotest.ParseEvent(line)
		switch {
		case ok:
			events++
			run.add(event)
		case events == 0:
			before.WriteString(line)
		default:
			after.WriteString(line)
		}
	}
	if events == 0 {
		return text
	}
	run.write(&before)
	return endLine(before.String()) + endLine(after.String()) + cut.Mark(fmt.Sprintf("the JSON around %d events of go test", events), "") + "\n"
}

// goRunOutput is the output of the packages of a test run.
type goRunOutput struct {
	packages map[string]*goPackageOutput
	order    []*goPackageOutput
}

// goPackageOutput is the output of a package before, in and after its tests.
type goPackageOutput struct {
	before, after strings.Builder
	tests         map[string]*strings.Builder
	order         []*strings.Builder
}

// add adds the output of an event.
func (r *goRunOutput) add(event gotest.Event) {
	name := event.Package + event.ImportPath
	p := r.packages[name]
	if p == nil {
		p = &goPackageOutput{tests: map[string]*strings.Builder{}}
		r.packages[name], r.order = p, append(r.order, p)
	}
	p.add(event)
}

// add adds the output of an event. The output of a test begins with a line that
// names the test.
func (p *goPackageOutput) add(event gotest.Event) {
	if event.Output == "" {
		return
	}
	out := p.tests[event.Test]
	switch {
	case event.Test == "" && len(p.order) == 0:
		out = &p.before
	case event.Test == "":
		out = &p.after
	case out == nil:
		out = &strings.Builder{}
		p.tests[event.Test], p.order = out, append(p.order, out)
		if !hasAnyPrefix(event.Output, goDirectives) {
			out.WriteString("=== NAME  " + event.Test + "\n")
		}
	}
	out.WriteString(event.Output)
}

// write writes the output of all packages, in the order of their first events.
func (r *goRunOutput) write(out *strings.Builder) {
	for _, p := range r.order {
		out.WriteString(p.before.String())
		for _, test := range p.order {
			out.WriteString(endLine(test.String()))
		}
		out.WriteString(p.after.String())
	}
}

// endLine adds a line feed to a text, unless the text is empty or ends with one.
func endLine(text string) string {
	if text == "" || strings.HasSuffix(text, "\n") {
		return text
	}
	return text + "\n"
}
