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

// roleVariable names what a child process of the tests does, with the path that
// is its last argument.
const roleVariable = "STORE_TEST_CHILD"

// roles are what children do. What they print is read by the test.
var roles = map[string]func(path string) error{
	"write for ever":  writeForEver,
	"do a share":      doAShare,
	"hold the lock":   func(path string) error { return hold(path, "BEGIN IMMEDIATE") },
	"hold everything": func(path string) error { return hold(path, "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE") },
	"try to write":    tryToWrite,
}

func TestMain(m *testing.M) {
	role := os.Getenv(roleVariable)
	if role == "" {
		os.Exit(m.Run())
	}
	if err := roles[role](os.Args[len(os.Args)-1]); err != nil {
		fmt.Println("failed:", err)
		os.Exit(1)
	}
}

// child is a process of the tests with that role, not started yet.
func child(program, role, path string) *exec.Cmd {
	command := exec.Command(program, path)
	command.Env = append(os.Environ(), roleVariable+"="+role)
	command.Stderr = os.Stderr
	return command
}

// started is a child at work: what it prints, line by line, and what ends it.
type started struct {
	command *exec.Cmd
	stdin   io.Closer
	lines   *bufio.Scanner
}

// start starts a child, which is killed at the end of the test if not before.
func start(t *testing.T, role, path string) *started {
	t.Helper()
	command := child(os.Args[0], role, path)
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
	return &started{command, stdin, bufio.NewScanner(stdout)}
}

// line is the next line that the child prints.
func (c *started) line(t *testing.T) string {
	t.Helper()
	if !c.lines.Scan() {
		t.Fatalf("the child has ended: %v", c.lines.Err())
	}
	return c.lines.Text()
}

// release lets the child go on and waits for its end.
func (c *started) release(t *testing.T) {
	t.Helper()
	_ = c.stdin.Close()
	if err := c.command.Wait(); err != nil {
		t.Errorf("the child: %v", err)
	}
}

// invoke calls a tool where there is no test, as ada.
func invoke(ctx context.Context, s *store.Store, name, arguments string) runtime.Result {
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

// done calls tools with arguments, two texts each, until one fails.
func done(s *store.Store, calls ...string) error {
	for i := 0; i < len(calls); i += 2 {
		if r := invoke(context.Background(), s, calls[i], calls[i+1]); !r.OK {
			return fmt.Errorf("%s %s: %s (%s)", calls[i], calls[i+1], r.Error, r.Reason)
		}
	}
	return nil
}

// writeForEver makes one change after the other, and prints a number when what
// has that number is acknowledged. It goes on where the file ends.
func writeForEver(path string) error {
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
		err := done(s, "memory_write", fmt.Sprintf(`{"key":"k%d","content":"v%d"}`, i%100, i), "kanban_add", fmt.Sprintf(`{"title":"%d"}`, i))
		if err != nil {
			return err
		}
		fmt.Println(i)
	}
	return nil
}

// sharePart is how often a child that does a share does each thing.
const sharePart = 12

// doAShare makes changes to what others change, too.
func doAShare(path string) error {
	s, err := store.Open(path, nil)
	if err != nil {
		return err
	}
	for i := range sharePart {
		err := done(s, "kanban_add", `{"title":"shared"}`, "memory_write", `{"key":"shared","action":"append","content":"x"}`,
			"todo_add", `{"items":["a"]}`, "todo_update", fmt.Sprintf(`{"id":%d,"status":"in_progress"}`, i+1))
		if err != nil {
			return err
		}
	}
	return s.Close()
}

// hold opens the file by SQLite alone, takes a lock, says so and keeps it until
// its input ends.
func hold(path, statement string) error {
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

// outcome is what became of a call.
type outcome struct {
	Open, Code, Reason, Text string
}

// attempt opens a store and calls a tool.
func attempt(path, tool, arguments string) (o outcome) {
	s, err := store.Open(path, nil)
	if err != nil {
		o.Open = "failed for another reason"
		if failure, ok := errors.AsType[*runtime.Error](err); ok {
			o.Open = failure.Reason
		}
		o.Text = err.Error()
		return o
	}
	defer s.Close()
	r := invoke(context.Background(), s, tool, arguments)
	return outcome{Code: string(r.Code), Reason: r.Reason, Text: r.Error}
}

// tryToWrite tries each file of a directory, and prints what became of it.
func tryToWrite(dir string) error {
	all := map[string][2]outcome{}
	for _, name := range strings.Fields("file/store.db directory/store.db closed/store.db missing/directory/store.db") {
		path := filepath.Join(dir, name)
		all[name] = [2]outcome{attempt(path, "memory_read", `{}`), attempt(path, "memory_write", `{"key":"k","content":"v"}`)}
	}
	return json.NewEncoder(os.Stdout).Encode(all)
}
