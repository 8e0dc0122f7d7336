package file_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
)

// header returns the header of a result.
func header(name string, from, to, total int) string {
	line := fmt.Sprintf("[%s] lines %d–%d of %d", name, from, to, total)
	if total == 0 {
		return line
	}
	return line + "\n\n"
}

func TestReadLines(t *testing.T) {
	for _, c := range []struct {
		reason, content string
		first, last     int
		want            string
	}{
		{"the complete file", "one\ntwo\nthree\n", 0, 0, header("a.txt", 1, 3, 3) + "one\ntwo\nthree\n"},
		{"no line feed at the end", "one\ntwo", 0, 0, header("a.txt", 1, 2, 2) + "one\ntwo"},
		{"a line in the middle", "one\ntwo\nthree\n", 2, 2, header("a.txt", 2, 2, 3) + "two\n"},
		{"from a line to the end", "one\ntwo\nthree\n", 2, 0, header("a.txt", 2, 3, 3) + "two\nthree\n"},
		{"from the beginning to a line", "one\ntwo\nthree\n", 0, 1, header("a.txt", 1, 1, 3) + "one\n"},
		{"an end after the last line", "one\ntwo", 2, 99, header("a.txt", 2, 2, 2) + "two"},
		{"the last line", "one\ntwo", 2, 2, header("a.txt", 2, 2, 2) + "two"},
		{"carriage returns are kept", "a\r\nb\r\n", 1, 1, header("a.txt", 1, 1, 2) + "a\r\n"},
		{"a carriage return without a line feed is not a line end", "a\rb", 0, 0, header("a.txt", 1, 1, 1) + "a\rb"},
		{"an empty file", "", 0, 0, header("a.txt", 0, 0, 0)},
		{"the first line of an empty file", "", 1, 5, header("a.txt", 0, 0, 0)},
		{"one empty line", "\n", 0, 0, header("a.txt", 1, 1, 1) + "\n"},
		{"empty lines at the end", "a\n\n\n", 2, 3, header("a.txt", 2, 3, 3) + "\n\n"},
		{"characters of several bytes", "é漢😀", 0, 0, header("a.txt", 1, 1, 1) + "é漢😀"},
		{"bytes that are not UTF-8", "caf\xe9\nol\xe9\xe9\n", 0, 0,
			header("a.txt", 1, 2, 2) + "caf\uFFFD\nol\uFFFD\n[invalid bytes are shown as \uFFFD]"},
		{"such bytes in lines that are not shown", "caf\xe9\nb\n", 2, 0, header("a.txt", 2, 2, 2) + "b\n"},
		{"such bytes in a line without a line feed", "caf\xe9", 0, 0, header("a.txt", 1, 1, 1) + "caf\uFFFD\n[invalid bytes are shown as \uFFFD]"},
		{"a zero byte at the end of a long file", strings.Repeat("text\n", 4000) + "a\x00b\n", 4001, 0,
			header("a.txt", 4001, 4001, 4001) + "a\uFFFDb\n[invalid bytes are shown as \uFFFD]"},
		{"content that looks like a header", "[a.txt] lines 1–2 of 3\n", 0, 0, header("a.txt", 1, 1, 1) + "[a.txt] lines 1–2 of 3\n"},
	} {
		w := newFixture(t)
		w.writeFile("a.txt", c.content)
		arguments := args{"path": "./a.txt"}
		if c.first > 0 {
			arguments["start_line"] = c.first
		}
		if c.last > 0 {
			arguments["end_line"] = c.last
		}
		if got := w.mustSucceed(w.call("read_file", arguments)).Value; got != c.want {
			t.Errorf("%s: got %q, want %q", c.reason, got, c.want)
		}
	}
}

