package emit_test

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/gen/emit"
)

// module is a Go module in its own directory. It uses the runtime of this
// repository.
type module struct {
	dir string
	env []string // in addition to the environment of the test
}

// The path of the module, and the path of testdata, which is replaced by it in
// sources.
const (
	modulePath   = "example.com/aggregate"
	testdataPath = "github.com/toolgen/toolgen/internal/gen/emit/testdata"
)

// newModule writes a module with the files. The keys are paths in the module.
// Imports of testdata become imports of the module.
func newModule(t testing.TB, files map[string]string) *module {
	t.Helper()
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	m := &module{dir: t.TempDir(), env: []string{"GOFLAGS=-mod=mod", "GOWORK=off", "GOPROXY=off"}}
	m.write(t, "go.mod", "module "+modulePath+"\n\ngo 1.26.5\n\nrequire github.com/toolgen/toolgen v0.0.0\n\nreplace github.com/toolgen/toolgen => "+root+"\n")
	for name, text := range files {
		m.write(t, name, strings.ReplaceAll(text, testdataPath, modulePath))
	}
	return m
}

func (m *module) write(t testing.TB, name, text string) {
	t.Helper()
	path := filepath.Join(m.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// run runs the go command in the module and returns its output.
func (m *module) run(args ...string) (string, error) {
	command := exec.Command("go", args...)
	command.Dir = m.dir
	command.Env = append(os.Environ(), m.env...)
	output, err := command.CombinedOutput()
	return string(output), err
}

// source returns the text of a file in testdata.
func source(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// generatedFiles returns the files of packages in testdata, with their generated
// files.
func generatedFiles(t *testing.T, packages ...string) map[string]string {
	t.Helper()
	files := map[string]string{"foreign/foreign.go": source(t, "foreign/foreign.go")}
	for _, name := range packages {
		generated, err := emit.Package(testdataModels(t)[name])
		if err != nil {
			t.Fatal(err)
		}
		files[name+"/zz_toolgen.go"] = string(generated)
	}
	for _, name := range sources {
		if slices.Contains(packages, path.Dir(name)) {
			files[name] = source(t, name)
		}
	}
	return files
}
