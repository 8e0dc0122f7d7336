//go:build unix

package main

import (
	"cmp"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/examples/agent/internal/fakemodel"
)

var update = flag.Bool("update", false, "write the screens in testdata")

// terminal is the agent in a real terminal.
type terminal struct {
	t       *testing.T
	socket  string // of the terminal's own server
	dir     string
	data    string // the directory of the sessions, with the process id of the agent in a file
	model   *fakemodel.Server
	before  []string // the lines of the last recorded screen
	screens strings.Builder
}

// newTerminal starts the agent, with a model that follows a script, in a terminal of 80 columns and 24 lines.
func newTerminal(t *testing.T, script []fakemodel.Answer, environment ...string) *terminal {
	t.Helper()
	model := fakemodel.New(script...)
	x := newTerminalWith(t, model, environment...)
	x.model = model
	return x
}

// newTerminalWith starts the agent with a model that a handler serves.
func newTerminalWith(t *testing.T, model http.Handler, environment ...string) *terminal {
	t.Helper()
	if _, err := exec.LookPath("tmux"); err != nil {
		if os.Getenv("TOOLGEN_PROGRAMS") != "" {
			t.Fatal(err)
		}
		t.Skip("tmux is not installed")
	}
	server := httptest.NewServer(model)
	t.Cleanup(server.Close)
	x := &terminal{t: t, socket: filepath.Join(t.TempDir(), "tmux"), dir: newDir(t), data: t.TempDir()}
	command := fmt.Sprintf("cd %s && sh -c 'echo $$ > %s/pid; exec env AGENT_TEST_PROCESS=1 OPENAI_BASE_URL=%s OPENAI_API_KEY=sk-test %s %s --model openai:test --data %[2]s'; echo status $?; stty -a | grep -o ' -*echo '; sleep 100",
		x.dir, x.data, server.URL, strings.Join(environment, " "), os.Args[0])
	x.tmux("-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", "sh", "-c", command)
	t.Cleanup(func() { _ = exec.Command("tmux", "-S", x.socket, "kill-server").Run() }) // it may have ended
	return x
}

