// Package generator compares the toolgen command with packages.Load, the function of
// golang.org/x/tools that generators use to read packages. Both read generated modules of 100 and 500
// packages with 5 tools each. It needs the go command, and must run in this module.
// cmd/table measures it.
package generator

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/toolgen/toolgen/bench/comparisons"
)

// sizes are the numbers of packages of the modules.
var sizes = []int{100, 500}

// toolsPerPackage is the number of tools of each package.
const toolsPerPackage = 5

// runs is the number of runs of each command.
const runs = 9

//go:embed package.tmpl
var packageTemplate string

// Title is the title of the table.
const Title = "Generating a module with 5 tools in each package, as a process; the build cache is warm"

// All sets up the comparisons. The caller must close them.
func All() ([]comparisons.Comparison, error) {
	folder, err := os.MkdirTemp("", "toolgen-generator-")
	if err != nil {
		return nil, err
	}
	c, err := comparison(folder)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(folder))
	}
	return []comparisons.Comparison{c}, nil
}

// comparison builds the programs, writes a module for each size, and generates its files once.
func comparison(folder string) (comparisons.Comparison, error) {
	c := comparisons.Comparison{
		Title: Title, Runs: runs, Close: func() error { return os.RemoveAll(folder) },
	}
	toolgen, loader := filepath.Join(folder, "toolgen"), filepath.Join(folder, "loader")
	for program, path := range map[string]string{toolgen: "github.com/toolgen/toolgen/cmd/toolgen", loader: "github.com/toolgen/toolgen/bench/generator/loader"} {
		if _, err := command(".", "go", "build", "-o", program, path); err != nil {
			return c, err
		}
	}
	c.Variants = []comparisons.Variant{
		{Name: "packages.Load, with syntax and types"}, {Name: "toolgen --no-cache"},
		{Name: "toolgen --no-cache, with a registry over all"},
		{Name: "packages.Load, of one changed package"}, {Name: "toolgen, one package changed"}, {Name: "toolgen, nothing changed"},
	}
	for _, packages := range sizes {
		module, registry := filepath.Join(folder, fmt.Sprint("module", packages)), filepath.Join(folder, fmt.Sprint("registry", packages))
		if err := errors.Join(writeModule(module, packages), writeModule(registry, packages), writeRegistry(registry)); err != nil {
			return c, err
		}
		cached, withRegistry := toolgenIn(module, toolgen, "./..."), toolgenIn(registry, toolgen, "--no-cache", "./...")
		if err := errors.Join(cached(), withRegistry()); err != nil {
			return c, err
		}
		c.Loads = append(c.Loads, fmt.Sprint(packages, " packages"))
		for i, run := range []func() error{
			toolgenIn(module, loader, "./..."), toolgenIn(module, toolgen, "--no-cache", "./..."), withRegistry,
			afterChange(module, toolgenIn(module, loader, changedPackage)), afterChange(module, cached), cached,
		} {
			c.Variants[i].Run = append(c.Variants[i].Run, run)
		}
	}
	return c, nil
}

// toolgenIn returns a function that runs a program in a module, with a cache of its own.
func toolgenIn(module, program string, args ...string) func() error {
	return func() error {
		_, err := command(module, program, args...)
		return err
	}
}

// The package that afterChange changes, as a number and as a pattern.
const (
	changedNumber  = 7
	changedPackage = "./p7"
)

// afterChange returns a function that changes a comment of a tool, so that one package must be generated again, and
// then calls run.
func afterChange(module string, run func() error) func() error {
	changes := 0
	return func() error {
		changes++
		if err := writePackage(module, changedNumber, fmt.Sprint("Change ", changes, " of the comment.")); err != nil {
			return err
		}
		return run()
	}
}

// writeModule writes a module with the packages, which use types of one more package.
func writeModule(module string, packages int) error {
	root, err := command(".", "go", "list", "-m", "-f", "{{.Dir}}", "github.com/toolgen/toolgen")
	if err != nil {
		return err
	}
	err = writeFiles(module, map[string]string{
		"go.mod": "module generated\n\ngo 1.26.5\n\nrequire github.com/toolgen/toolgen v0.0.0\n\n" +
			"replace github.com/toolgen/toolgen => " + strings.TrimSpace(root) + "\n",
		"shared/shared.go": "// Package shared has a type of all packages.\npackage shared\n\n" +
			"// Range is a range of lines.\ntype Range struct {\n\tFirst int `json:\"first\" jsonschema:\"minimum=1\"`\n\tLast int `json:\"last\"`\n}\n",
	})
	for i := 0; i < packages && err == nil; i++ {
		err = writePackage(module, i, "It looks at all folders.")
	}
	return err
}

// writeRegistry adds a package with a registry over all packages.
func writeRegistry(module string) error {
	return writeFiles(module, map[string]string{
		"registry/registry.go": "// Package registry has all tools.\n//\n//tool:registry ../...\npackage registry\n",
	})
}

// writePackage writes one package.
func writePackage(module string, number int, comment string) error {
	parsed, err := template.New("package").Parse(packageTemplate)
	if err != nil {
		return err
	}
	var source strings.Builder
	data := struct {
		Package int
		Comment string
		Tools   [toolsPerPackage]struct{}
	}{Package: number, Comment: comment}
	if err := parsed.Execute(&source, data); err != nil {
		return err
	}
	return writeFiles(module, map[string]string{fmt.Sprintf("p%d/p%d.go", number, number): source.String()})
}

// writeFiles writes files below a directory.
func writeFiles(dir string, files map[string]string) error {
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// command runs a program without a workspace, with a cache of toolgen next to the directory, and returns its output.
func command(dir, name string, args ...string) (string, error) {
	c := exec.CommandContext(context.Background(), name, args...)
	c.Dir, c.Env = dir, append(os.Environ(), "GOWORK=off", "CGO_ENABLED=0", "TOOLGEN_CACHE="+filepath.Clean(dir)+"-cache")
	output, err := c.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", filepath.Base(name), strings.Join(args, " "), err, output)
	}
	return string(output), nil
}
