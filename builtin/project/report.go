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
	// Passed reports that all commands ended with the exit status 0, no test failed,
	// no configured linter is missing and, when a target was given, a test ran.
	Passed bool `json:"passed"`
	// Incomplete reports that nothing failed, but a linter that is configured is not
	// installed and did not run.
	Incomplete bool `json:"incomplete,omitempty"`
	// NotRun has the linters that are configured here but not installed.
	NotRun []string `json:"not_run,omitempty"`
	// Programs says of each program that ran whether it passed, failed or could not run, such as
	// "go vet passed"; empty for a single program.
	Programs []string `json:"programs,omitempty"`
	// Cached is the number of Go packages whose tests did not run, because they passed
	// before and nothing has changed.
	Cached int `json:"cached,omitempty"`
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
	// Notes are other facts, such as another project in the same directory.
	Notes []string `json:"notes,omitempty"`
	// Output is the beginning and the end of the output of the commands, at most
	// 8 KB, without the output of Go tests that passed; OutputBytes is the length of
	// the whole output, in bytes. The text of the result says how to read the rest.
	Output      string `json:"output"`
	OutputBytes int64  `json:"output_bytes"`

	omitted int // the number of bytes of the output that Output does not have
	// noSubtest reports that only the parents of the Go subtest that is the target ran.
	noSubtest bool
}

// limits are the limits of a call that may end its commands.
type limits struct {
	timeout time.Duration // the timeout of the commands
	ctxErr  error         // the error of the call's context
}

// callEnd returns how the call ended before its commands ended, or an empty
// string if it did not.
func (l limits) callEnd() string {
	switch {
	case errors.Is(l.ctxErr, context.Canceled):
		return "cancelled"
	case l.ctxErr != nil:
		return "ended at the deadline of the call"
	}
	return ""
}

// howEnded returns how the commands ended.
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

// result returns the result of a call that shows this.
func (r *Report) result(l limits, s shown) runtime.Result {
	result := runtime.Object(r).WithText(s.text)
	result.Lead, result.Note = s.lead, s.note
	if !r.TimedOut && r.Signal == "" {
		return result
	}
	result.OK, result.Value = false, ""
	result.Code, result.Reason, result.Error = runtime.ExecutionFailed, ReasonSignal, s.text
	if r.TimedOut {
		result.Reason = ReasonTimeout
	}
	return result
}

const (
	// fenceReserve is the part of a call's budget for the fence of untrusted text, in
	// code points.
	fenceReserve = 500
	// minText is the minimum of the maximum length of a text, in code points. With
	// a smaller budget, the runtime cuts the text.
	minText = 600
)

// shown is what a model sees of a report.
type shown struct {
	lead    string // the outcome
	text    string // the findings, then the output unless everything passed
	note    string // what the text does not have
	isWhole bool   // the text has everything of the findings and of the output
}

// show returns the report for a model. The lead and the text have at most limit code
// points together, or the length of the lead when that is longer.
func (r *Report) show(t task, l limits, limit int) (s shown) {
	var b strings.Builder
	s.lead = strings.TrimSuffix(r.header(t, l), "\n")
	limit -= utf8.RuneCountInString(s.lead) + noteReserve
	count, limit, isCut := r.writeFindings(&b, limit)
	left := len(r.Findings) - count + r.LeftOut
	if left > 0 {
		s.note = texts.Mark(texts.GroupedCount(left, "more finding"), "")
	}
	output, isOwn := r.shownOutput(limit)
	switch {
	case isOwn:
		s.note = joinLines(output, s.note)
	case output != "" && b.Len() > 0:
		b.WriteString("\noutput:\n" + output + "\n")
	case output != "":
		b.WriteString(output + "\n")
	}
	rest := r.restOfOutput()
	hasOutput := output == rest || strings.TrimSpace(rest) == ""
	s.text, s.isWhole = strings.TrimSuffix(b.String(), "\n"), hasOutput && !isCut && left == 0
	return s
}

// noteReserve is the part of a text that is reserved for the note and line breaks, in
// code points.
const noteReserve = 50

// joinLines returns two texts, which may be empty, on lines of their own.
func joinLines(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n" + b
}

