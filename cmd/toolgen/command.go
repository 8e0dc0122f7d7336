package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/alecthomas/kong"
)

// The exit codes.
const (
	exitFine    = 0
	exitProblem = 1 // diagnostics, drift
	exitFailure = 2 // the command could not run
)

// errProblem says that everything there is to say was printed.
var errProblem = errors.New("problems were reported")

// commandLine is the whole command line, as kong reads it.
type commandLine struct {
	Dir    string `short:"C" default:"." type:"existingdir" help:"Directory to run in."`
	JSON   bool   `help:"Print diagnostics and lists as JSON."`
	GitHub bool   `name:"github" help:"Print diagnostics as GitHub workflow commands."`

	Generate   generateCommand   `cmd:"" default:"withargs" help:"Write the generated files (the default)."`
	Check      checkCommand      `cmd:"" help:"Say which generated files are missing, stale or orphaned, and which tools are too many for one request; write nothing."`
	List       listCommand       `cmd:"" help:"List the tools."`
	Schema     schemaCommand     `cmd:"" help:"Print the definition of one tool, as a provider takes it."`
	Directives directivesCommand `cmd:"" help:"List the //tool: directives."`
	Version    versionCommand    `cmd:"" help:"Print the version."`
}

// packages are the patterns that most commands take.
type packages struct {
	Packages []string `arg:"" optional:"" help:"Packages, as the go command takes them. Default: ./..."`
}

func (p packages) patterns() []string {
	if len(p.Packages) == 0 {
		return []string{"./..."}
	}
	return p.Packages
}

// streams are where output goes.
type streams struct{ out, err io.Writer }

// session is what every command gets: the context, the global flags and the
// streams.
type session struct {
	context.Context
	*commandLine
	*streams
}

// run reads the command line, runs the command and returns the exit code.
func run(ctx context.Context, args []string, s *streams) int {
	var line commandLine
	exited := -1
	parser, err := kong.New(&line,
		kong.Name("toolgen"),
		kong.Description("Turns Go functions marked with //tool: directives into tools for language models."),
		kong.Writers(s.out, s.err),
		kong.Exit(func(code int) { exited = code }),
		kong.UsageOnError(),
	)
	if err != nil {
		return s.fail(err)
	}
	parsed, err := parser.Parse(args)
	if exited >= 0 { // --help printed what there is to say
		return exited
	}
	if err != nil {
		return s.fail(fmt.Errorf("%w; run toolgen --help", err))
	}
	err = parsed.Run(&session{ctx, &line, s})
	switch {
	case err == nil:
		return exitFine
	case errors.Is(err, errProblem):
		return exitProblem
	}
	return s.fail(err)
}

func (s *streams) fail(err error) int {
	fmt.Fprintln(s.err, "toolgen:", err)
	return exitFailure
}

// base is the directory that paths are shown relative to.
func (s *session) base() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	return dir
}
