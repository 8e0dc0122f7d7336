// Package cli gives any binary a command line over its tools:
//
//	func main() {
//		registry := …
//		os.Exit(cli.Main(context.Background(), registry, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
//	}
//
// The input is a registry and the arguments of the command. The output is text for people, or JSON with
// --json, and an exit status. Calls run as those of an agent do: as one batch, with the same policy
// checks, deadlines and budget. Tools can run that require no grants, or only grants that flags name. No
// tool can use a file or a host that no flag names:
//
//	tools call read_file '{"path": "go.mod"}' --allow-read .
//	tools call write_file '{"path": "out/a.txt", "content": ""}' --allow-write out --dry-run
//	tools call fetch_url '{"url": "http://127.0.0.1:8080/"}' --allow-host 127.0.0.1:8080 --allow-private
//
// These flags do not restrict the programs that tools run: a program can do what its user can do. The
// approver of the registry decides about calls that need approval; without an approver they are refused.
//
// Other packages add commands with [Register]. For example, a program that imports adapters/mcp/serve has
// the command "mcp serve".
//
// Main can be called concurrently with different writers.
package cli

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// The exit statuses of [Main].
const (
	// ExitOK means that the command succeeded.
	ExitOK = 0
	// ExitFailed means that at least one call failed.
	ExitFailed = 1
	// ExitUsage means that the command could not run: an unknown command, flag or tool, a file
	// that could not be read, or text that is not JSON.
	ExitUsage = 2
)

// defaultSession is the id of the session without --session.
const defaultSession = "cli"

// invocation is one run of a command.
type invocation struct {
	ctx            context.Context
	registry       *runtime.Registry
	stdin          io.Reader
	stdout, stderr io.Writer
	unbuffered     io.Writer // the standard output, for commands of other packages
	operands       []string
	prefix         string // of errors; empty for the commands of other packages, whose errors begin with their names

	json    bool
	timeout time.Duration
	budget  int
	dir     string
	session string
	dryRun  bool
	policy  runtime.Policy
}

// flags is the table of flags by name.
var flags = map[string]func(*flag.FlagSet, *invocation){
	"json": func(f *flag.FlagSet, v *invocation) {
		f.BoolVar(&v.json, "json", false, "print JSON; for calls, one result on each line")
	},
	"timeout": func(f *flag.FlagSet, v *invocation) {
		f.DurationVar(&v.timeout, "timeout", 0, "stop all calls after this `time`, such as 30s; 0 means no limit")
	},
	"budget": func(f *flag.FlagSet, v *invocation) {
		f.IntVar(&v.budget, "budget", 0, fmt.Sprintf("the maximum number of `characters` of all results together; 0 means %d", runtime.DefaultResultBudget))
	},
	"dir": func(f *flag.FlagSet, v *invocation) {
		f.StringVar(&v.dir, "dir", "", "the working `directory` of the tools, to which relative paths refer; the current directory by default")
	},
	"session": func(f *flag.FlagSet, v *invocation) {
		f.StringVar(&v.session, "session", defaultSession, "the `id` of the session; tools that store data per session use the same data for the same id")
	},
	"dry-run": func(f *flag.FlagSet, v *invocation) {
		f.BoolVar(&v.dryRun, "dry-run", false, "say what the calls would do, and do nothing")
	},
	"grant":         grant,
	"allow-read":    allowRead,
	"allow-write":   allowWrite,
	"allow-host":    allowHost,
	"allow-private": allowPrivate,
}

// Main runs the command in args, which do not contain the name of the program. It ignores a leading
// "tools", so that a program can pass its own arguments. Results are written to stdout; messages,
// progress and log records of tools are written to stderr. Main returns the exit status.
func Main(ctx context.Context, registry *runtime.Registry, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	out := bufio.NewWriter(stdout)
	v := &invocation{ctx: ctx, registry: registry, stdin: stdin, stdout: out, stderr: stderr, unbuffered: stdout, session: defaultSession, prefix: "tools: "}
	failed, err := v.dispatch(args)
	if err == nil {
		err = out.Flush()
	}
	switch {
	case err != nil:
		fmt.Fprintf(stderr, "%s%v\n", v.prefix, err)
		return ExitUsage
	case failed:
		return ExitFailed
	}
	return ExitOK
}

// dispatch finds the command and runs it.
func (v *invocation) dispatch(args []string) (failed bool, err error) {
	if len(args) > 0 && args[0] == "tools" {
		args = args[1:]
	}
	if len(args) == 0 {
		return false, errors.New("a command is missing: run \"tools help\" for a list")
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		return false, usage(v.stdout)
	}
	for _, c := range allCommands() {
		words := strings.Fields(c.name)
		if n := len(words); n <= len(args) && slices.Equal(words, args[:n]) {
			return v.execute(&c, args[n:])
		}
	}
	return false, fmt.Errorf("%q is not a command: run \"tools help\" for a list", args[0])
}

// execute parses the arguments of the command and runs it.
func (v *invocation) execute(c *command, args []string) (failed bool, err error) {
	set := flag.NewFlagSet(c.name, flag.ContinueOnError)
	set.SetOutput(io.Discard)
	for _, name := range c.flags {
		flags[name](set, v)
	}
	run := c.run
	if c.define != nil {
		v.prefix = ""
		registered := c.define(set)
		run = func(v *invocation) (bool, error) { return false, v.runRegistered(c.name, registered) }
	}
	if v.operands, err = parse(set, args); errors.Is(err, flag.ErrHelp) {
		c.usage(v.stdout, set)
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("%s: %w", c.name, err)
	}
	if n := len(v.operands); n < c.min || n > c.max {
		return false, fmt.Errorf("%s: got %d operands, expected %s", c.name, n, cmp.Or(c.operands, "none"))
	}
	return run(v)
}

// parse parses arguments in which flags can be before, between and after operands.
func parse(set *flag.FlagSet, args []string) (operands []string, err error) {
	for {
		if err := set.Parse(args); err != nil {
			return nil, err
		}
		if set.NArg() == 0 {
			return operands, nil
		}
		operands, args = append(operands, set.Arg(0)), set.Args()[1:]
	}
}

// usage prints the list of commands.
func usage(w io.Writer) error {
	var rows [][]string
	for _, c := range allCommands() {
		rows = append(rows, []string{"  " + strings.TrimSpace(c.name+" "+c.operands), c.help})
	}
	rows = append(rows, []string{"  help", "Print this text. \"tools COMMAND --help\" prints the flags of a command."})
	fmt.Fprint(w, "Usage: tools COMMAND [FLAGS]\n\n")
	if err := printColumns(w, rows); err != nil {
		return err
	}
	_, err := fmt.Fprint(w, "\nTools can use only the files and hosts that --allow-read, --allow-write and\n--allow-host open.\n\nExit status: 0 success, 1 a call failed, 2 the command could not run.\n")
	return err
}

// usage prints the usage of one command.
func (c *command) usage(w io.Writer, set *flag.FlagSet) {
	options := ""
	if len(c.flags) > 0 {
		options = "[FLAGS]"
	}
	program := "tools"
	if c.define != nil {
		program = ""
	}
	words := strings.Fields(program + " " + c.name + " " + options + " " + c.operands)
	fmt.Fprintf(w, "Usage: %s\n\n%s\n", strings.Join(words, " "), c.help)
	if len(c.flags) > 0 {
		fmt.Fprint(w, "\nFlags:\n")
		set.SetOutput(w)
		set.PrintDefaults()
	}
}
