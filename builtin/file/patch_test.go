package file_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/file"
	"github.com/toolgen/toolgen/runtime"
)

// patch_file makes the requested change, and its dry run describes the same
// change.
func TestPatchReplacements(t *testing.T) {
	for _, c := range []struct {
		reason, before, old, new string
		all                      bool
		after                    string
		count                    int
	}{
		{"one occurrence", "one\ntwo\nthree\n", "two", "2", false, "one\n2\nthree\n", 1},
		{"delete a text", "one\ntwo\nthree\n", "two\n", "", false, "one\nthree\n", 1},
		{"delete the complete content", "one", "one", "", false, "", 1},
		{"several lines", "a\nb\nc\nd\n", "b\nc\n", "x\n", false, "a\nx\nd\n", 1},
		{"join lines", "a\nb\nc\n", "a\nb", "a b", false, "a b\nc\n", 1},
		{"dollar signs are literal", "price: X", "X", "$1 ${name} $& $$ \\1", false, "price: $1 ${name} $& $$ \\1", 1},
		{"patterns are literal", "a.c abc", "a.c", ".*", false, ".* abc", 1},
		{"overlapping occurrences are counted once", "aaa", "aa", "b", false, "ba", 1},
		{"overlapping occurrences are replaced from the left", "aaaaa", "aa", "b", true, "bba", 2},
		{"every occurrence", "foo bar foo\nfoo", "foo", "foofoo", true, "foofoo bar foofoo\nfoofoo", 3},
		{"one occurrence with replace_all", "foo bar", "foo", "", true, " bar", 1},
		{"CRLF is kept", "a\r\nb\r\nc\r\n", "a\r\nb", "x\r\ny", false, "x\r\ny\r\nc\r\n", 1},
		{"a byte order mark is kept", "\ufeffone\n", "one", "two", false, "\ufefftwo\n", 1},
		{"bytes that are not UTF-8 are kept", "caf\xe9 one\n", "one", "two", false, "caf\xe9 two\n", 1},
		{"no line feed at the end", "one\ntwo", "two", "2", false, "one\n2", 1},
		{"delete the line feed at the end", "one\ntwo\n", "two\n", "two", false, "one\ntwo", 1},
		{"characters of several bytes", "漢字 😀", "😀", "é", false, "漢字 é", 1},
		{"only white space", "a\n\n\nb", "\n\n\n", "\n", false, "a\nb", 1},
	} {
		w := newFixture(t)
		w.writeFile("a.txt", c.before)
		arguments := args{"path": "./a.txt", "old_text": c.old, "new_text": c.new, "replace_all": c.all}
		preview := w.mustSucceed(w.dryRun("patch_file", arguments)).Value
		if w.readFile("a.txt") != c.before {
			t.Errorf("%s: the dry run changed the file", c.reason)
		}
		r := w.mustSucceed(w.call("patch_file", arguments))
		if got := w.readFile("a.txt"); got != c.after {
			t.Errorf("%s: the file has %q, want %q", c.reason, got, c.after)
		}
		got := structuredContent[file.PatchResult](t, r)
		if got.Path != "a.txt" || got.Replacements != c.count || (got.Patch == "") == (got.PatchOmitted == "") {
			t.Errorf("%s: got %+v", c.reason, got)
		}
		if strings.TrimPrefix(preview, "would replace") != strings.TrimPrefix(r.Value, "replaced") {
			t.Errorf("%s: the dry run returned %q, the call %q", c.reason, preview, r.Value)
		}
		if got.Patch != "" && !strings.HasSuffix(r.Value, "\n"+strings.TrimSuffix(got.Patch, "\n")) {
			t.Errorf("%s: %q does not show the patch %q", c.reason, r.Value, got.Patch)
		}
	}
}

