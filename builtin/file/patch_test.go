package file_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/file"
	"github.com/toolgen/toolgen/runtime"
)

func TestPatch(t *testing.T) {
	for _, c := range []struct {
		reason, before, old, new string
		all                      bool
		after                    string
		count                    int
	}{
		{"one occurrence", "one\ntwo\nthree\n", "two", "2", false, "one\n2\nthree\n", 1},
		{"a text to delete", "one\ntwo\nthree\n", "two\n", "", false, "one\nthree\n", 1},
		{"the whole file to delete", "one", "one", "", false, "", 1},
		{"several lines", "a\nb\nc\nd\n", "b\nc\n", "x\n", false, "a\nx\nd\n", 1},
		{"lines that are joined", "a\nb\nc\n", "a\nb", "a b", false, "a b\nc\n", 1},
		{"dollar signs are literal", "price: X", "X", "$1 ${name} $& $$ \\1", false, "price: $1 ${name} $& $$ \\1", 1},
		{"patterns are literal", "a.c abc", "a.c", ".*", false, ".* abc", 1},
		{"overlapping occurrences count once", "aaa", "aa", "b", false, "ba", 1},
		{"overlapping ones from the left", "aaaaa", "aa", "b", true, "bba", 2},
		{"every occurrence", "foo bar foo\nfoo", "foo", "foofoo", true, "foofoo bar foofoo\nfoofoo", 3},
		{"one occurrence with replace_all", "foo bar", "foo", "", true, " bar", 1},
		{"CRLF stays, and can be patched", "a\r\nb\r\nc\r\n", "a\r\nb", "x\r\ny", false, "x\r\ny\r\nc\r\n", 1},
		{"a byte order mark stays", "\ufeffone\n", "one", "two", false, "\ufefftwo\n", 1},
		{"bytes that are not UTF-8 stay", "caf\xe9 one\n", "one", "two", false, "caf\xe9 two\n", 1},
		{"no line feed at the end", "one\ntwo", "two", "2", false, "one\n2", 1},
		{"a line feed at the end that goes", "one\ntwo\n", "two\n", "two", false, "one\ntwo", 1},
		{"characters of several bytes", "漢字 😀", "😀", "é", false, "漢字 é", 1},
		{"only white space", "a\n\n\nb", "\n\n\n", "\n", false, "a\nb", 1},
	} {
		w := newWorld(t)
		w.put("a.txt", c.before)
		arguments := args{"file_path": "./a.txt", "old_text": c.old, "new_text": c.new, "replace_all": c.all}
		would := w.ok(w.dry("patch_file", arguments)).Value
		if w.content("a.txt") != c.before {
			t.Errorf("%s: the dry run changed the file", c.reason)
		}
		r := w.ok(w.call("patch_file", arguments))
		if got := w.content("a.txt"); got != c.after {
			t.Errorf("%s: the file has %q, want %q", c.reason, got, c.after)
		}
		got := structured[file.PatchResult](t, r)
		if got.FilePath != "a.txt" || got.Replacements != c.count || (got.Patch == "") == (got.PatchOmitted == "") {
			t.Errorf("%s: got %+v", c.reason, got)
		}
		if strings.TrimPrefix(would, "would replace") != strings.TrimPrefix(r.Value, "replaced") {
			t.Errorf("%s: it would be %q, and was %q", c.reason, would, r.Value)
		}
		if got.Patch != "" && !strings.HasSuffix(r.Value, "\n"+strings.TrimSuffix(got.Patch, "\n")) {
			t.Errorf("%s: %q does not show the patch %q", c.reason, r.Value, got.Patch)
		}
	}
}

