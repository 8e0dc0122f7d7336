package contests

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

// startTools is how many tools the program has.
const startTools = 200

// programs are what is started, by the folder of its main package.
var programs = []struct{ name, folder, source string }{
	{"a program that does nothing", "empty", "package main\n\nfunc main() {}\n"},
	{"with toolgen's runtime, and a registry without tools", "bare", registering("", "", 0)},
	{"toolgen: with 200 generated tools, registered", "full", registering("start/tools", "tools.Tools()...", startTools)},
}

// registering is a program that registers so many tools.
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

// Starting starts programs, from their beginning to their end. It writes them
// into a module of their own, generates what toolgen generates, and builds
// them: it needs the go command, and must run in this module.
func Starting() (Contest, error) {
	folder, err := os.MkdirTemp("", "toolgen-start-")
	if err != nil {
		return Contest{}, err
	}
	remove := func() error { return os.RemoveAll(folder) }
	if err := build(folder); err != nil {
		return Contest{}, errors.Join(err, remove())
	}
	c := Contest{
		Title: "Starting and ending a process with 200 tools; at most 0.5 ms more than an empty one",
		Loads: []string{"a process"}, Runs: 100, Close: remove,
	}
	for _, p := range programs {
		program := filepath.Join(folder, p.folder, "program")
		c.Ways = append(c.Ways, Way{p.name, once(func() error { return exec.Command(program).Run() })})
	}
	return c, nil
}

// build makes the module and its programs.
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

// write writes the sources, with toolgen's module at root.
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

// command runs a command outside of any workspace, and returns what it prints.
func command(folder, name string, args ...string) (string, error) {
	c := exec.CommandContext(context.Background(), name, args...)
	c.Dir, c.Env = folder, append(os.Environ(), "GOWORK=off", "CGO_ENABLED=0")
	output, err := c.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", filepath.Base(name), strings.Join(args, " "), err, output)
	}
	return string(output), nil
}