func TestPatchErrors(t *testing.T) {
	w := newFixture(t)
	w.writeFile("a.txt", "one\ntwo\nthree\n")
	w.writeFile("dir/x", "x")
	w.writeFile("empty", "")
	w.writeFile("zero", "one\x00two")
	w.writeFile("late", strings.Repeat("text\n", 4000)+"one\x00")
	w.writeFile("image", "\x89PNG\r\n\x1a\none")
	w.writeFile("large", strings.Repeat("many lines\n", 1<<20))
	w.writeFile("bomb", strings.Repeat("a", 1<<20))
	invalid, failed := runtime.InputInvalid, runtime.ExecutionFailed
	patch := func(path, old, new string) args {
		return args{"path": path, "old_text": old, "new_text": new}
	}
	for _, c := range []struct {
		reason    string
		arguments args
		want      wantFailure
	}{
		{"an empty old text", patch("a.txt", "", "x"), wantFailure{invalid, "old_text", "", nil}},
		{"no old text", args{"path": "a.txt", "new_text": "x"}, wantFailure{invalid, "old_text", "", nil}},
		{"no new text", args{"path": "a.txt", "old_text": "two"}, wantFailure{invalid, "new_text", "", nil}},
		{"equal texts", patch("a.txt", "two", "two"), wantFailure{invalid, "new_text", "", []string{"would change nothing"}}},
		{"a path outside the working directory", patch("../a.txt", "two", "2"), wantFailure{invalid, "path", "", nil}},
		{"two invalid arguments", patch("../a.txt", "two", "two"), wantFailure{invalid, "path", "", []string{"leads out", "would change nothing"}}},
		{"a missing file", patch("b.txt", "two", "2"), wantFailure{failed, "path", "", []string{"does not exist"}}},
		{"a directory", patch("dir", "two", "2"), wantFailure{failed, "path", "IS_DIRECTORY", nil}},
		{"an empty file", patch("empty", "two", "2"), wantFailure{failed, "old_text", "TEXT_NOT_FOUND", []string{"is empty", "write_file"}}},
		{"a binary file", patch("zero", "one", "2"), wantFailure{failed, "path", "BINARY_FILE", nil}},
		{"a zero byte at the end of a long file", patch("late", "one", "2"), wantFailure{failed, "path", "BINARY_FILE", nil}},
		{"an image", patch("image", "one", "2"), wantFailure{failed, "path", "BINARY_FILE", nil}},
		{"a large file", patch("large", "one", "2"), wantFailure{failed, "path", "FILE_TOO_LARGE", []string{"10 MiB"}}},
		{"a result that is too large", args{"path": "bomb", "old_text": "a", "new_text": strings.Repeat("b", 1<<20), "replace_all": true},
			wantFailure{failed, "new_text", "FILE_TOO_LARGE", []string{"1 TiB"}}},
	} {
		w.mustFail(c.reason, w.call("patch_file", c.arguments), c.want)
		w.mustFail(c.reason+", dry run", w.dryRun("patch_file", c.arguments), c.want)
	}
	w.turn.Policy.Files.Write = nil
	w.mustFail("a file without permission to write", w.call("patch_file", patch("a.txt", "two", "2")), wantFailure{runtime.NotAvailable, "", "fs:write", nil})
	if w.readFile("a.txt") != "one\ntwo\nthree\n" {
		t.Error("the file was changed")
	}
}

