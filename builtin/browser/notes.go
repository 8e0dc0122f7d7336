package browser

import "fmt"

// notes are events during a call that the model did not ask for.
type notes struct {
	all     []note
	dropped int
}

// note is a format with its arguments.
type note struct {
	format    string
	arguments []any
}

// pageText is an argument of a note: a text of a page, which is redacted when the note
// is taken, and then cut to a number of characters.
type pageText struct {
	text  string
	limit int
}

// maxNotes is the maximum number of notes in one answer.
const maxNotes = 12

// add adds an event, or counts it if there are too many.
func (n *notes) add(format string, arguments ...any) {
	if len(n.all) >= maxNotes {
		n.dropped++
		return
	}
	n.all = append(n.all, note{format, arguments})
}

// maxFileName is the maximum length of the name of a file in a note. A note with a longer
// text of a page is in the fence.
const maxFileName = 100

// take returns the notes as texts and removes them. fromPage are those of the texts
// that belong in the fence.
func (n *notes) take(redact redactor) (lines, fromPage []string) {
	for _, one := range n.all {
		isForeign := false
		for i, argument := range one.arguments {
			if t, ok := argument.(pageText); ok {
				one.arguments[i] = quote(redact(t.text), t.limit)
				isForeign = isForeign || t.limit > maxFileName
			}
		}
		line := fmt.Sprintf(one.format, one.arguments...)
		lines = append(lines, line)
		if isForeign {
			fromPage = append(fromPage, line)
		}
	}
	if n.dropped > 0 {
		lines = append(lines, fmt.Sprintf("and %d more such events", n.dropped))
	}
	*n = notes{}
	return lines, fromPage
}
