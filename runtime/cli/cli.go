// Package cli gives any binary a command line over its tools:
//
//	func main() {
//		registry := …
//		os.Exit(cli.Main(context.Background(), registry, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
//	}
//
// A registry and the arguments of the command flow in; text for people, or
// JSON with --json, flows out, and an exit status. Calls run as an agent's do:
// one batch, under the same gates, deadlines and budget. Every tool may run that
// requires no grants, but none reaches a file or a host that no flag names:
//
//	tools call read_file '{"file_path": "go.mod"}' --allow-read .
//	tools call write_file '{"file_path": "out/a.txt", "content": ""}' --allow-write out --dry-run
//	tools call fetch_url '{"url": "http://127.0.0.1:8080/"}' --allow-host 127.0.0.1 --allow-private
//
// Programs are not held by that: a tool that may run any reaches what its user
// reaches. Consent is asked of the registry's own approver; without one, calls
// that need it are refused.
//
// Main keeps no state: it may be called concurrently, with writers of its own
// each.
package cli

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// The exit statuses of [Main].
const (
	// ExitOK: everything asked for was done.
	ExitOK = 0
	// ExitFailed: at least one call failed.
	ExitFailed = 1
	// ExitUsage: the command cannot be run as it was given: an unknown
	// command, flag or tool, a file that cannot be read, text that is not
	// JSON.
	ExitUsage = 2
)

// command is one row of the table of commands.
type command struct {
	name     string
	operands string // as the usage shows them
	least    int    // number of operands, at least and at most
	most     int
	flags    []string // names in the table of flags
	help     string
	run      func(*invocation) (failed bool, err error)
}

// callFlags are those of the commands that call tools.
var callFlags = []string{
	"json", "timeout", "budget", "dir", "session", "dry-run", "allow-read", "allow-write", "allow-host", "allow-private",
}

// commands is the table that usage, help and dispatch read.
var commands = []command{
	{"list", "", 0, 0, []string{"json"},
		"List the tools, in the order of their registration.", list},
	{"schema", "NAME", 1, 1, nil,
		"Print the JSON Schema of a tool's arguments.", schema},
	{"call", "NAME [JSON]", 1, 2, callFlags,
		"Call a tool with these arguments, {} without; - reads them from the standard input.", call},
	{"batch", "FILE", 1, 1, callFlags,
		"Run the calls of a file as one parallel batch: a JSON array of {id, name, args}; - reads the standard input.", batch},
}

// invocation is one run of a command.
type invocation struct {
	ctx            context.Context
	registry       *runtime.Registry
	stdin          io.Reader
	stdout, stderr io.Writer
	operands       []string

	json    bool
	timeout time.Duration
	budget  int
	dir     string
	session string
	dryRun  bool
	policy  runtime.Policy
}

// flags is the table of all flags; a command names those that it takes.
var flags = map[string]func(*flag.FlagSet, *invocation){
	"json": func(f *flag.FlagSet, v *invocation) {
		f.BoolVar(&v.json, "json", false, "print JSON: of calls, one result a line")
	},
	"timeout": func(f *flag.FlagSet, v *invocation) {
		f.DurationVar(&v.timeout, "timeout", 0, "stop all calls after this `time`, such as 30s; 0 for never")
	},
	"budget": func(f *flag.FlagSet, v *invocation) {
		f.IntVar(&v.budget, "budget", 0, fmt.Sprintf("most `characters` of all results together; 0 for %d", runtime.DefaultResultBudget))
	},
	"dir": func(f *flag.FlagSet, v *invocation) {
		f.StringVar(&v.dir, "dir", "", "working `directory` of the tools, that relative paths start from; the current one without")
	},
	"session": func(f *flag.FlagSet, v *invocation) {
		f.StringVar(&v.session, "session", "cli", "`id` of the session: tools that keep things per session find them again under it")
	},
	"dry-run": func(f *flag.FlagSet, v *invocation) {
		f.BoolVar(&v.dryRun, "dry-run", false, "only say what the calls would do")
	},
	"allow-read":    allowRead,
	"allow-write":   allowWrite,
	"allow-host":    allowHost,
	"allow-private": allowPrivate,
}

// Main runs the command that args name, without the name of the program; a
// leading "tools" is passed over, so that a program may hand on its own
// arguments. Results go to stdout; messages, progress and the log records of
// tools go to stderr. It returns the exit status.
func Main(ctx context.Context, registry *runtime.Registry, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	out := bufio.NewWriter(stdout)
	v := &invocation{ctx: ctx, registry: registry, stdin: stdin, stdout: out, stderr: stderr}
	failed, err := v.dispatch(args)
	if err == nil {
		err = out.Flush()
	}
	switch {
	case err != nil:
		fmt.Fprintf(stderr, "tools: %v\n", err)
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
		return false, errors.New("a command is missing; tools help lists them")
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		return false, usage(v.stdout)
	}
	for i := range commands {
		if c := &commands[i]; c.name == args[0] {
			return v.execute(c, args[1:])
		}
	}
	return false, fmt.Errorf("%q is not a command; tools help lists them", args[0])
}

// execute parses the arguments of the command and runs it.
func (v *invocation) execute(c *command, args []string) (failed bool, err error) {
	set := flag.NewFlagSet(c.name, flag.ContinueOnError)
	set.SetOutput(io.Discard)
	for _, name := range c.flags {
		flags[name](set, v)
	}
	if v.operands, err = parse(set, args); errors.Is(err, flag.ErrHelp) {
		c.usage(v.stdout, set)
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("%s: %w", c.name, err)
	}
	if n := len(v.operands); n < c.least || n > c.most {
		return false, fmt.Errorf("%s takes %s, not %d operands", c.name, strings.TrimSpace(c.operands+" and flags"), n)
	}
	return c.run(v)
}

// parse lets flags stand before, between and behind operands.
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

// usage lists the commands.
func usage(w io.Writer) error {
	var rows [][]string
	for _, c := range commands {
		rows = append(rows, []string{"  " + strings.TrimSpace(c.name+" "+c.operands), c.help})
	}
	rows = append(rows, []string{"  help", "Print this text; tools COMMAND --help has the flags."})
	fmt.Fprint(w, "Usage: tools COMMAND [FLAGS]\n\n")
	if err := printColumns(w, rows); err != nil {
		return err
	}
	_, err := fmt.Fprint(w, "\nTools reach no file and no host but those that --allow-read, --allow-write and\n--allow-host open.\n\nExit status: 0 fine, 1 a call failed, 2 wrong usage.\n")
	return err
}

// usage explains one command.
func (c *command) usage(w io.Writer, set *flag.FlagSet) {
	options := ""
	if len(c.flags) > 0 {
		options = "[FLAGS]"
	}
	words := strings.Fields(c.name + " " + options + " " + c.operands)
	fmt.Fprintf(w, "Usage: tools %s\n\n%s\n", strings.Join(words, " "), c.help)
	if len(c.flags) > 0 {
		fmt.Fprint(w, "\nFlags:\n")
		set.SetOutput(w)
		set.PrintDefaults()
	}
}
