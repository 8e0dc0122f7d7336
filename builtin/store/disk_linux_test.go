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

// filled is what a child met on a full disk.
type filled struct {
	Skip          string
	First         outcome // the first call that failed
	Before, After int     // notes acknowledged, and notes found after it
	Intact        string
	Again         string // what came of a call once there was room
}

func init() { roles["fill the disk"] = fillTheDisk }

// fillTheDisk writes to a file system of one megabyte, which only this process
// sees, until it is full, then makes room.
func fillTheDisk(dir string) error {
	report := filled{}
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
		r := invoke(context.Background(), s, "memory_write", fmt.Sprintf(`{"key":"k%d","content":%q}`, i, strings.Repeat("x", store.MaxNoteChars)))
		return outcome{Code: string(r.Code), Reason: r.Reason, Text: r.Error}
	}
	for ; report.First.Code == "" && report.Before < store.MaxNotes; report.Before++ {
		report.First = write(report.Before)
	}
	report.Before-- // the last one failed
	if err := s.DB().QueryRow("SELECT count(*) FROM memory").Scan(&report.After); err != nil {
		return err
	}
	if err := s.DB().QueryRow("PRAGMA integrity_check").Scan(&report.Intact); err != nil {
		return err
	}
	if err := os.Remove(ballast); err != nil {
		return err
	}
	report.Again = write(0).Code
	return s.Close()
}

func TestFullDisk(t *testing.T) {
	t.Parallel()
	command := child(os.Args[0], "fill the disk", t.TempDir())
	command.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
	if os.Getuid() != 0 {
		command.SysProcAttr = &syscall.SysProcAttr{
			Cloneflags:  syscall.CLONE_NEWNS | syscall.CLONE_NEWUSER,
			UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}}, GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
		}
	}
	out, err := command.Output()
	if errors.Is(err, syscall.EPERM) {
		t.Skipf("no file system can be mounted here: %v", err)
	}
	var got filled
	if err := errors.Join(err, json.Unmarshal(out, &got)); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if got.Skip != "" {
		t.Skipf("no file system can be mounted here: %s", got.Skip)
	}
	if got.First.Code != "execution_failed" || got.First.Reason != store.ReasonFull {
		t.Errorf("the first call without room: %+v", got.First)
	}
	if got.Before < 10 || got.After != got.Before || got.Intact != "ok" || got.Again != "" {
		t.Errorf("of what was acknowledged before, and with room again: %+v", got)
	}
}

// Files and directories that may not be written, or not even read. The superuser
// may do everything, so another user tries.
func TestFilesOfOthers(t *testing.T) {
	t.Parallel()
	dir, err := os.MkdirTemp("", "store") // t.TempDir is closed to other users
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, name := range []string{"directory", "closed"} {
			_ = os.Chmod(filepath.Join(dir, name), 0o700)
		}
		_ = os.RemoveAll(dir)
	})
	program := copyOf(t, dir)
	for name, modes := range map[string][2]os.FileMode{
		"file": {0o777, 0o444}, "directory": {0o555, 0o444}, "closed": {0o777, 0o000}, "missing": {0o555, 0},
	} {
		sub := filepath.Join(dir, name)
		if name == "missing" {
			if err := os.Mkdir(sub, modes[0]); err != nil {
				t.Fatal(err)
			}
			continue
		}
		s := open(t, filepath.Join(sub, "store.db"), nil)
		if err := errors.Join(done(s, "memory_write", `{"key":"k","content":"before"}`), s.Close(),
			os.Chmod(filepath.Join(sub, "store.db"), modes[1]), os.Chmod(sub, modes[0])); err != nil {
			t.Fatal(err)
		}
	}
	command := child(program, "try to write", dir)
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
		"closed/store.db":            {{Open: store.ReasonUnreachable}, {Open: store.ReasonUnreachable}},
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

// copyOf is a copy of this program where other users can start it.
func copyOf(t *testing.T, dir string) string {
	t.Helper()
	program := filepath.Join(dir, "program")
	data, err := os.ReadFile(os.Args[0])
	if err := errors.Join(err, os.Chmod(dir, 0o755), os.WriteFile(program, data, 0o755)); err != nil {
		t.Fatal(err)
	}
	if err := exec.Command(program, "-test.list", "^$").Run(); err != nil {
		t.Skipf("no program can be started from %s: %v", dir, err)
	}
	return program
}
