// Conformance judges a directory of JSON texts by a generated decoder: the files
// y_*.json, n_*.json and i_*.json in the manner of the public suites.
//
//	go run ./internal/conformance/cmd/conformance DIR
//
// It ends with 0 when all are right, 1 when one is wrong, 2 when it could not
// run.
package main

import (
	"fmt"
	"io"
	"os"

	"github.com/toolgen/toolgen/internal/conformance"
)

func main() { os.Exit(run(os.Stdout, os.Stderr, os.Args[1:])) }

func run(stdout, stderr io.Writer, args []string) int {
	if len(args) != 1 {
		fmt.Fprintln(stderr, "conformance: write the directory of the cases as the only argument")
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
