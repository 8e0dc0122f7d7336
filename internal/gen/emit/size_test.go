package emit_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/gen/emit"
)

// sizeSamples has tools with a known size. The source is a template, so that the
// tests can make many similar tools. No two tools share a struct, bounds or patterns,
// because generated code has these only once.
var sizeSamples = []struct {
	name string
	// limit is the maximum number of bytes that a tool adds to a program; 0
	// means no limit.
	limit uint64
	// lines is the maximum number of lines that a tool adds to the generated file.
	lines uint64
	// dialects has the dialects in addition to mcp.
	dialects string
	// source has the declarations of the tool with the number %[1]d. Its
	// function is Tool%[1]d.
	source string
}{
	{name: "no arguments", source: `
// Tool%[1]d says what the time is, in the zone of the machine that it runs on.
//
//tool:register
func Tool%[1]d() string { return "noon" }
`},
	{name: "one text", source: `
type Args%[1]d struct {
	// IANA time zone, such as "Europe/Berlin"; without it, UTC.
	Zone%[1]d string ` + "`json:\"zone,omitzero\"`" + `
}

// Tool%[1]d says what the time is.
//
//tool:register
func Tool%[1]d(args Args%[1]d) string { return args.Zone%[1]d }
`},
	{name: "eight arguments", limit: 6 << 10, lines: 75, source: eightArguments},
	{name: "eight, strict dialects", dialects: "openai-strict anthropic-strict", source: eightArguments},
	{name: "nested", source: `
type Step%[1]d struct {
	// One line.
	Title string ` + "`json:\"title\" jsonschema:\"minLength=1,maxLength=2%[1]d\"`" + `
	Done  bool ` + "`json:\"done\"`" + `
	// Estimate in days.
	Days  float64 ` + "`json:\"days\" jsonschema:\"minimum=0,maximum=3%[1]d\"`" + `
	Owner *string ` + "`json:\"owner,omitzero\" jsonschema:\"minLength=1\"`" + `
	Tags  []string ` + "`json:\"tags,omitzero\" jsonschema:\"maxItems=1%[1]d\"`" + `
}

type Args%[1]d struct {
	// The project.
	Project string ` + "`json:\"project\" jsonschema:\"minLength=1,maxLength=1%[1]d\"`" + `
	Steps   []Step%[1]d ` + "`json:\"steps\" jsonschema:\"minItems=1,maxItems=9%[1]d\"`" + `
	First   *Step%[1]d ` + "`json:\"first,omitzero\"`" + `
	// Free keys and values.
	Labels  map[string]string ` + "`json:\"labels,omitzero\"`" + `
}

// Tool%[1]d rolls a project out.
//
//tool:register
func Tool%[1]d(args Args%[1]d) (string, error) { return args.Project, nil }
`},
	{name: "a union", source: `
// Action%[1]d is one of three.
//
//tool:union type
type Action%[1]d interface{ is%[1]d() }

type Move%[1]d struct {
	From int ` + "`json:\"from\"`" + `
	To   int ` + "`json:\"to\" jsonschema:\"minimum=%[1]d\"`" + `
}

func (Move%[1]d) is%[1]d() {}

type Copy%[1]d struct {
	Path string ` + "`json:\"path\"`" + `
}

func (*Copy%[1]d) is%[1]d() {}

type Stop%[1]d struct{}

func (Stop%[1]d) is%[1]d() {}

type Args%[1]d struct {
	Actions []Action%[1]d ` + "`json:\"actions\"`" + `
}

// Tool%[1]d acts.
//
//tool:register
func Tool%[1]d(args Args%[1]d) (string, error) { return "done", nil }
`},
}

