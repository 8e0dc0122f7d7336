package definitions_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/dialect"
	"github.com/toolgen/toolgen/internal/gen/emit"
	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/runtime"
)

// program is the program in testdata/definitions with the tools of some packages.
type program struct {
	packages []*model.Package
	// dir is the directory of the module, and overlay is the file that replaces
	// files of the module in the build.
	dir, overlay string
}

// programOutput is the JSON that the program prints.
type programOutput struct {
	Definitions map[string]map[string]string
	Limits      map[string]map[string]*runtime.DialectLimitError
}

// programFolder is the folder of the program in the module.
const programFolder = "zz_definitions"

// exported is the name of the variable that the program adds to each package.
const exported = "ToolgenTools"

// toolVariable matches the declaration of a tool in a generated file.
var toolVariable = regexp.MustCompile(`(?m)^var (\w+) = runtime\.Tool\{`)

// newProgram generates the files of the packages.
func newProgram(t *testing.T, dir string, packages []*model.Package) *program {
	t.Helper()
	dir, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("testdata/definitions/main.go")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{filepath.Join(dir, programFolder, "main.go"): string(source)}
	var imports, entries strings.Builder
	for i, pkg := range packages {
		content, err := emit.Package(pkg)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.Join(pkg.Dir, "zz_toolgen.go")] = string(content)
		files[filepath.Join(pkg.Dir, "zz_definitions.go")] = fmt.Sprintf("package %s\n\nimport %q\n\nvar %s = []*runtime.Tool{%s}\n",
			pkg.Name, "github.com/toolgen/toolgen/runtime", exported, toolAddresses(content))
		fmt.Fprintf(&imports, "\tp%d %q\n", i, pkg.Path)
		fmt.Fprintf(&entries, "\t%q: p%d.%s,\n", pkg.Path, i, exported)
	}
	files[filepath.Join(dir, programFolder, "packages.go")] = fmt.Sprintf(
		"package main\n\nimport (\n\t\"github.com/toolgen/toolgen/runtime\"\n%s)\n\nvar packages = map[string][]*runtime.Tool{\n%s}\n", &imports, &entries)
	return &program{packages, dir, writeOverlay(t, files)}
}

// toolAddresses returns the addresses of the tools of a generated file, as Go source.
func toolAddresses(content []byte) string {
	var addresses []string
	for _, match := range toolVariable.FindAllSubmatch(content, -1) {
		addresses = append(addresses, "&"+string(match[1]))
	}
	return strings.Join(addresses, ", ")
}

// writeOverlay writes the files to a temporary directory, and returns the path of an
// overlay that puts them at their paths.
func writeOverlay(t *testing.T, files map[string]string) string {
	t.Helper()
	var overlay struct{ Replace map[string]string }
	overlay.Replace = make(map[string]string)
	dir := t.TempDir()
	for i, path := range slices.Sorted(maps.Keys(files)) {
		overlay.Replace[path] = filepath.Join(dir, fmt.Sprintf("%d.go", i))
		if err := os.WriteFile(overlay.Replace[path], []byte(files[path]), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	text, err := json.Marshal(overlay)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// run compiles and runs the program for all dialects.
func (p *program) run(t *testing.T) *programOutput {
	t.Helper()
	arguments := append([]string{"run", "-overlay", p.overlay, "./" + programFolder}, dialect.Names()...)
	command := exec.CommandContext(t.Context(), "go", arguments...)
	command.Dir = p.dir
	output, err := command.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		t.Fatalf("%v\n%s", err, exit.Stderr)
	} else if err != nil {
		t.Fatal(err)
	}
	out := new(programOutput)
	if err := json.Unmarshal(output, out); err != nil {
		t.Fatal(err)
	}
	return out
}
