//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// pausing is a model that waits after the text of each answer, before the calls or the end of the answer.
type pausing struct {
	texts []string
	args  []string // of read_file; empty for no call
}

// ServeHTTP sends the next answer.
func (p *pausing) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	text, args := p.texts[0], p.args[0]
	p.texts, p.args = p.texts[1:], p.args[1:]
	w.Header().Set("Content-Type", "text/event-stream")
	send := func(delta map[string]any, finish any) {
		chunk, _ := json.Marshal(map[string]any{"choices": []any{map[string]any{"index": 0, "delta": delta, "finish_reason": finish}}})
		fmt.Fprintf(w, "data: %s\n\n", chunk)
		w.(http.Flusher).Flush()
		time.Sleep(500 * time.Millisecond)
	}
	send(map[string]any{"content": text}, nil)
	if args != "" {
		send(map[string]any{"tool_calls": []any{map[string]any{"index": 0, "id": fmt.Sprint("call", len(p.texts)), "type": "function", "function": map[string]string{"name": "read_file", "arguments": args}}}}, nil)
	}
	send(map[string]any{}, "stop")
	fmt.Fprint(w, "data: [DONE]\n\n")
}

// A text that is drawn before its answer is complete stays on the screen: the rows that it leaves below are not blank while
// earlier rows have left the screen at the top.
func TestTerminalPause(t *testing.T) {
	block := "```go\n" + strings.Repeat("call()\n", 12) + "last()\n```\n"
	model := &pausing{texts: []string{"First.\n\n" + block, block, "Done."}, args: []string{`{"path":"a.txt"}`, `{"path":"a.txt"}`, ""}}
	x := newTerminalWith(t, model)
	x.expect("the start", "/help")
	x.keys("read it", "Enter")
	x.expect("the text", "last()")
	x.expect("the end of the work", "Done.\n\n› Ask")
	rows := strings.Split(strings.TrimSuffix(x.tmux("capture-pane", "-p", "-t", ":"), "\n"), "\n")
	if last := rows[len(rows)-1]; strings.TrimSpace(x.tmux("display-message", "-p", "#{history_size}")) != "0" && last == "" {
		t.Errorf("the last row is blank:\n%s", strings.Join(rows, "\n"))
	}
}