func TestPatchRefuses(t *testing.T) {
	w := newWorld(t)
	w.put("a.txt", "one\ntwo\nthree\n")
	w.put("dir/x", "x")
	w.put("empty", "")
	w.put("zero", "one\x00two")
	w.put("late", strings.Repeat("text\n", 4000)+"one\x00")
	w.put("image", "\x89PNG\r\n\x1a\none")
	w.put("large", strings.Repeat("many lines\n", 1<<20))
	w.put("bomb", strings.Repeat("a", 1<<20))
	invalid, failed := runtime.InputInvalid, runtime.ExecutionFailed
	patch := func(path, old, new string) args {
		return args{"file_path": path, "old_text": old, "new_text": new}
	}
	for _, c := range []struct {
		reason    string
		arguments args
		want      failure
	}{
		{"an empty old text", patch("a.txt", "", "x"), failure{invalid, "old_text", "", nil}},
		{"no old text", args{"file_path": "a.txt", "new_text": "x"}, failure{invalid, "old_text", "", nil}},
		{"no new text", args{"file_path": "a.txt", "old_text": "two"}, failure{invalid, "new_text", "", nil}},
		{"nothing to change", patch("a.txt", "two", "two"), failure{invalid, "new_text", "", []string{"would change nothing"}}},
		{"a way out", patch("../a.txt", "two", "2"), failure{invalid, "file_path", "", nil}},
		{"both", patch("../a.txt", "two", "two"), failure{invalid, "file_path", "", []string{"leads out", "would change nothing"}}},
		{"a missing file", patch("b.txt", "two", "2"), failure{failed, "file_path", "", []string{"does not exist"}}},
		{"a directory", patch("dir", "two", "2"), failure{failed, "file_path", "IS_DIRECTORY", nil}},
		{"an empty file", patch("empty", "two", "2"), failure{failed, "old_text", "TEXT_NOT_FOUND", []string{"is empty", "write_file"}}},
		{"a binary file", patch("zero", "one", "2"), failure{failed, "file_path", "BINARY_FILE", nil}},
		{"a zero byte far behind", patch("late", "one", "2"), failure{failed, "file_path", "BINARY_FILE", nil}},
		{"an image", patch("image", "one", "2"), failure{failed, "file_path", "BINARY_FILE", nil}},
		{"a large file", patch("large", "one", "2"), failure{failed, "file_path", "FILE_TOO_LARGE", []string{"10 MiB"}}},
		{"a result that is too large", args{"file_path": "bomb", "old_text": "a", "new_text": strings.Repeat("b", 1<<20), "replace_all": true},
			failure{failed, "new_text", "FILE_TOO_LARGE", []string{"1 TiB"}}},
	} {
		w.fails(c.reason, w.call("patch_file", c.arguments), c.want)
		w.fails(c.reason+", dry", w.dry("patch_file", c.arguments), c.want)
	}
	w.turn.Policy.Files.Write = nil
	w.fails("a file that may only be read", w.call("patch_file", patch("a.txt", "two", "2")), failure{runtime.NotAvailable, "", "fs:write", nil})
	if w.content("a.txt") != "one\ntwo\nthree\n" {
		t.Error("the file was changed")
	}
}

