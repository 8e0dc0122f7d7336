package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
)

// read returns the text of a file, or of the standard input for "-", and the name of the source for
// messages.
func (v *invocation) read(path string) (text []byte, source string, err error) {
	if path == "-" {
		text, err = io.ReadAll(v.stdin)
		return text, "standard input", err
	}
	text, err = os.ReadFile(path)
	return text, path, err
}

// parseCalls parses a JSON array of calls. A call without an id gets its number, starting at 1.
func parseCalls(text []byte, source string) ([]runtime.ToolCall, error) {
	var items []json.RawMessage
	if err := json.Unmarshal(text, &items); err != nil {
		return nil, withLocation(text, source, err)
	}
	calls := make([]runtime.ToolCall, len(items))
	for i, item := range items {
		if err := json.Unmarshal(item, &calls[i]); err != nil {
			return nil, fmt.Errorf("%s: call %d: expected {id, name, args}: %w", source, i+1, err)
		}
		if calls[i].Name == "" {
			return nil, fmt.Errorf("%s: call %d has no name", source, i+1)
		}
		if calls[i].ID == "" {
			calls[i].ID = strconv.Itoa(i + 1)
		}
	}
	return calls, nil
}

// checkJSON returns an error with a position if the text is not JSON. Empty text is allowed.
func checkJSON(text []byte, source string) error {
	if len(bytes.TrimSpace(text)) == 0 {
		return nil
	}
	var value json.RawMessage
	if err := json.Unmarshal(text, &value); err != nil {
		return withLocation(text, source, err)
	}
	return nil
}

// withLocation adds the source, line and column to an error of encoding/json.
func withLocation(text []byte, source string, err error) error {
	var (
		syntax *json.SyntaxError
		kind   *json.UnmarshalTypeError
		offset int64
	)
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &kind):
		offset, err = kind.Offset, fmt.Errorf("expected a JSON array of {id, name, args}, got a JSON %s", kind.Value)
	}
	line, column := position(text, int(offset)-1)
	return fmt.Errorf("%s:%d:%d: %w", source, line, column, err)
}

// position returns the line and the column, in code points, of the byte at the offset. Both start at 1.
func position(text []byte, offset int) (line, column int) {
	before := text[:min(max(0, offset), len(text))]
	start := bytes.LastIndexByte(before, '\n') + 1
	return 1 + bytes.Count(before, []byte("\n")), 1 + utf8.RuneCount(before[start:])
}
