package file_test

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/file"
	"github.com/toolgen/toolgen/runtime"
)

// Several edits and regular expressions change a file as a whole.
func TestPatchEdits(t *testing.T) {
	const before = "func one() {}\nfunc two() {}\n// one and one\n"
	for _, c := range []struct {
		reason    string
		arguments args
		after     string
		count     int
	}{
		{"two edits, the second one in the result of the first", args{"edits": []args{{"old_text": "one()", "new_text": "three()"}, {"old_text": "func three", "new_text": "func four"}}},
			"func four() {}\nfunc two() {}\n// one and one\n", 2},
		{"a single edit and others", args{"old_text": "two", "new_text": "2", "edits": []args{{"old_text": "one", "new_text": "1", "replace_all": true}}}, "func 1() {}\nfunc 2() {}\n// 1 and 1\n", 4},
		{"an expected number", args{"old_text": "one", "new_text": "1", "count": 3}, "func 1() {}\nfunc two() {}\n// 1 and 1\n", 3},
		{"a regular expression with groups", args{"old_text": `^func (\w+)\(\) \{\}$`, "new_text": "func ${1}Test() {} // $1", "regexp": true, "count": 2},
			"func oneTest() {} // one\nfunc twoTest() {} // two\n// one and one\n", 2},
		{"a regular expression for any number", args{"old_text": `o\w+`, "new_text": "x", "regexp": true, "replace_all": true}, "func x() {}\nfunc two() {}\n// x and x\n", 3},
		{"a regular expression that matches once", args{"old_text": `(?s)two.*`, "new_text": "end", "regexp": true}, "func one() {}\nfunc end", 1},
		{"the names of another tool", args{"old_string": "two", "new_string": "2", "file_path": "a.txt", "path": "a.txt"}, "func one() {}\nfunc 2() {}\n// one and one\n", 1},
	} {
		w := newFixture(t)
		w.writeFile("a.txt", before)
		if c.arguments["file_path"] == nil {
			c.arguments["path"] = "a.txt"
		}
		preview := w.mustSucceed(w.dryRun("patch_file", c.arguments)).Value
		r := w.mustSucceed(w.call("patch_file", c.arguments))
		got := structuredContent[file.PatchResult](t, r)
		if w.readFile("a.txt") != c.after || got.Replacements != c.count || got.Patch == "" {
			t.Errorf("%s: %q, %+v", c.reason, w.readFile("a.txt"), got)
		}
		if strings.TrimPrefix(preview, "would replace") != strings.TrimPrefix(r.Value, "replaced") {
			t.Errorf("%s: the dry run returned %q, the call %q", c.reason, preview, r.Value)
		}
	}
}

// If one edit is not possible, the file does not change.
func TestPatchEditErrors(t *testing.T) {
	const before = "one\ntwo\none\n"
	for _, c := range []struct {
		reason    string
		arguments args
		field     string
		says      string
	}{
		{"the second edit is not possible", args{"edits": []args{{"old_text": "two", "new_text": "2"}, {"old_text": "three", "new_text": "3"}}}, "edits[1].old_text", "edit 2 of 2 is not possible, so no edit was made"},
		{"another number than expected", args{"old_text": "one", "new_text": "1", "count": 3}, "old_text", "occurs 2 times in a.txt, but count is 3: change old_text or count\n  line 1: one\n  line 3: one"},
		{"a regular expression that matches twice", args{"old_text": "o.e", "new_text": "1", "regexp": true}, "old_text", "must occur once"},
		{"a regular expression that matches nothing", args{"old_text": "f.*r", "new_text": "1", "regexp": true}, "old_text", "matches nothing"},
		{"a regular expression that matches the empty text", args{"old_text": "x*", "new_text": "1", "regexp": true, "replace_all": true}, "old_text", "empty text"},
		{"no regular expression", args{"old_text": "(", "new_text": "1", "regexp": true}, "old_text", "missing closing )"},
		{"edits that cancel each other", args{"edits": []args{{"old_text": "two", "new_text": "2"}, {"old_text": "2", "new_text": "two"}}}, "new_text", "nothing would change"},
		{"no edit", args{}, "old_text", "give old_text and new_text, or edits"},
		{"no new text", args{"old_text": "two"}, "new_text", "required"},
		{"a new text without an old one", args{"new_text": "x", "edits": []args{{"old_text": "two", "new_text": "2"}}}, "edits", "single edit"},
		{"count and replace_all", args{"old_text": "one", "new_text": "1", "count": 2, "replace_all": true}, "count", "replace_all"},
		{"an edit that changes nothing", args{"edits": []args{{"old_text": "two", "new_text": "two"}}}, "edits[0].new_text", "must differ"},
	} {
		w := newFixture(t)
		w.writeFile("a.txt", before)
		c.arguments["path"] = "a.txt"
		r := w.call("patch_file", c.arguments)
		if r.OK || !strings.Contains(r.Error, c.says) || r.Field != c.field && !strings.Contains(r.Error, c.field+":") {
			t.Errorf("%s: field %q: %s", c.reason, r.Field, r.Error)
		}
		if got := w.readFile("a.txt"); got != before {
			t.Errorf("%s: the file has %q", c.reason, got)
		}
	}
}

// A change says what it does to the syntax of a file.
func TestSyntaxNotes(t *testing.T) {
	const valid, broken = "package a\n\nfunc f() {}\n", "package a\n\nfunc f() {\n"
	for _, c := range []struct{ reason, before, after, says string }{
		{"a new file with a mistake", "missing", broken, "; warning: the file is not valid Go: line 4, column 1: expected '}', found 'EOF'"},
		{"a change with a mistake", valid, broken, "; warning: the file is not valid Go: line 4, column 1:"},
		{"a mistake that is not new", broken, broken + "\n", "; the file is still not valid Go, as before this change: line 5, column 1:"},
		{"a mistake that is fixed", broken, valid, "; the file is valid Go again"},
		{"a valid change", valid, valid + "\n", ""},
	} {
		w := newFixture(t)
		if c.before != "missing" {
			w.writeFile("a.go", c.before)
			w.read("a.go")
		}
		text, _, _ := strings.Cut(w.mustSucceed(w.call("write_file", args{"path": "a.go", "content": c.after})).Value, "\n")
		if _, note, _ := strings.Cut(text, "lines)"); c.before != "missing" && (c.says == "") != (note == "") || !strings.Contains(text, c.says) {
			t.Errorf("%s: %s", c.reason, text)
		}
		if c.before == "missing" || c.before == c.after {
			continue
		}
		w.writeFile("b.go", c.before)
		text, _, _ = strings.Cut(w.mustSucceed(w.call("patch_file", args{"path": "b.go", "old_text": c.before, "new_text": c.after})).Value, "\n")
		if !strings.HasPrefix(text, "replaced 1 occurrence in b.go"+c.says) || c.says == "" && text != "replaced 1 occurrence in b.go" {
			t.Errorf("%s, patched: %s", c.reason, text)
		}
	}
	w := newFixture(t)
	if r := w.call("write_file", args{"path": "a.py", "content": "def f(:\n"}); strings.Contains(r.Value, "valid") {
		t.Errorf("a language without a parser: %s", r.Value)
	}
	if r := w.call("write_file", args{"path": "a.json", "content": "{\n"}); r.Code == runtime.ExecutionFailed || !strings.Contains(r.Value, "not valid JSON: line ") {
		t.Errorf("a file with a mistake is written: %+v", r)
	}
}
