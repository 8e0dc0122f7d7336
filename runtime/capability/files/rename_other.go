//go:build !linux

package files

import "path/filepath"

// renameAt moves within one open directory, or by path within one anchor, which os.Root
// keeps from leading out of it.
func renameAt(from, to *place) error {
	switch {
	case from.path == to.path:
		return nil
	case from.dir == to.dir:
		return from.dir.Rename(from.base, to.base)
	case from.anchor == to.anchor:
		return from.anchor.root.Rename(from.relative(), to.relative())
	}
	return errBetween
}

// relative is the path of a place from its anchor.
func (p *place) relative() string {
	return filepath.Join(below(filepath.Dir(p.path), p.anchor.path), p.base)
}