func TestReadErrors(t *testing.T) {
	w := newFixture(t)
	w.writeFile("a.txt", "one\ntwo\nthree\n")
	w.writeFile("empty", "")
	w.writeFile("sub/b.txt", "")
	w.writeFile("zeros", "text\n\x00\x00")
	w.writeFile("doc.pdf", "%PDF-1.7\n1 0 obj")
	w.writeFile("wide", "\xff\xfeh\x00i\x00")
	w.writeFile("big.png", "\x89PNG\r\n\x1a\n"+strings.Repeat("x", 5<<20))
	if err := os.Symlink("/etc/passwd", filepath.Join(w.dir, "link")); err != nil {
		t.Fatal(err)
	}
	invalid, failed := runtime.InputInvalid, runtime.ExecutionFailed
	for _, c := range []struct {
		reason    string
		arguments args
		want      wantFailure
	}{
		{"a missing file", args{"path": "b.txt"}, wantFailure{failed, "path", "", []string{"b.txt does not exist", "list_files"}}},
		{"a directory", args{"path": "sub/"}, wantFailure{failed, "path", "IS_DIRECTORY", []string{"sub is a directory", "list_files"}}},
		{"the working directory", args{"path": "."}, wantFailure{failed, "path", "IS_DIRECTORY", nil}},
		{"a path outside the working directory", args{"path": "../a.txt"}, wantFailure{invalid, "path", "", []string{"leads out"}}},
		{"a link to a file outside the working directory", args{"path": "link"}, wantFailure{failed, "path", "", nil}},
		{"an absolute path that the policy does not allow", args{"path": "/etc/hostname"}, wantFailure{runtime.NotAvailable, "", "fs:read", nil}},
		{"zero bytes", args{"path": "zeros"}, wantFailure{failed, "path", "BINARY_FILE", []string{"binary", "7 bytes"}}},
		{"a PDF document without zero bytes", args{"path": "doc.pdf"}, wantFailure{failed, "path", "BINARY_FILE", []string{"PDF"}}},
		{"UTF-16", args{"path": "wide"}, wantFailure{failed, "path", "BINARY_FILE", []string{"UTF-16"}}},
		{"a large image", args{"path": "big.png"}, wantFailure{failed, "path", "IMAGE_TOO_LARGE", []string{"5 MiB"}}},
		{"reversed lines", args{"path": "a.txt", "start_line": 3, "end_line": 2}, wantFailure{invalid, "end_line", "", []string{"start_line (3)"}}},
		{"a start after the last line", args{"path": "a.txt", "start_line": 4}, wantFailure{invalid, "start_line", "", []string{"a.txt has 3 lines"}}},
		{"a start after the end of an empty file", args{"path": "empty", "start_line": 2}, wantFailure{invalid, "start_line", "", []string{"0 lines"}}},
		{"line -1", args{"path": "a.txt", "start_line": -1}, wantFailure{invalid, "start_line", "", nil}},
		{"a negative end", args{"path": "a.txt", "end_line": -1}, wantFailure{invalid, "end_line", "", nil}},
		{"a line number that is not an integer", args{"path": "a.txt", "start_line": 1.5}, wantFailure{invalid, "start_line", "", nil}},
		{"no path", args{}, wantFailure{invalid, "path", "", nil}},
		{"an empty path", args{"path": ""}, wantFailure{invalid, "path", "", nil}},
		{"a missing attachment", args{"path": "attachment:x"}, wantFailure{runtime.NotAvailable, "", "attachments", nil}},
	} {
		w.mustFail(c.reason, w.call("read_file", c.arguments), c.want)
	}
}

// The notice about invalid bytes appears only if invalid bytes are shown.
func TestReadInvalidBytesInLongLine(t *testing.T) {
	for _, c := range []struct {
		reason, content string
		says            bool
	}{
		{"characters at the borders of the parts", strings.Repeat("漢", 100_000), false},
		{"invalid bytes after the shown part", strings.Repeat("x", 100_000) + "\xff", false},
		{"invalid bytes in the shown part", "\xff" + strings.Repeat("x", 100_000), true},
	} {
		w := newFixture(t)
		w.writeFile("a", c.content)
		got := w.mustSucceed(w.call("read_file", args{"path": "a"})).Value
		if strings.Contains(got, "\uFFFD") != c.says || !strings.Contains(got, "[the end of line 1 omitted; use search_files to find text in it]") {
			t.Errorf("%s: …%q", c.reason, got[max(0, len(got)-200):])
		}
	}
}

