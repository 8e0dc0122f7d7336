// Package skill gives an agent instructions when it needs them. A skill is a
// text that says how to do one kind of work; the agent knows all of them by name and
// description, and asks for the whole when a task calls for it.
//
// # Where skills live
//
// In the directory "skills" of the turn's working directory, in the open layout
// of Agent Skills or as single files:
//
//	skills/release-notes/SKILL.md     with other files beside it
//	skills/release-notes/style.md     such as this, which read_file opens
//	skills/commit-message.md          a skill of one file
//
// A file may begin with front matter in YAML, of which name and description
// are read. The name by which a skill is asked for is that of its directory or
// file. Where both exist the directory is meant.
//
// # Wiring
//
// The tool declares //tool:fs read=skills, and reads nothing else whatever the
// policy allows. The policy must open that directory too: Policy.Files.Read
// holds "skills", or a directory above it such as ".". A program puts what [List]
// returns into the system prompt:
//
//	skills, err := skill.List(os.DirFS(workingDir))
//
// # Trust
//
// Skills are instructions of whoever owns the working directory, as much as the
// system prompt is, so the result is not marked as untrusted: an agent that
// treats it as mere data would have no use for it. Whoever can write there instructs
// the agent: leave "skills" out of Policy.Files.Write.
//
// Everything is safe for concurrent use.
package skill

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// Directory is where skills live, relative to the working directory.
const Directory = "skills"

// The limits of skills.
const (
	// MaxBytes is the size of the largest file of a skill.
	MaxBytes = 256 << 10
	// MaxMatter is the size of the largest front matter that is read, in bytes.
	MaxMatter = 16 << 10
	// MaxSkills is how many entries of the directory are looked at.
	MaxSkills = 1000
	// MaxDescription is how much of a description is kept, in code points.
	MaxDescription = 1024
)

// mainFile is the file of a skill that has a directory of its own.
const mainFile = "SKILL.md"

// validName is what the schema of get_skill demands of a name: none is a path,
// hidden, or leads anywhere else.
var validName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$`)

// Skill is what an agent is told of a skill before it asks for it.
type Skill struct {
	// Name is what get_skill takes.
	Name string `json:"name"`
	// Description says what it is for and when to use it, in one line; it may be empty.
	Description string `json:"description,omitempty"`
	// Path is its file, relative to the working directory.
	Path string `json:"path"`
}

// List returns the skills in the directory "skills" of files, by name. Names
// that get_skill would not take are passed over, and without the directory there
// are none. A skill whose front matter cannot be read is listed without a
// description; the error joins what is wrong with all of those, and the
// skills returned can be used all the same.
func List(files fs.FS) ([]Skill, error) {
	found, err := find(files)
	problems := []error{err}
	for i := range found {
		text, err := read(files, found[i].Path)
		if err == nil {
			var matter matter
			matter, _, err = split(text)
			found[i].Description = matter.line()
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("skill %s: %w", found[i].Name, err))
		}
	}
	return found, errors.Join(problems...)
}

// find returns the skills that there are, sorted, without their descriptions.
func find(files fs.FS) ([]Skill, error) {
	entries, err := fs.ReadDir(files, Directory)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case len(entries) > MaxSkills:
		entries, err = entries[:MaxSkills], fmt.Errorf("%s has %d entries: those after the first %d are left out", Directory, len(entries), MaxSkills)
	}
	var found []Skill
	for _, entry := range entries {
		name := strings.TrimSuffix(entry.Name(), ".md")
		if file := locate(files, name); file != "" {
			found = append(found, Skill{Name: name, Path: file})
		}
	}
	slices.SortFunc(found, func(a, b Skill) int { return strings.Compare(a.Name, b.Name) })
	return slices.Compact(found), err
}

// mainFileOf is the main file of a skill that has a directory of its own.
func mainFileOf(name string) string { return path.Join(Directory, name, mainFile) }

// locate is the file of the skill of that name; empty for none. Only regular
// files count: opening a pipe would wait for ever.
func locate(files fs.FS, name string) string {
	if !validName.MatchString(name) {
		return ""
	}
	for _, file := range []string{mainFileOf(name), path.Join(Directory, name+".md")} {
		if info, err := fs.Stat(files, file); err == nil && info.Mode().IsRegular() {
			return file
		}
	}
	return ""
}
