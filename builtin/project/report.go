package project

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
)

// Report is what the commands of a project said: the structured content of all
// three tools' results.
type Report struct {
	// Kind is the project's, Root its directory, and Dir the one in which its
	// commands ran, both relative to the working directory.
	Kind Kind   `json:"kind"`
	Root string `json:"root"`
	Dir  string `json:"dir"`
	// Command is what ran; several commands stand behind each other with "; ".
	Command string `json:"command"`
	// Passed says that all commands ended with the exit status 0, no test failed
	// and, where a target was given, some test ran.
	Passed bool `json:"passed"`
	// NoTests says that tests were asked for and none ran.
	NoTests bool `json:"no_tests,omitempty"`
	// ExitCode is the first exit status that is not 0; -1 when a signal or the
	// timeout ended a command.
	ExitCode int `json:"exit_code"`
	// Signal is the name of the signal that ended a command, such as "SIGSEGV".
	Signal string `json:"signal,omitempty"`
	// TimedOut says that a command was ended at the timeout.
	TimedOut bool `json:"timed_out"`
	// Findings are what is wrong, up to 500; LeftOut is how many more there are.
	Findings []Finding `json:"findings"`
	LeftOut  int       `json:"left_out,omitempty"`
	Counts   Counts    `json:"counts"`
	// Notes say what else there is to know, such as a linter that is configured
	// and not installed.
	Notes []string `json:"notes,omitempty"`
	// Output is the beginning and the end of what the commands printed, at most
	// 8 KB; OutputBytes is how much it was.
	Output      string `json:"output"`
	OutputBytes int64  `json:"output_bytes"`
}

// limits are what may have ended the commands of a call before their own end.
type limits struct {
	timeout time.Duration // of the commands
	ctxErr  error         // of the call's context: nil, or why it ended
}

// stopped says that the call ended, and not a command; empty when it did not.
func (l limits) stopped() string {
	switch {
	case errors.Is(l.ctxErr, context.Canceled):
		return "cancelled"
	case l.ctxErr != nil:
		return "ended at the deadline of the call"
	}
	return ""
}

// end says how the commands ended.
func (r *Report) end(l limits) string {
	switch stopped := l.stopped(); {
	case stopped != "" && (r.TimedOut || r.Signal != ""):
		return stopped
	case r.TimedOut:
		return fmt.Sprintf("timed out after %v (set timeout_seconds for more, up to 1800)", l.timeout)
	case r.Signal != "":
		return "killed by " + r.Signal
	}
	return "exit status " + strconv.Itoa(r.ExitCode)
}

// result is the answer of a call.
func (r *Report) result(t task, l limits, budget int) runtime.Result {
	text := r.text(t, l, max(budget-reserved, minText))
	answer := runtime.Object(r).WithText(text)
	if !r.TimedOut && r.Signal == "" {
		return answer
	}
	answer.OK, answer.Value = false, ""
	answer.Code, answer.Reason, answer.Error = runtime.ExecutionFailed, ReasonSignal, text
	if r.TimedOut {
		answer.Reason = ReasonTimeout
	}
	return answer
}

const (
	// reserved is left of a call's budget for the fence of untrusted text.
	reserved = 500
	// minText is how long a text may be however small the budget; the runtime
	// then cuts it.
	minText = 600
)

// text is the report for a model, in at most that many characters where the
// head allows it: the outcome first, then findings, then the output unless
// everything passed.
func (r *Report) text(t task, l limits, room int) string {
	var b strings.Builder
	b.WriteString(r.head(t, l))
	room -= utf8.RuneCountInString(b.String())
	shown, room := r.listed(&b, room)
	if left := len(r.Findings) - shown + r.LeftOut; left > 0 {
		fmt.Fprintf(&b, "[… %s left out: give a target to see them]\n", texts.Counted(left, "more finding"))
	}
	if printed := r.printed(room); printed != "" {
		b.WriteString("\noutput:\n" + printed + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func (r *Report) head(t task, l limits) string {
	outcome := "failed"
	if r.Passed {
		outcome = "passed"
	}
	head := fmt.Sprintf("%s %s: %s, %s\ncommand: %s (in %s)\n", t, outcome, r.summary(t), r.end(l), middle(r.Command, maxName), names.Shown(r.Dir))
	for _, note := range r.Notes {
		head += "note: " + note + "\n"
	}
	if len(r.Findings) > 0 {
		head += "\n"
	}
	return head
}

// summary is the counts in words.
func (r *Report) summary(t task) string {
	var parts []string
	if t == tests && r.NoTests && r.Counts.Passed+r.Counts.Skipped == 0 {
		parts = append(parts, "no test ran")
	} else if t == tests {
		parts = append(parts, fmt.Sprintf("%d passed, %d failed, %d skipped", r.Counts.Passed, r.Counts.Failed, r.Counts.Skipped))
	}
	if t != tests || r.Counts.Errors > 0 {
		parts = append(parts, texts.Counted(r.Counts.Errors, "error"))
	}
	if r.Counts.Warnings > 0 {
		parts = append(parts, texts.Counted(r.Counts.Warnings, "warning"))
	}
	return strings.Join(parts, ", ")
}

// forOutput is what of the room the excerpt of the output may have, in percent.
const forOutput = 20

// listed writes the findings that fit, and says how much room they leave. Those
// whose message does not fit any more are there without all of it.
func (r *Report) listed(b *strings.Builder, room int) (shown, left int) {
	kept := room * forOutput / 100
	if len(r.Findings) > 0 && r.Passed {
		kept = 0
	}
	for i := range r.Findings {
		line := r.Findings[i].String() + "\n"
		if more := (room - kept) / (len(r.Findings) - i); len(line) > max(more, room/8) {
			line = middle(line, max(more, shortMessage)) + "\n"
		}
		length := utf8.RuneCountInString(line)
		if length > room-kept {
			return i, room
		}
		b.WriteString(line)
		room -= length
	}
	return len(r.Findings), room
}

// printed is what of the output stands in the text: nothing where all passed, or
// where the findings say it.
func (r *Report) printed(room int) string {
	if r.Passed || room < shortMessage || r.covered() {
		return ""
	}
	if strings.TrimSpace(r.Output) == "" {
		return "(no output)"
	}
	return middle(r.Output, room-len("\noutput:\n"))
}
