package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/toolgen/toolgen/runtime"
)

// command is one entry of the table of commands.
type command struct {
	name     string
	operands string // for the usage text
	min, max int    // how many operands the command takes
	flags    []string
	help     string
	run      func(*invocation) (failed bool, err error)
	define   func(*flag.FlagSet) func(context.Context, *Invocation) error // for commands of other packages
}

// turnFlags are the flags that describe a turn; callFlags are the flags of the commands that call tools.
var (
	turnFlags = []string{"budget", "dir", "dry-run", "grant", "allow-read", "allow-write", "allow-host", "allow-private"}
	callFlags = append([]string{"json", "timeout", "session"}, turnFlags...)
)

// commands is the table of the commands of this package, for dispatch and for the usage text.
var commands = []command{
	{"list", "", 0, 0, []string{"json", "grant"},
		"List the tools in the order of their registration.", list, nil},
	{"schema", "NAME", 1, 1, nil,
		"Print the JSON Schema of a tool's arguments.", schema, nil},
	{"call", "NAME [JSON]", 1, 2, callFlags,
		"Call a tool with these arguments; {} if there are none; - reads them from the standard input.", call, nil},
	{"batch", "FILE", 1, 1, callFlags,
		"Run the calls of a file as one parallel batch. The file has a JSON array of {id, name, args}; - reads the standard input.", batch, nil},
}

// Command is a command that another package adds to the command lines of programs.
type Command struct {
	// Name is the words that a user writes, such as "mcp serve". It consists of lower-case words that are
	// separated by single spaces.
	Name string
	// Help says what the command does, in one or two sentences, for the list of commands.
	Help string
	// Define defines the flags of the command and returns the function that runs it. It is called for each
	// run and each usage text of the command. The flags --budget, --dir, --dry-run, --grant, --allow-read,
	// --allow-write, --allow-host and --allow-private are defined already, see [Invocation.Turn].
	//
	// If the function returns an error, [Main] prints it and returns [ExitUsage].
	Define func(flags *flag.FlagSet) (run func(ctx context.Context, v *Invocation) error)
}

// Invocation is one run of a registered command.
type Invocation struct {
	// Registry has the tools of the program.
	Registry *runtime.Registry
	// Stdin, Stdout and Stderr are the streams of [Main]. They are not buffered.
	Stdin          io.Reader
	Stdout, Stderr io.Writer

	turn runtime.Turn
}

// Turn returns a new turn with the policy, the working directory and the budget of the flags. It has no
// session. The caller can change the turn.
func (v *Invocation) Turn() *runtime.Turn {
	turn := v.turn
	return &turn
}

// registered are the commands of other packages.
var registered struct {
	sync.Mutex
	commands []command
}

// Register adds a command to the command line of every program that links the calling package, which calls
// it in an init function. It panics if the name is not valid, is in use, or begins with the words of
// another command.
func Register(c Command) {
	if err := checkName(c.Name); err != nil {
		panic(fmt.Sprintf("cli: cannot register the command %q: %v", c.Name, err))
	}
	registered.Lock()
	defer registered.Unlock()
	registered.commands = append(registered.commands, command{name: c.Name, flags: turnFlags, help: c.Help, define: c.Define})
}

// checkName returns an error if a command cannot have the name.
func checkName(name string) error {
	words := strings.Fields(name)
	if len(words) == 0 || strings.Join(words, " ") != name || strings.ToLower(name) != name {
		return errors.New("expected lower-case words that are separated by single spaces")
	}
	for _, c := range append(allCommands(), command{name: "help"}) {
		if strings.HasPrefix(name+" ", c.name+" ") || strings.HasPrefix(c.name+" ", name+" ") {
			return fmt.Errorf("the command %q has the same words", c.name)
		}
	}
	return nil
}

// allCommands returns the commands of this package and the registered commands.
func allCommands() []command {
	registered.Lock()
	defer registered.Unlock()
	return append(slices.Clone(commands), registered.commands...)
}

// runRegistered checks the flags and runs a registered command.
func (v *invocation) runRegistered(name string, run func(context.Context, *Invocation) error) error {
	if err := v.check(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	err := run(v.ctx, &Invocation{
		Registry: v.registry, Stdin: v.stdin, Stdout: v.unbuffered, Stderr: v.stderr, turn: v.turn(),
	})
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}
