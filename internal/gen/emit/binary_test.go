package emit_test

import (
	"debug/elf"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/gen/emit"
)

// What is declared is laid out by the linker: no code runs at start-up.
func TestNoInit(t *testing.T) {
	files := shapesFiles(t)
	files["main.go"] = mainOf("shapes")
	m := newModule(t, files)
	if output, err := m.run("build", "-o", "program", "."); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	symbols, err := m.run("tool", "nm", "program")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(symbols, modulePath+"/shapes.scalarsTool\n") {
		t.Fatal("the tools are not in the program")
	}
	for line := range strings.Lines(symbols) {
		for _, initializer := range []string{"/shapes.init\n", "/shapes.init.0\n", "/shapes..inittask\n", "/shapes.map.init"} {
			if strings.Contains(line, initializer) {
				t.Errorf("code runs at start-up: %s", line)
			}
		}
	}
}

// mainOf is a program that can call all tools of a package.
func mainOf(name string) string {
	return `package main

import (
	"context"
	"os"

	"` + modulePath + "/" + name + `"
	"github.com/toolgen/toolgen/runtime"
)

func main() {
	registry := runtime.NewRegistry(nil)
	if err := registry.Register(` + name + `.Tools()...); err != nil {
		panic(err)
	}
	registry.ExecuteParallel(context.Background(), []runtime.ToolCall{{Name: os.Args[0]}}, &runtime.Turn{})
}
`
}

// eights is the source of a package with n tools that have eight arguments
// each. No two of them have the same struct.
func eights(n int) string {
	source := &strings.Builder{}
	source.WriteString("// Package eights has many tools.\npackage eights\n")
	for i := range n {
		fmt.Fprintf(source, `
type Eight%02[1]dArgs struct {
	// What to look for, as a regular expression.
	Pattern string `+"`json:\"pattern\" jsonschema:\"minLength=1,maxLength=1000\"`"+`
	Mode    string `+"`json:\"mode\" jsonschema:\"enum=lines,enum=files,enum=count\"`"+`
	// Where to look.
	Folder  string `+"`json:\"folder,omitzero\" jsonschema:\"maxLength=4096\"`"+`
	Include []string `+"`json:\"include,omitzero\" jsonschema:\"maxItems=20\"`"+`
	Limit   int `+"`json:\"limit\" jsonschema:\"minimum=1,maximum=1000\"`"+`
	Context int `+"`json:\"context,omitzero\" jsonschema:\"minimum=0,maximum=20,default=2\"`"+`
	Exact   bool `+"`json:\"exact,omitzero\"`"+`
	Links%02[1]d *bool `+"`json:\"links,omitzero\"`"+`
}

// Eight%02[1]d finds lines that match a pattern, in the files of a folder and those below it.
//
//tool:register
func Eight%02[1]d(args Eight%02[1]dArgs) (string, error) { return args.Pattern, nil }
`, i)
	}
	return source.String()
}

// maxBytesPerTool is what a tool with eight arguments may add to a stripped
// binary, in bytes. About 3.0 KB are code, 1.7 KB its tables of lines and
// stack maps, 1.9 KB the description, the keys and the tool, and 1.1 KB the
// schema, the other texts and Go's own types.
const maxBytesPerTool = 8 << 10

func TestBinarySize(t *testing.T) {
	const few, many = 2, 42
	size := func(n int) uint64 {
		m := newModule(t, map[string]string{"eights/eights.go": eights(n), "main.go": mainOf("eights")})
		generated, err := emit.Package(extracted(t, m, "eights")["eights"])
		if err != nil {
			t.Fatal(err)
		}
		m.write(t, "eights/zz_toolgen.go", string(generated))
		m.env = append(m.env, "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0")
		if output, err := m.run("build", "-trimpath", "-ldflags=-s -w", "-o", "program", "."); err != nil {
			t.Fatalf("%v\n%s", err, output)
		}
		return loadedBytes(t, filepath.Join(m.dir, "program"))
	}
	perTool := (size(many) - size(few)) / (many - few)
	t.Logf("%d bytes a tool", perTool)
	if perTool > maxBytesPerTool {
		t.Errorf("a tool with eight arguments adds %d bytes, more than %d", perTool, maxBytesPerTool)
	}
}

// loadedBytes is the size of a program without the gaps between its segments,
// which are larger than a tool.
func loadedBytes(t *testing.T, path string) uint64 {
	t.Helper()
	program, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer program.Close()
	var sum uint64
	for _, section := range program.Sections {
		if section.Flags&elf.SHF_ALLOC != 0 && section.Type != elf.SHT_NOBITS {
			sum += section.Size
		}
	}
	return sum
}
