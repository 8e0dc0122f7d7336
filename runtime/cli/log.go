package cli

import (
	"fmt"

	"github.com/toolgen/toolgen/internal/wording"
	"github.com/toolgen/toolgen/runtime"
)

// log prints a log record of a tool to stderr. With --json it prints all records, each as a line of JSON;
// otherwise it prints records of level warning and above, each as a line of text in which control and hidden
// characters are escapes.
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
	fmt.Fprintln(v.stderr, string(wording.AppendVisible(nil, line)))
}
