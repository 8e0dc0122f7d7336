package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/toolgen/toolgen/adapters/mcp"
	"github.com/toolgen/toolgen/examples/agent/internal/loop"
	"github.com/toolgen/toolgen/examples/agent/internal/screen"
	"github.com/toolgen/toolgen/runtime/cli"
)

// runner runs a command with its operands.
type runner func(ctx context.Context, std streams, set *settings, operands []string) error

// newCommand returns the command line.
func newCommand(std streams) *cobra.Command {
	set := new(settings)
	add := func(parent *cobra.Command, use, help string, operands cobra.PositionalArgs, run runner) *cobra.Command {
		c := &cobra.Command{Use: use, Short: help, Args: checked(operands), RunE: func(c *cobra.Command, args []string) error {
			if err := set.check(); err != nil {
				return usageError{err}
			}
			return run(c.Context(), std, set, args)
		}}
		parent.AddCommand(c)
		return c
	}
	root := &cobra.Command{
		Use: "agent", Short: "An agent with tools for the files of a directory.", Long: "Without a command: a conversation in the terminal.",
		Args: checked(cobra.NoArgs), SilenceUsage: true, SilenceErrors: true, CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: true},
		TraverseChildren: true, // the flags before "tools" are those of the agent, the flags after it those of package cli
	}
	root.RunE = func(c *cobra.Command, _ []string) error {
		if err := set.check(); err != nil {
			return usageError{err}
		}
		return chat(c.Context(), std, set)
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	set.define(root.PersistentFlags())

	var text, asJSON bool
	run := add(root, "run [PROMPT...]", "Work on one prompt and print events as lines of JSON", nil,
		func(ctx context.Context, std streams, set *settings, prompt []string) error {
			return runPrompt(ctx, std, set, prompt, text)
		})
	run.Long = runHelp
	run.Flags().BoolVar(&text, "text", false, "print text instead of JSON")
	add(root, "tools [ARGUMENT...]", "List and call the tools: agent tools list, agent tools call NAME JSON", nil, runTools).DisableFlagParsing = true

	sessions := addGroup(root, "sessions", "List, copy and remove sessions")
	add(sessions, "list", "List the sessions, the last one first", cobra.NoArgs, func(_ context.Context, std streams, set *settings, _ []string) error {
		return listSessions(std, set, asJSON)
	}).Flags().BoolVar(&asJSON, "json", false, "print JSON")
	add(sessions, "fork ID", "Copy a session and print the id of the copy; ID may be the beginning of an id", cobra.ExactArgs(1), forkSession)
	add(sessions, "remove ID", "Remove a session with its messages and stored results", cobra.ExactArgs(1), removeSession)

	servers := addGroup(root, "mcp", "Serve the tools by MCP, and use the tools of MCP servers")
	var address, token string
	var hosts []string
	flags := add(servers, "serve", "Serve the tools to MCP clients, on standard input and output or over HTTP", cobra.NoArgs,
		func(ctx context.Context, std streams, set *settings, _ []string) error {
			return serveMCP(ctx, std, set, address, &mcp.HTTPOptions{Token: token, Hosts: hosts})
		}).Flags()
	flags.StringVar(&address, "http", "", "serve over HTTP at this `address`, such as 127.0.0.1:8080")
	flags.StringVar(&token, "token", os.Getenv("AGENT_MCP_TOKEN"), "the bearer token of every request over HTTP (AGENT_MCP_TOKEN)")
	flags.StringArrayVar(&hosts, "host", nil, "with --http: a `name` by which clients reach the server, in place of localhost; can be repeated")
	add(servers, "add NAME COMMAND...", "Add the tools of an MCP server: a program with its arguments, or a URL", cobra.MinimumNArgs(2), addServer).
		Flags().SetInterspersed(false)
	add(servers, "allow NAME", "Allow the definitions that the tools of a server have now", cobra.ExactArgs(1), allowServer)
	add(servers, "list", "List the MCP servers", cobra.NoArgs, listServers)
	add(servers, "remove NAME", "Remove an MCP server", cobra.ExactArgs(1), removeServer)
	return root
}

// addGroup adds a command that has commands and does nothing itself.
func addGroup(root *cobra.Command, name, help string) *cobra.Command {
	group := &cobra.Command{Use: name, Short: help, Args: checked(cobra.NoArgs), RunE: func(c *cobra.Command, _ []string) error {
		return usageError{fmt.Errorf("expected a command; %s --help lists them", c.CommandPath())}
	}}
	root.AddCommand(group)
	return group
}

