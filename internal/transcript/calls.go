// Package transcript reads batches of calls that are written as text, and adds up what
// they cost. The trial server in examples/trial and the tests of the built-in tools
// use it. Its functions and types are safe for concurrent use if nothing changes them.
package transcript

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// Call is a call in a text.
type Call struct {
	Name string
	// Args is the text of the arguments, as it is written; "{}" if there is none.
	Args string
	// IsProvoked reports that the author expects the call to fail.
	IsProvoked bool
}

// Parse reads calls. Each begins on a line with the name of a tool and the JSON
// object of its arguments, which can continue on the next lines and can be left out.
// An exclamation mark before the name means that the call is expected to fail. Empty
// lines and lines that begin with "#" or "|" between calls are ignored. An error names
// the line.
func Parse(text string) (calls []Call, err error) {
	for line := 1; text != ""; {
		first, rest, _ := strings.Cut(text, "\n")
		trimmed := strings.TrimSpace(first)
		if trimmed == "" || trimmed[0] == '#' || trimmed[0] == '|' {
			text = rest
			line++
			continue
		}
		call, used, err := parseCall(text)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		calls = append(calls, call)
		line += strings.Count(text[:used], "\n")
		text = text[used:]
	}
	return calls, nil
}

// parseCall reads the call at the beginning of a text, and returns the number of
// bytes to the end of its last line.
func parseCall(text string) (c Call, used int, err error) {
	first, _, _ := strings.Cut(text, "\n")
	name, arguments, hasArguments := strings.Cut(strings.TrimSpace(first), " ")
	name, c.IsProvoked = strings.CutPrefix(name, "!")
	c.Name, c.Args, used = name, "{}", min(len(first)+1, len(text))
	if !hasArguments || strings.TrimSpace(arguments) == "" {
		return c, used, nil
	}
	at := strings.Index(text, arguments)
	decoder := json.NewDecoder(strings.NewReader(text[at:]))
	var object json.RawMessage
	if err := decoder.Decode(&object); err != nil {
		return c, 0, fmt.Errorf("the arguments of %s are not a JSON object: %w", name, err)
	}
	c.Args = string(bytes.TrimSpace(object))
	used = at + int(decoder.InputOffset())
	after, _, _ := strings.Cut(text[used:], "\n")
	if strings.TrimSpace(after) != "" {
		return c, 0, fmt.Errorf("%q is after the arguments of %s: begin the next call on a new line", after, name)
	}
	return c, min(used+len(after)+1, len(text)), nil
}

// Batch returns the calls as a batch. Their ids are the prefix and a number.
func Batch(calls []Call, prefix string) []runtime.ToolCall {
	batch := make([]runtime.ToolCall, len(calls))
	for i, call := range calls {
		batch[i] = runtime.ToolCall{ID: fmt.Sprint(prefix, i+1), Name: call.Name, Args: []byte(call.Args)}
	}
	return batch
}
