// Package screen shows the work of the agent: in a terminal with input, as plain text, and as lines of JSON.
package screen

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/toolgen/toolgen/examples/agent/internal/loop"
	"github.com/toolgen/toolgen/examples/agent/internal/markdown"
)

// JSON returns a function that writes each event as a line of JSON.
func JSON(w io.Writer) func(loop.Event) {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return func(e loop.Event) { _ = encoder.Encode(e) } // a closed output ends the program by its signal
}

// Plain returns a function that writes events as text without styles: answers, and one line for each call and result.
func Plain(w io.Writer) func(loop.Event) {
	return func(e loop.Event) {
		if line := describe(&e); line != "" {
			fmt.Fprintln(w, line)
		}
	}
}

// maxLine is the maximum length, in code points, of the arguments and of the text in the line of a call.
const maxLine = 100

// describe returns an event as text; empty for events that are only shown in a terminal.
func describe(e *loop.Event) string {
	switch e.Kind {
	case loop.EventStep, loop.EventAnswer:
		return markdown.Clean(strings.TrimSpace(e.Text))
	case loop.EventSession:
		return "session " + oneLine(e.Text)
	case loop.EventCall:
		return "→ " + callLine(e)
	case loop.EventResult:
		return resultLine(e)
	case loop.EventRetry:
		return fmt.Sprintf("! %s; the next try is in %v", oneLine(e.Text), e.Duration)
	case loop.EventShorter, loop.EventNotice:
		return "! " + oneLine(e.Text)
	}
	return ""
}

// callLine returns the name and the arguments of a call.
func callLine(e *loop.Event) string { return oneLine(e.Tool) + " " + oneLine(string(e.Args)) }

// resultLine returns whether a call failed, the first line of its text, and how long it took.
func resultLine(e *loop.Event) string {
	mark, first := "←", strings.TrimPrefix(firstLine(e.Text), e.Tool+" ")
	if e.Code != "" {
		mark = "✗"
		first = strings.TrimSuffix(e.Code+" "+e.Reason, " ") + ": " + first
	}
	return fmt.Sprintf("%s %s: %s (%v)", mark, oneLine(e.Tool), oneLine(first), e.Duration.Round(time.Millisecond))
}

// firstLine returns the first line of a text that is not part of a fence.
func firstLine(text string) string {
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "<untrusted ") {
			return line
		}
	}
	return ""
}

// spaced returns a text with single spaces instead of line breaks, and without control characters.
func spaced(text string) string { return strings.Join(strings.Fields(markdown.Clean(text)), " ") }

// oneLine returns the beginning of a text without line breaks and control characters.
func oneLine(text string) string {
	text = spaced(text)
	if runes := []rune(text); len(runes) > maxLine {
		return string(runes[:maxLine-1]) + "…"
	}
	return text
}
