package skill

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// matter is the front matter of a skill.
type matter struct {
	Name        string `yaml:"name"`
	Description string `yaml:"description"`
}

// summary returns the description in one line of at most MaxDescription code points.
func (m matter) summary() string { return texts.Cut(texts.OneLine(m.Description), MaxDescription) }

// fence is the line before and after front matter.
const fence = "---"

// split separates front matter from the body. If there is no front matter, or if it is not valid, the body
// is the whole text, so that no instructions are lost.
func split(text string) (matter, string, error) {
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n")
	rest, begins := strings.CutPrefix(text, fence+"\n")
	if !begins {
		return matter{}, text, nil
	}
	head, body, ends := strings.Cut("\n"+rest, "\n"+fence+"\n")
	if !ends {
		head, ends = strings.CutSuffix("\n"+rest, "\n"+fence)
	}
	if !ends {
		return matter{}, text, fmt.Errorf("the front matter has no end: close it with a line %q", fence)
	}
	if len(head) > MaxMatter { // the parser takes quadratic time for many keys
		return matter{}, text, fmt.Errorf("the front matter is larger than %d bytes", MaxMatter)
	}
	var m matter
	if err := yaml.Unmarshal([]byte(head), &m); err != nil {
		return matter{}, text, fmt.Errorf("the front matter is not valid: expected YAML with strings as name and description: %w", err)
	}
	return m, body, nil
}

// The errors of files that cannot be used as skills.
var (
	errTooLarge = fmt.Errorf("it is larger than %d bytes: move parts of it into other files in its directory", MaxBytes)
	errNotText  = errors.New("it is not valid UTF-8")
)

// read returns the text of a file.
func read(files fs.FS, name string) (string, error) {
	file, err := files.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, MaxBytes+1))
	switch {
	case err != nil:
		return "", err
	case len(data) > MaxBytes:
		return "", errTooLarge
	case !utf8.Valid(data):
		return "", errNotText
	}
	return string(data), nil
}
