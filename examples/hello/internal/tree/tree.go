// Package tree walks the text files below a directory in the working
// directory. os.Root refuses paths to files outside of it, by ".." or by a
// symbolic link.
package tree

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
)

// Selection selects files in the working directory.
type Selection struct {
	// The directory to walk, relative to the working directory.
	Dir string `json:"dir,omitzero" jsonschema:"default=."`
	// Only files with one of these suffixes, such as ".go". Without it, all files.
	Suffixes []string `json:"suffixes,omitzero" jsonschema:"maxItems=10,minLength=1"`
}

// MaxBytes is the maximum size of a visited file.
const MaxBytes = 4 << 20

// Walk calls visit for every text file of the selection, in lexical order. It
// skips hidden directories, binary files and files larger than MaxBytes. An
// error of visit ends the walk and is returned.
func Walk(ctx context.Context, s Selection, visit func(name string, text []byte) error) error {
	root, err := os.OpenRoot(".")
	if err != nil {
		return err
	}
	defer root.Close()
	files, start := root.FS(), path.Clean(s.Dir) // without a directory, "."
	return fs.WalkDir(files, start, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return fmt.Errorf("%s cannot be read: %w", name, err)
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case entry.IsDir() && name != start && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir
		case !entry.Type().IsRegular() || !s.matches(name):
			return nil
		}
		text, err := readText(files, name, entry)
		if err != nil || text == nil {
			return err
		}
		return visit(name, text)
	})
}

// matches reports whether the selection includes a file.
func (s Selection) matches(name string) bool {
	return len(s.Suffixes) == 0 || slices.ContainsFunc(s.Suffixes, func(suffix string) bool { return strings.HasSuffix(name, suffix) })
}

// readText reads a text file. It returns nil for a file that is too large or
// not text.
func readText(files fs.FS, name string, entry fs.DirEntry) ([]byte, error) {
	info, err := entry.Info()
	if err != nil || info.Size() > MaxBytes {
		return nil, err
	}
	text, err := fs.ReadFile(files, name)
	if err != nil || bytes.IndexByte(text, 0) >= 0 {
		return nil, err
	}
	return text, nil
}
