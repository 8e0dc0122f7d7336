//go:build unix

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/toolgen/toolgen/examples/agent/internal/fakemodel"
	"github.com/toolgen/toolgen/examples/agent/internal/loop"
)

// A signal stops a run with the status of a shell, and the session can be continued.
func TestRunIsStopped(t *testing.T) {
	for stop, want := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143, syscall.SIGHUP: 129} {
		if signal.Ignored(stop) {
			continue // nohup started the tests, and the agent ignores what its parent ignores
		}
		model := make(streamer)
		server := httptest.NewServer(model)
		defer server.Close()
		data := t.TempDir()
		cmd := exec.Command(os.Args[0], "run", "--model", "openai:test", "--dir", newDir(t), "--data", data, "tell me")
		cmd.Env = append(os.Environ(), "AGENT_TEST_PROCESS=1", "OPENAI_BASE_URL="+server.URL)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		stdout, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		model <- "the first words"
		for lines := bufio.NewScanner(stdout); lines.Scan(); {
			var e loop.Event
			if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
				t.Fatalf("%v: %s", err, lines.Text())
			}
			if e.Kind == loop.EventText {
				_ = cmd.Process.Signal(stop)
			}
		}
		var exit *exec.ExitError
		id := sessions(t, data)[0].ID
		if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != want || stderr.String() != "agent: stopped; --session "+id+" continues the session\n" {
			t.Errorf("%v: %v, want %d; %s", stop, err, want, stderr.String())
		}
	}
}

// A signal ends the agent in a terminal with the status of a shell: the terminal is restored, and the session is saved.
func TestTerminalIsStopped(t *testing.T) {
	x := newTerminal(t, []fakemodel.Answer{{Calls: calls("terminal", `{"command":"echo started; sleep 60"}`)}, {Text: "Never."}})
	x.expect("the start", "/help")
	x.keys("wait", "Enter")
	x.expect("the approval", "Allow terminal?")
	x.keys("y")
	x.expect("the call runs", "  started\n")
	text, err := os.ReadFile(filepath.Join(x.data, "pid"))
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(pid, syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	x.expect("the end", "status 143")
	if screen := x.screen(); !strings.Contains(screen, "\n echo") || !strings.Contains(screen, "agent: stopped; --session ") {
		t.Errorf("the terminal is not restored:\n%s", screen)
	}
	if all := sessions(t, x.data); len(all) != 1 || all[0].Title != "wait" {
		t.Errorf("the sessions are %+v", all)
	}
}
