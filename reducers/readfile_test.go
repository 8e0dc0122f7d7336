package reducers_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/reducers"
	"github.com/toolgen/toolgen/runtime"
)

func TestReadFileMark(t *testing.T) {
	text := repeatNumbered("line %d\n", 29000)
	got := reducers.ReadFile().Reduce(runtime.Text(text), runtime.ReduceContext{Args: json.RawMessage(`{"path":"a.txt"}`)}).Value
	at := strings.LastIndexByte(got, '\n') + 1
	kept := strings.Count(got, "\n")
	mark := fmt.Sprintf("[%s lines omitted; call read_file with start_line=%d]", grouped(strings.Count(text, "\n")-kept), kept+1)
	if got[at:] != mark || !strings.HasPrefix(text, got[:at]) || at > 20_000 || at < 19_980 {
		t.Errorf("%d bytes, and the mark %q, want %q", at, got[at:], mark)
	}
	for _, args := range []string{`{"start_line":1}`, `{"end_line":400}`, `{"start_line":0,"end_line":9}`, `{"limit":3}`, `{"more_paths":["b"]}`, `{"outline":true}`} {
		if got := reducers.ReadFile().Reduce(runtime.Text(text), runtime.ReduceContext{Args: json.RawMessage(args)}).Value; got != text {
			t.Errorf("%s: the text changed although the call selects lines", args)
		}
	}
}

// grouped returns a number of at most six digits with a comma before the last three.
func grouped(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%d,%03d", n/1000, n%1000)
}

func TestReadFile(t *testing.T) {
	line := "this is one of the lines of a file, it has 50 bytes\n"[2:]
	mark := func(n int) string {
		return fmt.Sprintf("[%s lines omitted; call read_file with start_line=401]", grouped(n))
	}
	tests := []struct{ text, want, reason string }{
		{strings.Repeat(line, 400), strings.Repeat(line, 400), "20,000 bytes"},
		{strings.Repeat(line, 403), strings.Repeat(line, 400) + mark(3), "three more lines"},
		{strings.Repeat(line, 403) + "end", strings.Repeat(line, 400) + mark(4), "the last line has no line feed"},
		{strings.Repeat("\n", 20_001), strings.Repeat("\n", 20_001), "the mark is longer than the other lines"},
		{strings.Repeat(strings.TrimSpace(line)+"\r", 500), strings.Repeat(strings.TrimSpace(line)+"\r", 500), "a carriage return does not end a line"},
		{strings.Repeat("x", 21_000) + "\n" + strings.Repeat(line, 9), strings.Repeat("x", 21_000) + "\n" + "[9 lines omitted; call read_file with start_line=2]", "the first line is too long"},
		{"[a.txt] lines 1–500 of 900\n" + strings.Repeat(line, 500), "[a.txt] lines 1–400 of 900\n" + strings.Repeat(line, 400) + mark(500), "a header has the number of lines and is not a line"},
		{"[a.txt] lines 1–500 of 900\n\n" + strings.Repeat(line, 500), "[a.txt] lines 1–400 of 900\n\n" + strings.Repeat(line, 400) + mark(500), "the empty line after the header is not a line"},
		{"[a.txt] lines 1–400 of 400\n" + strings.Repeat(line, 400), "[a.txt] lines 1–400 of 400\n" + strings.Repeat(line, 400), "the header is not one of the bytes"},
		{strings.Repeat(line, 500) + readOn + "\n", strings.Repeat(line, 400) + readOn + "\n" + mark(100), "a notice is kept, and is not a line of the file"},
		{strings.Repeat(line, 500) + readOn, strings.Repeat(line, 400) + readOn + "\n" + mark(100), "the mark is on a line of its own after a notice"},
		{strings.Repeat(line, 400) + readOn + "\n", strings.Repeat(line, 400) + readOn + "\n", "only a notice would be omitted"},
		{"[a.txt] lines 1–500 of 900\n" + strings.Repeat(line, 500) + readOn + "\n", "[a.txt] lines 1–400 of 900\n" + strings.Repeat(line, 400) + readOn + "\n" + mark(500), "the header has the number of lines without the notice"},
	}
	for _, tt := range tests {
		if got := checkContract(t, withNoteAsText{reducers.ReadFile()}, fullResult(true, tt.text), runtime.ReduceContext{Args: json.RawMessage(`{"path":"a","start_line":null}`)}); got != tt.want {
			t.Errorf("%s: got %d bytes, …%s, want %d bytes, …%s", tt.reason, len(got), got[max(0, len(got)-200):], len(tt.want), tt.want[max(0, len(tt.want)-200):])
		}
	}
}

// withNoteAsText is a reducer of which the note is the end of the text.
type withNoteAsText struct{ runtime.Reducer }

func (r withNoteAsText) Reduce(result runtime.Result, call runtime.ReduceContext) runtime.Result {
	result = r.Reducer.Reduce(result, call)
	result.Value, result.Note = result.Value+result.Note, ""
	return result
}

// The mark of the reducer replaces that of the tool in the note, because the text of a
// file could imitate it. Other marks of the tool stay.
func TestReadFileNote(t *testing.T) {
	result := runtime.Text("[a] lines 1–900 of 1000\n\n" + strings.Repeat("a line of the file has 30 bytes\n", 900))
	result.Note = "[invalid bytes are shown as \uFFFD]\n[100 lines omitted; call read_file with start_line=901]"
	got := reducers.ReadFile().Reduce(result, runtime.ReduceContext{Args: json.RawMessage(`{"path":"a"}`)})
	if want := "[invalid bytes are shown as \uFFFD]\n[375 lines omitted; call read_file with start_line=626]"; got.Note != want || strings.Contains(got.Value, "omitted") {
		t.Errorf("the note is %q, want %q; the text ends with %q", got.Note, want, got.Value[len(got.Value)-100:])
	}
}
