package runtime

import (
	"strings"

	"github.com/toolgen/toolgen/internal/measure"
)

// maxNoteChars is the maximum length of Result.Lead, and of Result.Note.
const maxNoteChars = 4096

// ownWords returns what the tool says about the text of the result, outside of its
// fence.
func (r *Result) ownWords() [2]*string { return [...]*string{&r.Lead, &r.Note} }

// hasWordsOnly reports whether the result has no text, but words of the tool about it.
func (r *Result) hasWordsOnly() bool {
	return *r.text() == "" && r.Lead+r.Note != "" && r.measureTextParts().count == 0
}

// leadChars and noteChars return the lengths of the words before and after the text,
// with the line break between them and the text.
func (e *textInfo) leadChars() int {
	if e.extras == nil {
		return 0
	}
	return e.extras.leadChars
}

func (e *textInfo) noteChars() int {
	if e.extras == nil {
		return 0
	}
	return e.extras.noteChars
}

// wordChars returns the length of the words before and after the text.
func (e *textInfo) wordChars() int { return e.leadChars() + e.noteChars() }

// setWords measures the lead and the note of a result. It removes those of a text that
// must stay JSON.
func (e *textInfo) setWords(result *Result) {
	if result.OK && e.json {
		result.Lead, result.Note = "", ""
	}
	if result.Lead+result.Note == "" {
		return
	}
	extras := e.ensureExtras()
	extras.leadChars, extras.noteChars = lineChars(result.Lead), lineChars(result.Note)
}

// lineChars returns the length of words with their line break; 0 for none.
func lineChars(words string) int {
	if words == "" {
		return 0
	}
	chars, _ := measure.Chars(words)
	return chars + len("\n")
}

// withoutWords returns how much of a limit is left for the texts of a result. If the
// texts must be cut and the words take more than half of the limit, it removes the
// note, which it returns, and if that is not enough, it cuts the lead.
func (f *fitter) withoutWords(i, limit int) (left int, removed string) {
	e, result := &f.calls[i].textInfo, &f.results[i].Result
	if e.wordChars() == 0 {
		return limit, ""
	}
	if limit < e.wantedLength() && e.wordChars() > limit/2 {
		removed = result.Note
		e.extras.noteChars, result.Note = 0, ""
		if e.extras.leadChars > limit/2 {
			result.Lead = truncate(result.Lead, max(limit/2-len("\n"), 1))
			e.extras.leadChars = lineChars(result.Lead)
		}
	}
	if e.wordChars() > limit { // a limit of one code point
		e.extras.leadChars, result.Lead = 0, ""
	}
	return limit - e.wordChars(), removed
}

// addWords moves the lead and the note to the main text, which has its fence already.
func (r *Result) addWords() {
	text := r.text()
	*text = joinLines(joinLines(r.Lead, *text), r.Note)
	r.Lead, r.Note = "", ""
}

// joinLines returns two texts with one line break between them.
func joinLines(a, b string) string {
	switch {
	case a == "":
		return b
	case b == "":
		return a
	case strings.HasSuffix(a, "\n"):
		return a + b
	}
	return a + "\n" + b
}
