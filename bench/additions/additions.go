// Package additions measures what each adapter adds to a program: lines of go.sum, and
// bytes of the binary, including the SDK that the adapter uses.
package additions

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Program is a small program.
type Program struct {
	// Name describes the program.
	Name string
	// adapter is the directory below adapters/, imports are the packages that the program
	// imports in addition to the runtime, and uses are functions that it links.
	adapter, imports, uses string
}

// Size is the size of a program.
type Size struct {
	SumLines int // lines of go.sum
	Bytes    int64
}

// Programs are the programs: first one without an adapter, then one for each adapter.
var Programs = []Program{
	{"the runtime and its command line", "", ``, ``},
	{"adapters/mcp: a server", "mcp", `_ "github.com/toolgen/toolgen/adapters/mcp/serve"`, ``},
	{"adapters/mcp: a server and a bridge", "mcp", `_ "github.com/toolgen/toolgen/adapters/mcp/serve"; "github.com/toolgen/toolgen/adapters/mcp"`, `mcp.NewBridge, mcp.Command, mcp.HTTP`},
	{"adapters/otel", "otel", `"github.com/toolgen/toolgen/adapters/otel"`, `otel.New`},
	{"adapters/openai", "openai", `"github.com/toolgen/toolgen/adapters/openai"; sdk "github.com/openai/openai-go/v3"`,
		`sdk.NewClient, openai.ChatTools, openai.ChatReply, openai.ChatResults, openai.NewChatStream`},
	{"adapters/anthropic", "anthropic", `"github.com/toolgen/toolgen/adapters/anthropic"; sdk "github.com/anthropics/anthropic-sdk-go"`,
		`sdk.NewClient, anthropic.Tools, anthropic.Reply, anthropic.Results, anthropic.NewStream`},
	{"adapters/gemini", "gemini", `"github.com/toolgen/toolgen/adapters/gemini"; sdk "google.golang.org/genai"`,
		`sdk.NewClient, gemini.AddTools, gemini.Reply, gemini.Results, gemini.NewStream`},
}

const module = "github.com/toolgen/toolgen"

// source returns the source of the program.
func (p *Program) source() string {
	return fmt.Sprintf(`package main

import (
	"context"
	"os"
	%s

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/cli"
)

// used keeps the functions in the binary.
var used = []any{%s}

func main() {
	registry := runtime.NewRegistry(nil)
	if len(os.Args) > 99 {
		panic(used)
	}
	os.Exit(cli.Main(context.Background(), registry, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
`, p.imports, p.uses)
}

// Measure builds the program as a module of its own, in a temporary directory, and
// returns its size. root is the root directory of the repository.
func (p *Program) Measure(root string) (size Size, err error) {
	directory, err := os.MkdirTemp("", "toolgen-additions-")
	if err != nil {
		return Size{}, err
	}
	defer os.RemoveAll(directory)
	if err := p.write(directory, root); err != nil {
		return Size{}, err
	}
	return p.build(directory)
}

// build builds the program in a directory and returns its size.
func (p *Program) build(directory string) (Size, error) {
	for _, args := range [][]string{{"mod", "tidy"}, {"build", "-ldflags", "-s -w", "-o", "program"}} {
		if err := run(directory, args); err != nil {
			return Size{}, fmt.Errorf("%s: %w", p.Name, err)
		}
	}
	sum, err := os.ReadFile(filepath.Join(directory, "go.sum"))
	if err != nil && !os.IsNotExist(err) {
		return Size{}, err
	}
	info, err := os.Stat(filepath.Join(directory, "program"))
	if err != nil {
		return Size{}, err
	}
	return Size{SumLines: bytes.Count(sum, []byte("\n")), Bytes: info.Size()}, nil
}

// write writes go.mod and the source.
func (p *Program) write(directory, root string) error {
	mod := "module example.com/program\n\ngo 1.26.5\n\nrequire " + module + " v0.0.0\nreplace " + module + " => " + root + "\n"
	if p.adapter != "" {
		adapter := module + "/adapters/" + p.adapter
		mod += "require " + adapter + " v0.0.0\nreplace " + adapter + " => " + filepath.Join(root, "adapters", p.adapter) + "\n"
	}
	if err := os.WriteFile(filepath.Join(directory, "go.mod"), []byte(mod), 0o600); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(directory, "main.go"), []byte(strings.ReplaceAll(p.source(), ";", "\n\t")), 0o600)
}

// run runs the go command.
func run(directory string, args []string) error {
	command := exec.Command("go", args...)
	command.Dir = directory
	command.Env = append(os.Environ(), "GOWORK=off", "CGO_ENABLED=0", "GOFLAGS=-mod=mod")
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("go %s: %w\n%s", args[0], err, output)
	}
	return nil
}
