package search

import (
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// Kind is what an entry of a list is.
type Kind string

// The kinds of entries.
const (
	File      Kind = "file"      // a regular file
	Directory Kind = "directory" // a directory
	Link      Kind = "link"      // a symbolic link, wherever it leads
	Special   Kind = "special"   // a pipe, a device or a socket
)

func kindOf(mode fs.FileMode) Kind {
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

// Left is why a list does not have all that is in a directory.
type Left string

// The reasons to leave out what is in a directory.
const (
	LeftDepth      Left = "depth"      // it is deeper than was asked for
	LeftUnreadable Left = "unreadable" // it cannot be read
	LeftStopped    Left = "stopped"    // the list ended before
)

// Entry is a file or directory of a list.
type Entry struct {
	// Path is where it is, from the working directory on.
	Path string `json:"path"`
	Kind Kind   `json:"kind"`
	// Size is that of a file, in bytes.
	Size int64 `json:"size,omitempty"`
	// More is how many entries directly in a directory are not in the list
	// because there are too many.
	More int `json:"more,omitempty"`
	// Left is why the list does not have what is in a directory; empty for one
	// that was opened.
	Left Left `json:"left,omitempty"`
}

// ListResult is a directory and what is below it, in the order of fs.WalkDir.
type ListResult struct {
	// Entries begin with the directory that was listed.
	Entries []Entry `json:"entries"`
	// Ignored are the files and directories that a .gitignore file excludes.
	Ignored int `json:"ignored"`
	// Unreadable are those that could not be read.
	Unreadable int `json:"unreadable"`
	// Unopened are the directories on the deepest level, in which may be more.
	Unopened int `json:"unopened"`
	// Errors say why, for the first of those that could not be read.
	Errors []string `json:"errors,omitempty"`
	// Stopped is why the list ended early; empty for a complete one.
	Stopped Stop `json:"stopped,omitempty"`
}

// String is the list for a model: a line for each entry, indented by its depth,
// and a summary.
func (r *ListResult) String() string {
	var b strings.Builder
	root := prefix(r.Entries[0].Path)
	var open []*Entry // directories in which the next entry may be
	for i := range r.Entries {
		e := &r.Entries[i]
		depth, name := 0, shown(e.Path)
		if i > 0 {
			depth, name = 1+strings.Count(e.Path[len(root):], "/"), shown(path.Base(e.Path))
		}
		writeMore(&b, open, depth)
		open = append(open[:depth], e)
		fmt.Fprintf(&b, "%*s%s%s\n", 2*depth, "", name, e.note())
	}
	writeMore(&b, open, 0)
	b.WriteString(r.summary())
	return b.String()
}

// writeMore ends the directories from a depth on, the deepest first.
func writeMore(b *strings.Builder, open []*Entry, depth int) {
	for i := len(open) - 1; i >= depth; i-- {
		if more := open[i].More; more > 0 {
			fmt.Fprintf(b, "%*s… %d more\n", 2*(i+1), "", more)
		}
	}
}

// longestNote is what may stand behind and below a directory's name, with an indent.
const longestNote = "/  (not all is shown)\n  … 123456 more"

// leftNotes say why a directory is not open.
var leftNotes = map[Left]string{
	LeftDepth:      "/  (not opened)",
	LeftUnreadable: "/  (cannot be read)",
	LeftStopped:    "/  (not all is shown)",
	"":             "/",
}

// note is what stands behind an entry's name.
func (e *Entry) note() string {
	switch e.Kind {
	case File:
		return "  " + strconv.FormatInt(e.Size, 10)
	case Link:
		return "  (symbolic link)"
	case Special:
		return "  (special file)"
	}
	return leftNotes[e.Left]
}

func (r *ListResult) summary() string {
	files, directories, more := 0, -1, 0 // the directory itself does not count
	for i := range r.Entries {
		more += r.Entries[i].More
		if r.Entries[i].Kind == Directory {
			directories++
		} else {
			files++
		}
	}
	text := "(" + texts.Counted(files, "file") + ", " + texts.Counted(directories, "directory")
	left := Skipped{Ignored: r.Ignored, Unreadable: r.Unreadable, Errors: r.Errors}.String()
	if left != "" {
		text += "; left out: " + left
	}
	if more > 0 {
		text += fmt.Sprintf("; %d more in directories with many entries: list these by themselves", more)
	}
	if r.Unopened > 0 {
		text += "; " + texts.Counted(r.Unopened, "directory") + " not opened: raise depth"
	}
	if r.Stopped != "" {
		text += "; stopped early by " + string(r.Stopped) + ": " + advice[r.Stopped]
	}
	return text + ")"
}
