package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/toolgen/toolgen/internal/dialect"
)

// The exit codes.
const (
	exitOK      = 0
	exitProblem = 1 // diagnostics, or generated files that are not up to date
	exitFailure = 2 // the command could not run

	exitInterrupted = 128 + 2 // the number of the signal after 128, as shells report it
)

// errProblem means that diagnostics were printed. It has no message for the user.
var errProblem = errors.New("problems were reported")

// commandLine is the command line as kong parses it.
type commandLine struct {
	Dir    string `short:"C" default:"." type:"existingdir" help:"Directory to run in."`
	JSON   bool   `help:"Print diagnostics and lists as JSON."`
	GitHub bool   `name:"github" help:"Print diagnostics as workflow commands of GitHub."`
	SARIF  bool   `name:"sarif" help:"Print diagnostics as SARIF 2.1.0, for code scanning."`

	Tags []string `placeholder:"TAG" help:"Build tags, separated by commas: the files of the packages are those of a build with these tags."`

	Cache   bool `default:"true" negatable:"" help:"Generate only what changed since an earlier run. --no-cache generates everything."`
	Verbose bool `short:"v" help:"Print how many files were reused."`

	Generate   generateCommand   `cmd:"" default:"withargs" help:"Write the generated files (the default)."`
	Check      checkCommand      `cmd:"" help:"Report missing, stale and orphaned generated files, and tools that exceed a limit of one request. Writes nothing."`
	List       listCommand       `cmd:"" help:"List the tools."`
	Init       initCommand       `cmd:"" help:"Write a first tool with its registry, test and CI step into a new or an existing module."`
	Migrate    migrateCommand    `cmd:"" help:"Rewrite tools of go-sdk, mcp-go, eino, genkit and anthropic as functions with directives, as far as it is sure."`
	Watch      watchCommand      `cmd:"" help:"Generate again after each change of the source, until it is interrupted."`
	Vet        vetCommand        `cmd:"" help:"Report texts and names of tools that models misunderstand."`
	Explain    explainCommand    `cmd:"" help:"Explain a diagnostic, with a wrong and a right example."`
	Diff       diffCommand       `cmd:"" help:"Report how the tools differ from those of a commit, a directory or a saved list, by who notices the change."`
	Schema     schemaCommand     `cmd:"" help:"Print the definition of one tool in the form of a provider."`
	Directives directivesCommand `cmd:"" help:"List the //tool: directives."`
	Version    versionCommand    `cmd:"" help:"Print the version."`
}

// packages are the package patterns that most commands have as arguments.
type packages struct {
	Packages []string `arg:"" optional:"" help:"Package patterns of the go command. Default: ./..."`
}

// patterns returns the package patterns, or the default.
func (p packages) patterns() []string {
	if len(p.Packages) == 0 {
		return []string{"./..."}
	}
	return p.Packages
}

// streams are the streams for output.
type streams struct {
	// in is for answers of people; nil if no person can answer.
	in       io.Reader
	out, err io.Writer
	// terminal means that err is a terminal, which people read.
	terminal bool
}

// session has the context, the global flags and the streams of a run of a command.
type session struct {
	context.Context
	*commandLine
	*streams
	began time.Time
}

// run parses the command line, runs the command and returns the exit code.
func run(ctx context.Context, args []string, s *streams) int {
	var line commandLine
	exited := -1
	parser, err := kong.New(&line,
		kong.Name("toolgen"),
		kong.Description("Turns Go functions marked with //tool: directives into tools for language models."),
		kong.Writers(s.out, s.err),
		kong.Exit(func(code int) { exited = code }),
		kong.UsageOnError(),
		kong.Vars{"dialects": strings.Join(dialect.Names(), ",")},
	)
	if err != nil {
		return s.printError(err)
	}
	parsed, err := parser.Parse(args)
	if exited >= 0 { // --help was printed
		return exited
	}
	if err != nil {
		return s.printError(fmt.Errorf("%w; run toolgen --help", err))
	}
	err = parsed.Run(&session{ctx, &line, s, time.Now()})
	switch {
	case err == nil:
		return exitOK
	case ctx.Err() != nil:
		fmt.Fprintln(s.err, "toolgen: interrupted; nothing was written")
		return exitInterrupted
	case errors.Is(err, errProblem):
		return exitProblem
	}
	return s.printError(err)
}

// printError prints an error in one line and returns the exit code for a failure.
func (s *streams) printError(err error) int {
	fmt.Fprintln(s.err, "toolgen:", strings.Join(strings.Fields(err.Error()), " "))
	return exitFailure
}

// base returns the directory that printed paths are relative to.
func (s *session) base() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	return dir
}
