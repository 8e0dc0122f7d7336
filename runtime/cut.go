package runtime

import (
	"strconv"
	"unicode/utf8"
)

// marker is what a cut text closes with; total is its length before the cut.
func marker(total int) string { return "\n" + notice(total) }

// notice is the marker's text.
func notice(total int) string {
	return "[truncated — " + strconv.Itoa(total) + " chars total]"
}

// cut shortens a text of total code points to at most limit, and says how many
// of its own are kept. It keeps the beginning and closes with the marker, which
// counts. A limit too small for the marker leaves the beginning alone. JSON is
// cut so that it stays JSON, if that is possible within the limit.
func cut(text string, total, limit int, asJSON bool) (short string, kept int) {
	if asJSON {
		if short, kept, ok := cutJSON(text, total, limit); ok {
			return short, kept
		}
	}
	end := marker(total)
	kept = limit - utf8.RuneCountInString(end)
	if kept < 0 {
		kept, end = limit, ""
	}
	return text[:offset(text, kept)] + end, kept
}
