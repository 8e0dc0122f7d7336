package file_test

import (
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// On a full disk, the old content stays and no partial file is left.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=256k"); err != nil {
		t.Skipf("cannot mount a small file system: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	w := fixtureIn(t, dir)
	w.writeFile("a", "one\n")
	w.read("a")
	want := wantFailure{runtime.ExecutionFailed, "path", "", []string{"the disk is full"}}
	large := strings.Repeat("x", 1<<20)
	w.mustFail("an existing file", w.call("write_file", args{"path": "a", "content": large}), want)
	w.mustFail("a new file", w.call("write_file", args{"path": "new/deep/b", "content": large}), want)
	w.mustFail("a patch", w.call("patch_file", args{"path": "a", "old_text": "one", "new_text": large}), want)
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 || w.readFile("a") != "one\n" {
		t.Errorf("%v, %v, and the file has %.20q", entries, err, w.readFile("a"))
	}
	w.mustSucceed(w.call("write_file", args{"path": "a", "content": "fits"}))
}
