// Workbench serves the built-in tools to MCP clients. It is the program
// examples/workbench with the command "mcp serve":
//
//	workbench mcp serve --allow-write .
//
// Tools access only files and hosts that the flags allow. The environment
// variable WORKBENCH_STORE is the path of the store for notes, to-do lists and
// tickets, by default workbench.db.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	_ "github.com/toolgen/toolgen/adapters/mcp/serve"
	"github.com/toolgen/toolgen/builtin"
	"github.com/toolgen/toolgen/runtime/cli"
)

func main() {
	status, err := run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	if err != nil {
		fmt.Fprintln(os.Stderr, "workbench:", err)
		status = cli.ExitUsage
	}
	os.Exit(status)
}

// run registers the tools, runs the command and closes the tools.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) (status int, err error) {
	tools, err := builtin.New(&builtin.Options{StorePath: cmp.Or(os.Getenv("WORKBENCH_STORE"), "workbench.db")})
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, tools.Close(context.WithoutCancel(ctx))) }()
	return cli.Main(ctx, tools.Registry, args, stdin, stdout, stderr), nil
}
