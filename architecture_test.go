package toolgen_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
)

const module = "github.com/toolgen/toolgen/"

// tools are the packages that a package of built-in tools may import.
var tools = []string{"builtin/internal/names", "builtin/internal/texts", "runtime", "runtime/capability", "runtime/decode", "runtime/generated"}

// mayImport has the packages of this module that each package may import, without
// those that its tests import. A package that is not in the table fails the test: add
// a row for a new package.
var mayImport = map[string][]string{
	"analyzer":                             {"annotations", "internal/gen", "internal/gen/model", "internal/lint"},
	"analyzer/golangci":                    {"analyzer"},
	"analyzer/toolgenvet":                  {"analyzer"},
	"annotations":                          {"internal/dialect", "internal/gen/diag"},
	"builtin":                              {"builtin/browser", "builtin/clock", "builtin/file", "builtin/internal/habits", "builtin/project", "builtin/search", "builtin/skill", "builtin/store", "builtin/task", "builtin/terminal", "builtin/web", "reducers", "runtime", "runtime/capability", "runtime/capability/attachments", "runtime/capability/files", "runtime/capability/network", "runtime/capability/process", "runtime/capability/secrets", "runtime/generated", "runtime/toolsearch"},
	"builtin/browser":                      append([]string{"builtin/web"}, tools...),
	"builtin/clock":                        tools,
	"builtin/file":                         append([]string{"builtin/internal/outline", "builtin/internal/syntax"}, tools...),
	"builtin/internal/names":               {"builtin/internal/texts", "internal/edit", "runtime", "runtime/capability"},
	"builtin/internal/pdf":                 {"builtin/internal/texts"},
	"builtin/internal/styles":              {},
	"builtin/internal/outline":             {},
	"builtin/internal/habits":              {},
	"builtin/internal/syntax":              {},
	"builtin/internal/printed":             {"builtin/internal/texts"},
	"builtin/internal/texts":               {"internal/cut", "runtime"},
	"builtin/project":                      append([]string{"builtin/internal/printed", "internal/ansi", "internal/gotest"}, tools...),
	"builtin/search":                       tools,
	"builtin/skill":                        tools,
	"builtin/store":                        tools,
	"builtin/task":                         tools,
	"builtin/terminal":                     append([]string{"builtin/internal/printed", "internal/ansi", "internal/shell"}, tools...),
	"builtin/web":                          append([]string{"builtin/internal/pdf", "builtin/internal/styles"}, tools...),
	"reducers":                             {"internal/ansi", "internal/cut", "internal/gotest", "internal/shell", "runtime"},
	"cmd/toolgen":                          {"annotations", "internal/contract", "internal/dialect", "internal/editor", "internal/explain", "internal/gen", "internal/gen/cache", "internal/gen/diag", "internal/gen/load", "internal/gen/model", "internal/gitref", "internal/lint", "internal/migrate", "internal/scaffold", "internal/tokens"},
	"internal/gen":                         {"internal/dialect", "internal/gen/cache", "internal/gen/diag", "internal/gen/emit", "internal/gen/extract", "internal/gen/load", "internal/gen/model", "internal/gen/schema", "internal/gen/schema/dialects"},
	"internal/ansi":                        {},
	"internal/conformance":                 {"runtime", "runtime/arguments", "runtime/decode", "runtime/generated"},
	"internal/conformance/cmd/conformance": {"internal/conformance"},
	"internal/contract":                    {"internal/contract/values", "internal/gen/diag"},
	"internal/contract/values":             {},
	"internal/cut":                         {"internal/measure"},
	"internal/dialect":                     {},
	"internal/differential":                {},
	"internal/differential/strict":         {"internal/differential/subjects", "runtime", "runtime/decode", "runtime/generated"},
	"internal/differential/subjects":       {"internal/differential/subjects/other", "runtime", "runtime/decode", "runtime/generated"},
	"internal/differential/subjects/other": {},
	"internal/edit":                        {},
	"internal/editor":                      {"annotations"},
	"internal/explain":                     {"internal/gen/diag"},
	"internal/gitref":                      {},
	"internal/gotest":                      {},
	"internal/hidepath":                    {},
	"internal/hosts":                       {},
	"internal/lint":                        {"internal/gen/diag", "internal/gen/model", "internal/gen/snake"},
	"internal/migrate":                     {"internal/gen", "internal/gen/diag"},
	"internal/redact":                      {"internal/ansi", "internal/untrusted"},
	"internal/scaffold":                    {"internal/dialect", "internal/gen/snake"},
	"internal/sha256":                      {},
	"internal/transcript":                  {"runtime"},
	"internal/shell":                       {},
	"internal/tokens":                      {},
	"internal/untrusted":                   {"internal/ansi"},
	"internal/wire":                        {},
	"internal/wording":                     {"internal/measure"},
	"internal/gen/cache":                   {},
	"internal/gen/diag":                    {"internal/edit"},
	"internal/gen/declared":                {"internal/gen/describe", "internal/gen/diag", "internal/gen/keyword", "internal/gen/model"},
	"internal/gen/describe":                {"internal/gen/keyword", "internal/gen/model", "internal/gen/standard", "runtime/arguments", "runtime/decode"},
	"internal/gen/definitions":             {}, // tests only
	"internal/gen/emit":                    {"internal/gen/describe", "internal/gen/keyword", "internal/gen/model", "internal/gen/schema", "internal/gen/schema/dialects", "runtime/decode"},
	"internal/gen/extract":                 {"annotations", "internal/gen/declared", "internal/gen/describe", "internal/gen/diag", "internal/gen/keyword", "internal/gen/load", "internal/gen/model", "internal/gen/snake", "runtime/arguments", "runtime/decode"},
	"internal/gen/keyword":                 {"internal/gen/model", "runtime/decode"},
	"internal/gen/load":                    {"internal/gen/diag"},
	"internal/gen/model":                   {},
	"internal/measure":                     {},
	"internal/mutants":                     {"internal/edit"},
	"internal/gen/schema":                  {"internal/gen/describe", "internal/gen/diag", "internal/gen/keyword", "internal/gen/model", "internal/gen/standard", "runtime/arguments", "runtime/decode"},
	"internal/gen/schema/dialects":         {"internal/dialect", "internal/gen/diag", "internal/gen/keyword", "internal/gen/model", "internal/gen/schema"},
	"internal/gen/snake":                   {},
	"internal/gen/standard":                {"runtime/decode"},
	"internal/racetest":                    {},
	"runtime":                              {"internal/cut", "internal/dialect", "internal/edit", "internal/hosts", "internal/measure", "internal/redact", "internal/sha256", "internal/untrusted", "internal/wire", "internal/wording", "runtime/arguments", "runtime/capability", "runtime/decode", "runtime/generated"},
	"runtime/arguments":                    {"internal/wording"},
	"runtime/capability":                   {"internal/wire"},
	"runtime/capability/attachments":       {"internal/hidepath", "runtime/capability"},
	"runtime/capability/files":             {"internal/hidepath", "runtime/capability"},
	"runtime/capability/kv":                {"internal/hidepath", "runtime/capability"},
	"runtime/capability/network":           {"internal/hosts", "runtime/capability"},
	"runtime/capability/process":           {"runtime/capability"},
	"runtime/capability/secrets":           {"runtime/capability"},
	"runtime/cli":                          {"internal/hosts", "internal/wording", "runtime"},
	"runtime/decode":                       {"internal/edit", "internal/measure", "internal/wording", "runtime/arguments"},
	"runtime/generated":                    {},
	"runtime/models":                       {"runtime"},
	"runtime/spill":                        {"internal/measure", "runtime"},
	"runtime/toolsearch":                   {"runtime"},
	"runtime/toolstest":                    {"runtime", "runtime/capability"},
}

