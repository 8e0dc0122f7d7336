package main

import (
	"io"
	"os"
	"time"

	"golang.org/x/term"

	"github.com/toolgen/toolgen/internal/gen/diag"
)

// report prints diagnostics: as text to standard error, or as JSON or workflow
// commands to standard output. It returns errProblem if there are any.
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

// progressDelay is the time before progress prints its text.
const progressDelay = 700 * time.Millisecond

// progress prints a text on a terminal if the work takes longer than
// progressDelay. The caller must call done, which erases the text.
func (s *session) progress(what string) (done func()) {
	if !isTerminal(s.err) || s.JSON || s.GitHub {
		return func() {}
	}
	finished, erased := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(erased)
		select {
		case <-finished:
			return
		case <-time.After(progressDelay):
		}
		_, _ = io.WriteString(s.err, what+" …")
		<-finished
		_, _ = io.WriteString(s.err, "\r\x1b[K")
	}()
	return func() { close(finished); <-erased }
}
