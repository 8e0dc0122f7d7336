package diag_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/parser"
	"go/token"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/toolgen/toolgen/internal/gen/diag"
)

// sample returns diagnostics that are not sorted and that use every field.
func sample() []diag.Diagnostic {
	return []diag.Diagnostic{
		{
			Pos: at("/src/notes/notes.go", 7, 3), End: at("/src/notes/notes.go", 7, 10),
			Code: diag.UnknownDirective, Message: `there is no directive "regster"`,
			Fix:   "write //tool:register",
			Edits: []diag.Edit{{Pos: at("/src/notes/notes.go", 7, 8), End: at("/src/notes/notes.go", 7, 15), Text: "register"}},
		},
		{
			Pos: at("/src/notes/notes.go", 3, 1), Code: diag.RepeatedDirective, Message: "<twice> & 100%\nsecond line",
			Related: []diag.Related{
				{Pos: at("/elsewhere/b.go", 1, 1), Message: "the first one, here: x"},
				{Message: "nowhere in particular"},
			},
		},
		{Pos: token.Position{Filename: "/src/a,b:c.go"}, Code: diag.WrongTarget, Message: "about the file"},
		{Code: "TG9999", Message: "about nothing"},
	}
}

func TestPrinters(t *testing.T) {
	options := &diag.Options{Base: "/src"}
	tests := []struct {
		reason string
		write  func(io.Writer, []diag.Diagnostic, *diag.Options) error
		want   string
	}{
		{"text: sorted, relative inside the base, details indented", diag.WriteText, `about nothing [TG9999]
a,b:c.go: about the file [TG1003]
notes/notes.go:3:1: <twice> & 100%
	second line [TG1004]
	/elsewhere/b.go:1:1: the first one, here: x
	nowhere in particular
notes/notes.go:7:3: there is no directive "regster" [TG1001]
	fix: write //tool:register
`},
		{"GitHub: properties escape colon and comma, values only what ends a line", diag.WriteGitHub, `::error title=TG9999::about nothing
::error file=a%2Cb%3Ac.go,title=TG1003 Directive on the wrong kind of declaration::about the file
::error file=notes/notes.go,line=3,col=1,title=TG1004 Directive given twice::<twice> & 100%25%0Asecond line%0A/elsewhere/b.go:1:1: the first one, here: x%0Anowhere in particular
::error file=notes/notes.go,line=7,col=3,title=TG1001 Unknown directive::there is no directive "regster"%0Afix: write //tool:register
`},
		{"JSON: stable members, nothing escaped for HTML", diag.WriteJSON, `[
  {
    "code": "TG9999",
    "message": "about nothing"
  },
  {
    "file": "a,b:c.go",
    "code": "TG1003",
    "message": "about the file"
  },
  {
    "file": "notes/notes.go",
    "line": 3,
    "column": 1,
    "code": "TG1004",
    "message": "<twice> & 100%\nsecond line",
    "related": [
      {
        "file": "/elsewhere/b.go",
        "line": 1,
        "column": 1,
        "message": "the first one, here: x"
      },
      {
        "message": "nowhere in particular"
      }
    ]
  },
  {
    "file": "notes/notes.go",
    "line": 7,
    "column": 3,
    "end_line": 7,
    "end_column": 10,
    "code": "TG1001",
    "message": "there is no directive \"regster\"",
    "fix": "write //tool:register",
    "edits": [
      {
        "file": "notes/notes.go",
        "line": 7,
        "column": 8,
        "end_line": 7,
        "end_column": 15,
        "text": "register"
      }
    ]
  }
]
`},
	}
	for _, test := range tests {
		var b bytes.Buffer
		if err := test.write(&b, sample(), options); err != nil {
			t.Errorf("%s: %v", test.reason, err)
		}
		if d := cmp.Diff(test.want, b.String()); d != "" {
			t.Errorf("%s (-want +got):\n%s", test.reason, d)
		}
		if err := test.write(failingWriter{}, sample(), nil); !errors.Is(err, errBroken) {
			t.Errorf("%s: got error %v; want the error of the writer", test.reason, err)
		}
	}
}

var errBroken = errors.New("broken")

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errBroken }

func TestNothingToPrint(t *testing.T) {
	var text, github, array bytes.Buffer
	err := errors.Join(diag.WriteText(&text, nil, nil), diag.WriteGitHub(&github, nil, nil), diag.WriteJSON(&array, nil, nil))
	if err != nil || text.Len() > 0 || github.Len() > 0 {
		t.Errorf("text %q, GitHub %q, %v; want nothing", &text, &github, err)
	}
	var list []any
	if err := json.Unmarshal(array.Bytes(), &list); err != nil || list == nil || len(list) > 0 {
		t.Errorf("JSON %q; want an empty array", &array)
	}
}

func TestPaths(t *testing.T) {
	tests := []struct{ base, file, want, reason string }{
		{"/src", filepath.FromSlash("/src/a/b.go"), "a/b.go", "inside"},
		{"/src", "/source/b.go", "/source/b.go", "a name with an equal start"},
		{"/src", "/b.go", "/b.go", "a parent directory"},
		{"/src", "b.go", "b.go", "relative already: cannot be compared"},
		{"", "/src/b.go", "/src/b.go", "no base"},
	}
	for _, test := range tests {
		var b strings.Builder
		list := []diag.Diagnostic{{Pos: at(test.file, 1, 2), Code: "TG1001", Message: "m"}}
		if err := diag.WriteText(&b, list, &diag.Options{Base: test.base}); err != nil {
			t.Fatal(err)
		}
		if got, want := b.String(), test.want+":1:2: m [TG1001]\n"; got != want {
			t.Errorf("%s: %q, want %q", test.reason, got, want)
		}
	}
}

func TestColor(t *testing.T) {
	var plain, coloured bytes.Buffer
	err := errors.Join(diag.WriteText(&plain, sample(), nil), diag.WriteText(&coloured, sample(), &diag.Options{Color: true}))
	if err != nil {
		t.Fatal(err)
	}
	if bytes.ContainsRune(plain.Bytes(), '\x1b') {
		t.Error("escape sequences without the option Color")
	}
	if !strings.Contains(coloured.String(), "\x1b[1m/src/notes/notes.go:7:3:\x1b[0m ") {
		t.Errorf("the position is not bold:\n%q", &coloured)
	}
	removed := strings.NewReplacer("\x1b[1m", "", "\x1b[31m", "", "\x1b[0m", "").Replace(coloured.String())
	if d := cmp.Diff(plain.String(), removed); d != "" {
		t.Errorf("colours change the text (-plain +coloured):\n%s", d)
	}
}

func TestAt(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "a.go", "package a\n\nvar x, y int\n", 0)
	if err != nil {
		t.Fatal(err)
	}
	node := file.Decls[0]
	got := diag.At(fset, node, diag.WrongTarget, "no %s here", "sense")
	got.Related = []diag.Related{diag.RelatedAt(fset, file.Name, "package %s", "a")}
	got.Edits = []diag.Edit{diag.Replace(fset, node, "")}

	pos, end := fset.Position(node.Pos()), fset.Position(node.End())
	want := diag.Diagnostic{
		Pos: pos, End: end, Code: diag.WrongTarget, Message: "no sense here",
		Related: []diag.Related{{Pos: fset.Position(file.Name.Pos()), Message: "package a"}},
		Edits:   []diag.Edit{{Pos: pos, End: end}},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if pos.Line != 3 || pos.Column != 1 || end.Column != 13 {
		t.Errorf("from %v to %v; want 3:1 to 3:13", pos, end)
	}
}