var (
	// standardOnly are the packages that may import only the standard library and
	// packages of this module.
	standardOnly = []string{"./runtime/...", "./reducers/...", "./annotations"}
	// notInRuntime has packages of the standard library that the runtime must not
	// link, because they double the size of a small program, each with the one
	// package that may import it.
	notInRuntime = map[string]string{
		"net/http": module + "runtime/capability/network",
		"os/exec":  module + "runtime/capability/process",
	}
)

// listed is a package in the output of go list.
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

func TestImports(t *testing.T) {
	for _, p := range list(t, "./...") {
		name := strings.TrimPrefix(p.ImportPath, module)
		allowed, known := mayImport[name]
		if !known && name != strings.TrimSuffix(module, "/") {
			t.Errorf("%s is not in the table mayImport: add a row with the packages that it may import", name)
		}
		for _, path := range p.Imports {
			ours, ok := strings.CutPrefix(path, module)
			if ok && !slices.Contains(allowed, ours) {
				t.Errorf("%s imports %s, which the table mayImport does not allow: remove the import or, if the dependency is intended, add it to the row", name, ours)
			}
		}
	}
}

// TestPackagesInDocs checks that ARCHITECTURE.md says what each package is, alone or
// with the other packages below a directory.
func TestPackagesInDocs(t *testing.T) {
	content, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	isNamed := func(name string) bool { return strings.Contains(string(content), "`"+name+"`") }
	for name := range mayImport {
		named := isNamed(name)
		for dir := path.Dir(name); !named && dir != "." && dir != "runtime"; dir = path.Dir(dir) {
			named = isNamed(dir)
		}
		if !named {
			t.Errorf("ARCHITECTURE.md does not have the package %s: add it to the table of packages", name)
		}
	}
}

