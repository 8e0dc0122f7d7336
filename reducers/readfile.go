package reducers

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// fileLines is how many lines of a file stay.
const fileLines = 200

// ReadFile reduces the results of the tool "read_file" that were asked for
// without start_line and end_line: over 200 lines, a hint with the number of
// lines of the file and how to ask for more, and the first 200 lines.
//
// The header "[path] lines 1–N of M", if there is one, is not a line of the
// file, and neither is an empty line behind it; it then says which lines are shown. Without it, the lines are counted;
// what follows the last line feed is a line if it is not empty. Failures, and
// results with a range, are left alone.
func ReadFile() runtime.Reducer {
	return &reducer{tool: "read_file", pass: func(call runtime.ReduceContext) Pass {
		if hasRange(call.Args) {
			return func(text string) string { return text }
		}
		return firstLines
	}}
}

// hasRange says whether the call asked for a range of lines.
func hasRange(args json.RawMessage) bool {
	var call map[string]json.RawMessage
	if json.Unmarshal(args, &call) != nil {
		return false
	}
	for _, name := range []string{"start_line", "end_line"} {
		if value, ok := call[name]; ok && string(value) != "null" {
			return true
		}
	}
	return false
}

// hintEnd closes the hint.
const hintEnd = " For more, call read_file with start_line and end_line."

// hint tells how many lines the file has and which are shown.
func hint(lines int) string {
	return fmt.Sprintf("The file has %d lines; these are lines 1–%d.%s\n", lines, fileLines, hintEnd)
}

// firstLines is the beginning of a file that was read as a whole.
func firstLines(text string) string {
	first := firstLine(text)
	if strings.HasPrefix(first, "The file has ") && strings.HasSuffix(first, hintEnd+"\n") {
		return text
	}
	header, body, total := fileHeader(text)
	kept := 0
	for range fileLines {
		if kept == len(body) {
			return text
		}
		kept += len(firstLine(body[kept:]))
	}
	if kept == len(body) {
		return text
	}
	if total == 0 {
		total = countLines(body)
	}
	return hint(total) + header + body[:kept] + noticeLines(body[kept:])
}

// countLines is the number of lines.
func countLines(text string) int {
	n := strings.Count(text, "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		n++
	}
	return n
}

// noticeLines are the lines of the text that have a notice.
func noticeLines(text string) string {
	if !strings.Contains(text, "[") {
		return ""
	}
	var out strings.Builder
	for line := range strings.Lines(text) {
		if isNotice(line) || strings.Contains(line, noticeStart) {
			out.WriteString(line)
		}
	}
	return out.String()
}

// fileHeader splits the text into the header, saying which lines are shown, with
// the empty line behind it, and the file. total is what the header says the file has, 0 without a header.
func fileHeader(text string) (header, body string, total int) {
	line := firstLine(text)
	open, count, ok := strings.Cut(strings.TrimRight(line, "\r\n"), " of ")
	at := strings.LastIndex(open, "] lines ")
	if !ok || at < 0 || !strings.HasPrefix(line, "[") {
		return "", text, 0
	}
	total, err := strconv.Atoi(strings.TrimSuffix(count, ":"))
	from, to, ranged := strings.Cut(open[at+len("] lines "):], "–")
	if err != nil || !ranged || from != "1" || !isNumber(to) {
		return "", text, 0
	}
	body = text[len(line):]
	if empty := firstLine(body); strings.TrimRight(empty, "\r\n") == "" {
		line, body = line+empty, body[len(empty):]
	}
	shown := fmt.Sprintf("%s] lines 1–%d of %s%s", open[:at], fileLines, count, line[len(open)+len(" of ")+len(count):])
	return shown, body, total
}
