package file_test

import (
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// On a full disk the old content stays, and nothing is left half-written.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=256k"); err != nil {
		t.Skipf("no small disk can be mounted here: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	w := worldIn(t, dir)
	w.put("a", "one\n")
	want := failure{runtime.ExecutionFailed, "file_path", "", []string{"the disk is full"}}
	large := strings.Repeat("x", 1<<20)
	w.fails("a file that exists", w.call("write_file", args{"file_path": "a", "content": large}), want)
	w.fails("a new one", w.call("write_file", args{"file_path": "new/deep/b", "content": large}), want)
	w.fails("a patch", w.call("patch_file", args{"file_path": "a", "old_text": "one", "new_text": large}), want)
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 || w.content("a") != "one\n" {
		t.Errorf("%v, %v, and the file has %.20q", entries, err, w.content("a"))
	}
	w.ok(w.call("write_file", args{"file_path": "a", "content": "fits"}))
}
