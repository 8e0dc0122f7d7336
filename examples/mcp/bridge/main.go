// Bridge is a command line for the tools of any MCP server. Its first argument is
// the command of the server, and the others are a command of runtime/cli:
//
//	bridge "./server mcp serve" tools list
//	bridge "./server mcp serve" tools call mcp__remote__add_item '{"name": "bread"}'
//
// It imports adapters/mcp/serve, too, so that it can serve the tools to other
// clients with the checks and the policy of toolgen:
//
//	bridge "npx some-server" mcp serve --http 127.0.0.1:8080
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"github.com/toolgen/toolgen/adapters/mcp"
	_ "github.com/toolgen/toolgen/adapters/mcp/serve"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/cli"
)

func main() {
	status, err := run(context.Background(), os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "bridge:", err)
		status = cli.ExitUsage
	}
	os.Exit(status)
}

// run connects with the server of the first argument, runs the command of the other
// arguments and returns the exit status.
func run(ctx context.Context, args []string) (status int, err error) {
	if len(args) == 0 || strings.TrimSpace(args[0]) == "" {
		return 0, errors.New(`the command of the server is missing: bridge "COMMAND" tools list`)
	}
	words := strings.Fields(args[0])
	bridge, err := mcp.NewBridge(ctx, mcp.BridgeOptions{
		Name:      "remote",
		Transport: mcp.Command(exec.Command(words[0], words[1:]...)),
	})
	if err != nil {
		return 0, err
	}
	defer bridge.Close()
	for _, problem := range bridge.Problems() {
		fmt.Fprintln(os.Stderr, "bridge:", problem)
	}
	registry := runtime.NewRegistry(nil)
	if err := bridge.Attach(ctx, registry); err != nil {
		return 0, err
	}
	return cli.Main(ctx, registry, args[1:], os.Stdin, os.Stdout, os.Stderr), nil
}
