// Toolgen turns Go functions marked with //tool: directives into tools that
// language models call: it writes, for every package, one file with the JSON
// Schemas, the decoders, the drift guards and the wiring.
//
//	toolgen [generate] [packages]   write the generated files (the default)
//	toolgen check [--diff]          say which of them are not up to date
//	toolgen list [--json]           list the tools
//	toolgen schema TOOL             print the definition of one tool
//	toolgen directives              list the directives
//	toolgen version                 print the version
//
// Packages are patterns as the go command takes them; the default is "./...".
// The exit code is 0 when all is well, 1 for diagnostics and drift, and 2 when
// the command could not run. It is quiet on success.
package main

import (
	"context"
	"os"
	"os/signal"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], &streams{out: os.Stdout, err: os.Stderr})
	stop()
	os.Exit(code)
}
