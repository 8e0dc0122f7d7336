package extract_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/gen/diag"
)

// TestDocFile reads descriptions as editors of all systems leave them.
func TestDocFile(t *testing.T) {
	for _, test := range []struct {
		reason, content, want string
		problem, mend         string
	}{
		{reason: "a plain file", content: "Does it.\n\nWell.\n", want: "Does it.\n\nWell."},
		{reason: "line ends of Windows", content: "Does it.\r\n\r\nWell.\r\n", want: "Does it.\n\nWell."},
		{reason: "a byte order mark", content: "\ufeffDoes it.\n", want: "Does it."},
		{reason: "no UTF-8", content: "Does it\xff.\n", problem: "doc.md is not valid UTF-8", mend: "save it as UTF-8"},
		{reason: "nothing", content: "", problem: "doc.md is empty", mend: "write the description into it, or remove the directive"},
		{reason: "nothing but white space", content: "\ufeff\r\n \n", problem: "doc.md is empty", mend: "write the description into it, or remove the directive"},
	} {
		t.Run(test.reason, func(t *testing.T) {
			root := writeModule(t)
			writeFile(t, filepath.Join(root, "a.go"), []byte("package a\n\n//tool:register\n//tool:doc doc.md\nfunc Do() {}\n"))
			writeFile(t, filepath.Join(root, "doc.md"), []byte(test.content))
			models, problems := extracted(t, root, ".")
			if test.problem == "" {
				if len(problems) > 0 || models[0].Tools[0].Description != test.want {
					t.Fatalf("got %q, %v; want %q", models[0].Tools[0].Description, problems, test.want)
				}
				return
			}
			if len(problems) != 1 || problems[0].Code != diag.MissingDoc || !strings.Contains(problems[0].Message, test.problem) || problems[0].Fix != test.mend {
				t.Errorf("got %v, want one problem: %s", problems, test.problem)
			}
		})
	}
}
