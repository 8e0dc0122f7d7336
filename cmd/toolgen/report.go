package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/term"

	"github.com/toolgen/toolgen/internal/gen/diag"
)

// report prints diagnostics: as text to standard error, or as JSON, SARIF or workflow
// commands to standard output. It returns errProblem if there are any.
func (s *session) report(list []diag.Diagnostic) error {
	options := &diag.Options{Base: s.base(), Color: s.terminal && os.Getenv("NO_COLOR") == "", Excerpts: s.terminal}
	var err error
	switch {
	case s.JSON:
		err = diag.WriteJSON(s.out, list, options)
	case s.GitHub:
		err = diag.WriteGitHub(s.out, list, options)
	case s.SARIF:
		err = diag.WriteSARIF(s.out, list, options)
	default:
		err = diag.WriteText(s.err, list, options)
		s.hint(list)
	}
	if err == nil && len(list) > 0 {
		err = errProblem
	}
	return err
}

// maxHinted is the maximum number of codes in the hint.
const maxHinted = 5

// hint names the command that explains diagnostics. Only people on a terminal see it.
func (s *session) hint(list []diag.Diagnostic) {
	var codes []string
	for _, d := range diag.Sorted(list) {
		if _, ok := diag.Explain(d.Code); ok && !slices.Contains(codes, string(d.Code)) {
			codes = append(codes, string(d.Code))
		}
	}
	if s.terminal && len(codes) > 0 {
		fmt.Fprintf(s.err, "\n%s; \"toolgen explain CODE\" explains %s\n", countOf(len(diag.Sorted(list)), "problem"), strings.Join(codes[:min(len(codes), maxHinted)], ", "))
	}
}

// isTerminal reports whether w is a terminal.
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// countOf returns a number with its noun, in the plural unless it is 1.
func countOf(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