// A line break in a name does not end the header.
func TestReadNameWithLineBreak(t *testing.T) {
	w := newFixture(t)
	name := "a\nb] lines 1–9 of 9"
	w.writeFile(name, "text\n")
	got := w.mustSucceed(w.call("read_file", args{"path": name})).Value
	if want := header(`"a\nb] lines 1–9 of 9"`, 1, 1, 1) + "text\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	w.writeFile("a\u202etxt.exe", "text\n") // shown as a.exe.txt
	got = w.mustSucceed(w.call("read_file", args{"path": "a\u202etxt.exe"})).Value
	if want := header(`"a\u202etxt.exe"`, 1, 1, 1) + "text\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestReadImagesAndAttachments(t *testing.T) {
	w := newFixture(t)
	kinds := map[string]string{
		"image/png":  "\x89PNG\r\n\x1a\n\x00\x00",
		"image/jpeg": "\xff\xd8\xff\xe0\x00",
		"image/gif":  "GIF89a\x01\x00\xff",
		"image/webp": "RIFF\xff\x00\x00\x00WEBPVP8 ",
	}
	for mime, data := range kinds {
		w.writeFile("image", data)
		r := w.mustSucceed(w.call("read_file", args{"path": "image"}))
		if len(r.Parts) != 1 || r.Parts[0].Kind != runtime.PartImage || r.Parts[0].MIME != mime || !bytes.Equal(r.Parts[0].Data, []byte(data)) {
			t.Errorf("%s: %+v", mime, r.Parts)
		}
		if want := fmt.Sprintf("[image] %s, %d bytes", mime, len(data)); r.Value != want {
			t.Errorf("%s: got %q, want %q", mime, r.Value, want)
		}
	}
	stored := newFixture(t) // the attachments are in another directory
	stored.writeFile("1", kinds["image/png"])
	stored.writeFile("2", "one\ntwo\n")
	stored.writeFile("3", "moving pictures")
	w.turn.Attachments = []runtime.Attachment{
		{ID: "pic", Kind: "image", Name: "p.png", Path: filepath.Join(stored.dir, "1")},
		{ID: "doc", Kind: "file", Name: "d.txt", Path: filepath.Join(stored.dir, "2")},
		{ID: "film", Kind: "video", Name: "f", Path: filepath.Join(stored.dir, "3")},
	}
	if r := w.mustSucceed(w.call("read_file", args{"path": "attachment:pic"})); len(r.Parts) != 1 || r.Parts[0].MIME != "image/png" {
		t.Errorf("an attached image: %+v", r)
	}
	r := w.mustSucceed(w.call("read_file", args{"path": "attachment:doc", "start_line": 2}))
	if want := header("attachment:doc", 2, 2, 2) + "two\n"; r.Value != want {
		t.Errorf("an attached file: got %q, want %q", r.Value, want)
	}
	w.mustFail("an attachment of another kind", w.call("read_file", args{"path": "attachment:film"}), wantFailure{runtime.NotAvailable, "", "attachments", nil})
	w.writeFile("attachment:doc", "a file of that name\n")
	if r := w.mustSucceed(w.call("read_file", args{"path": "./attachment:doc"})); !strings.Contains(r.Value, "a file of that name") {
		t.Errorf("a file with the name of an attachment: %q", r.Value)
	}
}

// Calls that follow the notices read a long file to its end, and the parts are
// equal to the file.
func TestReadInParts(t *testing.T) {
	var long strings.Builder
	for i := range 9000 {
		fmt.Fprintf(&long, "line %d %s\n", i+1, strings.Repeat("é", i%40))
	}
	for _, budget := range []int{0, 5000} {
		w := newFixture(t)
		w.turn.ResultBudgetChars = budget
		w.writeFile("long", long.String())
		var got strings.Builder
		next, calls := 1, 0
		for next <= 9000 {
			calls++
			value := w.mustSucceed(w.call("read_file", args{"path": "long", "start_line": next})).Value
			if n := utf8.RuneCountInString(value); n > 40_000 {
				t.Fatalf("%d characters", n)
			}
			var from, to, total int
			if _, err := fmt.Sscanf(value, "[long] lines %d–%d of %d\n", &from, &to, &total); err != nil || from != next || to < from || total != 9000 {
				t.Fatalf("%v: %.60q", err, value)
			}
			_, body, _ := strings.Cut(value, "\n\n")
			if to < total {
				end := strings.LastIndex(body, "\n") + 1
				if want := fmt.Sprintf("read_file with start_line=%d]", to+1); !strings.HasSuffix(body, want) {
					t.Fatalf("%q does not end with %q", body[end:], want)
				}
				body = body[:end]
			}
			if strings.Count(body, "\n") != to-from+1 {
				t.Fatalf("%d lines, but the header says %d–%d", strings.Count(body, "\n"), from, to)
			}
			got.WriteString(body)
			next = to + 1
		}
		if got.String() != long.String() {
			t.Error("the parts are not equal to the file")
		}
		if budget == 0 && calls > 10 {
			t.Errorf("%d calls for %d characters", calls, utf8.RuneCountInString(long.String()))
		}
	}
}

