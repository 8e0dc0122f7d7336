package emit_test

import (
	"debug/elf"
	"strings"
	"testing"
)

// The linker initializes the declarations of generated code: no code runs when a
// program starts.
func TestNoInit(t *testing.T) {
	tools := map[string]string{"shapes": "scalarsTool", "forms": "unionsTool", "strict": "searchTool"}
	files := generatedFiles(t, aggregatePackages...)
	files["main.go"] = mainProgram(aggregatePackages...)
	m := newModule(t, files)
	if output, err := m.run("build", "-o", "program", "."); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	symbols, err := m.run("tool", "nm", "program")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range aggregatePackages {
		if !strings.Contains(symbols, modulePath+"/"+name+"."+tools[name]+"\n") {
			t.Fatalf("the tools of %s are not in the program", name)
		}
		for line := range strings.Lines(symbols) {
			for _, initializer := range []string{".init\n", ".init.0\n", "..inittask\n", ".map.init"} {
				if strings.Contains(line, "/"+name+initializer) {
					t.Errorf("code runs when the program starts: %s", line)
				}
			}
		}
	}
}

// mainProgram returns the source of a program that can call all tools of the
// packages.
func mainProgram(names ...string) string {
	var imports, tools strings.Builder
	for _, name := range names {
		imports.WriteString("\t\"" + modulePath + "/" + name + "\"\n")
		tools.WriteString("\tregister(" + name + ".Tools())\n")
	}
	return `package main

import (
	"context"
	"os"

` + imports.String() + `	"github.com/toolgen/toolgen/runtime"
)

func main() {
` + tools.String() + `}

func register(tools []*runtime.Tool) {
	registry := runtime.NewRegistry(nil)
	if err := registry.Register(tools...); err != nil {
		panic(err)
	}
	registry.ExecuteParallel(context.Background(), []runtime.ToolCall{{Name: os.Args[0]}}, &runtime.Turn{})
}
`
}

// loadedBytes returns the size of a program without the gaps between its
// segments, because a gap is larger than a tool.
func loadedBytes(t testing.TB, path string) uint64 {
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
