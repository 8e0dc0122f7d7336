package files

import (
	"io"
	"io/fs"
	"os"
	"path"

	"github.com/toolgen/toolgen/runtime/capability"
)

// chunkSize is how many entries are read at a time.
const chunkSize = 1024

// directory is an open directory. One on the way to what is in reach has no os.File,
// but a list.
type directory struct {
	view  *view
	name  string // as the tool gave it
	path  string
	info  fs.FileInfo
	open  *os.File
	steps []string
}

var _ fs.ReadDirFile = (*directory)(nil)

func (v *view) openDirectory(name string, p *place) (*directory, error) {
	d := &directory{view: v, name: name, path: p.path}
	switch {
	case p.info == nil:
		return nil, fs.ErrNotExist
	case !p.info.IsDir():
		return nil, errNotDir
	case p.dir == nil:
		d.info, d.steps = described{p.info, path.Base(name)}, v.rules.steps(p.path)
		return d, nil
	}
	opened, err := p.dir.OpenFile(p.base, os.O_RDONLY|nonBlocking, 0)
	if err != nil {
		return nil, moved(err)
	}
	info, err := opened.Stat()
	if err != nil || !os.SameFile(info, p.info) {
		_ = opened.Close()
		return nil, errChanged
	}
	d.info, d.open = described{info, path.Base(name)}, opened
	return d, nil
}

// openQuickDirectory opens a directory that needs no walk, or nothing.
func (v *view) openQuickDirectory(name string) *directory {
	at, err := v.locate(name)
	if err != nil {
		return nil
	}
	opened, info := v.quickDirectory(at)
	if opened == nil {
		return nil
	}
	return &directory{view: v, name: name, path: at, info: described{info, path.Base(name)}, open: opened}
}

func (d *directory) Stat() (fs.FileInfo, error) { return d.info, nil }

func (d *directory) Read([]byte) (int, error) {
	return 0, named("read", d.name, capability.KindRead, errDirectory)
}

func (d *directory) Close() error {
	if d.open == nil {
		return nil
	}
	return named("close", d.name, capability.KindRead, d.open.Close())
}

// ReadDir lists entries in the order of the file system, as fs.ReadDirFile says.
// All at once there are at most as many as the backend's limit.
func (d *directory) ReadDir(n int) ([]fs.DirEntry, error) {
	if n > 0 {
		entries, err := d.next(n)
		if err == io.EOF { //nolint:errorlint // next returns it bare
			return nil, err
		}
		return entries, named("readdir", d.name, capability.KindRead, err)
	}
	entries, err := d.all()
	return entries, named("readdir", d.name, capability.KindRead, err)
}

// all lists what is left, up to the backend's limit.
func (d *directory) all() (entries []fs.DirEntry, err error) {
	limit := d.view.backend.options.MaxEntries
	for len(entries) <= limit {
		chunk, err := d.next(chunkSize)
		entries = append(entries, chunk...)
		if err == io.EOF { //nolint:errorlint // next returns it bare
			return entries, nil
		}
		if err != nil {
			return entries, err
		}
	}
	return entries[:limit], &LimitError{"entries", int64(limit)}
}

// next lists up to n more entries, and io.EOF after the last.
func (d *directory) next(n int) ([]fs.DirEntry, error) {
	for {
		if err := d.view.ctx.Err(); err != nil {
			return nil, err
		}
		read, err := d.read(n)
		if err != nil || len(read) > 0 {
			return read, err
		}
	}
}

// read lists up to n more entries. None and no error means that all of them were out of
// reach.
func (d *directory) read(n int) ([]fs.DirEntry, error) {
	if d.open == nil {
		return d.readSteps(n)
	}
	listed, err := d.open.ReadDir(n)
	entries, kept := make([]entry, len(listed)), listed[:0]
	for i, e := range listed {
		if d.view.rules.readable(child(d.path, e.Name())) {
			entries[i] = entry{d, e.Name(), e.Type()}
			kept = append(kept, &entries[i])
		}
	}
	return kept, err
}

// readSteps lists names on the way, those that exist.
func (d *directory) readSteps(n int) ([]fs.DirEntry, error) {
	if len(d.steps) == 0 {
		return nil, io.EOF
	}
	n = min(n, len(d.steps))
	var kept []fs.DirEntry
	for _, name := range d.steps[:n] {
		if info, err := d.view.describe(path.Join(d.name, name), true); err == nil {
			kept = append(kept, fs.FileInfoToDirEntry(info))
		}
	}
	d.steps = d.steps[n:]
	return kept, nil
}

// entry is an entry of a directory.
type entry struct {
	in   *directory
	name string
	mode fs.FileMode
}

func (e entry) Name() string      { return e.name }
func (e entry) IsDir() bool       { return e.mode.IsDir() }
func (e entry) Type() fs.FileMode { return e.mode }
func (e entry) String() string    { return fs.FormatDirEntry(e) }

// Info describes the entry as it is now. Symbolic links are not followed.
func (e entry) Info() (fs.FileInfo, error) {
	name := path.Join(e.in.name, e.name)
	info, err := e.in.view.describe(name, false)
	return info, named("stat", name, capability.KindRead, err)
}
