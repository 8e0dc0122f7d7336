package toolgen_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
)

const module = "github.com/toolgen/toolgen/"

// tools are what a package of built-in tools may import.
var tools = []string{"builtin/internal/names", "builtin/internal/texts", "runtime", "runtime/capability", "runtime/decode"}

// mayImport says which packages of this module each of them may import, tests
// aside. A package that is not in the table fails the test: whoever adds one
// decides what it may know.
var mayImport = map[string][]string{
	"annotations":                          {"internal/gen/diag"},
	"builtin":                              {"builtin/browser", "builtin/clock", "builtin/file", "builtin/project", "builtin/search", "builtin/skill", "builtin/store", "builtin/task", "builtin/terminal", "builtin/web", "reducers", "runtime", "runtime/capability", "runtime/capability/attachments", "runtime/capability/files", "runtime/capability/network", "runtime/capability/process", "runtime/capability/secrets"},
	"builtin/browser":                      tools,
	"builtin/clock":                        tools,
	"builtin/file":                         tools,
	"builtin/internal/names":               {"builtin/internal/texts", "runtime/capability"},
	"builtin/internal/texts":               {"runtime"},
	"builtin/project":                      tools,
	"builtin/search":                       tools,
	"builtin/skill":                        tools,
	"builtin/store":                        tools,
	"builtin/task":                         tools,
	"builtin/terminal":                     tools,
	"builtin/web":                          tools,
	"reducers":                             {"runtime"},
	"cmd/toolgen":                          {"annotations", "internal/gen", "internal/gen/diag", "internal/gen/model"},
	"internal/gen":                         {"internal/gen/diag", "internal/gen/emit", "internal/gen/extract", "internal/gen/load", "internal/gen/model", "internal/gen/schema", "internal/gen/schema/dialects"},
	"internal/conformance":                 {"runtime", "runtime/decode"},
	"internal/conformance/cmd/conformance": {"internal/conformance"},
	"internal/cut":                         {"internal/measure"},
	"internal/differential":                {},
	"internal/differential/strict":         {"internal/differential/subjects", "runtime", "runtime/decode"},
	"internal/differential/subjects":       {"internal/differential/subjects/other", "runtime", "runtime/decode"},
	"internal/differential/subjects/other": {},
	"internal/edit":                        {},
	"internal/hosts":                       {},
	"internal/redact":                      {},
	"internal/sha256":                      {},
	"internal/untrusted":                   {},
	"internal/wire":                        {},
	"internal/gen/diag":                    {"internal/edit"},
	"internal/gen/declared":                {"internal/gen/describe", "internal/gen/diag", "internal/gen/keyword", "internal/gen/model"},
	"internal/gen/describe":                {"internal/gen/keyword", "internal/gen/model", "internal/gen/standard", "runtime/decode"},
	"internal/gen/emit":                    {"internal/gen/describe", "internal/gen/keyword", "internal/gen/model", "internal/gen/schema", "internal/gen/schema/dialects", "runtime/decode"},
	"internal/gen/extract":                 {"annotations", "internal/gen/declared", "internal/gen/describe", "internal/gen/diag", "internal/gen/keyword", "internal/gen/load", "internal/gen/model", "runtime/decode"},
	"internal/gen/keyword":                 {"internal/gen/model", "runtime/decode"},
	"internal/gen/load":                    {"internal/gen/diag"},
	"internal/gen/model":                   {},
	"internal/measure":                     {},
	"internal/mutants":                     {},
	"internal/gen/schema":                  {"internal/gen/describe", "internal/gen/diag", "internal/gen/keyword", "internal/gen/model"},
	"internal/gen/schema/dialects":         {"internal/gen/diag", "internal/gen/keyword", "internal/gen/model", "internal/gen/schema"},
	"internal/gen/standard":                {"runtime/decode"},
	"internal/raced":                       {},
	"runtime":                              {"internal/cut", "internal/edit", "internal/hosts", "internal/measure", "internal/redact", "internal/sha256", "internal/untrusted", "internal/wire", "runtime/capability", "runtime/decode"},
	"runtime/capability":                   {"internal/wire"},
	"runtime/capability/attachments":       {"runtime/capability"},
	"runtime/capability/files":             {"runtime/capability"},
	"runtime/capability/kv":                {"runtime/capability"},
	"runtime/capability/network":           {"internal/hosts", "runtime/capability"},
	"runtime/capability/process":           {"runtime/capability"},
	"runtime/capability/secrets":           {"runtime/capability"},
	"runtime/cli":                          {"runtime"},
	"runtime/decode":                       {"internal/edit"},
	"runtime/spill":                        {"internal/measure", "runtime"},
	"runtime/toolstest":                    {"runtime", "runtime/capability"},
}

