package reducers

import (
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/internal/gotest"
)

// goEvents turns the events of go test -json into the text of go test -v, a
// package at a time, and a test at a time: -json does not say in the text whose
// a line is. Lines that are not events stay: those before the first event before,
// the others behind. A text without events is returned as it is.
func goEvents(text string) string {
	if !gotest.HasEvents(text) {
		return text
	}
	var before, behind strings.Builder
	run := goRun{packages: map[string]*goPackage{}}
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
			behind.WriteString(line)
		}
	}
	if events == 0 {
		return text
	}
	run.write(&before)
	return endLine(before.String()) + endLine(behind.String()) + fmt.Sprintf("%sthe JSON around %d events of go test]\n", noteStart, events)
}

// goRun is what each package printed, in the order of their first events.
type goRun struct {
	packages map[string]*goPackage
	order    []*goPackage
}

// goPackage is what a package printed before its tests, in each of them, and after.
type goPackage struct {
	before, after strings.Builder
	tests         map[string]*strings.Builder
	order         []*strings.Builder
}

func (r *goRun) add(event gotest.Event) {
	name := event.Package + event.ImportPath
	p := r.packages[name]
	if p == nil {
		p = &goPackage{tests: map[string]*strings.Builder{}}
		r.packages[name], r.order = p, append(r.order, p)
	}
	p.add(event)
}

// add puts the output where it belongs. What a test printed begins with a line
// that names it.
func (p *goPackage) add(event gotest.Event) {
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
		if !startsAny(event.Output, goDirectives) {
			out.WriteString("=== NAME  " + event.Test + "\n")
		}
	}
	out.WriteString(event.Output)
}

func (r *goRun) write(out *strings.Builder) {
	for _, p := range r.order {
		out.WriteString(p.before.String())
		for _, test := range p.order {
			out.WriteString(endLine(test.String()))
		}
		out.WriteString(p.after.String())
	}
}

// endLine ends the last line of a text that has one.
func endLine(text string) string {
	if text == "" || strings.HasSuffix(text, "\n") {
		return text
	}
	return text + "\n"
}
