package reducers

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// maxFileLines is the number of lines of a file that are kept.
const maxFileLines = 200

// ReadFile returns the reducer of the tool "read_file" for calls without
// start_line and end_line. A file of more than 200 lines is replaced by a hint,
// which has the number of its lines and says how to read more, and its first 200
// lines.
//
// The text may begin with a header "[path] lines 1–N of M" and an empty line,
// which are not lines of the file. The number of lines is that of the header, and
// the header is changed to the lines that are shown. Without a header the lines
// are counted; the text after the last line feed is a line when it is not empty.
// Failures and results with a range are not reduced.
func ReadFile() runtime.Reducer {
	return &reducer{tool: "read_file", pass: func(call runtime.ReduceContext) Pass {
		if hasRange(call.Args) {
			return func(text string) string { return text }
		}
		return keepFirstLines
	}}
}

// hasRange reports whether the call asks for a range of lines.
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

// hintEnd is the end of the hint.
const hintEnd = " For more, call read_file with start_line and end_line."

// rangeHint returns the line that says how many lines a file has and which of
// them are shown.
func rangeHint(lines int) string {
	return fmt.Sprintf("The file has %d lines; these are lines 1–%d.%s\n", lines, maxFileLines, hintEnd)
}

// keepFirstLines returns the hint and the first lines of a file.
func keepFirstLines(text string) string {
	first := firstLine(text)
	if strings.HasPrefix(first, "The file has ") && strings.HasSuffix(first, hintEnd+"\n") {
		return text
	}
	header, body, total := fileHeader(text)
	kept := 0
	for range maxFileLines {
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
	return rangeHint(total) + header + body[:kept] + noticeLines(body[kept:])
}

// countLines returns the number of lines of the text.
func countLines(text string) int {
	n := strings.Count(text, "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		n++
	}
	return n
}

// noticeLines returns the lines of the text that have a notice.
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

// fileHeader splits the text into the header, with the lines that are shown and
// with the empty line after it, and the text of the file. It returns the number of
// lines in the header, which is zero when there is no header.
func fileHeader(text string) (header, body string, total int) {
	line := firstLine(text)
	open, count, ok := strings.Cut(strings.TrimRight(line, "\r\n"), " of ")
	at := strings.LastIndex(open, "] lines ")
	if !ok || at < 0 || !strings.HasPrefix(line, "[") {
		return "", text, 0
	}
	total, err := strconv.Atoi(strings.TrimSuffix(count, ":"))
	from, to, hasDash := strings.Cut(open[at+len("] lines "):], "–")
	if err != nil || !hasDash || from != "1" || !isNumber(to) {
		return "", text, 0
	}
	body = text[len(line):]
	if empty := firstLine(body); strings.TrimRight(empty, "\r\n") == "" {
		line, body = line+empty, body[len(empty):]
	}
	shown := fmt.Sprintf("%s] lines 1–%d of %s%s", open[:at], maxFileLines, count, line[len(open)+len(" of ")+len(count):])
	return shown, body, total
}
