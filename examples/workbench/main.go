// Workbench is one static binary with all built-in tools. Use it to try the
// tools, and to see how a program wires them:
//
//	workbench tools list
//	workbench tools call search_files '{"query": "func main"}' --allow-read .
//	workbench tools call fetch_url '{"url": "https://go.dev"}' --allow-host go.dev
//
// Tools access only files and hosts that the flags allow. The environment
// variable WORKBENCH_STORE is the path of the store for notes, to-do lists and
// tickets, by default workbench.db. WORKBENCH_SEARXNG is the address of the
// SearXNG instance for web_search.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/toolgen/toolgen/builtin"
	"github.com/toolgen/toolgen/builtin/store"
	"github.com/toolgen/toolgen/runtime/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	status, err := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	if err != nil {
		fmt.Fprintln(os.Stderr, "workbench:", err)
		status = cli.ExitUsage
	}
	os.Exit(status)
}

// run wires the tools, runs the command and closes the tools.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) (status int, err error) {
	tools, err := builtin.New(&builtin.Options{
		StorePath: cmp.Or(os.Getenv("WORKBENCH_STORE"), "workbench.db"),
		Store:     &store.Options{DefaultPersonality: "workbench"},
		SearXNG:   os.Getenv("WORKBENCH_SEARXNG"),
	})
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, tools.Close(context.WithoutCancel(ctx))) }()
	return cli.Main(ctx, tools.Registry, args, stdin, stdout, stderr), nil
}
