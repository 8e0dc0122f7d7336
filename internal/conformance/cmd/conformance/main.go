// Conformance decodes the JSON files of a directory with a generated decoder: files
// named y_*.json, n_*.json and i_*.json as in public test suites for JSON parsers.
//
//	go run ./internal/conformance/cmd/conformance DIR
//
// The exit code is 0 if all results are right, 1 if a result is wrong, and 2 if the
// command could not run.
package main

import (
	"fmt"
	"io"
	"os"

	"github.com/toolgen/toolgen/internal/conformance"
)

func main() { os.Exit(run(os.Stdout, os.Stderr, os.Args[1:])) }

// run runs the command and returns the exit code.
func run(stdout, stderr io.Writer, args []string) int {
	if len(args) != 1 {
		fmt.Fprintln(stderr, "conformance: the only argument must be the directory of the files")
		return 2
	}
	files, err := conformance.Directory(args[0])
	if err != nil {
		fmt.Fprintln(stderr, "conformance:", err)
		return 2
	}
	wrong, err := conformance.Print(stdout, files)
	switch {
	case err != nil:
		fmt.Fprintln(stderr, "conformance:", err)
		return 2
	case wrong > 0:
		return 1
	}
	return 0
}
