package reducers

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/cut"
	"github.com/toolgen/toolgen/runtime"
)

// maxFileBytes is the maximum length of the lines of a file that are kept.
const maxFileBytes = 20_000

// ReadFile returns the reducer of the tool "read_file" for calls that do not select
// lines. Of a file of more than 20,000 bytes, the first lines of together at most
// 20,000 bytes are kept, and a mark, which has the number of the other lines and says
// how to read them.
//
// The lead of the result may be a header "[path] lines 1–N of M"; or the text may
// begin with such a header and an empty line, which are not lines of the file. The
// number of lines is that of the header, and the header is changed to the lines that
// are shown. Without a header the lines are counted, except notices; the text after the last line feed is a line when it
// is not empty.
// Failures and results of calls that select lines or several files are not reduced.
//
// If the result has a header, the mark is in the note of the result, where that of the
// tool is.
func ReadFile() runtime.Reducer {
	return fileReducer{&reducer{tool: "read_file", isLossless: true, pass: func(call runtime.ReduceContext) Pass {
		if selectsLines(call.Args) {
			return func(text string) string { return text }
		}
		return keepFirstLines
	}}}
}

// fileReducer is the reducer of read_file.
type fileReducer struct{ *reducer }

// Reduce shortens the text of a success, and moves the mark to the note.
func (r fileReducer) Reduce(result runtime.Result, call runtime.ReduceContext) runtime.Result {
	if result.Lead == "" || strings.Contains(result.Lead, "\n") {
		return r.reduceAll(result, call)
	}
	lead := result.Lead + "\n\n"
	if _, _, total := fileHeader(lead); total == 0 {
		return r.reduceAll(result, call)
	}
	joined := result
	joined.Value = lead + result.Value
	joined = r.reduceAll(joined, call)
	result.Lead, result.Value, _ = strings.Cut(joined.Value, "\n\n")
	result.Note = joined.Note
	return result
}

// reduceAll is like Reduce, for a result whose header is in the text.
func (r fileReducer) reduceAll(result runtime.Result, call runtime.ReduceContext) runtime.Result {
	before := result.Value
	result = r.reducer.Reduce(result, call)
	if _, _, total := fileHeader(before); total == 0 || result.Value == before {
		return result
	}
	text := withoutMark(result.Value)
	if text == result.Value {
		return result
	}
	marks := []string{strings.TrimSpace(result.Value[len(text):])}
	for line := range strings.Lines(result.Note) { // the other marks of the tool
		if withoutMark(line) == line {
			marks = append([]string{strings.TrimSuffix(line, "\n")}, marks...)
		}
	}
	result.Value, result.Note = text, strings.Join(marks, "\n")
	return result
}

// selectingArguments are the arguments of read_file that select lines or files.
var selectingArguments = []string{"start_line", "end_line", "limit", "outline", "more_paths"}

// selectsLines reports whether the call asks for certain lines, or for several files.
func selectsLines(args json.RawMessage) bool {
	var call map[string]json.RawMessage
	if json.Unmarshal(args, &call) != nil {
		return false
	}
	for _, name := range selectingArguments {
		if value, ok := call[name]; ok && string(value) != "null" {
			return true
		}
	}
	return false
}

// readOn is the beginning of the advice in the mark of the lines that are not shown.
const readOn = "call read_file with start_line="

// withoutMark returns a text without the mark of lines that are not shown at its end.
func withoutMark(text string) string {
	trimmed := strings.TrimRight(text, "\n")
	at := strings.LastIndexByte(trimmed, '\n') + 1
	_, number, ok := strings.Cut(trimmed[at:], "; "+readOn)
	if ok && trimmed[at] == '[' && strings.HasSuffix(number, "]") && isNumber(strings.TrimSuffix(number, "]")) {
		return text[:at]
	}
	return text
}

// keepFirstLines returns the first lines of a file, and the mark of the others.
func keepFirstLines(text string) string {
	header, body, total := fileHeader(text)
	body = withoutMark(body)
	kept, lines := 0, 0
	for kept < len(body) {
		line := firstLine(body[kept:])
		if kept+len(line) > maxFileBytes && lines > 0 {
			break
		}
		kept += len(line)
		lines++
	}
	notices := noticeLines(body[kept:])
	others := countLines(body[kept:]) - countLines(notices)
	if others == 0 {
		return text
	}
	if notices != "" && !strings.HasSuffix(notices, "\n") {
		notices += "\n"
	}
	if total > 0 {
		others = total - lines
	}
	return header.of(lines) + body[:kept] + notices + cut.Mark(cut.Count(others, "line"), readOn+strconv.Itoa(lines+1))
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
		if isNotice(line) {
			out.WriteString(line)
		}
	}
	return out.String()
}

// header is the header of a file, without the number of the last line that is shown.
// Both parts are empty if there is no header.
type header struct{ before, after string }

// of returns the header for a number of lines, with the empty line after it.
func (h header) of(lines int) string {
	if h.before == "" {
		return ""
	}
	return h.before + strconv.Itoa(lines) + h.after
}

// fileHeader splits the text into the header, with the empty line after it, and the
// text of the file. It returns the number of lines in the header, which is zero when
// there is no header.
func fileHeader(text string) (h header, body string, total int) {
	line := firstLine(text)
	open, count, ok := strings.Cut(strings.TrimRight(line, "\r\n"), " of ")
	at := strings.LastIndex(open, "] lines ")
	if !ok || at < 0 || !strings.HasPrefix(line, "[") {
		return h, text, 0
	}
	total, err := strconv.Atoi(strings.TrimSuffix(count, ":"))
	from, to, hasDash := strings.Cut(open[at+len("] lines "):], "–")
	if err != nil || !hasDash || from != "1" || !isNumber(to) {
		return h, text, 0
	}
	body = text[len(line):]
	h = header{open[:at] + "] lines 1–", line[len(open):]}
	if empty := firstLine(body); strings.TrimRight(empty, "\r\n") == "" {
		h.after, body = h.after+empty, body[len(empty):]
	}
	return h, body, total
}
