package gen

import (
	"bytes"
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/toolgen/toolgen/internal/gen/emit"
	"github.com/toolgen/toolgen/internal/gen/load"
)

// FileName is the name of the generated file of every package.
const FileName = emit.FileName

// generatedFiles says how the loader recognizes generated files. The generator
// does not overwrite other files of that name.
var generatedFiles = load.Config{FileName: FileName, Header: emit.Header}

// File is a generated file: its expected content, and its content on disk.
type File struct {
	// Path is absolute.
	Path string
	// Content is the expected content. It is nil for an orphan, and if Reused is set.
	Content []byte
	// Current is the content on disk. It is nil if the file is missing, and if Reused
	// is set.
	Current []byte
	// State is the result of comparing Content and Current.
	State State
	// Reused is set if the file was not generated because its inputs and its content
	// are those of an earlier run.
	Reused bool
}

// fileName returns the path of the generated file of a directory.
func fileName(dir string) string { return filepath.Join(dir, FileName) }

// State says whether a generated file matches its source.
type State string

// The states.
const (
	Fresh    State = "fresh"    // the file has the expected content; its lines may end with CRLF
	Missing  State = "missing"  // the file does not exist
	Stale    State = "stale"    // the file has other content
	Orphaned State = "orphaned" // the file exists, but the package has no tools
	Foreign  State = "foreign"  // the file was not generated
)

// maxGenerated is the maximum size of a generated file, in bytes.
const maxGenerated = 64 << 20

// compare compares the generated file of a directory with its expected content. It
// returns nil if content is nil and the directory has no generated file.
func compare(dir string, content []byte) (*File, error) {
	file := &File{Path: fileName(dir), Content: content}
	current, err := load.ReadInModule(dir, file.Path, maxGenerated)
	switch tooLarge := (*load.TooLargeError)(nil); {
	case errors.As(err, &tooLarge), errors.Is(err, load.ErrOutside), errors.Is(err, load.ErrSpecial):
		file.State = Foreign
		return file, nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	exists := err == nil
	if exists {
		file.Current = current
	}
	equal := exists && content != nil && bytes.Equal(current, content)
	switch {
	case content == nil && (!exists || !generatedFiles.IsGenerated(current)):
		return nil, nil
	case !exists:
		file.State = Missing
	case !generatedFiles.IsGenerated(current):
		file.State = Foreign
	case content == nil:
		file.State = Orphaned
	case equal:
		file.Current, file.State = content, Fresh // the same text need not be in memory twice
	case bytes.IndexByte(current, '\r') >= 0 && bytes.Equal(bytes.ReplaceAll(current, []byte("\r\n"), []byte("\n")), content):
		file.State = Fresh
	default:
		file.State = Stale
	}
	return file, nil
}
