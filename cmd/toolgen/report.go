package main

import (
	"io"
	"os"
	"time"

	"golang.org/x/term"

	"github.com/toolgen/toolgen/internal/gen/diag"
)

// report prints diagnostics in the form asked for: for people to standard
// error, for machines to standard output. It returns errProblem if there are
// any.
func (s *session) report(list []diag.Diagnostic) error {
	options := &diag.Options{Base: s.base(), Color: isTerminal(s.err) && os.Getenv("NO_COLOR") == ""}
	var err error
	switch {
	case s.JSON:
		err = diag.WriteJSON(s.out, list, options)
	case s.GitHub:
		err = diag.WriteGitHub(s.out, list, options)
	default:
		err = diag.WriteText(s.err, list, options)
	}
	if err == nil && len(list) > 0 {
		err = errProblem
	}
	return err
}

// isTerminal reports whether w is a terminal.
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// patience is how long work may take before it says so on a terminal.
const patience = 700 * time.Millisecond

// progress says on a terminal, after a while, what takes so long. The function
// returned wipes it out.
func (s *session) progress(what string) (done func()) {
	if !isTerminal(s.err) || s.JSON || s.GitHub {
		return func() {}
	}
	finished, wiped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(wiped)
		select {
		case <-finished:
			return
		case <-time.After(patience):
		}
		_, _ = io.WriteString(s.err, what+" …")
		<-finished
		_, _ = io.WriteString(s.err, "\r\x1b[K")
	}()
	return func() { close(finished); <-wiped }
}
