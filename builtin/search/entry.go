package search

import (
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// Kind is the kind of a list entry.
type Kind string

// The kinds of entries.
const (
	File      Kind = "file"      // a regular file
	Directory Kind = "directory" // a directory
	Link      Kind = "link"      // a symbolic link, which is not followed
	Special   Kind = "special"   // a pipe, a device or a socket
)

// entryKind returns the kind for the mode of a file.
func entryKind(mode fs.FileMode) Kind {
	switch {
	case mode.IsRegular():
		return File
	case mode.IsDir():
		return Directory
	case mode&fs.ModeSymlink != 0:
		return Link
	}
	return Special
}

// OmitReason is the reason why a list does not contain the content of a
// directory.
type OmitReason string

// The reasons why the content of a directory is omitted.
const (
	OmitDepth      OmitReason = "depth"      // the directory is on the deepest level of the list
	OmitUnreadable OmitReason = "unreadable" // the directory cannot be read
	OmitStopped    OmitReason = "stopped"    // the list ended before all of it was added
)

// Entry is an entry of a list.
type Entry struct {
	// Path is relative to the working directory.
	Path string `json:"path"`
	Kind Kind   `json:"kind"`
	// Size is the size of a file in bytes.
	Size int64 `json:"size,omitempty"`
	// More is the number of entries directly in a directory that are not in
	// the list because there are too many.
	More int `json:"more,omitempty"`
	// Omitted is the reason why the list does not contain the content of a
	// directory. It is empty if the content was listed.
	Omitted OmitReason `json:"left,omitempty"`

	last string // the path of the last entry directly in a directory that is in the list
}

// ListResult is the result of list_files: a directory and its content, in the
// order of fs.WalkDir.
type ListResult struct {
	// Entries are the listed entries; the first one is the listed directory.
	Entries []Entry `json:"entries"`
	// Ignored is the number of files and directories that .gitignore files
	// exclude.
	Ignored int `json:"ignored"`
	// Unreadable is the number of files and directories that could not be
	// read.
	Unreadable int `json:"unreadable"`
	// Unopened is the number of directories on the deepest level, whose
	// content is not listed.
	Unopened int `json:"unopened"`
	// Errors has the first errors of files and directories that could not be
	// read.
	Errors []string `json:"errors,omitempty"`
	// Stopped is the reason why the list ended early. It is empty if the list
	// is complete.
	Stopped StopReason `json:"stopped,omitempty"`
	// Next is the argument after of a list that continues one that ended early. It is empty
	// if nothing was listed.
	Next string `json:"next,omitempty"`

	// stopText describes an early end or an empty list, and depthHint names directories that are
	// not opened and not in the list, and says how to open them. They are empty if there is nothing to say.
	stopText, depthHint string
}

// String returns the list for a model: one line per entry, indented by its
// depth.
func (r *ListResult) String() string {
	var b strings.Builder
	root := pathPrefix(r.Entries[0].Path)
	var open []*Entry // the path of directories to the last entry
	for i := range r.Entries {
		e := &r.Entries[i]
		depth, name := 0, displayName(e.Path)
		if i > 0 {
			depth, name = 1+strings.Count(e.Path[len(root):], "/"), displayName(path.Base(e.Path))
		}
		writeMissingCounts(&b, open, depth)
		open = append(open[:depth], e)
		fmt.Fprintf(&b, "%*s%s%s\n", 2*depth, "", name, e.note())
	}
	writeMissingCounts(&b, open, 0)
	return strings.TrimSuffix(b.String(), "\n")
}

// writeMissingCounts writes the number of missing entries of the open
// directories at the given depth and below, the deepest first.
func writeMissingCounts(b *strings.Builder, open []*Entry, depth int) {
	for i := len(open) - 1; i >= depth; i-- {
		if more := open[i].More; more > 0 {
			fmt.Fprintf(b, "%*s%s\n", 2*(i+1), "", open[i].missingMark())
		}
	}
}

// missingMark returns the mark of the entries that are missing in a directory, and how
// to list them.
func (e *Entry) missingMark() string {
	return texts.Mark(texts.Count(e.More, "more entry"), fmt.Sprintf("call list_files with path %q and after %q", e.Path, e.last))
}

// longestDirectoryNote is the longest note after the name of a directory.
const longestDirectoryNote = "/  (not fully listed)"

// directoryNotes are the notes after a directory's name.
var directoryNotes = map[OmitReason]string{
	OmitDepth:      "/  (not opened)",
	OmitUnreadable: "/  (cannot be read)",
	OmitStopped:    "/  (not fully listed)",
	"":             "/",
}

// note returns the text after an entry's name.
func (e *Entry) note() string {
	switch e.Kind {
	case File:
		return "  " + strconv.FormatInt(e.Size, 10)
	case Link:
		return "  (symbolic link)"
	case Special:
		return "  (special file)"
	}
	return directoryNotes[e.Omitted]
}

// ResultNote returns the summary. Names in it are quoted if they could be taken for
// words of the tool.
func (r *ListResult) ResultNote() string {
	files, directories, more := 0, 0, 0
	if r.Entries[0].Kind == Directory {
		directories-- // the listed directory itself is not counted
	}
	for i := range r.Entries {
		more += r.Entries[i].More
		if r.Entries[i].Kind == Directory {
			directories++
		} else {
			files++
		}
	}
	text := "(" + texts.Count(files, "file") + ", " + texts.Count(directories, "directory")
	left := SkipReport{Ignored: r.Ignored, Unreadable: r.Unreadable, Errors: r.Errors}.String()
	if left != "" {
		text += "; left out: " + left
	}
	if more > 0 {
		text += fmt.Sprintf("; %d more in directories with many entries: list these directories separately", more)
	}
	if r.Unopened > 0 {
		text += "; " + texts.Count(r.Unopened, "directory") + " not opened" + r.depthHint
	}
	if r.stopText != "" {
		text += "; " + r.stopText
	}
	return text + ")"
}