const runHelp = `Work on one prompt; - reads it from the standard input. Without a prompt, --session
continues an interrupted session.

Each line of the output is a JSON object. Its member "event" is one of
  session   first: text is the id of the session
  text      a piece of the model's text
  retry     the model is asked again; the pieces of text after the last other event are void
  step      the model's text is complete, and calls follow
  call      a call begins or waits for approval: call, tool, args
  progress  a call reports its progress
  result    a call has ended: text, and code and reason of a failure
  shorter   the conversation is shortened to fit the model's window
  notice    something else that a person should know
  answer    last: the complete answer, with the tokens and costs of this run
A run that fails has no answer; the error is on the standard error, and the exit status is not 0.`

// checked returns a check of operands whose errors are errors of usage.
func checked(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(c *cobra.Command, operands []string) error {
		if check == nil {
			return nil
		}
		if err := check(c, operands); err != nil {
			return usageError{fmt.Errorf("%w; %s --help says more", err, c.CommandPath())}
		}
		return nil
	}
}

// chat works in the terminal until the user leaves.
func chat(ctx context.Context, std streams, set *settings) error {
	in, out, ok := terminalOf(std)
	if !ok {
		return usageError{errors.New("there is no terminal: use agent run PROMPT")}
	}
	a, err := openApp(ctx, set, std.err, true)
	if err != nil {
		return err
	}
	defer a.close(ctx)
	t := &screen.Terminal{
		Greeting: fmt.Sprintf("%s, session %s. /help lists the commands.\n%s", a.agent.Model.Name(), a.session.ID, a.session.Dir),
		Prompt:   func(ctx context.Context, text string) error { return a.agent.Prompt(ctx, a.session, text) },
		Resume:   func(ctx context.Context) error { return a.agent.Continue(ctx, a.session) },
		Commands: a.terminalCommands(), Input: in, Output: out,
	}
	if t.History, err = a.store.Prompts(1000); err != nil {
		return err
	}
	a.connect(t.Report, t.Ask)
	return a.ended(ctx, t.Run(ctx))
}

// terminalOf returns the terminal of the standard streams.
func terminalOf(std streams) (in, out *os.File, ok bool) {
	in, isIn := std.in.(*os.File)
	out, isOut := std.out.(*os.File)
	return in, out, isIn && isOut && term.IsTerminal(int(in.Fd())) && term.IsTerminal(int(out.Fd()))
}

// runPrompt works on one prompt. Without a prompt, an interrupted session continues.
func runPrompt(ctx context.Context, std streams, set *settings, words []string, text bool) error {
	prompt := strings.Join(words, " ")
	if prompt == "-" {
		input, err := io.ReadAll(std.in)
		if err != nil {
			return err
		}
		prompt = string(input)
	}
	prompt = strings.TrimSpace(prompt)
	if prompt == "" && set.session == "" {
		return usageError{errors.New("expected a prompt: agent run PROMPT, or --session ID to continue a session")}
	}
	a, err := openApp(ctx, set, std.err, false)
	if err != nil {
		return err
	}
	defer a.close(ctx)
	show := screen.JSON(std.out)
	if text {
		show = screen.Plain(std.out)
	}
	a.connect(show, nil)
	show(loop.Event{Kind: loop.EventSession, Text: a.session.ID})
	if prompt == "" {
		return a.ended(ctx, a.agent.Continue(ctx, a.session))
	}
	return a.ended(ctx, a.agent.Prompt(ctx, a.session, prompt))
}

// cliFlags are the flags that the commands of package cli have themselves.
var cliFlags = []string{"dir", "session", "allow-host", "allow-private", "allow-read"}

// runTools runs a command of package cli over all tools.
func runTools(ctx context.Context, std streams, set *settings, args []string) error {
	for _, name := range cliFlags {
		if set.flags.Changed(name) {
			return usageError{fmt.Errorf("--%s before \"tools\" has no effect: write it after the command, as in agent tools call NAME JSON --%s", name, name)}
		}
	}
	a, err := openTools(ctx, set, std.err, nil)
	if err != nil {
		return err
	}
	defer a.close(ctx)
	if status := cli.Main(ctx, a.tools.Registry, args, std.in, std.out, std.err); status != cli.ExitOK {
		return statusError{status}
	}
	return nil
}
