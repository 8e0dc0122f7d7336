// Package skill gives an agent instructions when it needs them. A skill is a text that says how to do one
// kind of work. The agent knows the names and descriptions of all skills, and gets the content of one with
// the tool get_skill.
//
// # Files
//
// Skills are in the directory "skills" of the turn's working directory, in the open layout of Agent Skills
// or as single files:
//
//	skills/release-notes/SKILL.md     a skill with other files in its directory
//	skills/release-notes/style.md     another file of that skill, for read_file
//	skills/commit-message.md          a skill of one file
//
// A file can begin with front matter in YAML; its name and description are read. The name of a skill in
// get_skill is that of its directory or file. If both exist, the directory is used.
//
// # Wiring
//
// The tool declares //tool:fs read=skills and cannot read other files. The policy must open that directory
// too: Policy.Files.Read contains "skills", or a directory above it such as ".". A program puts the result
// of [List] into the system prompt:
//
//	skills, err := skill.List(os.DirFS(workingDir))
//
// # Trust
//
// Skills are instructions of the owner of the working directory, like the system prompt. The result is
// therefore not marked as untrusted: the agent must follow it. Tools that can write skills can instruct the
// agent, so leave "skills" out of Policy.Files.Write.
//
// All exported functions and methods are safe for concurrent use.
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

// Directory is the directory of skills, relative to the working directory.
const Directory = "skills"

// The limits of skills.
const (
	// MaxBytes is the maximum size of the file of a skill.
	MaxBytes = 256 << 10
	// MaxMatter is the maximum size of front matter, in bytes.
	MaxMatter = 16 << 10
	// MaxSkills limits how many entries of the directory are read.
	MaxSkills = 1000
	// MaxDescription is the maximum length of a description, in code points. Longer ones are cut.
	MaxDescription = 1024
)

// mainFile is the file with the instructions in the directory of a skill.
const mainFile = "SKILL.md"

// validName is the pattern of names in the schema of get_skill. No name is a path or a hidden file.
var validName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$`)

// Skill describes a skill to an agent.
type Skill struct {
	// Name is the name for get_skill.
	Name string `json:"name"`
	// Description says what the skill is for and when to use it, in one line; it can be empty.
	Description string `json:"description,omitempty"`
	// Path is the file of the skill, relative to the working directory.
	Path string `json:"path"`
}

// List returns the skills in the directory "skills" of files, sorted by name. Names that get_skill does not
// accept are left out. Without the directory the list is empty. A skill whose front matter is not valid has
// no description; the error joins the problems of all such skills, and the returned skills can be used.
func List(files fs.FS) ([]Skill, error) {
	found, err := find(files)
	problems := []error{err}
	for i := range found {
		text, err := read(files, found[i].Path)
		if err == nil {
			var matter matter
			matter, _, err = split(text)
			found[i].Description = matter.summary()
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("skill %s: %w", found[i].Name, err))
		}
	}
	return found, errors.Join(problems...)
}

// find returns the skills, sorted by name, without their descriptions.
func find(files fs.FS) ([]Skill, error) {
	entries, err := fs.ReadDir(files, Directory)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case len(entries) > MaxSkills:
		entries, err = entries[:MaxSkills], fmt.Errorf("%s has %d entries: only the first %d are used", Directory, len(entries), MaxSkills)
	}
	all := make([]string, len(entries))
	for i, entry := range entries {
		all[i] = strings.TrimSuffix(entry.Name(), ".md")
	}
	slices.Sort(all)
	var found []Skill
	for _, name := range slices.Compact(all) {
		if file := locate(files, name); file != "" {
			found = append(found, Skill{Name: name, Path: file})
		}
	}
	return found, err
}

// mainFileOf returns the main file of a skill that has a directory.
func mainFileOf(name string) string { return path.Join(Directory, name, mainFile) }

// locate returns the file of the skill with that name, or the empty string. Only regular files count, because
// opening a named pipe would wait.
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
