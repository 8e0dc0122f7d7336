package terminal

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/toolgen/toolgen/builtin/internal/printed"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// Outcome says how a command ended. It is the structured content of all results
// of a command that started.
type Outcome struct {
	// ExitCode is the exit status; -1 when a signal or the timeout ended the
	// command.
	ExitCode int `json:"exit_code"`
	// Signal is the name of the signal that ended the command, such as "SIGSEGV";
	// empty when no signal did.
	Signal string `json:"signal,omitempty"`
	// TimedOut reports that the command was ended at its timeout.
	TimedOut bool `json:"timed_out"`
	// OutputBytes is the number of bytes that the command printed, OmittedBytes
	// the number of those that were not kept, because there were more than 8 MiB.
	OutputBytes  int64 `json:"output_bytes"`
	OmittedBytes int64 `json:"omitted_bytes"`
}

// The reasons of failed results, in runtime.Result.Reason. A command that was
// ended because its call was cancelled has the reason runtime.ReasonCancelled.
const (
	ReasonExitStatus = "EXIT_STATUS" // the exit status was not 0
	ReasonSignal     = "SIGNAL"      // a signal ended the command
	ReasonTimeout    = "TIMEOUT"     // the command was ended at its timeout
)

// hints explain exit statuses of shells.
var hints = map[int]string{
	126: " (a program cannot be run: is the file executable?)",
	127: " (a program was not found: is it installed, and is its name correct?)",
	130: " (a program was ended by SIGINT)",
	134: " (a program was ended by SIGABRT)",
	137: " (a program was ended by SIGKILL: was there too little memory?)",
	139: " (a program was ended by SIGSEGV)",
	141: " (a program was ended by SIGPIPE)",
	143: " (a program was ended by SIGTERM)",
}

// failure returns the reason and the last line of a failed result. Both are
// empty when the command succeeded. ctxErr is the error of the call's context.
func (o Outcome) failure(timeout time.Duration, ctxErr error) (reason, line string) {
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

// newResult returns the result of a call whose command ended. ctxErr is the
// error of the call's context.
func newResult(call *runtime.Call, ended capability.Output, output *printed.Text, timeout time.Duration, ctxErr error) runtime.Result {
	text, omitted := output.Excerpt(call.Excerpt)
	if end := safeEnd(text, call, !ended.TimedOut && ended.Signal == "" && ctxErr == nil); end < len(text) {
		text = text[:end] + "[REDACTED]"
	}
	outcome := Outcome{ended.ExitCode, ended.Signal, ended.TimedOut, output.Total(), omitted}
	if ended.TimedOut {
		outcome.Signal = ""
	}
	reason, line := outcome.failure(timeout, ctxErr)
	isEmpty := strings.TrimSpace(text) == ""
	if isEmpty {
		text = "(no output)\n"
	}
	result := runtime.Object(outcome).WithText(strings.TrimSuffix(text, "\n"))
	result.KeepEnd, result.OwnText, result.Note = true, isEmpty, printed.Lost(omitted)
	if reason == "" {
		return result
	}
	result.OK, result.Error, result.Value = false, result.Value, ""
	result.Code, result.Reason, result.Note = runtime.ExecutionFailed, reason, strings.TrimPrefix(result.Note+"\n"+line, "\n")
	return result
}
