// Toolgen generates tools for language models from Go functions with //tool:
// directives. For each package it writes one file with the JSON Schemas, the
// decoders, the drift guards and the registration of the tools.
//
//	toolgen [generate] [packages]   write the generated files (the default)
//	toolgen check [--diff]          report files that are not up to date
//	toolgen list [--json]           list the tools
//	toolgen diff --against REF      report how the tools differ from another generation
//	toolgen schema TOOL             print the definition of one tool
//	toolgen init                    write a first tool with its registry and test
//	toolgen migrate                 rewrite tools of other libraries
//	toolgen watch                   generate again after each change
//	toolgen vet                     report texts that models misunderstand
//	toolgen explain TG1001          explain a diagnostic, with examples
//	toolgen directives              list the directives
//	toolgen version                 print the version
//
// Packages are patterns of the go command; the default is "./...". The exit code is
// 0 on success, 1 if there are diagnostics or files that are not up to date, 2 if the
// command could not run, and 130 if it was interrupted. It prints nothing on success.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"
)

func main() { os.Exit(start(os.Args[1:])) }

// interruptGrace is the time in which a run ends after a signal. A run that waits for
// something else than the go command, such as a pipe, is ended then.
const interruptGrace = 2 * time.Second

// gcPercent lets the heap become 2.5 times as large as what is in use. Most of that are
// generated files, so that a run over 2500 tools still takes about 100 MB.
const gcPercent = 150

// start runs the command with the streams of the process, until a signal ends it. It
// returns the exit code.
func start(args []string) int {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, func() {
		stop() // a second signal ends the program at once
		time.Sleep(interruptGrace)
		fmt.Fprintln(os.Stderr, "toolgen: interrupted")
		os.Exit(exitInterrupted)
	})
	return run(ctx, args, &streams{in: answers(), out: os.Stdout, err: os.Stderr, terminal: isTerminal(os.Stderr)})
}

// answers returns standard input if a person can answer there, and otherwise nil.
func answers() io.Reader {
	if !isTerminal(os.Stdin) {
		return nil
	}
	return os.Stdin
}
