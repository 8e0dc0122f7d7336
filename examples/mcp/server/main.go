// Server is a command line and an MCP server for a shopping list. The import of
// adapters/mcp/serve adds the command "mcp serve":
//
//	server tools list
//	server mcp serve
//	server mcp serve --http 127.0.0.1:8080
//
//tool:registry ../shopping
package main

import (
	"context"
	"fmt"
	"os"

	_ "github.com/toolgen/toolgen/adapters/mcp/serve"
	"github.com/toolgen/toolgen/examples/mcp/shopping"
	"github.com/toolgen/toolgen/runtime/cli"
)

func main() {
	registry, err := NewToolRegistry(ToolDeps{List: &shopping.List{}}, nil)
	if err != nil {
		fmt.Fprintln(os.Stderr, "server:", err)
		os.Exit(2)
	}
	os.Exit(cli.Main(context.Background(), registry, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