func TestReadLongLines(t *testing.T) {
	w := newFixture(t)
	w.writeFile("a", strings.Repeat("漢", 100_000)+"\nshort\n")
	r := w.mustSucceed(w.call("read_file", args{"path": "a"}))
	if !strings.HasPrefix(r.Value, header("a", 1, 1, 2)) || !strings.Contains(r.Value, "[the end of line 1 omitted; use search_files to find text in it]") || !strings.HasSuffix(r.Value, "start_line=2]") {
		t.Errorf("%.80q … %q", r.Value, r.Value[len(r.Value)-200:])
	}
	if n := utf8.RuneCountInString(r.Value); n < 35_000 || n > 40_000 {
		t.Errorf("%d characters", n)
	}
	w.writeFile("a", "short\n"+strings.Repeat("x", 100_000)) // the beginning of a long line is not shown after another line
	r = w.mustSucceed(w.call("read_file", args{"path": "a"}))
	if want := header("a", 1, 1, 2) + "short\n[1 line omitted; call read_file with start_line=2]"; r.Value != want {
		t.Errorf("got %.200q, want %q", r.Value, want)
	}
	w.writeFile("a", strings.Repeat("\xff", 1<<20)+"\nshort\n") // consecutive invalid bytes are shown as one character
	r = w.mustSucceed(w.call("read_file", args{"path": "a"}))
	if !strings.HasPrefix(r.Value, header("a", 1, 1, 2)+"\uFFFD\n[") || !strings.Contains(r.Value, "[the end of line 1 omitted; use search_files to find text in it]") {
		t.Errorf("%.200q", r.Value)
	}
}

// The calls of a batch share its budget, and the header of each result is
// correct.
func TestReadBatchBudget(t *testing.T) {
	w := newFixture(t)
	w.writeFile("a", strings.Repeat("one of many lines of text\n", 10_000))
	registry := runtime.NewRegistry(w.options)
	if err := registry.Register(toolNamed(t, "read_file")); err != nil {
		t.Fatal(err)
	}
	const shared = "the calls of a batch share the size of their results, so a call alone returns more"
	calls := make([]runtime.ToolCall, 8)
	for i := range calls {
		calls[i] = runtime.ToolCall{ID: fmt.Sprint(i), Name: "read_file", Args: []byte(`{"path": "a"}`)}
	}
	for _, answer := range registry.ExecuteParallel(t.Context(), calls, w.turn) {
		r := w.mustSucceed(w.withoutFence(answer))
		var to int
		if _, err := fmt.Sscanf(r.Value, "[a] lines 1–%d of 10000\n", &to); err != nil || strings.Count(r.Value, "one of many") != to {
			t.Errorf("%v: %d lines", err, strings.Count(r.Value, "one of many"))
		}
		if want := fmt.Sprintf(" omitted; %s; call read_file with start_line=%d]", shared, to+1); !strings.HasSuffix(r.Value, want) {
			t.Errorf("the notice %q does not end with %q", r.Value[len(r.Value)-200:], want)
		}
	}
	w.turn.ResultBudgetChars = 5000 // a budget that is small for one call
	if r := w.mustSucceed(w.call("read_file", args{"path": "a"})); strings.Contains(r.Value, shared) {
		t.Errorf("the notice of a call alone: %q", r.Value[len(r.Value)-200:])
	}
}
