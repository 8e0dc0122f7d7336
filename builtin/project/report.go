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

// Report has the findings of the commands of a project. It is the structured
// content of the results of all three tools.
type Report struct {
	// Kind is the kind of the project, Root its directory, and Dir the directory in
	// which its commands ran. Both are relative to the working directory.
	Kind Kind   `json:"kind"`
	Root string `json:"root"`
	Dir  string `json:"dir"`
	// Command has the commands that ran, separated by "; ".
	Command string `json:"command"`
	// Passed reports that all commands ended with the exit status 0, no test failed
	// and, when a target was given, a test ran.
	Passed bool `json:"passed"`
	// NoTests reports that run_tests ran no test.
	NoTests bool `json:"no_tests,omitempty"`
	// ExitCode is the first exit status that is not 0; -1 when a signal or the
	// timeout ended a command.
	ExitCode int `json:"exit_code"`
	// Signal is the name of the signal that ended a command, such as "SIGSEGV".
	Signal string `json:"signal,omitempty"`
	// TimedOut reports that a command was ended at the timeout.
	TimedOut bool `json:"timed_out"`
	// Findings are the first 500 findings. When there are more, errors replace
	// warnings and notes; LeftOut is the number of findings that are not here.
	Findings []Finding `json:"findings"`
	LeftOut  int       `json:"left_out,omitempty"`
	Counts   Counts    `json:"counts"`
	// Notes are other facts, such as a linter that is configured and not installed.
	Notes []string `json:"notes,omitempty"`
	// Output is the beginning and the end of the output of the commands, at most
	// 8 KB; OutputBytes is the length of the whole output, in bytes.
	Output      string `json:"output"`
	OutputBytes int64  `json:"output_bytes"`
}

// limits are the limits of a call that may end its commands.
type limits struct {
	timeout time.Duration // the timeout of the commands
	ctxErr  error         // the error of the call's context
}

// callEnd says how the call ended before its commands. It is empty when the call
// did not end.
func (l limits) callEnd() string {
	switch {
	case errors.Is(l.ctxErr, context.Canceled):
		return "cancelled"
	case l.ctxErr != nil:
		return "ended at the deadline of the call"
	}
	return ""
}

// howEnded says how the commands ended.
func (r *Report) howEnded(l limits) string {
	switch callEnd := l.callEnd(); {
	case callEnd != "" && (r.TimedOut || r.Signal != ""):
		return callEnd
	case r.TimedOut:
		return fmt.Sprintf("timed out after %v (set timeout_seconds for more, up to 1800)", l.timeout)
	case r.Signal != "":
		return "killed by " + r.Signal
	}
	return "exit status " + strconv.Itoa(r.ExitCode)
}

// result returns the result of a call with a budget in code points.
func (r *Report) result(t task, l limits, budget int) runtime.Result {
	text := r.text(t, l, max(budget-reserved, minText))
	result := runtime.Object(r).WithText(text)
	if !r.TimedOut && r.Signal == "" {
		return result
	}
	result.OK, result.Value = false, ""
	result.Code, result.Reason, result.Error = runtime.ExecutionFailed, ReasonSignal, text
	if r.TimedOut {
		result.Reason = ReasonTimeout
	}
	return result
}

const (
	// reserved is the part of a call's budget for the fence of untrusted text, in
	// code points.
	reserved = 500
	// minText is the minimum of the maximum length of a text, in code points. With
	// a smaller budget, the runtime cuts the text.
	minText = 600
)

// text returns the report for a model: the outcome, then the findings, then the
// output unless everything passed. It has at most limit code points, or the length
// of the header when that is longer.
func (r *Report) text(t task, l limits, limit int) string {
	var b strings.Builder
	b.WriteString(r.header(t, l))
	limit -= utf8.RuneCountInString(b.String())
	shown, limit := r.writeFindings(&b, limit)
	if left := len(r.Findings) - shown + r.LeftOut; left > 0 {
		fmt.Fprintf(&b, "[… %s left out: give a target to see them]\n", texts.Counted(left, "more finding"))
	}
	if output := r.shownOutput(limit); output != "" {
		b.WriteString("\noutput:\n" + output + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// header returns the outcome, the command and the notes.
func (r *Report) header(t task, l limits) string {
	outcome := "failed"
	if r.Passed {
		outcome = "passed"
	}
	head := fmt.Sprintf("%s %s: %s, %s\ncommand: %s (in %s)\n", t, outcome, r.summary(t), r.howEnded(l), cutMiddle(r.Command, maxName), names.Shown(r.Dir))
	for _, note := range r.Notes {
		head += "note: " + note + "\n"
	}
	if len(r.Findings) > 0 {
		head += "\n"
	}
	return head
}

// summary returns the counts in words.
func (r *Report) summary(t task) string {
	var parts []string
	if t == testTask && r.NoTests && r.Counts.Passed+r.Counts.Skipped == 0 {
		parts = append(parts, "no test ran")
	} else if t == testTask {
		parts = append(parts, fmt.Sprintf("%d passed, %d failed, %d skipped", r.Counts.Passed, r.Counts.Failed, r.Counts.Skipped))
	}
	if t != testTask || r.Counts.Errors > 0 {
		parts = append(parts, texts.Counted(r.Counts.Errors, "error"))
	}
	if r.Counts.Warnings > 0 {
		parts = append(parts, texts.Counted(r.Counts.Warnings, "warning"))
	}
	return strings.Join(parts, ", ")
}

// outputPercent is the part of the text that is reserved for the output, in
// percent.
const outputPercent = 20

// writeFindings writes the findings that fit into limit code points; the middle of
// a long message is cut. It returns the number of these findings and the rest of
// the limit.
func (r *Report) writeFindings(b *strings.Builder, limit int) (shown, rest int) {
	forOutput := limit * outputPercent / 100
	if len(r.Findings) > 0 && r.Passed {
		forOutput = 0
	}
	for i := range r.Findings {
		line := r.Findings[i].String() + "\n"
		if each := (limit - forOutput) / (len(r.Findings) - i); len(line) > max(each, limit/8) {
			line = cutMiddle(line, max(each, shortMessage)) + "\n"
		}
		length := utf8.RuneCountInString(line)
		if length > limit-forOutput {
			return i, limit
		}
		b.WriteString(line)
		limit -= length
	}
	return len(r.Findings), limit
}

// shownOutput returns the output in the text, in at most limit bytes. It is empty
// when everything passed, and when the findings have all information of the output.
func (r *Report) shownOutput(limit int) string {
	if r.Passed || limit < shortMessage || r.isOutputCovered() {
		return ""
	}
	if strings.TrimSpace(r.Output) == "" {
		return "(no output)"
	}
	return cutMiddle(r.Output, limit-len("\noutput:\n"))
}
