package terminal

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// Outcome is how a command ended: the structured content of the tool's results,
// those of failures too.
type Outcome struct {
	// ExitCode is its exit status; -1 when a signal or the timeout ended it.
	ExitCode int `json:"exit_code"`
	// Signal is the name of the signal that ended it, such as "SIGSEGV"; empty
	// when none did.
	Signal string `json:"signal,omitempty"`
	// TimedOut says that it was ended at its timeout.
	TimedOut bool `json:"timed_out"`
	// OutputBytes is how much it printed, OmittedBytes how much of that is not in
	// the text.
	OutputBytes  int64 `json:"output_bytes"`
	OmittedBytes int64 `json:"omitted_bytes"`
}

// The reasons of failed results, in runtime.Result.Reason.
const (
	ReasonExitStatus = "EXIT_STATUS" // the exit status was not 0
	ReasonSignal     = "SIGNAL"      // a signal ended the command
	ReasonTimeout    = "TIMEOUT"     // it was ended at its timeout
	// A command that was ended because its call was cancelled has the reason
	// runtime.ReasonCancelled.
)

// hints say what some exit statuses of a shell mean.
var hints = map[int]string{
	126: " (a program was found and cannot be run: is it executable?)",
	127: " (a program was not found: is it installed, and spelt right?)",
	130: " (a program was ended by SIGINT)",
	134: " (a program was ended by SIGABRT)",
	137: " (a program was ended by SIGKILL: was memory short?)",
	139: " (a program was ended by SIGSEGV)",
	141: " (a program was ended by SIGPIPE)",
	143: " (a program was ended by SIGTERM)",
}

// end is the reason and the last line of a failure; empty for a success. The
// error is that of the call's context.
func (o Outcome) end(timeout time.Duration, ctxErr error) (reason, line string) {
	switch {
	case errors.Is(ctxErr, context.Canceled) && (o.Signal != "" || o.ExitCode != 0):
		return runtime.ReasonCancelled, "cancelled: the command was ended, and this is its output so far"
	case errors.Is(ctxErr, context.DeadlineExceeded) && o.TimedOut:
		return ReasonTimeout, "timed out at the deadline of the call"
	case o.TimedOut:
		return ReasonTimeout, fmt.Sprintf("timed out after %v (set timeout_seconds for more, up to 600)", timeout)
	case o.Signal != "":
		return ReasonSignal, "killed by " + o.Signal
	case o.ExitCode != 0:
		return ReasonExitStatus, fmt.Sprintf("exit status %d%s", o.ExitCode, hints[o.ExitCode])
	}
	return "", ""
}

// result is the answer of a call whose command has ended, by itself or with the
// call's context.
func result(ended capability.Output, printed *excerpt, timeout time.Duration, ctxErr error) runtime.Result {
	text, omitted := printed.text()
	outcome := Outcome{ended.ExitCode, ended.Signal, ended.TimedOut, printed.total, omitted}
	if ended.TimedOut {
		outcome.Signal = ""
	}
	reason, line := outcome.end(timeout, ctxErr)
	if strings.TrimSpace(text) == "" {
		text = "(no output)\n"
	}
	answer := runtime.Object(outcome).WithText(strings.TrimSuffix(text, "\n"))
	if reason == "" {
		return answer
	}
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	answer.OK, answer.Value = false, ""
	answer.Code, answer.Reason, answer.Error = runtime.ExecutionFailed, reason, text+line
	return answer
}
