package runtime

import (
	"strings"

	"github.com/toolgen/toolgen/internal/measure"
)

// maxNoteChars is the maximum length of Result.Note.
const maxNoteChars = 4096

// noteChars returns the length of the note, with the line break before it.
func (e *textInfo) noteChars() int {
	if e.extras == nil {
		return 0
	}
	return e.extras.noteChars
}

// setNote measures the note of a result. It removes the note of a text that must
// stay JSON.
func (e *textInfo) setNote(result *Result) {
	if result.OK && e.json {
		result.Note = ""
	}
	if result.Note != "" {
		chars, _ := measure.Chars(result.Note)
		e.ensureExtras().noteChars = chars + len("\n")
	}
}

// withoutNote returns how much of a limit is left for the texts of a result. If they
// must be cut to less than half of the limit, withoutNote removes the note.
func (f *fitter) withoutNote(i, limit int) int {
	e := &f.calls[i].textInfo
	chars := e.noteChars()
	if chars == 0 {
		return limit
	}
	if limit < e.wantedLength() && chars > limit/2 {
		e.extras.noteChars, f.results[i].Result.Note = 0, ""
		return limit
	}
	return limit - chars
}

// addNote moves the note to the end of the main text, which has its fence already.
func (r *Result) addNote() {
	if r.Note == "" {
		return
	}
	text := r.text()
	if *text != "" && !strings.HasSuffix(*text, "\n") {
		*text += "\n"
	}
	*text += r.Note
	r.Note = ""
}
