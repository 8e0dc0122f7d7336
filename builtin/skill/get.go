package skill

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// The reasons of failures.
const (
	// ReasonUnknown: no skill has that name; the text lists those there are.
	ReasonUnknown = "UNKNOWN_SKILL"
	// ReasonNone: there is no directory of skills in reach, or nothing in it.
	ReasonNone = "NO_SKILLS"
	// ReasonTooLarge: the skill's file has more than MaxBytes.
	ReasonTooLarge = "SKILL_TOO_LARGE"
	// ReasonNotText: the skill's file is not UTF-8.
	ReasonNotText = "SKILL_NOT_TEXT"
)

// GetArgs names a skill.
type GetArgs struct {
	// The name of the skill, such as "release-notes".
	SkillName string `json:"skill_name" jsonschema:"minLength=1,maxLength=64,pattern=^[A-Za-z0-9][A-Za-z0-9_-]*$"`
}

// Content is a whole skill.
type Content struct {
	// Name, Description and Path are those of the skill.
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	Path        string `json:"path"`
	// Files are the other files of the skill, at most 100, by path.
	Files []File `json:"files"`
	// MoreFiles says that there are others still.
	MoreFiles bool `json:"more_files"`
	// Body are the instructions: the file without its front matter.
	Body string `json:"body"`
}

// File is another file of a skill.
type File struct {
	// Path is relative to the working directory, as read_file takes it.
	Path string `json:"path"`
	// Bytes is its size.
	Bytes int64 `json:"bytes"`
}

// Get returns the instructions of a skill and the list of its files. Read them before you begin work that a skill is about.
//
//tool:register get_skill
//tool:title Get a skill
//tool:toolset skills
//tool:always-include
//tool:read-only
//tool:fs read=skills
//tool:max-result-chars 40000
//tool:example {"skill_name": "release-notes"}
func Get(ctx context.Context, files capability.FS, args GetArgs) (*Content, error) {
	file := locate(files, args.SkillName)
	if file == "" {
		return nil, unknown(files, args.SkillName)
	}
	text, err := read(files, file)
	if err != nil {
		return nil, unreadable(file, err)
	}
	matter, body, _ := split(text) // front matter that cannot be read stays in the body
	content := &Content{Name: args.SkillName, Description: matter.line(), Path: file, Files: []File{}, Body: strings.TrimSpace(body)}
	if file == mainFileOf(args.SkillName) {
		err = content.gather(ctx, files)
	}
	return content, err
}

// String is a line that says what it is, the files, and the body.
func (c *Content) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "[skill %s: %s]\n", c.Name, c.Path)
	if len(c.Files) > 0 {
		fmt.Fprintf(&b, "Paths in it are relative to %s. Its other files, which read_file opens:\n", path.Dir(c.Path))
	}
	for _, file := range c.Files {
		fmt.Fprintf(&b, "- %s (%s)\n", names.Shown(file.Path), texts.Bytes(file.Bytes))
	}
	if c.MoreFiles {
		b.WriteString("- and more\n")
	}
	b.WriteString("\n" + c.Body)
	return b.String()
}

// How much of a skill's directory is looked at.
const (
	maxFiles   = 100
	maxVisited = 2000
)

// gather lists what lies beside the skill's file. What is hidden or cannot be
// read is passed over.
func (c *Content) gather(ctx context.Context, files fs.FS) error {
	visited := 0
	return fs.WalkDir(files, path.Dir(c.Path), func(name string, entry fs.DirEntry, err error) error {
		visited++
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case visited > maxVisited || len(c.Files) == maxFiles:
			c.MoreFiles = true
			return fs.SkipAll
		case err != nil || entry.IsDir() && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir
		case strings.HasPrefix(entry.Name(), ".") || name == c.Path:
			return nil
		}
		if info, err := entry.Info(); err == nil && info.Mode().IsRegular() {
			c.Files = append(c.Files, File{Path: name, Bytes: info.Size()})
		}
		return nil
	})
}

// maxListed is how many names an error lists.
const maxListed = 50

// unknown says which skills there are.
func unknown(files fs.FS, name string) error {
	found, err := find(files)
	if err != nil && found == nil {
		return names.Explain("skill_name", Directory, err)
	}
	if len(found) == 0 {
		return texts.Unavailable(ReasonNone, "there are no skills: the working directory has no directory %q with skills in it, or the policy does not open it", Directory)
	}
	all := make([]string, len(found))
	for i, skill := range found {
		all[i] = skill.Name
	}
	return texts.Error(runtime.InputInvalid, ReasonUnknown, "skill_name", "there is no skill %q; there are: %s", name, texts.Listed(all, maxListed))
}

// unreadable explains why a skill's file cannot be read.
func unreadable(file string, err error) error {
	for reason, problem := range map[string]error{ReasonTooLarge: errTooLarge, ReasonNotText: errNoText} {
		if errors.Is(err, problem) {
			return texts.Failed(reason, "skill_name", "%s cannot be used as a skill: %w", file, problem)
		}
	}
	return names.Explain("skill_name", file, err)
}