// tmux runs a command of tmux and returns its output.
func (x *terminal) tmux(args ...string) string {
	x.t.Helper()
	out, err := exec.Command("tmux", append([]string{"-S", x.socket}, args...)...).CombinedOutput()
	if err != nil {
		x.t.Fatalf("tmux %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// screen returns the lines on the screen, with the times and the session masked.
func (x *terminal) screen(flags ...string) string {
	text := x.tmux(append([]string{"capture-pane", "-p", "-t", ":"}, flags...)...)
	text = regexp.MustCompile(`\b\d+(\.\d+)?(ms|µs|s)\b`).ReplaceAllString(text, "TIME")
	text = regexp.MustCompile(`session [a-z0-9]{10}`).ReplaceAllString(text, "session ID")
	text = strings.ReplaceAll(text, x.dir, "DIR")
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n") + "\n"
}

// expect waits until the screen has a text and does not change any more, and records the screen under a name.
func (x *terminal) expect(name, text string) {
	x.t.Helper()
	deadline := time.Now().Add(30 * time.Second)
	for before, screen := "", x.screen(); screen != before || !strings.Contains(screen, text); before, screen = screen, x.screen() {
		if time.Now().After(deadline) {
			x.t.Fatalf("%s: %q does not appear on\n%s", name, text, screen)
		}
		time.Sleep(300 * time.Millisecond) // longer than a frame
	}
	x.record(name)
}

// record records all lines since the start, also those that have left the screen, but the first ones that are as before.
func (x *terminal) record(name string) {
	x.t.Helper()
	lines := strings.Split(strings.TrimLeft(x.screen("-S", "-"), "\n"), "\n")
	same := 0
	for same < min(len(lines), len(x.before)) && lines[same] == x.before[same] {
		same++
	}
	fmt.Fprintf(&x.screens, "-- %s: %d lines as before --\n%s", name, same, strings.Join(lines[same:], "\n"))
	x.before = lines
}

func (x *terminal) keys(keys ...string) {
	x.t.Helper()
	x.tmux(append([]string{"send-keys", "-t", ":"}, keys...)...)
}

// compare compares the recorded screens with the file.
func (x *terminal) compare(file string) {
	x.t.Helper()
	path := filepath.Join("testdata", "terminal", file)
	got := x.screens.String()
	if *update {
		if err := cmp.Or(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(got), 0o644)); err != nil {
			x.t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil || got != string(want) {
		x.t.Errorf("%v: the screens differ from %s; run go test -run %s -update if they should\n%s", err, path, x.t.Name(), got)
	}
}

// A conversation: an answer in Markdown, a call with its approval, an undo, and Ctrl-C.
func TestTerminalConversation(t *testing.T) {
	x := newTerminal(t, []fakemodel.Answer{
		{Text: "# Plan\n\nI **write** a file:\n\n- one\n- two\n\n```go\nfunc main() {}\n```\n", Calls: calls("patch_file", `{"path":"a.txt","old_text":"content of a","new_text":"new content"}`)},
		{Text: "Done."},
	})
	x.expect("the start", "/help")
	x.keys("write it", "Enter")
	x.expect("the approval", "Allow patch_file?")
	x.keys("y")
	x.expect("the end of the work", "Done.")
	x.keys("/undo", "Enter")
	x.expect("the undo", "restored a.txt")
	if text, err := os.ReadFile(filepath.Join(x.dir, "a.txt")); err != nil || string(text) != "content of a\n" {
		t.Errorf("the file is %q, %v", text, err)
	}
	x.keys("/policy", "Enter")
	x.expect("the policy", "Approvals: the user is asked")
	x.keys("Up", "Up", "Up")
	x.expect("the history", "› write it\n")
	x.keys("C-c")
	x.keys("C-c")
	x.expect("the end", "status 0")
	x.compare("conversation.txt")
}

// Ctrl-C stops the work; a second one leaves. The terminal is restored.
func TestTerminalInterrupt(t *testing.T) {
	x := newTerminal(t, []fakemodel.Answer{
		{Calls: calls("terminal", `{"command":"echo started; sleep 60"}`)}, {Text: "Never."},
	})
	x.expect("the start", "/help")
	x.keys("wait", "Enter")
	x.expect("the approval", "Allow terminal?")
	x.keys("y")
	x.expect("the call runs", "  started\n")
	x.keys("the draft")
	x.keys("C-c")
	x.expect("the work is stopped", "\nstopped\n")
	if screen := x.screen(); strings.Contains(screen, "stopping") || !strings.Contains(screen, "› the draft\n") {
		t.Errorf("after the work:\n%s", screen)
	}
	x.keys("C-c")
	x.keys("C-c")
	x.expect("the end", "status 0")
	if !strings.Contains(x.screen(), "\n echo") && !strings.Contains(x.screen(), " echo ") {
		t.Errorf("the terminal does not echo:\n%s", x.screen())
	}
}

// The window can change its size, and NO_COLOR removes all colours.
func TestTerminalSize(t *testing.T) {
	x := newTerminal(t, []fakemodel.Answer{
		{Text: strings.Repeat("many words ", 30), Calls: calls("read_file", `{"path":"missing.txt"}`)}, {Text: strings.Repeat("more words ", 30) + "end"},
		{Text: "| 名前 | value |\n|-|-|\n| 漢字 | a cell that is wider than the screen ✅ |\n", Calls: calls("write_file", `{"path":"漢字.txt","content":"`+strings.Repeat("漢字", 30)+`\n`+strings.Repeat(`a line\n`, 30)+`"}`)},
		{Text: "Ready."},
	}, "NO_COLOR=1")
	x.expect("the start", "/help")
	x.tmux("resize-window", "-x", "40", "-y", "24")
	time.Sleep(time.Second) // until the program has drawn the narrow screen
	x.keys("go", "Enter")
	x.expect("40 columns", "end")
	if coloured := regexp.MustCompile(`\x1b\[(\d+;)*3[0-8]`); coloured.MatchString(x.screen("-e")) {
		t.Errorf("there are colours:\n%q", x.screen("-e"))
	}
	x.tmux("set-buffer", "the first line\n\n"+strings.Repeat("漢字", 30)+"\n"+strings.Repeat("x", 100))
	x.tmux("paste-buffer", "-p", "-t", ":")
	x.expect("a pasted text", "xxxx")
	x.keys("Enter")
	x.expect("a question about many lines", "Allow write_file?")
	x.keys("n")
	x.expect("the end of the work", "Ready.")
	x.keys("Up")
	x.expect("the pasted text again", "› the first line")
	if requests := x.model.Requests(); !strings.Contains(requests[len(requests)-1], `the first line\n\n漢字`) {
		t.Errorf("the model got %s", requests[len(requests)-1])
	}
	x.keys("C-c")
	x.keys("/to")
	x.expect("the completion", "/tools ")
	x.keys("Tab")
	x.expect("the completed command", "› /tools")
	x.compare("narrow.txt")
}

// "Always" is valid for a tool that is not destructive, and for its calls only. A refusal can have a reason for the model.
func TestTerminalApproval(t *testing.T) {
	patch := `{"path":"a.txt","old_text":"content of a","new_text":"new content"}`
	x := newTerminal(t, []fakemodel.Answer{
		{Calls: calls("run_tests", `{}`)},
		{Calls: calls("run_tests", `{}`, "patch_file", patch)},
		{Calls: calls("patch_file", patch, "terminal", `{"command":"rm -rf ."}`)},
		{Text: "Done."},
	})
	x.expect("the start", "/help")
	x.keys("work", "Enter")
	x.expect("a tool that is not destructive", "Allow run_tests?")
	x.keys("a")
	x.expect("a destructive tool", "Allow patch_file?")
	x.keys("a") // does nothing
	x.keys("r")
	x.expect("the reason", "no, because ›")
	x.keys("use another word", "Enter")
	x.expect("the next call", "Allow patch_file?  [y]es")
	x.keys("y")
	x.expect("a command that looks destructive", "Allow terminal?")
	x.keys("a", "n")
	x.expect("the end of the work", "Done.")
	requests := x.model.Requests()
	if !strings.Contains(requests[2], "the user said no: use another word") || !strings.Contains(requests[3], "the user said no. ") {
		t.Errorf("the model does not see the reasons:\n%s\n%s", requests[2], requests[3])
	}
	if text, err := os.ReadFile(filepath.Join(x.dir, "a.txt")); err != nil || string(text) != "new content\n" {
		t.Errorf("the file is %q, %v", text, err)
	}
	x.compare("approval.txt")
}

// streamer is a model that sends the pieces of one answer, each after the one before it was received from the channel.
type streamer chan string

// ServeHTTP sends the pieces until the channel is closed.
func (s streamer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	for {
		select {
		case piece, ok := <-s:
			if !ok {
				fmt.Fprint(w, `data: {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}`+"\n\ndata: [DONE]\n\n")
				return
			}
			fmt.Fprintf(w, `data: {"choices": [{"index": 0, "delta": {"content": %q}}]}`+"\n\n", piece)
			w.(http.Flusher).Flush()
		case <-r.Context().Done():
			return
		}
	}
}

// The text of the model is shown while it arrives, in a window that changes its size; Ctrl-C keeps what has arrived.
func TestTerminalStreaming(t *testing.T) {
	model := make(streamer)
	x := newTerminalWith(t, model)
	x.expect("the start", "/help")
	x.keys("tell me", "Enter")
	model <- "# Words\n\nThe first words of a paragraph "
	x.expect("the first piece", "a paragraph")
	x.tmux("resize-window", "-x", "40", "-y", "12")
	time.Sleep(300 * time.Millisecond)
	model <- strings.Repeat("that has many words ", 8) + "so far"
	x.expect("40 columns", "so far")
	model <- " and more.\n\n```go\nfunc main() {\n"
	x.expect("the beginning of a block", "func main")
	model <- strings.Repeat("\tprintln(\"漢字\")\n", 12) + "\tend()\n"
	x.expect("more lines than the screen has", "end()")
	x.keys("C-c")
	x.expect("the work is stopped", "\nstopped\n")
	x.tmux("resize-window", "-x", "80", "-y", "24")
	x.keys("again", "Enter")
	model <- "Hello."
	close(model)
	x.expect("the next answer", "Hello.\n\n› Ask")
	x.compare("streaming.txt")
}

// The output of a running command is shown, and a text that is sent meanwhile waits until the work is done.
func TestTerminalWorking(t *testing.T) {
	x := newTerminal(t, []fakemodel.Answer{
		{Calls: calls("terminal", `{"command":"for i in 1 2 3 4 5 6 7; do echo line $i; done; while ! test -e go; do sleep 0.1; done"}`)},
		{Text: "The first answer."}, {Text: "The second answer."},
	})
	x.expect("the start", "/help")
	x.keys("first", "Enter")
	x.expect("the approval", "Allow terminal?")
	x.keys("y")
	x.expect("the output", "line 7")
	x.keys("second", "Enter", "a draft")
	x.expect("a text that waits", "then › second")
	if err := os.WriteFile(filepath.Join(x.dir, "go"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	x.expect("the end of the work", "The second answer.")
	x.compare("working.txt")
}

// Keys that are typed when a question appears do not answer it.
func TestTerminalTyping(t *testing.T) {
	x := newTerminal(t, []fakemodel.Answer{
		{Calls: calls("terminal", `{"command":"sleep 1"}`)}, {Calls: calls("patch_file", `{"path":"a.txt","old_text":"content of a","new_text":"new"}`)}, {Text: "Done."},
	})
	x.expect("the start", "/help")
	x.keys("write", "Enter")
	x.expect("the approval", "Allow terminal?")
	x.keys("y")
	for deadline := time.Now().Add(30 * time.Second); !strings.Contains(x.screen(), "Allow patch_file?"); time.Sleep(100 * time.Millisecond) {
		x.keys("y")
		if time.Now().After(deadline) {
			t.Fatalf("no question:\n%s", x.screen())
		}
	}
	x.keys("y")
	time.Sleep(time.Second)
	if text, err := os.ReadFile(filepath.Join(x.dir, "a.txt")); err != nil || string(text) != "content of a\n" || !strings.Contains(x.screen(), "› yyy") {
		t.Errorf("the question was answered: %q, %v\n%s", text, err, x.screen())
	}
	x.keys("y")
	x.expect("the end of the work", "Done.")
}
