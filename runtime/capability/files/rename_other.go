//go:build !linux

package files

import "path/filepath"

// renameAt moves a file inside one open directory, or by path inside one anchor. The os.Root of the
// anchor refuses a path that leads out of it.
func renameAt(from, to *location) error {
	switch {
	case from.path == to.path:
		return nil
	case from.dir == to.dir:
		return from.dir.Rename(from.base, to.base)
	case from.anchor == to.anchor:
		return from.anchor.root.Rename(from.relative(), to.relative())
	}
	return errOtherFileSystem
}

// relative returns the path of a location relative to its anchor.
func (p *location) relative() string {
	return filepath.Join(relativeTo(filepath.Dir(p.path), p.anchor.path), p.base)
}
