package cut

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/measure"
)

// NoticeLength returns how many code points a text whose Missing, Gap, JSON,
// Fence and Handle are those of in needs for its notice, at most, if all of it
// stays.
func (in Input) NoticeLength() int {
	length := len("\n") + utf8.RuneCountInString(Notice(in.Missing, in.Handle))
	switch {
	case in.JSON:
		length += len(`,"":""`) + utf8.RuneCountInString(noticeName) - len("\n")
	case in.Gap > 0:
		length += len("\n") + in.length(0) // the text after the gap has its own fence
	}
	return length
}

// complete returns all of the text with the notice about the missing parts, and
// how many code points are before the gap. ok is false if they do not fit into
// the limit, and if the text must be JSON and is not an array or an object.
func (in Input) complete() (short string, kept int, ok bool) {
	if in.length(in.Chars) > in.Limit {
		return "", 0, false
	}
	notice := Notice(in.Missing, in.Handle)
	kept, ok = in.Chars, true
	switch {
	case in.JSON:
		short, ok = completeJSON(in.Text, notice)
		short = in.enclose(short)
	case in.Gap > 0 && in.Gap < in.Chars:
		kept = in.Gap
		at := measure.Offset(in.Text, in.Gap)
		short = in.around(in.Text[:at], notice, in.Text[at:])
	default:
		short = in.enclose(in.Text) + "\n" + notice
	}
	return short, kept, ok && utf8.RuneCountInString(short) <= in.Limit
}

// completeJSON returns a JSON text with the notice as its last element. ok is
// false if the text is not an array or an object.
func completeJSON(text, notice string) (short string, ok bool) {
	text = strings.TrimRight(text, jsonSpace)
	if !strings.HasSuffix(text, "]") && !strings.HasSuffix(text, "}") {
		return "", false
	}
	end := len(text) - 1
	elements := strings.TrimRight(text[:end], jsonSpace)
	last := position{depth: 1, comma: !strings.HasSuffix(elements, "[") && !strings.HasSuffix(elements, "{")}
	last.open[0] = text[end] - 2 // as in closers
	short = elements + last.beforeNotice() + notice + `"` + last.closers()
	return short, json.Valid([]byte(short))
}

// jsonSpace is the white space of JSON.
const jsonSpace = " \t\r\n"

// completeAll adds the fences to all texts, and the notice about the missing parts
// to the last one, if they fit into the limit.
func (in Input) completeAll(texts []string) (ok bool) {
	notice := "\n" + Notice(in.Missing, in.Handle)
	length := utf8.RuneCountInString(notice)
	for _, text := range texts {
		length += in.length(utf8.RuneCountInString(text))
	}
	if length > in.Limit {
		return false
	}
	for i, text := range texts {
		texts[i] = in.enclose(text)
	}
	texts[len(texts)-1] += notice
	return true
}