// eightArguments is the source of a typical tool.
const eightArguments = `
type Args%[1]d struct {
	// What to look for, as a regular expression.
	Pattern string ` + "`json:\"pattern\" jsonschema:\"minLength=1,maxLength=10%[1]d\"`" + `
	Mode    string ` + "`json:\"mode\" jsonschema:\"enum=lines,enum=files,enum=count%[1]d\"`" + `
	// Where to look.
	Folder  string ` + "`json:\"folder,omitzero\" jsonschema:\"maxLength=40%[1]d\"`" + `
	Include []string ` + "`json:\"include,omitzero\" jsonschema:\"maxItems=2%[1]d\"`" + `
	Limit   int ` + "`json:\"limit\" jsonschema:\"minimum=1,maximum=10%[1]d\"`" + `
	Context int ` + "`json:\"context,omitzero\" jsonschema:\"minimum=0,maximum=2%[1]d,default=2\"`" + `
	Exact   bool ` + "`json:\"exact,omitzero\"`" + `
	Links%[1]d *bool ` + "`json:\"links,omitzero\"`" + `
}

// Tool%[1]d finds lines that match a pattern, in the files of a folder and those below it.
//
//tool:register
func Tool%[1]d(args Args%[1]d) (string, error) { return args.Pattern, nil }
`

// size is the size of one tool: the lines and bytes of its part of the generated
// file, and the bytes that it adds to a stripped program.
type size struct{ lines, source, binary uint64 }

// The size of one tool is computed from the difference between a program with
// many tools and a program with few tools.
const few, many = 2, 42

func sizeOfTool(t testing.TB, source, dialects string) size {
	t.Helper()
	a, b := sizeOfTools(t, source, dialects, few), sizeOfTools(t, source, dialects, many)
	each := func(a, b uint64) uint64 { return (b - a) / (many - few) }
	return size{each(a.lines, b.lines), each(a.source, b.source), each(a.binary, b.binary)}
}

func sizeOfTools(t testing.TB, source, dialects string, n int) size {
	t.Helper()
	text := &strings.Builder{}
	text.WriteString("// Package sized has many tools.\n//\n//tool:dialects mcp " + dialects + "\npackage sized\n")
	for i := range n {
		fmt.Fprintf(text, source, 10+i)
	}
	m := newModule(t, map[string]string{"sized/sized.go": text.String(), "main.go": mainProgram("sized")})
	generated, err := emit.Package(extractModels(t, m, "sized")["sized"])
	if err != nil {
		t.Fatal(err)
	}
	m.write(t, "sized/zz_toolgen.go", string(generated))
	m.env = append(m.env, "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0")
	if output, err := m.run("build", "-trimpath", "-ldflags=-s -w", "-o", "program", "."); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	return size{
		lines:  uint64(bytes.Count(generated, []byte("\n"))),
		source: uint64(len(generated)),
		binary: loadedBytes(t, filepath.Join(m.dir, "program")),
	}
}

func TestBinarySize(t *testing.T) {
	for _, s := range sizeSamples {
		if s.limit == 0 {
			continue
		}
		got := sizeOfTool(t, s.source, s.dialects)
		t.Logf("%s: %d lines, %d bytes of source, %d bytes of binary a tool", s.name, got.lines, got.source, got.binary)
		if got.binary > s.limit {
			t.Errorf("%s: a tool adds %d bytes, more than %d", s.name, got.binary, s.limit)
		}
		if got.lines > s.lines {
			t.Errorf("%s: a tool adds %d lines, more than %d", s.name, got.lines, s.lines)
		}
	}
}

// BenchmarkSize reports the size of each tool in the generated file and in a
// program.
func BenchmarkSize(b *testing.B) {
	for _, s := range sizeSamples {
		b.Run(strings.ReplaceAll(s.name, " ", "_"), func(b *testing.B) {
			var got size
			for b.Loop() {
				got = sizeOfTool(b, s.source, s.dialects)
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(got.lines), "lines/tool")
			b.ReportMetric(float64(got.source), "source-B/tool")
			b.ReportMetric(float64(got.binary), "binary-B/tool")
		})
	}
}
