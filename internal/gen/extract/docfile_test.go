//go:build unix

package extract_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/toolgen/toolgen/internal/gen/diag"
)

// TestDocFile reads description files with the line endings and the byte order
// mark of different systems.
func TestDocFile(t *testing.T) {
	for _, test := range []struct {
		reason, content, want string
		problem, fix          string
	}{
		{reason: "a plain file", content: "Does it.\n\nWell.\n", want: "Does it.\n\nWell."},
		{reason: "line ends of Windows", content: "Does it.\r\n\r\nWell.\r\n", want: "Does it.\n\nWell."},
		{reason: "a byte order mark", content: "\ufeffDoes it.\n", want: "Does it."},
		{reason: "no UTF-8", content: "Does it\xff.\n", problem: "doc.md is not valid UTF-8", fix: "save it as UTF-8"},
		{reason: "nothing", content: "", problem: "doc.md is empty", fix: "write the description into it, or remove the directive"},
		{reason: "nothing but white space", content: "\ufeff\r\n \n", problem: "doc.md is empty", fix: "write the description into it, or remove the directive"},
	} {
		t.Run(test.reason, func(t *testing.T) {
			root := writeModule(t)
			writeFile(t, filepath.Join(root, "a.go"), []byte("package a\n\n//tool:register\n//tool:doc doc.md\nfunc Do() {}\n"))
			writeFile(t, filepath.Join(root, "doc.md"), []byte(test.content))
			models, problems := extractModule(t, root, ".")
			if test.problem == "" {
				if len(problems) > 0 || models[0].Tools[0].Description != test.want {
					t.Fatalf("got %q, %v; want %q", models[0].Tools[0].Description, problems, test.want)
				}
				return
			}
			if len(problems) != 1 || problems[0].Code != diag.MissingDoc || !strings.Contains(problems[0].Message, test.problem) || problems[0].Fix != test.fix {
				t.Errorf("got %v, want one problem: %s", problems, test.problem)
			}
		})
	}
}

// TestDocFileOutside refuses description files that are not files of the module, also by a link.
func TestDocFileOutside(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "secret.md")
	writeFile(t, outside, []byte("secret"))
	large := strings.Repeat("x", 2<<20)
	for reason, test := range map[string]struct {
		name    string
		prepare func(root string) error
		problem string
	}{
		"a link out of the module": {"doc.md", func(root string) error { return os.Symlink(outside, filepath.Join(root, "doc.md")) }, "leads out of the module"},
		"a link to a device":       {"doc.md", func(root string) error { return os.Symlink("/dev/zero", filepath.Join(root, "doc.md")) }, "leads out of the module"},
		"a relative link": {"doc.md", func(root string) error {
			return os.Symlink("../../../../../../../../../../etc/hostname", filepath.Join(root, "doc.md"))
		}, "leads out of the module"},
		"a link of a directory": {"docs/secret.md", func(root string) error { return os.Symlink(filepath.Dir(outside), filepath.Join(root, "docs")) }, "leads out of the module"},
		"a pipe":                {"doc.md", func(root string) error { return syscall.Mkfifo(filepath.Join(root, "doc.md"), 0o600) }, "not a regular file"},
		"a directory":           {"doc.md", func(root string) error { return os.Mkdir(filepath.Join(root, "doc.md"), 0o700) }, "not a regular file"},
		"a large file":          {"doc.md", func(root string) error { return os.WriteFile(filepath.Join(root, "doc.md"), []byte(large), 0o600) }, "larger than"},
	} {
		t.Run(reason, func(t *testing.T) {
			root := writeModule(t)
			writeFile(t, filepath.Join(root, "a.go"), []byte("package a\n\n//tool:register\n//tool:doc "+test.name+"\nfunc Do() {}\n"))
			if err := test.prepare(root); err != nil {
				t.Fatal(err)
			}
			_, problems := extractModule(t, root, ".")
			if len(problems) != 1 || problems[0].Code != diag.MissingDoc || !strings.Contains(problems[0].Message, test.problem) {
				t.Errorf("got %v, want one problem: %s", problems, test.problem)
			}
		})
	}
	root := writeModule(t)
	writeFile(t, filepath.Join(root, "a.go"), []byte("package a\n\n//line "+filepath.Dir(outside)+"/evil.go:7\n\n//tool:register\n//tool:doc secret.md\nfunc Do() {}\n"))
	if _, problems := extractModule(t, root, "."); len(problems) != 1 || problems[0].Code != diag.MissingDoc || problems[0].Pos.Filename != filepath.Join(root, "a.go") || problems[0].Pos.Line != 6 {
		t.Errorf("a description next to the file of a comment //line: %v", problems)
	}
	root = writeModule(t)
	writeFile(t, filepath.Join(root, "sub/a.go"), []byte("package a\n\n//tool:register\n//tool:doc docs/link.md\nfunc Do() {}\n"))
	writeFile(t, filepath.Join(root, "texts/real.md"), []byte("Inside."))
	if err := errors.Join(os.Mkdir(filepath.Join(root, "sub/docs"), 0o700), os.Symlink("../../texts/real.md", filepath.Join(root, "sub/docs/link.md"))); err != nil {
		t.Fatal(err)
	}
	if models, problems := extractModule(t, root, "./sub"); len(problems) > 0 || models[0].Tools[0].Description != "Inside." {
		t.Errorf("a link inside the module: %v", problems)
	}
}
