package terminal_test

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/terminal"
)

func TestLosses(t *testing.T) {
	exempt := []string{"build", "web/dist/"}
	for _, test := range []struct{ command, dir, want string }{
		{"rm -rf internal", ".", "removes files: rm -rf internal"},
		{"go test ./... && rm a.go", ".", "removes files: rm a.go"},
		{"rm -rf build", ".", ""},
		{"rm -rf build/a 'build/b c' web/dist", ".", ""},
		{"rm -rf dist", "web", ""},
		{"rm -rf build ../src", ".", "removes files: rm -rf build ../src"},
		{"rm -rf build/../src", ".", "removes files: rm -rf build/../src"},
		{"rm -rf buildings", ".", "removes files: rm -rf buildings"},
		{"rm -rf build/$X", ".", "removes files: rm -rf …"},
		{"cd src && rm -rf build", ".", "removes files: rm -rf build"},
		{"rm -rf /build", ".", "removes files: rm -rf /build"},
		{"find . -name '*.o' -delete", ".", "removes files: find . -name *.o -delete"},
		{"find build -delete", ".", ""},
		{"git checkout -- a.go", ".", "discards uncommitted changes: git checkout -- a.go"},
		{"git restore a.go; git push origin main", ".", "discards uncommitted changes: git restore a.go|publishes commits: git push origin main"},
		{"sudo rm x", ".", "removes files: sudo rm x"},
		{"git checkout main; git status; echo rm -rf /", ".", ""},
		{"ls | grep rm", ".", ""},
		{"rm '", ".", ""},
		{"git -C sub -c a=b push origin", ".", "publishes commits: git -C sub -c a=b push origin"},
		{"git push --dry-run; git restore --staged a.go; git clean -n", ".", ""},
		{"git stash clear", ".", "discards stashed changes: git stash clear"},
		{"git branch -D work", ".", "removes a branch with its commits: git branch -D work"},
		{"sh -c 'rm -rf src'", ".", "removes files: rm -rf src"},
		{"find . -name '*.o' -exec rm {} +", ".", "removes files: rm {} +"},
		{"find . -exec ls {} +; bash script.sh", ".", ""},
	} {
		if got := strings.Join(terminal.Losses(test.command, test.dir, exempt), "|"); got != test.want {
			t.Errorf("%s in %s: %q, want %q", test.command, test.dir, got, test.want)
		}
	}
}

func TestOverwrites(t *testing.T) {
	for _, test := range []struct{ command, dir, want string }{
		{"echo x > a.txt; date >> log", "", "a.txt"},
		{"go test ./... >out.txt 2>&1", "sub", "sub/out.txt"},
		{"go build -o /dev/null . > /dev/null", "", ""},
		{"cp a.txt b.txt", "", "b.txt b.txt/a.txt"},
		{"mv src/a dir/", "", "dir dir/a"},
		{"cp -n a b", "", ""},
		{"echo x | tee a b; echo x | tee -a c", "", "a b"},
		{"dd if=a of=b", "", "b"},
		{"cd src && echo > a", "", ""},
		{"echo > $A; echo > '", "", ""},
		{"echo > \"$A\"", "", ""},
	} {
		if got := strings.Join(terminal.Overwrites(test.command, test.dir), " "); got != test.want {
			t.Errorf("%s in %s: %q, want %q", test.command, test.dir, got, test.want)
		}
	}
}
