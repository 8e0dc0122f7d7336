package file_test

import (
	"strings"
	"testing"
)

// The arguments of read_file select lines, number them, and add files.
func TestReadSelections(t *testing.T) {
	w := newFixture(t)
	w.writeFile("a.txt", "one\ntwo\nthree\nfour\n")
	w.writeFile("b.go", "package b\n\ntype T struct{}\n\nfunc (T) F() {}\n")
	w.writeFile("c", "\x00")
	for _, c := range []struct {
		reason    string
		arguments args
		want      string
	}{
		{"offset and limit", args{"path": "a.txt", "offset": 2, "limit": 2}, "[a.txt] lines 2–3 of 4\n\ntwo\nthree\n"},
		{"a limit after the end", args{"path": "a.txt", "limit": 9}, "[a.txt] lines 1–4 of 4\n\none\ntwo\nthree\nfour\n"},
		{"a limit and an end", args{"path": "a.txt", "start_line": 2, "end_line": 2, "limit": 9}, "[a.txt] lines 2–2 of 4\n\ntwo\n"},
		{"an offset of 0", args{"file_path": "a.txt", "offset": 0, "limit": 1}, "[a.txt] lines 1–1 of 4\n\none\n"},
		{"line numbers", args{"path": "a.txt", "start_line": 3, "line_numbers": true}, "[a.txt] lines 3–4 of 4\n\n3: three\n4: four\n"},
		{"several files", args{"path": "a.txt", "more_paths": []string{"./b.go", "missing", "c", "b.rs"}},
			"[a.txt] lines 1–4 of 4\n[b.go] lines 1–5 of 5\n[missing] missing does not exist, or is not accessible: call list_files to see the existing files\n[c] c is not text but a binary file (unknown kind, 1 byte)\n[b.rs] cannot be read\n\n" +
				"[a.txt]\none\ntwo\nthree\nfour\n\n[b.go]\npackage b\n\ntype T struct{}\n\nfunc (T) F() {}\n\n[b.rs]\nb.rs does not exist, or is not accessible: did you mean b.go?"},
		{"paths alone", args{"paths": []string{"a.txt", "missing"}, "limit": 1},
			"[a.txt] lines 1–1 of 4\n[missing] missing does not exist, or is not accessible: call list_files to see the existing files\n\n[a.txt]\none"},
		{"an outline", args{"path": "b.go", "outline": true}, "[b.go] outline of 5 lines\n\n3: type T struct\n5: func (T) F()"},
		{"an outline of a part", args{"path": "b.go", "outline": true, "start_line": 4}, "[b.go] outline of 5 lines\n\n5: func (T) F()"},
	} {
		if r := w.mustSucceed(w.call("read_file", c.arguments)); r.Value != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.reason, r.Value, c.want)
		}
	}
	for _, arguments := range []args{{}, {"paths": []string{}}, {"path": "missing", "more_paths": []string{"c"}}, {"path": "a.txt", "outline": true}, {"path": "a.txt", "more_paths": []string{"../x"}}} {
		if r := w.call("read_file", arguments); r.OK {
			t.Errorf("%v: %s", arguments, r.Value)
		}
	}
}

// Several files share the budget of a call, and each one says how to read on.
func TestReadManyWithinBudget(t *testing.T) {
	w := newFixture(t)
	for _, name := range []string{"a", "b", "c"} {
		w.writeFile(name, strings.Repeat("a line of text\n", 5000))
	}
	w.turn.ResultBudgetChars = 12_000
	r := w.mustSucceed(w.call("read_file", args{"path": "a", "more_paths": []string{"b", "c"}, "line_numbers": true}))
	if n := len([]rune(r.Value)); n > 12_000 || n < 8000 || strings.Count(r.Value, "lines omitted; ") != 3 {
		t.Errorf("%d code points: …%s", n, r.Value[len(r.Value)-300:])
	}
}
