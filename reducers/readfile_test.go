package reducers_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/reducers"
	"github.com/toolgen/toolgen/runtime"
)

func TestReadFileHint(t *testing.T) {
	got := reducers.ReadFile().Reduce(runtime.Text(repeatNumbered("line %d\n", 9000)), runtime.ReduceContext{Args: json.RawMessage(`{"file_path":"a.txt"}`)}).Value
	hint, rest, _ := strings.Cut(got, "\n")
	for _, want := range []string{"start_line", "end_line", "read_file", "lines 1–200"} {
		if !strings.Contains(hint, want) {
			t.Errorf("no %s in %q", want, hint)
		}
	}
	if strings.Contains(hint, "lineStart") || strings.Count(rest, "\n") != 200 || !strings.HasPrefix(rest, "line 0\n") {
		t.Errorf("%q, then %d lines", hint, strings.Count(rest, "\n"))
	}
	for _, args := range []string{`{"start_line":1}`, `{"end_line":400}`, `{"start_line":0,"end_line":9}`} {
		text := repeatNumbered("line %d\n", 9000)
		if got := reducers.ReadFile().Reduce(runtime.Text(text), runtime.ReduceContext{Args: json.RawMessage(args)}).Value; got != text {
			t.Errorf("%s: the text changed although the call has a range", args)
		}
	}
}

func TestReadFile(t *testing.T) {
	line := "this is one of the lines of a file, and not a short one\n"
	hint := "The file has %d lines; these are lines 1–200. For more, call read_file with start_line and end_line.\n"
	tests := []struct{ text, want, reason string }{
		{strings.Repeat(line, 200), strings.Repeat(line, 200), "200 lines"},
		{strings.Repeat(line, 203), fmt.Sprintf(hint, 203) + strings.Repeat(line, 200), "203 lines"},
		{strings.Repeat(line, 203) + "end", fmt.Sprintf(hint, 204) + strings.Repeat(line, 200), "the last line has no line feed"},
		{strings.Repeat("\n", 201), strings.Repeat("\n", 201), "the hint is longer than the other lines"},
		{strings.Repeat(strings.TrimSpace(line)+"\r", 300), strings.Repeat(strings.TrimSpace(line)+"\r", 300), "a carriage return does not end a line"},
		{"[a.txt] lines 1–300 of 900\n" + strings.Repeat(line, 300), fmt.Sprintf(hint, 900) + "[a.txt] lines 1–200 of 900\n" + strings.Repeat(line, 200), "a header has the number of lines and is not a line"},
		{"[a.txt] lines 1–300 of 900\n\n" + strings.Repeat(line, 300), fmt.Sprintf(hint, 900) + "[a.txt] lines 1–200 of 900\n\n" + strings.Repeat(line, 200), "the empty line after the header is not a line"},
		{"[a.txt] lines 1–200 of 200\n" + strings.Repeat(line, 200), "[a.txt] lines 1–200 of 200\n" + strings.Repeat(line, 200), "the header is not line 201"},
		{"[a.txt] lines 5–9 of 900\n" + strings.Repeat(line, 300), fmt.Sprintf(hint, 301) + "[a.txt] lines 5–9 of 900\n" + strings.Repeat(line, 199), "a header with another range is a line"},
		{strings.Repeat(line, 300) + readOn + "\n", fmt.Sprintf(hint, 301) + strings.Repeat(line, 200) + readOn + "\n", "a notice is kept"},
	}
	for _, tt := range tests {
		if got := checkContract(t, reducers.ReadFile(), fullResult(true, tt.text), runtime.ReduceContext{Args: json.RawMessage(`{"file_path":"a","start_line":null}`)}); got != tt.want {
			t.Errorf("%s: got %s", tt.reason, beginningOf(got))
		}
	}
}
