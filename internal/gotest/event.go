// Package gotest reads the output of go test -json and go build -json.
package gotest

import (
	"encoding/json"
	"strings"
)

// Event is a line of go test -json, as go doc cmd/test2json describes it, or of
// go build -json.
type Event struct {
	// Action is what happened, such as "run", "output", "pass" or
	// "build-output". It is never empty.
	Action string
	// Package is the import path of the package under test.
	Package string
	// Test is the name of the test, with its parents before slashes. It is empty
	// for an event of a package.
	Test string
	// Output is the text that was printed, with its line feed.
	Output string
	// ImportPath is the package that was built, in events of a build.
	ImportPath string
	// FailedBuild is the ImportPath of the build that let the package fail.
	FailedBuild string
}

// actionKey is in every event, as the commands of Go write it.
const actionKey = `"Action":"`

// HasEvents reports whether a text may have events. Where it is false, no line
// of the text is an event.
func HasEvents(text string) bool { return strings.Contains(text, actionKey) }

// ParseEvent reads a line. It reports false for a line that is not an event.
func ParseEvent(line string) (event Event, ok bool) {
	if !strings.HasPrefix(line, "{") || !HasEvents(line) {
		return Event{}, false
	}
	if json.Unmarshal([]byte(line), &event) != nil || event.Action == "" {
		return Event{}, false
	}
	return event, true
}
