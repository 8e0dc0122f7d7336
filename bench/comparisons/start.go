package comparisons

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
)

// startTools is the number of tools of the program.
const startTools = 200

// programs are the programs that are started.
var programs = []struct{ name, folder, source string }{
	{"a program that does nothing", "empty", "package main\n\nfunc main() {}\n"},
	{"with toolgen's runtime, and a registry without tools", "bare", registering("", "", 0)},
	{"toolgen: with 200 generated tools, registered", "full", registering("start/tools", "tools.Tools()...", startTools)},
}

// registering returns the source of a program that registers n tools.
func registering(imported, tools string, n int) string {
	if imported != "" {
		imported = fmt.Sprintf("\t%q\n", imported)
	}
	return fmt.Sprintf(`package main

import (
	"github.com/toolgen/toolgen/runtime"
%s)

func main() {
	registry := runtime.NewRegistry(nil)
	if err := registry.Register(%s); err != nil || len(registry.Tools()) != %d {
		panic(err)
	}
}
`, imported, tools, n)
}

//go:embed start.tmpl
var startTemplate string

// StartTitle is the title of the table.
const StartTitle = "Running a process with 200 tools; limit: 0.5 ms more than an empty program"

// Start compares running programs from start to exit. It writes the programs to a
// temporary module, runs toolgen and builds them. It needs the go command, and must run
// in this module.
func Start() (Comparison, error) {
	folder, err := os.MkdirTemp("", "toolgen-start-")
	if err != nil {
		return Comparison{}, err
	}
	remove := func() error { return os.RemoveAll(folder) }
	if err := build(folder); err != nil {
		return Comparison{}, errors.Join(err, remove())
	}
	c := Comparison{
		Title: StartTitle,
		Loads: []string{"a process"}, Runs: 100, Close: remove,
	}
	for _, p := range programs {
		program := filepath.Join(folder, p.folder, "program")
		c.Variants = append(c.Variants, Variant{p.name, singleLoad(func() error { return exec.Command(program).Run() })})
	}
	return c, nil
}

// build writes the module and builds its programs.
func build(folder string) error {
	root, err := command(".", "go", "list", "-m", "-f", "{{.Dir}}", "github.com/toolgen/toolgen")
	if err != nil {
		return err
	}
	if err := write(folder, strings.TrimSpace(root)); err != nil {
		return err
	}
	toolgen := filepath.Join(folder, "toolgen")
	if _, err := command(".", "go", "build", "-o", toolgen, "github.com/toolgen/toolgen/cmd/toolgen"); err != nil {
		return err
	}
	if _, err := command(folder, toolgen, "./..."); err != nil {
		return err
	}
	for _, p := range programs {
		program := filepath.Join(folder, p.folder, "program")
		if _, err := command(folder, "go", "build", "-trimpath", "-ldflags=-s -w", "-o", program, "./"+p.folder); err != nil {
			return err
		}
	}
	return nil
}

// write writes the sources. root is the directory of the toolgen module.
func write(folder, root string) error {
	var tools strings.Builder
	parsed, err := template.New("tools").Parse(startTemplate)
	if err != nil {
		return err
	}
	if err := parsed.Execute(&tools, make([]struct{}, startTools)); err != nil {
		return err
	}
	files := map[string]string{
		"go.mod": "module start\n\ngo 1.26.5\n\nrequire github.com/toolgen/toolgen v0.0.0\n\n" +
			"replace github.com/toolgen/toolgen => " + root + "\n",
		"tools/tools.go": tools.String(),
	}
	for _, p := range programs {
		files[p.folder+"/main.go"] = p.source
	}
	for name, text := range files {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// command runs a command without a workspace, and returns its output.
func command(folder, name string, args ...string) (string, error) {
	c := exec.CommandContext(context.Background(), name, args...)
	c.Dir, c.Env = folder, append(os.Environ(), "GOWORK=off", "CGO_ENABLED=0")
	output, err := c.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", filepath.Base(name), strings.Join(args, " "), err, output)
	}
	return string(output), nil
}
