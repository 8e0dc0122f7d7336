package file

import (
	"github.com/toolgen/toolgen/builtin/internal/syntax"
)

// syntaxNote returns what a change does to the syntax of a file: a warning if the new
// content has a mistake, and if the old content had one too, that it is not new.
// before is nil if the old content is not known or there is none. The note is empty
// for a valid file that was valid, and if the language has no parser.
func syntaxNote(name string, before *string, after string) string {
	fault, ok := syntax.Check(name, after)
	if !ok {
		return ""
	}
	var old *syntax.Fault
	if before != nil {
		old, _ = syntax.Check(name, *before)
	}
	switch {
	case fault == nil && old != nil:
		return "the file is valid " + old.Language + " again"
	case fault == nil:
		return ""
	case old != nil:
		return "the file is still not valid " + fault.Language + ", as before this change: " + fault.String()
	}
	return "warning: the file is not valid " + fault.Language + ": " + fault.String()
}

// joined returns a note for the end of a line; empty for an empty note.
func joined(note string) string {
	if note == "" {
		return ""
	}
	return "; " + note
}
