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

// generatedFiles says how the loader recognizes generated files. The generator
// does not overwrite other files of that name.
var generatedFiles = load.Config{FileName: FileName, Header: emit.Header}

// File is a generated file: its expected content, and its content on disk.
type File struct {
	// Path is absolute.
	Path string
	// Content is the expected content. It is nil for an orphan.
	Content []byte
	// Current is the content on disk. It is nil if the file is missing.
	Current []byte
	// State is the result of comparing Content and Current.
	State State
}

// State says whether a generated file matches its source.
type State string

// The states.
const (
	Fresh    State = "fresh"    // the file has the expected content
	Missing  State = "missing"  // the file does not exist
	Stale    State = "stale"    // the file has other content
	Orphaned State = "orphaned" // the file exists, but the package has no tools
	Foreign  State = "foreign"  // the file was not generated
)

// compare compares the generated file of a directory with its expected content. It
// returns nil if content is nil and the directory has no generated file.
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
	case content == nil && (!exists || !generatedFiles.IsGenerated(current)):
		return nil, nil
	case !exists:
		file.State = Missing
	case !generatedFiles.IsGenerated(current):
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
