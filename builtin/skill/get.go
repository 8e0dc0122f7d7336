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

// The reasons of failures of get_skill.
const (
	// ReasonUnknown means that no skill has that name; the text lists the skills.
	ReasonUnknown = "UNKNOWN_SKILL"
	// ReasonNone means that the directory of skills is out of reach, missing or empty.
	ReasonNone = "NO_SKILLS"
	// ReasonTooLarge means that the file of the skill is larger than MaxBytes.
	ReasonTooLarge = "SKILL_TOO_LARGE"
	// ReasonNotText means that the file of the skill is not valid UTF-8.
	ReasonNotText = "SKILL_NOT_TEXT"
)

// GetArgs names a skill, such as "release-notes".
type GetArgs struct {
	SkillName string `json:"skill_name" jsonschema:"minLength=1,maxLength=64,pattern=^[A-Za-z0-9][A-Za-z0-9_-]*$" tool:"alias=name,alias=skill"`
}

// Content is the content of a skill.
type Content struct {
	// Name, Description and Path are as in [Skill].
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	Path        string `json:"path"`
	// Files are the other files of the skill, at most 100, in the order of their paths.
	Files []File `json:"files"`
	// MoreFiles means that the skill has more files.
	MoreFiles bool `json:"more_files"`
	// Body is the instructions: the file without its front matter.
	Body string `json:"body"`
}

// File is another file of a skill.
type File struct {
	// Path is relative to the working directory. The tool read_file accepts it.
	Path string `json:"path"`
	// Bytes is the size of the file.
	Bytes int64 `json:"bytes"`
}

// Get returns the instructions and the files of a skill. Read them before work that the skill covers.
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
		return nil, unknownError(files, args.SkillName)
	}
	text, err := read(files, file)
	if err != nil {
		return nil, readError(file, err)
	}
	matter, body, _ := split(text) // front matter that is not valid stays in the body
	content := &Content{Name: args.SkillName, Description: matter.summary(), Path: file, Files: []File{}, Body: strings.TrimSpace(body)}
	if file == mainFileOf(args.SkillName) {
		err = content.listFiles(ctx, files)
	}
	return content, err
}

// String returns a line with the name, the list of files, and the body.
func (c *Content) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "[skill %s: %s]\n", c.Name, c.Path)
	if len(c.Files) > 0 {
		fmt.Fprintf(&b, "Paths in it are relative to %s. Its other files, which read_file opens:\n", path.Dir(c.Path))
	}
	for _, file := range c.Files {
		fmt.Fprintf(&b, "- %s (%s)\n", names.Display(file.Path), texts.Bytes(file.Bytes))
	}
	if c.MoreFiles {
		b.WriteString("- and more\n")
	}
	b.WriteString("\n" + c.Body)
	return b.String()
}

// The limits of listing the files of a skill.
const (
	maxFiles   = 100
	maxVisited = 2000
)

// listFiles lists the other files in the directory of the skill. Hidden files and files that cannot be
// read are left out.
func (c *Content) listFiles(ctx context.Context, files fs.FS) error {
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

// maxListed is the maximum number of names in an error.
const maxListed = 50

// unknownError returns the error of an unknown name, with the names of all skills.
func unknownError(files fs.FS, name string) error {
	found, err := find(files)
	if err != nil && found == nil {
		return names.Explain("skill_name", Directory, err)
	}
	if len(found) == 0 {
		return texts.Unavailable(ReasonNone, "there are no skills: the working directory has no directory %q with skills, or the policy does not open it", Directory)
	}
	all := make([]string, len(found))
	for i, skill := range found {
		all[i] = skill.Name
	}
	return texts.Error(runtime.InputInvalid, ReasonUnknown, "skill_name", "there is no skill %q; the skills are: %s", name, texts.List(all, maxListed))
}

// readError returns the error of a file that cannot be read as a skill.
func readError(file string, err error) error {
	for reason, problem := range map[string]error{ReasonTooLarge: errTooLarge, ReasonNotText: errNotText} {
		if errors.Is(err, problem) {
			return texts.Failure(reason, "skill_name", "%s cannot be used as a skill: %w", file, problem)
		}
	}
	return names.Explain("skill_name", file, err)
}
