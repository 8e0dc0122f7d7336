package project

import (
	"regexp"
	"strconv"
	"strings"
)

// Severity is the severity of a finding.
type Severity string

// The severities. Other words of programs are mapped to these.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Note    Severity = "note"
)

// Finding is an error, a warning or a failed test that a command reported.
type Finding struct {
	// File is the file relative to the working directory, as in the arguments of
	// the tools for files; empty when the command names none. A file outside of the
	// working directory has an absolute path, or one that begins with "../"; with
	// go test -trimpath, a file of another module has the path of that module.
	File string `json:"file,omitempty"`
	// Line and Column begin at 1; 0 when the command names none.
	Line   int `json:"line,omitempty"`
	Column int `json:"column,omitempty"`
	// Message says what is wrong, in one or more lines.
	Message  string   `json:"message"`
	Severity Severity `json:"severity"`
	// Rule is the name of the rule of the linter or compiler, such as "no-undef" or
	// "E0308".
	Rule string `json:"rule,omitempty"`
	// Test is the name of the failed test, with its parents, or the package or file
	// whose tests could not run.
	Test string `json:"test,omitempty"`

	// basePackage is the import path of the Go package whose directory is searched
	// for File first.
	basePackage string
	// isUnended reports that the output ended before the test.
	isUnended bool
	// isOwn reports that the finding is from the tool, and not from a program.
	isOwn bool
}

// String returns the finding as "file:line:column: severity: message [rule]". The
// other lines of the message follow with indentation. For a failed test it returns
// "--- FAIL: test" and, on the next line, "file:line:column: message": the reducers
// keep such lines.
func (f Finding) String() string {
	const indent = "\n    "
	message := strings.ReplaceAll(f.Message, "\n", indent)
	if f.Test != "" {
		return "--- FAIL: " + f.Test + indent + f.withPosition(message)
	}
	first, rest, _ := strings.Cut(message, indent)
	if f.Rule != "" {
		first += " [" + f.Rule + "]"
	}
	if rest != "" {
		first += indent + rest
	}
	return f.position() + string(f.Severity) + ": " + first
}

// panicAfterLog matches a message that begins with the position of a log, up to the line with which a panic begins.
var panicAfterLog = regexp.MustCompile(`(?s)^[^\n]+\.go:\d+: .*?\n *(panic|fatal error): `)

// withPosition returns the message of a failed test, whose lines are indented, with the position of the
// finding, which is before the first line, or before a panic after logs. Logs after printed lines have it already.
func (f Finding) withPosition(message string) string {
	position := f.position()
	if strings.HasPrefix(message, position) || strings.Contains(message, " "+position) {
		return message
	}
	at := 0
	if found := panicAfterLog.FindStringSubmatchIndex(message); found != nil {
		at = found[2]
	}
	return message[:at] + position + message[at:]
}

// minRepeated is the minimum length of a message that is not repeated, in bytes.
const minRepeated = 60

// withoutRepeated returns the finding with a reference in place of a message that
// another test has, such as that of a set-up that fails for all tests. first has the
// first test by message.
func (f Finding) withoutRepeated(first map[string]string) Finding {
	if f.Test == "" || len(f.Message) < minRepeated {
		return f
	}
	key := f.position() + f.Message
	if test, ok := first[key]; ok {
		f.Message, f.File = "the same message as "+test, ""
		return f
	}
	first[key] = f.Test
	return f
}

// position returns "file:line:column: ", which is empty when there is no file.
func (f Finding) position() string {
	if f.File == "" {
		return ""
	}
	position := f.File + ":"
	for _, number := range []int{f.Line, f.Column} {
		if number > 0 {
			position += strconv.Itoa(number) + ":"
		}
	}
	return position + " "
}

// Counts are the numbers of tests and of other findings.
type Counts struct {
	// Passed, Failed and Skipped are the numbers of tests. A test with subtests
	// counts only when it failed by itself, as far as the test runner reports this.
	Passed  int `json:"passed"`
	Failed  int `json:"failed"`
	Skipped int `json:"skipped"`
	// Errors and Warnings are the numbers of findings that are not failed tests,
	// including those that were left out.
	Errors   int `json:"errors"`
	Warnings int `json:"warnings"`
}
