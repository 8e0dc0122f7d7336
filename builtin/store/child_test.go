package store_test

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/store"
	"github.com/toolgen/toolgen/runtime"
)

// roleVariable is the environment variable with the role of a child process of
// the tests. The last argument of the child is a path.
const roleVariable = "STORE_TEST_CHILD"

// childRoles are the functions that a child process can run. The test reads
// what they print.
var childRoles = map[string]func(path string) error{
	"write until killed":     writeUntilKilled,
	"write a share":          writeShare,
	"hold the lock":          func(path string) error { return holdLock(path, "BEGIN IMMEDIATE") },
	"hold an exclusive lock": func(path string) error { return holdLock(path, "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE") },
	"read and write files":   readAndWriteFiles,
}

func TestMain(m *testing.M) {
	role := os.Getenv(roleVariable)
	if role == "" {
		os.Exit(m.Run())
	}
	if err := childRoles[role](os.Args[len(os.Args)-1]); err != nil {
		fmt.Println("failed:", err)
		os.Exit(1)
	}
}

// childCommand returns the command for a child process with a role. It is not
// started.
func childCommand(program, role, path string) *exec.Cmd {
	command := exec.Command(program, path)
	command.Env = append(os.Environ(), roleVariable+"="+role)
	command.Stderr = os.Stderr
	return command
}

// childProcess is a running child process. lines reads its output; closing
// stdin ends it.
type childProcess struct {
	command *exec.Cmd
	stdin   io.Closer
	lines   *bufio.Scanner
}

// startChild starts a child process. The cleanup of the test kills it.
func startChild(t *testing.T, role, path string) *childProcess {
	t.Helper()
	command := childCommand(os.Args[0], role, path)
	stdin, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Kill()
		_ = command.Wait()
	})
	return &childProcess{command, stdin, bufio.NewScanner(stdout)}
}

// readLine returns the next line of the child's output.
func (c *childProcess) readLine(t *testing.T) string {
	t.Helper()
	if !c.lines.Scan() {
		t.Fatalf("the child process has ended: %v", c.lines.Err())
	}
	return c.lines.Text()
}

// release closes the child's input and waits for its end.
func (c *childProcess) release(t *testing.T) {
	t.Helper()
	_ = c.stdin.Close()
	if err := c.command.Wait(); err != nil {
		t.Errorf("the child process: %v", err)
	}
}

// invokeTool calls a tool for the personality ada, without a testing.T.
func invokeTool(ctx context.Context, s *store.Store, name, arguments string) runtime.Result {
	registry := runtime.NewRegistry(nil)
	for _, tool := range store.StoreTools(s) {
		tool := *tool
		tool.Shutdown = nil
		if err := registry.Register(&tool); err != nil {
			return runtime.FromError(err)
		}
	}
	return registry.ExecuteParallel(ctx, []runtime.ToolCall{{ID: "1", Name: name, Args: json.RawMessage(arguments)}}, turn())[0].Result
}

// callAll calls tools until one fails. Every call is a pair of a tool's name
// and its arguments.
func callAll(s *store.Store, calls ...string) error {
	for i := 0; i < len(calls); i += 2 {
		if r := invokeTool(context.Background(), s, calls[i], calls[i+1]); !r.OK {
			return fmt.Errorf("%s %s: %s (%s)", calls[i], calls[i+1], r.Error, r.Reason)
		}
	}
	return nil
}

// writeUntilKilled makes numbered changes, and prints a number after the store
// has confirmed the changes with that number. It continues at the number of
// tickets in the file.
func writeUntilKilled(path string) error {
	s, err := store.Open(path, nil)
	if err != nil {
		return err
	}
	var i int
	if err := s.DB().QueryRow("SELECT count(*) FROM tickets").Scan(&i); err != nil {
		return err
	}
	for ; i < store.MaxTickets; i++ {
		pair := []store.Message{{Personality: "ada", Session: "past", Role: "user", Text: fmt.Sprintf("question %d", i)}}
		pair = append(pair, store.Message{Personality: "ada", Session: "past", Role: "assistant", Text: fmt.Sprintf("answer %d", i)})
		if err := s.AppendMessages(context.Background(), pair...); err != nil {
			return err
		}
		err := callAll(s, "memory_write", fmt.Sprintf(`{"key":"k%d","content":"v%d"}`, i%100, i), "kanban_add", fmt.Sprintf(`{"title":"%d"}`, i))
		if err != nil {
			return err
		}
		fmt.Println(i)
	}
	return nil
}

// shareSize is the number of times that writeShare repeats its changes.
const shareSize = 12

// writeShare makes changes to a note, to a list and to a board that other
// processes change at the same time.
func writeShare(path string) error {
	s, err := store.Open(path, nil)
	if err != nil {
		return err
	}
	for i := range shareSize {
		err := callAll(s, "kanban_add", `{"title":"shared"}`, "memory_write", `{"key":"shared","action":"append","content":"x"}`,
			"todo_add", `{"items":["a"]}`, "todo_update", fmt.Sprintf(`{"id":%d,"status":"in_progress"}`, i+1))
		if err != nil {
			return err
		}
	}
	return s.Close()
}

// holdLock opens the file without a store, takes a lock, prints a line and keeps
// the lock until its input ends.
func holdLock(path, statement string) error {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(1)
	if _, err := db.Exec(statement); err != nil {
		return err
	}
	fmt.Println("held")
	_, err = io.Copy(io.Discard, os.Stdin)
	return errors.Join(err, db.Close())
}

// outcome is the result of openAndCall: the reason of an error of Open, or the
// code, reason and text of the result of a call.
type outcome struct {
	Open, Code, Reason, Text string
}

// openAndCall opens a store and calls a tool.
func openAndCall(path, tool, arguments string) (o outcome) {
	s, err := store.Open(path, nil)
	if err != nil {
		o.Open = "no reason"
		if failure, ok := errors.AsType[*runtime.Error](err); ok {
			o.Open = failure.Reason
		}
		o.Text = err.Error()
		return o
	}
	defer s.Close()
	r := invokeTool(context.Background(), s, tool, arguments)
	return outcome{Code: string(r.Code), Reason: r.Reason, Text: r.Error}
}

// readAndWriteFiles opens each file below a directory, reads and writes a note, and
// prints the outcomes.
func readAndWriteFiles(dir string) error {
	all := map[string][2]outcome{}
	for _, name := range strings.Fields("file/store.db directory/store.db unreadable/store.db missing/directory/store.db") {
		path := filepath.Join(dir, name)
		all[name] = [2]outcome{openAndCall(path, "memory_read", `{}`), openAndCall(path, "memory_write", `{"key":"k","content":"v"}`)}
	}
	return json.NewEncoder(os.Stdout).Encode(all)
}
