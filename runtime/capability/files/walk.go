package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

const (
	// maxLinks limits the symbolic links on one path. Kernels follow 32 (macOS) or 40 (Linux).
	maxLinks = 32
	// maxTries limits how often a path is looked up that keeps changing.
	maxTries = 16
)

// lookupOptions contains the options of a lookup.
type lookupOptions struct {
	follow bool // follow the last component too if it is a symbolic link
	mounts bool // allow other file systems
	create bool // create missing directories
}

// location is the result of a lookup. It keeps directories open until it is closed.
type location struct {
	path string      // without symbolic links; never shown to the tool
	dir  *os.Root    // the directory that contains the file; nil for an ancestor of what is in reach
	base string      // the name in dir; "." for an anchor itself
	info fs.FileInfo // nil if the file does not exist

	names []string // the paths through symbolic links by which the lookup came here

	anchor *anchor
	opened []*os.Root
}

// close closes the directories that the walk opened.
func (p *location) close() {
	for _, dir := range p.opened {
		_ = dir.Close()
	}
}

// withLocation looks up a name that a tool gave and calls use with the location. It tries again if the
// path changed.
func (v *view) withLocation(name string, h lookupOptions, use func(*location) error) error {
	path, err := v.absolutePath(name)
	if err != nil {
		return err
	}
	h.mounts = v.backend.options.Mounts
	return v.retry(func() error {
		p, err := v.lookup(path, h)
		if err != nil {
			return err
		}
		defer p.close()
		return use(p)
	})
}

// retry calls try until it does not return errChanged, at most maxTries times and not after the end of
// the call.
func (v *view) retry(try func() error) (err error) {
	for range maxTries {
		if err = v.ctx.Err(); err != nil {
			return err
		}
		if err = try(); !errors.Is(err, errChanged) {
			return err
		}
	}
	return err
}

// lookup follows an absolute path. If only the last component is missing, the location has no info;
// otherwise a missing component is fs.ErrNotExist.
func (v *view) lookup(path string, h lookupOptions) (*location, error) {
	w := walk{view: v, lookupOptions: h}
	p, err := w.run(path)
	if err != nil {
		w.reset(nil)
	}
	return p, err
}

// walk is the state of a lookup.
type walk struct {
	*view
	lookupOptions
	path   string     // the current directory, without symbolic links
	anchor *anchor    // the innermost anchor of path, or nil
	opened []*os.Root // the open directories from the anchor down to path
	todo   []string   // the components that are left
	links  int        // how many links were followed
	names  linkNames
}

// run follows an absolute path to its end.
func (w *walk) run(path string) (*location, error) {
	w.jump(path)
	for len(w.todo) > 0 {
		name := w.todo[0]
		w.todo = w.todo[1:]
		if p, err := w.step(name); p != nil || err != nil {
			return p, err
		}
		w.names.arrive(len(w.todo))
	}
	if w.anchor == nil || !w.rules.readable(w.path) {
		return w.ancestor(w.path)
	}
	info, err := w.dir().Stat(".")
	if err != nil {
		return nil, err
	}
	return w.finish(&location{path: w.path, dir: w.dir(), base: ".", info: info})
}

// ancestor returns the location of an ancestor of what is in reach. Directories above the working directory
// are out of reach.
func (w *walk) ancestor(path string) (*location, error) {
	if w.base == "" || !isWithin(path, w.base) || !w.rules.isAncestor(path) {
		return nil, errOutside
	}
	w.reset(nil)
	return &location{path: path, info: ancestorInfo(filepath.Base(path))}, nil
}

// finish returns a location after the final check. The location takes over the open directories.
func (w *walk) finish(p *location) (*location, error) {
	if err := w.check(p); err != nil {
		return nil, err
	}
	w.names.arrive(len(w.todo))
	p.anchor, p.opened, p.names = w.anchor, w.opened, w.names.paths()
	w.opened = nil
	return p, nil
}

// check compares the location with what the resolver of the anchor finds at the same path. If the file
// does not exist, check compares its directory.
func (w *walk) check(p *location) (err error) {
	path, info := p.path, p.info
	if info == nil {
		path = filepath.Dir(path)
		if info, err = p.dir.Stat("."); err != nil {
			return err
		}
	}
	return w.anchor.resolver.check(relativeTo(path, w.anchor.path), info, w.mounts)
}

// reset closes the open directories and continues at an anchor, or at none.
func (w *walk) reset(a *anchor) {
	for _, dir := range w.opened {
		_ = dir.Close()
	}
	w.opened, w.anchor = nil, a
	if a != nil {
		w.path = a.path
	}
}

// jump continues at an absolute path, from the innermost anchor that contains it.
func (w *walk) jump(path string) {
	path = w.resolveKnown(path)
	a := w.anchorAt(path)
	w.reset(a)
	if a == nil {
		w.path = volumeRoot(path)
	}
	w.todo = append(components(relativeTo(path, w.path)), w.todo...)
}

// dir returns the current directory.
func (w *walk) dir() *os.Root {
	if len(w.opened) == 0 {
		return w.anchor.root
	}
	return w.opened[len(w.opened)-1]
}
