package store_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/toolgen/toolgen/builtin/store"
)

// diskReport is what fillDisk observed. Skip is the reason why it could not
// run.
type diskReport struct {
	Skip          string
	FirstFailure  outcome // the outcome of the first call that failed
	Before, After int     // the number of confirmed notes, and of notes in the file after the failure
	Integrity     string  // the result of SQLite's integrity check
	Retry         string  // the code of a call after space was freed; empty for success
}

func init() { childRoles["fill the disk"] = fillDisk }

// fillDisk writes to a file system of one megabyte, which only this process
// sees, until it is full. Then it frees space and writes again.
func fillDisk(dir string) error {
	report := diskReport{}
	defer func() { _ = json.NewEncoder(os.Stdout).Encode(report) }()
	if err := errors.Join(syscall.Mount("none", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""), syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=1m")); err != nil {
		report.Skip = err.Error()
		return nil
	}
	ballast := filepath.Join(dir, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 256<<10), 0o600); err != nil {
		return err
	}
	s, err := store.Open(filepath.Join(dir, "store.db"), nil)
	if err != nil {
		return err
	}
	write := func(i int) outcome {
		r := invokeTool(context.Background(), s, "memory_write", fmt.Sprintf(`{"key":"k%d","content":%q}`, i, strings.Repeat("x", store.MaxNoteChars)))
		return outcome{Code: string(r.Code), Reason: r.Reason, Text: r.Error}
	}
	for ; report.FirstFailure.Code == "" && report.Before < store.MaxNotes; report.Before++ {
		report.FirstFailure = write(report.Before)
	}
	report.Before-- // the last one failed
	if err := s.DB().QueryRow("SELECT count(*) FROM memory").Scan(&report.After); err != nil {
		return err
	}
	if err := s.DB().QueryRow("PRAGMA integrity_check").Scan(&report.Integrity); err != nil {
		return err
	}
	if err := os.Remove(ballast); err != nil {
		return err
	}
	report.Retry = write(0).Code
	return s.Close()
}

func TestFullDisk(t *testing.T) {
	t.Parallel()
	command := childCommand(os.Args[0], "fill the disk", t.TempDir())
	command.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
	if os.Getuid() != 0 {
		command.SysProcAttr = &syscall.SysProcAttr{
			Cloneflags:  syscall.CLONE_NEWNS | syscall.CLONE_NEWUSER,
			UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}}, GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
		}
	}
	out, err := command.Output()
	if errors.Is(err, syscall.EPERM) {
		t.Skipf("cannot mount a file system: %v", err)
	}
	var got diskReport
	if err := errors.Join(err, json.Unmarshal(out, &got)); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if got.Skip != "" {
		t.Skipf("cannot mount a file system: %s", got.Skip)
	}
	if got.FirstFailure.Code != "execution_failed" || got.FirstFailure.Reason != store.ReasonFull {
		t.Errorf("the first call on a full disk: %+v", got.FirstFailure)
	}
	if got.Before < 10 || got.After != got.Before || got.Integrity != "ok" || got.Retry != "" {
		t.Errorf("confirmed notes, integrity and the call after space was freed: %+v", got)
	}
}

// Open, or the first write, fails for a file without permission. The superuser
// can write all files, so a child process of another user opens them.
func TestFilesWithoutPermission(t *testing.T) {
	t.Parallel()
	dir, err := os.MkdirTemp("", "store") // other users cannot open t.TempDir
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, name := range []string{"directory", "unreadable"} {
			_ = os.Chmod(filepath.Join(dir, name), 0o700)
		}
		_ = os.RemoveAll(dir)
	})
	program := copyProgram(t, dir)
	for name, modes := range map[string][2]os.FileMode{
		"file": {0o777, 0o444}, "directory": {0o555, 0o444}, "unreadable": {0o777, 0o000}, "missing": {0o555, 0},
	} {
		sub := filepath.Join(dir, name)
		if name == "missing" {
			if err := os.Mkdir(sub, modes[0]); err != nil {
				t.Fatal(err)
			}
			continue
		}
		s := open(t, filepath.Join(sub, "store.db"), nil)
		if err := errors.Join(callAll(s, "memory_write", `{"key":"k","content":"before"}`), s.Close(),
			os.Chmod(filepath.Join(sub, "store.db"), modes[1]), os.Chmod(sub, modes[0])); err != nil {
			t.Fatal(err)
		}
	}
	command := childCommand(program, "read and write files", dir)
	command.Dir = dir
	if os.Getuid() == 0 {
		command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
	out, err := command.Output()
	var got map[string][2]outcome
	if err := errors.Join(err, json.Unmarshal(out, &got)); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for name, want := range map[string][2]outcome{
		"file/store.db":              {{}, {Code: "execution_failed", Reason: store.ReasonReadOnly}},
		"directory/store.db":         {{Open: store.ReasonReadOnly}, {Open: store.ReasonReadOnly}},
		"unreadable/store.db":        {{Open: store.ReasonUnreachable}, {Open: store.ReasonUnreachable}},
		"missing/directory/store.db": {{Open: store.ReasonReadOnly}, {Open: store.ReasonReadOnly}},
	} {
		for i, got := range got[name] {
			text := got.Text
			if got.Text = ""; got != want[i] {
				t.Errorf("%s, attempt %d: %+v, want %+v (%s)", name, i+1, got, want[i], text)
			}
		}
	}
}

// copyProgram copies the test program to a directory where other users can
// start it.
func copyProgram(t *testing.T, dir string) string {
	t.Helper()
	program := filepath.Join(dir, "program")
	data, err := os.ReadFile(os.Args[0])
	if err := errors.Join(err, os.Chmod(dir, 0o755), os.WriteFile(program, data, 0o755)); err != nil {
		t.Fatal(err)
	}
	if err := exec.Command(program, "-test.list", "^$").Run(); err != nil {
		t.Skipf("cannot start a program in %s: %v", dir, err)
	}
	return program
}