// header returns the outcome, the command and the notes.
func (r *Report) header(t task, l limits) string {
	outcome := "failed"
	switch {
	case r.Passed:
		outcome = "passed"
	case r.Incomplete:
		outcome = "incomplete"
	}
	head := ""
	for _, name := range r.NotRun {
		head += name + " was not run: it is configured here but not installed\n"
	}
	head += fmt.Sprintf("%s %s: %s, %s\n", t, outcome, r.summary(t), r.howEnded(l))
	if len(r.Programs) > 0 {
		head += "programs: " + strings.Join(r.Programs, ", ") + "\n"
	}
	head += fmt.Sprintf("command: %s (in %s)\n", names.Display(cutMiddle(r.Command, maxCommand)), names.Quoted(r.Dir))
	for _, note := range r.Notes {
		head += "note: " + note + "\n"
	}
	for i := range r.Findings {
		if f := &r.Findings[i]; f.isOwn {
			head += f.String() + "\n"
		}
	}
	return head
}

// summary returns the counts in words.
func (r *Report) summary(t task) string {
	var parts []string
	switch {
	case t == testTask && r.noSubtest:
		return "no subtest matched the target"
	case t == testTask && r.NoTests && r.Counts.Passed+r.Counts.Skipped == 0:
		parts = append(parts, "no test ran")
	case t == testTask:
		parts = append(parts, fmt.Sprintf("%d passed, %d failed, %d skipped", r.Counts.Passed, r.Counts.Failed, r.Counts.Skipped))
	}
	switch {
	case t != testTask && r.ExitCode > 0 && len(r.Findings) == 0:
		parts = append(parts, "no finding could be read from the output")
	case t != testTask || r.Counts.Errors > 0:
		parts = append(parts, texts.Count(r.Counts.Errors, "error"))
	}
	if r.Counts.Warnings > 0 {
		parts = append(parts, texts.Count(r.Counts.Warnings, "warning"))
	}
	return strings.Join(parts, ", ")
}

// outputPercent is the part of the text that is reserved for the output, in
// percent.
const outputPercent = 20

// writeFindings writes the findings that fit into limit code points; the middle of
// a long message is cut. It returns the number of these findings, the rest of the
// limit, and whether a message was cut.
func (r *Report) writeFindings(b *strings.Builder, limit int) (shown, rest int, isCut bool) {
	forOutput := limit * outputPercent / 100
	if len(r.Findings) > 0 && r.Passed {
		forOutput = 0
	}
	first := map[string]string{} // the test with a message
	for i := range r.Findings {
		if r.Findings[i].isOwn {
			continue // in the header
		}
		line := r.Findings[i].withoutRepeated(first).String()
		short := line
		if each := (limit - forOutput) / (len(r.Findings) - i); len(line) > max(each, limit/8) {
			short = cutMiddle(line, max(each, shortMessage))
		}
		length := utf8.RuneCountInString(short) + len("\n")
		if length > limit-forOutput {
			return i, limit, isCut
		}
		isCut = isCut || short != line
		b.WriteString(short + "\n")
		limit -= length
	}
	return len(r.Findings), limit, isCut
}

// shownOutput returns the output in the text, in at most limit bytes, without the lines that the findings have. It is empty
// when everything passed, and when the findings have all information of the output.
// isOwn reports that the text is from the tool, because there is no output.
func (r *Report) shownOutput(limit int) (output string, isOwn bool) {
	if r.Passed || r.Incomplete || limit < shortMessage {
		return "", false
	}
	if strings.TrimSpace(r.Output) == "" {
		if r.OutputBytes > 0 { // only lines that people should not see
			return "", false
		}
		return "(no output)", true
	}
	return r.cutOutput(r.restOfOutput(), limit-len("\noutput:\n")), false
}

// cutOutput returns an output of at most limit bytes. If the output has a mark already,
// because the report has only a part of it, one mark counts all that is missing.
func (r *Report) cutOutput(output string, limit int) string {
	mark := "\n" + omittedBytes(r.omitted) + "\n"
	head, tail, isCut := strings.Cut(output, mark)
	if r.omitted == 0 || !isCut || len(output) <= limit {
		return cutMiddle(output, limit)
	}
	kept := max(limit-maxMark, 2)
	first := texts.TrimPartialEnd(head[:min(len(head), kept/3)])
	last := texts.TrimPartialStart(tail[len(tail)-min(len(tail), kept*2/3):])
	return first + "\n" + omittedBytes(r.omitted+len(head)-len(first)+len(tail)-len(last)) + "\n" + last
}