// standardOnly are the packages that import nothing but the standard library
// and each other, and those of the standard library that they must not link,
// because they double a small binary, with the one package that may.
var (
	standardOnly = []string{"./runtime/...", "./reducers/...", "./annotations"}
	notInRuntime = map[string]string{
		"net/http": module + "runtime/capability/network",
		"os/exec":  module + "runtime/capability/process",
	}
)

// listed is what go list says of a package.
type listed struct {
	ImportPath    string
	Imports, Deps []string
	Standard      bool
}

func list(t *testing.T, args ...string) []listed {
	t.Helper()
	command := exec.Command("go", append([]string{"list", "-json=ImportPath,Imports,Deps,Standard"}, args...)...)
	var stderr bytes.Buffer
	command.Stderr = &stderr
	output, err := command.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, &stderr)
	}
	var packages []listed
	for decoder := json.NewDecoder(bytes.NewReader(output)); ; {
		var p listed
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
}

func TestWhoMayImportWhom(t *testing.T) {
	for _, p := range list(t, "./...") {
		name := strings.TrimPrefix(p.ImportPath, module)
		allowed, known := mayImport[name]
		if !known && name != strings.TrimSuffix(module, "/") {
			t.Errorf("%s is not in the table of this test: add the row and what it may import", name)
		}
		for _, path := range p.Imports {
			ours, ok := strings.CutPrefix(path, module)
			if ok && !slices.Contains(allowed, ours) {
				t.Errorf("%s imports %s, which it must not", name, ours)
			}
		}
	}
}

func TestRuntimeImportsTheStandardLibraryOnly(t *testing.T) {
	for _, p := range list(t, append([]string{"-deps"}, standardOnly...)...) {
		if !p.Standard && !strings.HasPrefix(p.ImportPath, module) {
			t.Errorf("runtime or annotations reach %s, which is not of the standard library", p.ImportPath)
		}
	}
	for _, p := range list(t, "./runtime/...") {
		for forbidden, exception := range notInRuntime {
			if p.ImportPath != exception && slices.Contains(p.Deps, forbidden) {
				t.Errorf("%s reaches %s", p.ImportPath, forbidden)
			}
		}
	}
}

// smallProgram uses the runtime and nothing else of ours.
const smallProgram = `package main

import (
	"context"
	"fmt"

	"github.com/toolgen/toolgen/runtime"
)

func main() {
	registry := runtime.NewRegistry(nil)
	err := registry.Register(&runtime.Tool{Name: "hello", Invoke: func(context.Context, *runtime.Call) runtime.Result {
		return runtime.Text("hello")
	}})
	fmt.Println(err, registry.ExecuteParallel(context.Background(), []runtime.ToolCall{{ID: "1", Name: "hello"}}, nil))
}
`

// smallLimit is how large a stripped static program with the runtime may be,
// in bytes. It was 3 000 000 before calls had phases: their JSON forms, sessions
// that travel and consent in two steps are linked into every program that prints
// results, because reflection reaches them.
const smallLimit = 3_500_000

func TestSmallProgramStaysSmall(t *testing.T) {
	dir := t.TempDir()
	source, binary := filepath.Join(dir, "main.go"), filepath.Join(dir, "small")
	if err := os.WriteFile(source, []byte(smallProgram), 0o600); err != nil {
		t.Fatal(err)
	}
	command := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", binary, source)
	command.Env = append(os.Environ(), "CGO_ENABLED=0")
	if output, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	info, err := os.Stat(binary)
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > smallLimit {
		t.Errorf("the program has %d bytes, more than %d: what does it link that is new?", info.Size(), smallLimit)
	}
	t.Logf("%d bytes", info.Size())
}

// A program that imports only the runtime requires one module: this one.
func TestRuntimeBringsOneRequirement(t *testing.T) {
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("main.go", smallProgram)
	write("go.mod", "module example.com/app\n\ngo 1.26.5\n\nreplace "+strings.TrimSuffix(module, "/")+" => "+root+"\n")
	command := exec.Command("go", "mod", "tidy")
	command.Dir, command.Env = dir, append(os.Environ(), "GOWORK=off")
	if output, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	file, err := modfile.Parse("go.mod", text, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(file.Require) != 1 {
		t.Errorf("go.mod requires %d modules, want 1:\n%s", len(file.Require), text)
	}
}
