package search

import (
	"context"
	"io/fs"
	"math"
	"path"
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime/capability"
)

// walk reads a directory and its subdirectories.
type walk struct {
	files         capability.FS
	root          string
	filter        filter
	entriesLeft   int // the number of entries that can still be read
	ruleBytesLeft int // the number of bytes of .gitignore files that can still be read
	skipped       SkipReport
	file          fs.DirEntry // the only file, if the call names a file; root is its directory
	after         location    // where the walk continues
	selected      int         // the number of files that the filter selects
}

// walkStart has the arguments of a call that determine a walk.
type walkStart struct {
	path, workingDir string
	glob, exclude    string
}

// newWalk checks the path and the globs of a call, and returns a walk that
// reads about the given number of entries at most.
func newWalk(files capability.FS, at walkStart, entries int) (*walk, error) {
	root, err := at.rootName()
	if err != nil {
		return nil, err
	}
	for part := range strings.SplitSeq(root, "/") {
		if part == ".git" {
			return nil, texts.Invalid("path", "%s is a git directory, which is never searched: give another directory", displayName(root))
		}
	}
	f, err := newFilter(at.glob, at.exclude)
	if err != nil {
		return nil, err
	}
	info, err := files.Stat(root)
	if err != nil {
		return nil, names.ExplainNear(files, "path", root, displayName(at.path), err)
	}
	w := &walk{files: files, root: root, filter: f, entriesLeft: entries, ruleBytesLeft: math.MaxInt}
	if !info.IsDir() {
		w.root, w.file, w.filter = path.Dir(root), fs.FileInfoToDirEntry(info), filter{}
	}
	return w, nil
}

// rootName returns the name of the directory or file. It is relative if the directory
// is below the working directory, so that the .gitignore files in its parent
// directories are used.
func (s walkStart) rootName() (string, error) {
	if local, err := names.Local("path", s.path, s.workingDir); err == nil {
		return local, nil
	}
	return names.Clean("path", s.path)
}

// readDir returns the entries of a directory without .git and ignored entries,
// and the rules for them. An error is counted in skipped; only an error at the
// root is returned. After too many entries, readDir returns StoppedByFiles.
func (w *walk) readDir(ctx context.Context, dir string, parent *ignoreRules) (visible []fs.DirEntry, rules *ignoreRules, err error) {
	if w.entriesLeft <= 0 {
		return nil, nil, StoppedByFiles
	}
	entries, err := w.files.ReadDir(dir)
	switch {
	case ctx.Err() != nil:
		return nil, nil, ctx.Err()
	case err != nil && dir == w.root && len(entries) == 0:
		return nil, nil, names.Explain("path", displayName(dir), err)
	case err != nil:
		w.skipped.addError(dir, err)
	}
	w.entriesLeft -= len(entries)
	rules = w.dirRules(dir, entries, parent)
	visible = entries[:0]
	for _, e := range entries {
		switch {
		case ctx.Err() != nil: // checked for each entry, because many rules can be slow
			return nil, nil, ctx.Err()
		case e.Name() == ".git":
		case rules.ignores(pathPrefix(dir)+e.Name(), e.IsDir()):
			w.skipped.Ignored++
		case w.filter.excludes(w.relativePath(pathPrefix(dir) + e.Name())):
		default:
			visible = append(visible, e)
		}
	}
	return visible, rules, nil
}

// dirRules returns the rules for the entries of a directory.
func (w *walk) dirRules(dir string, entries []fs.DirEntry, parent *ignoreRules) *ignoreRules {
	for _, e := range entries {
		if e.Name() == ignoreFile && e.Type().IsRegular() {
			rules, err := parent.withFile(w.files, dir, w.ruleBytesLeft)
			w.ruleBytesLeft -= rules.totalBytes() - parent.totalBytes()
			if err != nil {
				w.skipped.addError(path.Join(dir, ignoreFile), err)
			}
			return rules
		}
	}
	return parent
}

// relativePath returns a path relative to the walk's root.
func (w *walk) relativePath(name string) string { return name[len(pathPrefix(w.root)):] }
