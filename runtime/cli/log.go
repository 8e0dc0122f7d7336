package cli

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/toolgen/toolgen/runtime"
)

// log prints a log record of a tool to stderr: with --json each one, as JSON on
// a line; otherwise those that are at least a warning, as text on a line.
func (v *invocation) log(record runtime.LogRecord) {
	if v.json {
		_ = newEncoder(v.stderr).Encode(record)
		return
	}
	if !record.Level.AtLeast(runtime.LogWarning) {
		return
	}
	from := record.Tool
	if record.Logger != "" {
		from += "/" + record.Logger
	}
	line := fmt.Sprintf("%s %s: %s: %s", record.CallID, from, record.Level, record.Message)
	if record.Data != nil {
		line += " " + string(record.Data)
	}
	fmt.Fprintln(v.stderr, oneLine(line))
}

// oneLine is the text without control characters, which would end the line or
// command the terminal.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
}
