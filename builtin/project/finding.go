package project

import (
	"strconv"
	"strings"
)

// Severity is how bad a finding is.
type Severity string

// The severities, as programs call them.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Note    Severity = "note"
)

// Finding is one thing that a command found: an error, a warning, a test that
// failed.
type Finding struct {
	// File is the file relative to the working directory, as the tools for files
	// take it; empty where the command names none. A file outside of the working
	// directory has an absolute path, or one that begins with "../".
	File string `json:"file,omitempty"`
	// Line and Column are counted from 1; 0 where the command names none.
	Line   int `json:"line,omitempty"`
	Column int `json:"column,omitempty"`
	// Message is what is wrong, in one or more lines.
	Message  string   `json:"message"`
	Severity Severity `json:"severity"`
	// Rule is the linter's or compiler's name for it, such as "no-undef" or "E0308".
	Rule string `json:"rule,omitempty"`
	// Test is the test that failed, with those around it, or its package or file
	// where that could not be run.
	Test string `json:"test,omitempty"`

	// base is the path of the Go package in which File is looked for first.
	base string
	// cut says that the output ended before the test did.
	cut bool
}

// String is a finding as "file:line:column: severity: message [rule]", with the
// message's further lines indented below. A failed test is "--- FAIL: test", with
// "file:line:column: message" below: what the reducers know for what no text may
// lose.
func (f Finding) String() string {
	const indent = "\n    "
	message := strings.ReplaceAll(f.Message, "\n", indent)
	if f.Test != "" {
		return "--- FAIL: " + f.Test + indent + f.where() + message
	}
	first, rest, _ := strings.Cut(message, indent)
	if f.Rule != "" {
		first += " [" + f.Rule + "]"
	}
	if rest != "" {
		first += indent + rest
	}
	return f.where() + string(f.Severity) + ": " + first
}

// where is the place of a finding, with a space behind it; empty for none.
func (f Finding) where() string {
	if f.File == "" {
		return ""
	}
	where := f.File + ":"
	for _, number := range []int{f.Line, f.Column} {
		if number > 0 {
			where += strconv.Itoa(number) + ":"
		}
	}
	return where + " "
}

// Counts are numbers of tests, and of findings that are no failed tests.
type Counts struct {
	// Passed, Failed and Skipped count tests. One that has others in it counts
	// only if it failed by itself, where the runner tells.
	Passed  int `json:"passed"`
	Failed  int `json:"failed"`
	Skipped int `json:"skipped"`
	// Errors and Warnings count findings, those left out too.
	Errors   int `json:"errors"`
	Warnings int `json:"warnings"`
}
