// Package serve adds the command "mcp serve" to every program that imports it and
// has the command line of runtime/cli. The command makes the tools of the program
// available to MCP clients:
//
//	import _ "github.com/toolgen/toolgen/adapters/mcp/serve"
//
//	program mcp serve                         # one client, on standard input and output
//	program mcp serve --http 127.0.0.1:8080   # streamable HTTP, at http://127.0.0.1:8080/mcp
//
// The flags of runtime/cli, such as --allow-read, restrict the tools. The package
// has no exported names: a program that needs other options calls
// [mcp.ServeStdio] or [mcp.ListenAndServe].
package serve

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"os/signal"
	"strings"
	"syscall"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/adapters/mcp"
	"github.com/toolgen/toolgen/internal/wording"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/cli"
)

func init() {
	cli.Register(cli.Command{
		Name: "mcp serve", Define: define,
		Help: "Serve the tools to MCP clients, on the standard input and output or over HTTP.",
	})
}

// command has the flags of a run of the command.
type command struct {
	address   string
	tokenFile string
	tools     selection
	options   mcp.HTTPOptions
}

// define defines the flags and returns the function that runs the command.
func define(flags *flag.FlagSet) func(context.Context, *cli.Invocation) error {
	var c command
	flags.StringVar(&c.address, "http", "", "serve over HTTP on this `address`, such as 127.0.0.1:8080, at the path /mcp")
	flags.Func("only", "serve only this tool, or the tools of this toolset, by its exact `name`; can be repeated", appendTo(&c.tools.only))
	flags.Func("exclude", "do not serve this tool, or the tools of this toolset, by its exact `name`, also if --only names it; can be repeated", appendTo(&c.tools.exclude))
	flags.StringVar(&c.tokenFile, "token-file", "", "with --http: the `file` with the bearer token that every request must have")
	flags.BoolVar(&c.options.Stateless, "stateless", false, "with --http: serve each request by itself, without sessions, as version 2026-07-28 of the protocol requires")
	flags.Func("host", "with --http: a `name` by which clients reach the server, in place of localhost; can be repeated", appendTo(&c.options.Hosts))
	flags.Func("origin", "with --http: a web `origin`, such as https://app.example.com, whose pages may call the server; can be repeated", appendTo(&c.options.Origins))
	return c.run
}

// appendTo returns the function of a flag that can be repeated.
func appendTo(list *[]string) func(string) error {
	return func(value string) error {
		if value == "" {
			return errors.New("the value is empty")
		}
		*list = append(*list, value)
		return nil
	}
}

// run serves until the client disconnects or the process receives SIGINT or SIGTERM.
func (c *command) run(ctx context.Context, v *cli.Invocation) error {
	if err := errors.Join(c.check(), c.tools.check(v.Registry.Tools())); err != nil {
		return oneLine(err)
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	options := &mcp.Options{Turn: func(_ context.Context, r *mcp.Request) (*runtime.Turn, error) {
		turn := v.Turn()
		turn.Session, turn.Platform = r.Session, "mcp"
		turn.Visible = c.tools.visible(v.Registry)
		return turn, nil
	}}
	if c.address == "" {
		return serveStdio(ctx, v, options)
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", c.address)
	if err != nil {
		return fmt.Errorf("--http: %w", err)
	}
	served := c.tools.visible(v.Registry)
	if served == nil {
		served = v.Registry.Tools()
	}
	fmt.Fprintf(v.Stderr, "serving %s at http://%s/mcp\n", wording.Count(len(served), "tool"), listener.Addr())
	return mcp.ServeHTTP(ctx, listener, v.Registry, options, &c.options)
}

// serveStdio serves one client on the streams of the command. What the program
// prints to standard output goes to standard error, because standard output is for
// the protocol.
func serveStdio(ctx context.Context, v *cli.Invocation, o *mcp.Options) error {
	server, err := mcp.NewServer(v.Registry, o)
	if err != nil {
		return err
	}
	if v.Stdout == io.Writer(os.Stdout) {
		os.Stdout = os.Stderr
	}
	transport := &sdk.IOTransport{Reader: io.NopCloser(v.Stdin), Writer: writeCloser{v.Stdout}}
	return errors.Join(server.Serve(ctx, transport), server.Close())
}

// writeCloser is a writer with a Close method that has no effect.
type writeCloser struct{ io.Writer }

func (writeCloser) Close() error { return nil }

// check checks the flags, reads the token and returns all problems.
func (c *command) check() error {
	o := &c.options
	if c.address == "" {
		if c.tokenFile != "" || o.Stateless || o.Hosts != nil || o.Origins != nil {
			return errors.New("--token-file, --stateless, --host and --origin require --http")
		}
		return nil
	}
	var missing []string
	if !isLocal(c.address) && c.tokenFile == "" {
		missing = append(missing, "--token-file")
	}
	if !isLocal(c.address) && o.Hosts == nil {
		missing = append(missing, "--host with the name that they use")
	}
	var problems []error
	if missing != nil {
		problems = append(problems, fmt.Errorf("--http: other machines can reach %s: add %s, or use an address such as 127.0.0.1:8080", c.address, strings.Join(missing, " and ")))
	}
	for _, list := range []struct {
		flag    string
		options mcp.HTTPOptions
	}{{"--host", mcp.HTTPOptions{Hosts: o.Hosts}}, {"--origin", mcp.HTTPOptions{Origins: o.Origins}}} {
		if err := list.options.Check(); err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", list.flag, err))
		}
	}
	if err := c.readToken(); err != nil {
		problems = append(problems, fmt.Errorf("--token-file: %w", err))
	}
	return errors.Join(problems...)
}

// readToken reads the token from its file, if there is one.
func (c *command) readToken() error {
	if c.tokenFile == "" {
		return nil
	}
	content, err := os.ReadFile(c.tokenFile)
	if err != nil {
		return err
	}
	token := strings.TrimSpace(string(content))
	if token == "" {
		return fmt.Errorf("%s is empty", c.tokenFile)
	}
	c.options.Token = token
	return (&mcp.HTTPOptions{Token: token}).Check()
}

// oneLine returns an error whose text is on one line.
func oneLine(err error) error {
	return errors.New(strings.ReplaceAll(err.Error(), "\n", "; "))
}

// isLocal reports whether only programs of this machine can reach the address.
func isLocal(address string) bool {
	host, _, err := net.SplitHostPort(address)
	if err != nil || host == "localhost" {
		return true // Listen returns the error
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback()
}
