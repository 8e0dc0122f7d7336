package toolstest

import (
	"errors"
	"fmt"
)

// Fault is one violation of a contract.
type Fault struct {
	// Subject is the value that was checked, such as "tool search_notes".
	Subject string
	// Check is the name of the rule: "name", "description", "input", "output", "example",
	// "arguments", "result", "cancel", "repeat", "dry-run", "definitions", "policy",
	// "unknown", "length", "kept", "stable", "idempotent", "panic", "slice", "names",
	// or "list".
	Check string
	// Problem says what was found, and what was expected.
	Problem string
}

// Error contains the subject, the check and the problem.
func (f *Fault) Error() string { return fmt.Sprintf("%s: %s: %s", f.Subject, f.Check, f.Problem) }

// Faults returns the faults in an error of this package, in the order of the checks.
func Faults(err error) []*Fault {
	var faults []*Fault
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, err := range joined.Unwrap() {
			faults = append(faults, Faults(err)...)
		}
		return faults
	}
	if fault, ok := errors.AsType[*Fault](err); ok {
		faults = append(faults, fault)
	}
	return faults
}

// checker collects the faults of one subject.
type checker struct {
	subject string
	faults  []error
}

// fault adds a fault.
func (c *checker) fault(check, format string, args ...any) {
	c.faults = append(c.faults, &Fault{c.subject, check, fmt.Sprintf(format, args...)})
}

func (c *checker) err() error { return errors.Join(c.faults...) }

// guard calls a function of the author; a panic is a fault.
func (c *checker) guard(what string, f func()) {
	defer func() {
		if value := recover(); value != nil {
			c.fault("panic", "%s panicked: %v", what, value)
		}
	}()
	f()
}

// excerpt returns the beginning of a text for messages.
func excerpt(text string) string {
	const maxRunes = 80
	if runes := []rune(text); len(runes) > maxRunes {
		return string(runes[:maxRunes]) + "…"
	}
	return text
}
