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

// walk is a pass over a directory and what is below it.
type walk struct {
	files   capability.FS
	root    string
	filter  filter
	room    int // how many entries may still be listed
	rules   int // how many bytes of .gitignore files may still be read
	skipped Skipped
}

// start is where a walk begins, as a call says it.
type start struct {
	dir, workingDir string
	glob            string
}

// newWalk begins at a directory that a call names, and lists about so many
// entries at most.
func newWalk(files capability.FS, from start, entries int) (*walk, error) {
	root, err := from.root()
	if err != nil {
		return nil, err
	}
	for part := range strings.SplitSeq(root, "/") {
		if part == ".git" {
			return nil, texts.Invalid("dir", "%s is never looked into: name another directory", shown(root))
		}
	}
	f, err := newFilter(from.glob)
	if err != nil {
		return nil, err
	}
	info, err := files.Stat(root)
	if err != nil {
		return nil, names.Explain("dir", shown(from.dir), err)
	}
	if !info.IsDir() {
		return nil, texts.Invalid("dir", "%s is a file, not a directory: give dir=%q and glob=%q",
			shown(from.dir), path.Dir(root), path.Base(root))
	}
	return &walk{files: files, root: root, filter: f, room: entries, rules: math.MaxInt}, nil
}

// root is the name of the directory: relative where it is below the working
// directory, so that the .gitignore files above it count.
func (s start) root() (string, error) {
	if local, err := names.Local("dir", s.dir, s.workingDir); err == nil {
		return local, nil
	}
	return names.Clean("dir", s.dir)
}

// list is what a directory holds, and the rules for it, without .git and what
// is ignored. What cannot be read is counted, and is an error at the root alone.
// Once too many entries were listed, it is StoppedByFiles.
func (w *walk) list(ctx context.Context, dir string, above *scope) (kept []fs.DirEntry, rules *scope, err error) {
	if w.room <= 0 {
		return nil, nil, StoppedByFiles
	}
	entries, err := w.files.ReadDir(dir)
	switch {
	case ctx.Err() != nil:
		return nil, nil, ctx.Err()
	case err != nil && dir == w.root && len(entries) == 0:
		return nil, nil, names.Explain("dir", shown(dir), err)
	case err != nil:
		w.skipped.fail(dir, err)
	}
	w.room -= len(entries)
	rules = w.scope(dir, entries, above)
	kept = entries[:0]
	for _, e := range entries {
		switch {
		case ctx.Err() != nil: // there may be many rules
			return nil, nil, ctx.Err()
		case e.Name() == ".git":
		case rules.ignores(prefix(dir)+e.Name(), e.IsDir()):
			w.skipped.Ignored++
		default:
			kept = append(kept, e)
		}
	}
	return kept, rules, nil
}

// scope is the rules for what is in a directory.
func (w *walk) scope(dir string, entries []fs.DirEntry, above *scope) *scope {
	for _, e := range entries {
		if e.Name() == ignoreFile && e.Type().IsRegular() {
			rules, err := above.below(w.files, dir, w.rules)
			w.rules -= rules.length() - above.length()
			if err != nil {
				w.skipped.fail(path.Join(dir, ignoreFile), err)
			}
			return rules
		}
	}
	return above
}

// below is a path from the walk's root on.
func (w *walk) below(name string) string { return name[len(prefix(w.root)):] }
