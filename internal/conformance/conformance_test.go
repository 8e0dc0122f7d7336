package conformance

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime/arguments"
)

func TestValid(t *testing.T) {
	for _, test := range valid {
		t.Run(test.class+"/"+test.reason, func(t *testing.T) {
			v := Judge([]byte(test.text))
			if !v.Accepted {
				t.Fatal(v)
			}
			checkValue(t, test.text, v.Value)
		})
	}
}

// checkValue checks that a value is what encoding/json reads.
func checkValue(t *testing.T, text string, got any) {
	t.Helper()
	var want any
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&want); err != nil {
		t.Fatalf("encoding/json: %v", err)
	}
	if !reflect.DeepEqual(want, got) { // go-cmp is slow for nested values
		t.Errorf("got %v, encoding/json reads %v", got, want)
	}
}

func TestInvalid(t *testing.T) {
	for _, test := range invalid {
		t.Run(test.class+"/"+test.reason, func(t *testing.T) {
			if json.Valid([]byte(test.text)) {
				t.Fatal("encoding/json accepts this text")
			}
			v := Judge([]byte(test.text))
			if v.Accepted {
				t.Fatalf("accepted as %v", v.Value)
			}
			if p := v.Problem; p.Code == arguments.CodeUnexplained || p.Message == "" {
				t.Errorf("the problem has no reason: %+v", p)
			}
		})
	}
}

// TestChoices checks texts that a parser may accept or refuse, and that docs/json.md
// documents the choice.
func TestChoices(t *testing.T) {
	page, err := os.ReadFile("../../docs/json.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range choices {
		t.Run(test.class+"/"+test.reason, func(t *testing.T) {
			v := Judge([]byte(test.text))
			if v.Accepted != test.accept {
				t.Fatalf("%v; want accepted = %v", v, test.accept)
			}
			if v.Accepted {
				checkValue(t, test.text, v.Value)
			}
			if !bytes.Contains(page, []byte("| "+test.choice)) {
				t.Errorf("docs/json.md does not mention %q", test.choice)
			}
		})
	}
}

// TestDirectory checks files with right and wrong results, and files that are ignored.
func TestDirectory(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"y_ok.json": `[1]`, "y_twice.json": `{"a":1,"a":1}`, "y_bad.json": `[`, "n_ok.json": `[`, "n_bad.json": `[1]`,
		"i_accepted.json": `1e999`, "i_refused.json": "\"\xff\"", "x_other.json": `[`, "y_other.txt": `[`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	files, err := Directory(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	wrong, err := Print(&out, files)
	if err != nil || wrong != 2 {
		t.Errorf("%d wrong, %v", wrong, err)
	}
	want := `i_accepted.json  accepted
i_refused.json   refused: malformed JSON at line 1, column 11: expected valid UTF-8, got "\xff\"}"
n_bad.json       WRONG: accepted
y_bad.json       WRONG: refused: malformed JSON at line 1, column 11: expected a value, got "}"
y_twice.json     refused on purpose: a name that is given twice

1 valid files accepted, 1 valid files refused on purpose, 1 invalid files refused, 2 files of free choice, 2 wrong
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, dir := range []string{t.TempDir(), filepath.Join(dir, "none")} {
		if _, err := Directory(dir); err == nil {
			t.Errorf("no error for %s", dir)
		}
	}
}
