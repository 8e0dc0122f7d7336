// Hello is one static binary with six tools: statistics and search for text
// files, and a small store of notes.
//
//	hello tools list
//	hello tools call file_stats '{"suffixes": [".go"], "limit": 3}'
//
// The tools access the files below the working directory. The environment
// variable HELLO_NOTES is the path of the file with the notes, by default
// hello-notes.json.
//
//tool:registry ./stats ./search ./notes
package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/signal"

	"github.com/toolgen/toolgen/examples/hello/notes"
	"github.com/toolgen/toolgen/runtime/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	store := notes.Open(cmp.Or(os.Getenv("HELLO_NOTES"), "hello-notes.json"))
	registry, err := NewToolRegistry(ToolDeps{Store: store}, nil)
	if err != nil {
		fmt.Fprintln(os.Stderr, "hello:", err)
		os.Exit(2)
	}
	os.Exit(cli.Main(ctx, registry, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