// What is wrong with an old text that does not fit is told so that it can be mended.
func TestPatchDiagnosis(t *testing.T) {
	var foos strings.Builder
	for i := range 12 {
		fmt.Fprintf(&foos, "  foo %d\n", i)
	}
	for _, c := range []struct {
		reason, content, old string
		code                 string
		says                 []string
		saysNot              string
	}{
		{"twelve occurrences", foos.String(), "foo", "TEXT_AMBIGUOUS", []string{"12 times", "\n  line 1: foo 0", "\n  line 10: foo 9", "and 2 more", "replace_all"}, "line 11"},
		{"two in one line", "x foo foo", "foo", "TEXT_AMBIGUOUS", []string{"2 times", "\n  line 1: x foo foo\n  line 1: x foo foo"}, "more"},
		{"LF for CRLF", "a\r\nb\r\n", "a\nb", "WHITE_SPACE_DIFFERS", []string{"line 1", "CRLF", "  a¶\n  b\n", "  a␍¶\n  b␍¶"}, ""},
		{"CRLF for LF", "a\nb\n", "a\r\nb", "WHITE_SPACE_DIFFERS", []string{"CRLF", "  a␍¶"}, ""},
		{"spaces at the end of a line", "a  \nb\n", "a\nb", "WHITE_SPACE_DIFFERS", []string{"ends of lines", "  a··¶\n  b¶"}, ""},
		{"tabs for spaces", "x\nif a {\n\tb\n}\n", "if a {\n    b\n}", "WHITE_SPACE_DIFFERS", []string{"line 2", "indentation", "  ····b¶", "  →b¶"}, ""},
		{"the indentation of the first line", "if a {\n\tb\n}\n", "    b\n}", "WHITE_SPACE_DIFFERS", []string{"line 2", "around it", "  ····b¶", "  →b¶"}, ""},
		{"spaces within a line", "a  =  1\n", "a = 1", "WHITE_SPACE_DIFFERS", []string{"within lines", "  a··=··1¶"}, ""},
		{"a space that does not break", "a\u00a0= 1\n", "a = 1", "WHITE_SPACE_DIFFERS", []string{"a<U+00A0>=·1"}, ""},
		{"a space of no width", "fo\u200bo\n", "foo", "WHITE_SPACE_DIFFERS", []string{"fo<U+200B>o"}, ""},
		{"several such places", "a  b\na  b\n", "a b", "WHITE_SPACE_DIFFERS", []string{"1 more such place"}, ""},
		{"another word", "package main\n\nfunc handleRequest(w io.Writer) error {\n\treturn nil\n}\n", "func handleRequests(w io.Writer) error {", "TEXT_NOT_FOUND", []string{"line 3", "\n  func handleRequest(w io.Writer) error {"}, "package"},
		{"another line among several", "a\nb\nthe line that matters most\nc\nd\n", "b\nthe line that matters more\nc\n", "TEXT_NOT_FOUND", []string{"from line 2 on", "\n  b\n  the line that matters most\n  c"}, "  d"},
		{"the line at the beginning, with a line too many in front", "the line that matters most\nc\n", "a\nb\nthe line that matters more", "TEXT_NOT_FOUND", []string{"from line 1 on", "the line that matters most"}, ""},
		{"nothing like it", "one\ntwo\n", "something else altogether", "TEXT_NOT_FOUND", []string{"nothing like it", "read the file"}, "two"},
		{"only white space that is not there", "one two\n", "\t\t", "TEXT_NOT_FOUND", []string{"nothing like it"}, ""},
		{"a single character", "one\n", "q", "TEXT_NOT_FOUND", []string{"nothing like it"}, ""},
		{"long lines are cut", strings.Repeat("long ", 1000) + "end\n", strings.Repeat("long ", 1000) + "and", "TEXT_NOT_FOUND", []string{"long long", "…"}, "end"},
		{"bytes that are not UTF-8", "caf\xe9  x\n", "x y", "TEXT_NOT_FOUND", nil, ""},
		{"white space beside such bytes", "caf\xe9\xe9  a  b\n", "a b", "WHITE_SPACE_DIFFERS", []string{"a··b"}, ""},
	} {
		w := newWorld(t)
		w.put("a.txt", c.content)
		r := w.call("patch_file", args{"file_path": "a.txt", "old_text": c.old, "new_text": "x"})
		w.fails(c.reason, r, failure{runtime.ExecutionFailed, "old_text", c.code, c.says})
		if c.saysNot != "" && strings.Contains(r.Error, c.saysNot) {
			t.Errorf("%s: %q says %q", c.reason, r.Error, c.saysNot)
		}
		if w.content("a.txt") != c.content {
			t.Errorf("%s: the file was changed", c.reason)
		}
	}
}

func TestPatchWarnsOfMixedLineEnds(t *testing.T) {
	const warning = `some of new_text with \n alone`
	for _, c := range []struct {
		reason, before, new string
		warns               bool
	}{
		{"a line feed into CRLF", "a\r\nb\r\n", "x\ny", true},
		{"CRLF into CRLF", "a\r\nb\r\n", "x\r\ny", false},
		{"a line feed into line feeds", "a\nb\n", "x\ny", false},
		{"a file that is mixed already", "a\r\nb\n", "x\ny", false},
	} {
		w := newWorld(t)
		w.put("a", c.before)
		r := w.ok(w.call("patch_file", args{"file_path": "a", "old_text": "b", "new_text": c.new}))
		if strings.Contains(r.Value, warning) != c.warns {
			t.Errorf("%s: %q", c.reason, r.Value)
		}
	}
}

// A file may change between the moment a patch reads it and writes it.
func TestPatchOfAFileThatChangesMeanwhile(t *testing.T) {
	w := newWorld(t)
	w.put("a", "one")
	open := w.options.Backends.Files
	w.options.Backends.Files = changing(open, func() { w.change("a", "one, changed") })
	r := w.call("patch_file", args{"file_path": "a", "old_text": "one", "new_text": "two"})
	if r.Code != runtime.StaleWrite || r.ConflictKey != "a" || w.content("a") != "one, changed" {
		t.Errorf("%+v, and the file has %q", r, w.content("a"))
	}
}
