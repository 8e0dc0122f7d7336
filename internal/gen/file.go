package gen

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/toolgen/toolgen/internal/gen/emit"
	"github.com/toolgen/toolgen/internal/gen/load"
)

// FileName is the name of the generated file of every package.
const FileName = "zz_toolgen.go"

// hidden is what the loader takes for generated code. An author's own file of
// that name is never written over.
var hidden = load.Config{FileName: FileName, Header: emit.Header}

// File is one generated file: what it should hold, and how that compares with
// what is on disk.
type File struct {
	// Path is absolute.
	Path string
	// Content is what it should hold; nil for an orphan.
	Content []byte
	// Current is what it holds; nil when it is missing.
	Current []byte
	// State compares the two.
	State State
}

// State is how a generated file compares with its source.
type State string

// The states.
const (
	Fresh    State = "fresh"    // holds what it should
	Missing  State = "missing"  // should be there and is not
	Stale    State = "stale"    // holds something else
	Orphaned State = "orphaned" // its package has no tools any more
	Foreign  State = "foreign"  // an author's own file of that name
)

// compare reads the generated file of a directory and compares it with what
// it should hold. It returns nil when there is no file and should be none, or
// when there is one of the author's own and should be none.
func compare(dir string, content []byte) (*File, error) {
	file := &File{Path: filepath.Join(dir, FileName), Content: content}
	current, err := os.ReadFile(file.Path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	exists := err == nil
	if exists {
		file.Current = current
	}
	switch {
	case content == nil && (!exists || !hidden.Generated(current)):
		return nil, nil
	case !exists:
		file.State = Missing
	case !hidden.Generated(current):
		file.State = Foreign
	case content == nil:
		file.State = Orphaned
	case bytes.Equal(current, content):
		file.State = Fresh
	default:
		file.State = Stale
	}
	return file, nil
}