// If the old text does not match, the error says why, so that the model can
// fix it.
func TestPatchDiagnosis(t *testing.T) {
	var foos strings.Builder
	for i := range 12 {
		fmt.Fprintf(&foos, "  foo %d\n", i)
	}
	for _, c := range []struct {
		reason, content, old string
		code                 string
		says                 []string
		excludes             string
	}{
		{"twelve occurrences", foos.String(), "foo", "TEXT_AMBIGUOUS", []string{"12 times", "\n  line 1: foo 0", "\n  line 10: foo 9", "and 2 more", "replace_all"}, "line 11"},
		{"two occurrences in one line", "x foo foo", "foo", "TEXT_AMBIGUOUS", []string{"2 times", "\n  line 1: x foo foo\n  line 1: x foo foo"}, "more"},
		{"LF instead of CRLF", "a\r\nb\r\n", "a\nb", "WHITE_SPACE_DIFFERS", []string{"line 1", "CRLF", "  a¶\n  b\n", "  a␍¶\n  b␍¶"}, ""},
		{"CRLF instead of LF", "a\nb\n", "a\r\nb", "WHITE_SPACE_DIFFERS", []string{"CRLF", "  a␍¶"}, ""},
		{"spaces at the end of a line", "a  \nb\n", "a\nb", "WHITE_SPACE_DIFFERS", []string{"ends of lines", "  a··¶\n  b¶"}, ""},
		{"spaces instead of tabs", "x\nif a {\n\tb\n}\n", "if a {\n    b\n}", "WHITE_SPACE_DIFFERS", []string{"line 2", "indentation", "  ····b¶", "  →b¶"}, ""},
		{"the indentation of the first line", "if a {\n\tb\n}\n", "    b\n}", "WHITE_SPACE_DIFFERS", []string{"line 2", "beginning or end", "  ····b¶", "  →b¶"}, ""},
		{"spaces within a line", "a  =  1\n", "a = 1", "WHITE_SPACE_DIFFERS", []string{"within lines", "  a··=··1¶"}, ""},
		{"a no-break space", "a\u00a0= 1\n", "a = 1", "WHITE_SPACE_DIFFERS", []string{"a<U+00A0>=·1"}, ""},
		{"a zero-width space", "fo\u200bo\n", "foo", "WHITE_SPACE_DIFFERS", []string{"fo<U+200B>o"}, ""},
		{"several occurrences with other white space", "a  b\na  b\n", "a b", "WHITE_SPACE_DIFFERS", []string{"1 more occurrence)"}, ""},
		{"another word", "package main\n\nfunc handleRequest(w io.Writer) error {\n\treturn nil\n}\n", "func handleRequests(w io.Writer) error {", "TEXT_NOT_FOUND", []string{"line 3", "\n  func handleRequest(w io.Writer) error {"}, "package"},
		{"one different line of several", "a\nb\nthe line that matters most\nc\nd\n", "b\nthe line that matters more\nc\n", "TEXT_NOT_FOUND", []string{"begin at line 2", "\n  b\n  the line that matters most\n  c"}, "  d"},
		{"a similar line at the beginning of the file", "the line that matters most\nc\n", "a\nb\nthe line that matters more", "TEXT_NOT_FOUND", []string{"begin at line 1", "the line that matters most"}, ""},
		{"no similar line", "one\ntwo\n", "something else altogether", "TEXT_NOT_FOUND", []string{"no line is similar", "read the file"}, "two"},
		{"only white space that does not occur", "one two\n", "\t\t", "TEXT_NOT_FOUND", []string{"no line is similar"}, ""},
		{"a single character", "one\n", "q", "TEXT_NOT_FOUND", []string{"no line is similar"}, ""},
		{"long lines are cut", strings.Repeat("long ", 1000) + "end\n", strings.Repeat("long ", 1000) + "and", "TEXT_NOT_FOUND", []string{"long long", "…"}, "end"},
		{"bytes that are not UTF-8", "caf\xe9  x\n", "x y", "TEXT_NOT_FOUND", nil, ""},
		{"other white space after invalid bytes", "caf\xe9\xe9  a  b\n", "a b", "WHITE_SPACE_DIFFERS", []string{"a··b"}, ""},
	} {
		w := newFixture(t)
		w.writeFile("a.txt", c.content)
		r := w.call("patch_file", args{"path": "a.txt", "old_text": c.old, "new_text": "x"})
		w.mustFail(c.reason, r, wantFailure{runtime.ExecutionFailed, "old_text", c.code, c.says})
		if c.excludes != "" && strings.Contains(r.Error, c.excludes) {
			t.Errorf("%s: the error %q contains %q", c.reason, r.Error, c.excludes)
		}
		if w.readFile("a.txt") != c.content {
			t.Errorf("%s: the file was changed", c.reason)
		}
	}
}

func TestPatchMixedLineEnds(t *testing.T) {
	const warning = `some lines of new_text end with \n`
	for _, c := range []struct {
		reason, before, new string
		warns               bool
	}{
		{"LF in a file with CRLF", "a\r\nb\r\n", "x\ny", true},
		{"CRLF in a file with CRLF", "a\r\nb\r\n", "x\r\ny", false},
		{"LF in a file with LF", "a\nb\n", "x\ny", false},
		{"a file with mixed line ends", "a\r\nb\n", "x\ny", false},
	} {
		w := newFixture(t)
		w.writeFile("a", c.before)
		r := w.mustSucceed(w.call("patch_file", args{"path": "a", "old_text": "b", "new_text": c.new}))
		if strings.Contains(r.Value, warning) != c.warns {
			t.Errorf("%s: %q", c.reason, r.Value)
		}
	}
}

// A patch fails if the file changes after the patch has read it.
func TestPatchConcurrentChange(t *testing.T) {
	w := newFixture(t)
	w.writeFile("a", "one")
	open := w.options.Backends.Files
	w.options.Backends.Files = changingBackend(open, func() { w.changeFile("a", "one, changed") })
	r := w.call("patch_file", args{"path": "a", "old_text": "one", "new_text": "two"})
	if r.Code != runtime.StaleWrite || r.ConflictKey != "a" || w.readFile("a") != "one, changed" {
		t.Errorf("%+v, and the file has %q", r, w.readFile("a"))
	}
}