func TestRuntimeImportsTheStandardLibraryOnly(t *testing.T) {
	for _, p := range list(t, append([]string{"-deps"}, standardOnly...)...) {
		if !p.Standard && !strings.HasPrefix(p.ImportPath, module) {
			t.Errorf("runtime, reducers or annotations depend on %s, which is not in the standard library", p.ImportPath)
		}
	}
	for _, p := range list(t, "./runtime/...") {
		for forbidden, exception := range notInRuntime {
			if p.ImportPath != exception && slices.Contains(p.Deps, forbidden) {
				t.Errorf("%s depends on %s, which only %s may import", p.ImportPath, forbidden, exception)
			}
		}
	}
}

// smallProgram uses only the runtime.
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

// smallLimit is the maximum size of a stripped static program with the runtime, in
// bytes. It includes the JSON forms of phases, sessions and decisions, which are
// linked into every program that prints results, because reflection uses them.
const smallLimit = 3_600_000

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
		t.Errorf("the program has %d bytes, more than %d; find the packages that it additionally links", info.Size(), smallLimit)
	}
	t.Logf("%d bytes", info.Size())
	testStart(t, binary)
}

// initLine is the line of GODEBUG=inittrace=1 about one of our packages that allocates memory before main. The start of a
// program takes several microseconds for each table that is computed then.
var initLine = regexp.MustCompile(`(?m)^init github\.com/toolgen/.* [1-9]\d* allocs$`)

// testStart checks that the packages of a program have no tables that are computed at its start.
func testStart(t *testing.T, binary string) {
	command := exec.Command(binary)
	command.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	output, err := command.CombinedOutput()
	if err != nil || !strings.Contains(string(output), "init runtime ") {
		t.Fatalf("%v: no trace of the start:\n%s", err, output)
	}
	for _, line := range initLine.FindAllString(string(output), -1) {
		t.Errorf("a package computes tables before main: write them out, use a function, or compute them when they are needed: %s", line)
	}
}

// archiveLimit is the maximum size of the compiled form of a package with one tool, in
// bytes. With an atomic.Pointer and a sync.Map in the types that a tool refers to, it had
// 895,000 bytes.
const archiveLimit = 300_000

// TestPackageWithToolIsSmall compiles a package with a tool: the compiler instantiates in
// it each generic type that the type of tools refers to.
func TestPackageWithToolIsSmall(t *testing.T) {
	dir := t.TempDir()
	source, archive := filepath.Join(dir, "lib.go"), filepath.Join(dir, "lib.a")
	text := "package lib\n\nimport \"github.com/toolgen/toolgen/runtime\"\n\nvar Tool = runtime.Tool{Name: \"a\"}\n"
	if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if output, err := exec.Command("go", "build", "-o", archive, source).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	info, err := os.Stat(archive)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes", info.Size())
	if info.Size() > archiveLimit {
		t.Errorf("the package has %d bytes, more than %d: go tool nm -size shows which instances it has", info.Size(), archiveLimit)
	}
}

// TestRuntimeRequiresOneModule checks that a program that imports only the runtime requires only this module.
func TestRuntimeRequiresOneModule(t *testing.T) {
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
