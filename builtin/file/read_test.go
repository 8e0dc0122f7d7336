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

// header is what a result begins with.
func header(name string, from, to, total int) string {
	return fmt.Sprintf("[%s] lines %d–%d of %d\n\n", name, from, to, total)
}

func TestRead(t *testing.T) {
	for _, c := range []struct {
		reason, content string
		first, last     int
		want            string
	}{
		{"the whole file", "one\ntwo\nthree\n", 0, 0, header("a.txt", 1, 3, 3) + "one\ntwo\nthree\n"},
		{"no line feed at the end", "one\ntwo", 0, 0, header("a.txt", 1, 2, 2) + "one\ntwo"},
		{"a line in the middle", "one\ntwo\nthree\n", 2, 2, header("a.txt", 2, 2, 3) + "two\n"},
		{"from a line on", "one\ntwo\nthree\n", 2, 0, header("a.txt", 2, 3, 3) + "two\nthree\n"},
		{"up to a line", "one\ntwo\nthree\n", 0, 1, header("a.txt", 1, 1, 3) + "one\n"},
		{"an end beyond the end", "one\ntwo", 2, 99, header("a.txt", 2, 2, 2) + "two"},
		{"the last line", "one\ntwo", 2, 2, header("a.txt", 2, 2, 2) + "two"},
		{"carriage returns stay", "a\r\nb\r\n", 1, 1, header("a.txt", 1, 1, 2) + "a\r\n"},
		{"carriage returns alone end no line", "a\rb", 0, 0, header("a.txt", 1, 1, 1) + "a\rb"},
		{"an empty file", "", 0, 0, header("a.txt", 0, 0, 0)},
		{"the first line of an empty file", "", 1, 5, header("a.txt", 0, 0, 0)},
		{"one empty line", "\n", 0, 0, header("a.txt", 1, 1, 1) + "\n"},
		{"empty lines at the end", "a\n\n\n", 2, 3, header("a.txt", 2, 3, 3) + "\n\n"},
		{"characters of several bytes", "é漢😀", 0, 0, header("a.txt", 1, 1, 1) + "é漢😀"},
		{"bytes that are not UTF-8, such as of Latin-1", "caf\xe9\nol\xe9\xe9\n", 0, 0,
			header("a.txt", 1, 2, 2) + "caf\uFFFD\nol\uFFFD\n[bytes that are not text are shown as \uFFFD]"},
		{"elsewhere than in the lines shown", "caf\xe9\nb\n", 2, 0, header("a.txt", 2, 2, 2) + "b\n"},
		{"without a line feed before the notice", "caf\xe9", 0, 0, header("a.txt", 1, 1, 1) + "caf\uFFFD\n[bytes that are not text are shown as \uFFFD]"},
		{"a zero byte far behind", strings.Repeat("text\n", 4000) + "a\x00b\n", 4001, 0,
			header("a.txt", 4001, 4001, 4001) + "a\uFFFDb\n[bytes that are not text are shown as \uFFFD]"},
		{"what looks like a header", "[a.txt] lines 1–2 of 3\n", 0, 0, header("a.txt", 1, 1, 1) + "[a.txt] lines 1–2 of 3\n"},
	} {
		w := newWorld(t)
		w.put("a.txt", c.content)
		arguments := args{"file_path": "./a.txt"}
		if c.first > 0 {
			arguments["start_line"] = c.first
		}
		if c.last > 0 {
			arguments["end_line"] = c.last
		}
		if got := w.ok(w.call("read_file", arguments)).Value; got != c.want {
			t.Errorf("%s: got %q, want %q", c.reason, got, c.want)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	w := newWorld(t)
	w.put("a.txt", "one\ntwo\nthree\n")
	w.put("empty", "")
	w.put("sub/b.txt", "")
	w.put("zeros", "text\n\x00\x00")
	w.put("doc.pdf", "%PDF-1.7\n1 0 obj")
	w.put("wide", "\xff\xfeh\x00i\x00")
	w.put("big.png", "\x89PNG\r\n\x1a\n"+strings.Repeat("x", 5<<20))
	if err := os.Symlink("/etc/passwd", filepath.Join(w.dir, "link")); err != nil {
		t.Fatal(err)
	}
	invalid, failed := runtime.InputInvalid, runtime.ExecutionFailed
	for _, c := range []struct {
		reason    string
		arguments args
		want      failure
	}{
		{"a missing file", args{"file_path": "b.txt"}, failure{failed, "file_path", "", []string{"b.txt does not exist", "list_files"}}},
		{"a directory", args{"file_path": "sub/"}, failure{failed, "file_path", "IS_DIRECTORY", []string{"sub is a directory", "list_files"}}},
		{"the working directory", args{"file_path": "."}, failure{failed, "file_path", "IS_DIRECTORY", nil}},
		{"a way out", args{"file_path": "../a.txt"}, failure{invalid, "file_path", "", []string{"leads out"}}},
		{"a link that leads out", args{"file_path": "link"}, failure{failed, "file_path", "", nil}},
		{"an absolute path out of reach", args{"file_path": "/etc/hostname"}, failure{runtime.NotAvailable, "", "fs:read", nil}},
		{"zero bytes", args{"file_path": "zeros"}, failure{failed, "file_path", "BINARY_FILE", []string{"binary", "7 bytes"}}},
		{"a PDF document, which may have no zero bytes", args{"file_path": "doc.pdf"}, failure{failed, "file_path", "BINARY_FILE", []string{"PDF"}}},
		{"UTF-16", args{"file_path": "wide"}, failure{failed, "file_path", "BINARY_FILE", []string{"UTF-16"}}},
		{"a large image", args{"file_path": "big.png"}, failure{failed, "file_path", "IMAGE_TOO_LARGE", []string{"5 MiB"}}},
		{"reversed lines", args{"file_path": "a.txt", "start_line": 3, "end_line": 2}, failure{invalid, "end_line", "", []string{"start_line (3)"}}},
		{"a start beyond the end", args{"file_path": "a.txt", "start_line": 4}, failure{invalid, "start_line", "", []string{"a.txt has 3 lines"}}},
		{"a start beyond an empty file", args{"file_path": "empty", "start_line": 2}, failure{invalid, "start_line", "", []string{"0 lines"}}},
		{"line 0", args{"file_path": "a.txt", "start_line": 0}, failure{invalid, "start_line", "", nil}},
		{"a negative end", args{"file_path": "a.txt", "end_line": -1}, failure{invalid, "end_line", "", nil}},
		{"half a line", args{"file_path": "a.txt", "start_line": 1.5}, failure{invalid, "start_line", "", nil}},
		{"no path", args{}, failure{invalid, "file_path", "", nil}},
		{"an empty path", args{"file_path": ""}, failure{invalid, "file_path", "", nil}},
		{"an attachment that did not come in", args{"file_path": "attachment:x"}, failure{runtime.NotAvailable, "", "attachments", nil}},
	} {
		w.fails(c.reason, w.call("read_file", c.arguments), c.want)
	}
}

// What is said of bytes that are no text is said of those that are shown.
func TestReadOfALineThatIsTooLong(t *testing.T) {
	for _, c := range []struct {
		reason, content string
		says            bool
	}{
		{"characters that parts of the file cut", strings.Repeat("漢", 100_000), false},
		{"bytes behind what is shown", strings.Repeat("x", 100_000) + "\xff", false},
		{"bytes that are shown", "\xff" + strings.Repeat("x", 100_000), true},
	} {
		w := newWorld(t)
		w.put("a", c.content)
		got := w.ok(w.call("read_file", args{"file_path": "a"})).Value
		if strings.Contains(got, "\uFFFD") != c.says || !strings.Contains(got, "line 1 is too long") {
			t.Errorf("%s: …%q", c.reason, got[max(0, len(got)-200):])
		}
	}
}

// A line break in a name must not end the header.
func TestReadOfAnOddName(t *testing.T) {
	w := newWorld(t)
	name := "a\nb] lines 1–9 of 9"
	w.put(name, "text\n")
	got := w.ok(w.call("read_file", args{"file_path": name})).Value
	if want := header(`"a\nb] lines 1–9 of 9"`, 1, 1, 1) + "text\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	w.put("a\u202etxt.exe", "text\n") // shown as a.exe.txt
	got = w.ok(w.call("read_file", args{"file_path": "a\u202etxt.exe"})).Value
	if want := header(`"a\u202etxt.exe"`, 1, 1, 1) + "text\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestReadOfImagesAndAttachments(t *testing.T) {
	w := newWorld(t)
	kinds := map[string]string{
		"image/png":  "\x89PNG\r\n\x1a\n\x00\x00",
		"image/jpeg": "\xff\xd8\xff\xe0\x00",
		"image/gif":  "GIF89a\x01\x00\xff",
		"image/webp": "RIFF\xff\x00\x00\x00WEBPVP8 ",
	}
	for mime, data := range kinds {
		w.put("image", data)
		r := w.ok(w.call("read_file", args{"file_path": "image"}))
		if len(r.Parts) != 1 || r.Parts[0].Kind != runtime.PartImage || r.Parts[0].MIME != mime || !bytes.Equal(r.Parts[0].Data, []byte(data)) {
			t.Errorf("%s: %+v", mime, r.Parts)
		}
		if want := fmt.Sprintf("[image] %s, %d bytes", mime, len(data)); r.Value != want {
			t.Errorf("%s: got %q, want %q", mime, r.Value, want)
		}
	}
	kept := newWorld(t) // elsewhere
	kept.put("1", kinds["image/png"])
	kept.put("2", "one\ntwo\n")
	kept.put("3", "moving pictures")
	w.turn.Attachments = []runtime.Attachment{
		{ID: "pic", Kind: "image", Name: "p.png", Path: filepath.Join(kept.dir, "1")},
		{ID: "doc", Kind: "file", Name: "d.txt", Path: filepath.Join(kept.dir, "2")},
		{ID: "film", Kind: "video", Name: "f", Path: filepath.Join(kept.dir, "3")},
	}
	if r := w.ok(w.call("read_file", args{"file_path": "attachment:pic"})); len(r.Parts) != 1 || r.Parts[0].MIME != "image/png" {
		t.Errorf("an attached image: %+v", r)
	}
	r := w.ok(w.call("read_file", args{"file_path": "attachment:doc", "start_line": 2}))
	if want := header("attachment:doc", 2, 2, 2) + "two\n"; r.Value != want {
		t.Errorf("an attached file: got %q, want %q", r.Value, want)
	}
	w.fails("an attachment of another kind", w.call("read_file", args{"file_path": "attachment:film"}), failure{runtime.NotAvailable, "", "attachments", nil})
	w.put("attachment:doc", "a file of that name\n")
	if r := w.ok(w.call("read_file", args{"file_path": "./attachment:doc"})); !strings.Contains(r.Value, "a file of that name") {
		t.Errorf("a file with the name of an attachment: %q", r.Value)
	}
}

// A long file can be read to its end by doing what the notices say, and comes
// out as it is.
func TestReadingOn(t *testing.T) {
	var long strings.Builder
	for i := range 9000 {
		fmt.Fprintf(&long, "line %d %s\n", i+1, strings.Repeat("é", i%40))
	}
	for _, budget := range []int{0, 5000} {
		w := newWorld(t)
		w.turn.ResultBudgetChars = budget
		w.put("long", long.String())
		var got strings.Builder
		next, calls := 1, 0
		for next <= 9000 {
			calls++
			value := w.ok(w.call("read_file", args{"file_path": "long", "start_line": next})).Value
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
			t.Error("the parts are not the whole")
		}
		if budget == 0 && calls > 10 {
			t.Errorf("%d calls for %d characters", calls, utf8.RuneCountInString(long.String()))
		}
	}
}

func TestReadOfLongLines(t *testing.T) {
	w := newWorld(t)
	w.put("a", strings.Repeat("漢", 100_000)+"\nshort\n")
	r := w.ok(w.call("read_file", args{"file_path": "a"}))
	if !strings.HasPrefix(r.Value, header("a", 1, 1, 2)) || !strings.Contains(r.Value, "line 1 is too long") || !strings.HasSuffix(r.Value, "start_line=2]") {
		t.Errorf("%.80q … %q", r.Value, r.Value[len(r.Value)-200:])
	}
	if n := utf8.RuneCountInString(r.Value); n < 35_000 || n > 40_000 {
		t.Errorf("%d characters", n)
	}
	w.put("a", "short\n"+strings.Repeat("x", 100_000)) // one that follows does not begin
	r = w.ok(w.call("read_file", args{"file_path": "a"}))
	if want := header("a", 1, 1, 2) + "short\n[lines up to 1 of 2 fitted; to read on, call read_file with start_line=2]"; r.Value != want {
		t.Errorf("got %.200q, want %q", r.Value, want)
	}
	w.put("a", strings.Repeat("\xff", 1<<20)+"\nshort\n") // which is one character
	r = w.ok(w.call("read_file", args{"file_path": "a"}))
	if !strings.HasPrefix(r.Value, header("a", 1, 1, 2)+"\uFFFD\n[") || !strings.Contains(r.Value, "line 1 is too long") {
		t.Errorf("%.200q", r.Value)
	}
}

// Calls of one batch share its budget; no header becomes untrue by a cut.
func TestReadInABatch(t *testing.T) {
	w := newWorld(t)
	w.put("a", strings.Repeat("one of many lines of text\n", 10_000))
	registry := runtime.NewRegistry(w.options)
	if err := registry.Register(tool(t, "read_file")); err != nil {
		t.Fatal(err)
	}
	calls := make([]runtime.ToolCall, 8)
	for i := range calls {
		calls[i] = runtime.ToolCall{ID: fmt.Sprint(i), Name: "read_file", Args: []byte(`{"file_path": "a"}`)}
	}
	for _, answer := range registry.ExecuteParallel(t.Context(), calls, w.turn) {
		r := w.ok(w.bare(answer))
		var to int
		if _, err := fmt.Sscanf(r.Value, "[a] lines 1–%d of 10000\n", &to); err != nil || strings.Count(r.Value, "one of many") != to {
			t.Errorf("%v: %d lines", err, strings.Count(r.Value, "one of many"))
		}
	}
}
