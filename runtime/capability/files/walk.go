package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

const (
	// maxLinks is how many symbolic links one name may go through. Kernels follow 32
	// (macOS) or 40 (Linux).
	maxLinks = 32
	// maxTries is how often a name is looked up that changes meanwhile.
	maxTries = 16
)

// how says how a path is looked up.
type how struct {
	follow bool // the last component too, when it is a symbolic link
	mounts bool // other file systems may lie on the way
	create bool // missing directories are made
}

// place is where a path leads. It holds directories open until it is closed.
type place struct {
	path string      // without symbolic links; never shown
	dir  *os.Root    // the directory that holds it; nil for a directory on the way
	base string      // its name in there; "." for an anchor itself
	info fs.FileInfo // what is there; nil when there is nothing

	anchor *anchor
	opened []*os.Root
}

func (p *place) close() {
	for _, dir := range p.opened {
		_ = dir.Close()
	}
}

// at looks up a name that a tool gave and uses the place, again when something
// changed meanwhile.
func (v *view) at(name string, h how, use func(*place) error) error {
	path, err := v.locate(name)
	if err != nil {
		return err
	}
	h.mounts = v.backend.options.Mounts
	return v.again(func() error {
		p, err := v.lookup(path, h)
		if err != nil {
			return err
		}
		defer p.close()
		return use(p)
	})
}

// again tries a limited number of times, until nothing changes meanwhile or the call
// ends.
func (v *view) again(try func() error) (err error) {
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

// lookup follows an absolute path. A missing last component is a place without
// info; a missing one before it is fs.ErrNotExist.
func (v *view) lookup(path string, h how) (*place, error) {
	w := walk{view: v, how: h}
	p, err := w.run(path)
	if err != nil {
		w.reset(nil)
	}
	return p, err
}

// walk is a path that is being followed.
type walk struct {
	*view
	how
	path   string     // where it is, without symbolic links
	anchor *anchor    // nil above all of them
	opened []*os.Root // directories below the anchor, down to path
	todo   []string   // components to come
	links  int
}

func (w *walk) run(path string) (*place, error) {
	w.jump(path)
	for len(w.todo) > 0 {
		name := w.todo[0]
		w.todo = w.todo[1:]
		if p, err := w.step(name); p != nil || err != nil {
			return p, err
		}
	}
	if w.anchor == nil || !w.rules.readable(w.path) {
		return w.onTheWay(w.path)
	}
	info, err := w.dir().Stat(".")
	if err != nil {
		return nil, err
	}
	return w.found(&place{path: w.path, dir: w.dir(), base: ".", info: info})
}

// onTheWay is a directory of which only the way to what is in reach is shown. Above
// the working directory there is none.
func (w *walk) onTheWay(path string) (*place, error) {
	if w.base == "" || !within(path, w.base) || !w.rules.passage(path) {
		return nil, errOutside
	}
	w.reset(nil)
	return &place{path: path, info: passage(filepath.Base(path))}, nil
}

// found gives what is open to a place, after the kernel was asked once more.
func (w *walk) found(p *place) (*place, error) {
	if err := w.check(p); err != nil {
		return nil, err
	}
	p.anchor, p.opened = w.anchor, w.opened
	w.opened = nil
	return p, nil
}

// check asks the gate of the anchor for what is there, or for its directory when there is
// nothing.
func (w *walk) check(p *place) (err error) {
	path, info := p.path, p.info
	if info == nil {
		path = filepath.Dir(path)
		if info, err = p.dir.Stat("."); err != nil {
			return err
		}
	}
	return w.anchor.gate.check(below(path, w.anchor.path), info, w.mounts)
}

// reset leaves all directories, for an anchor or for none.
func (w *walk) reset(a *anchor) {
	for _, dir := range w.opened {
		_ = dir.Close()
	}
	w.opened, w.anchor = nil, a
	if a != nil {
		w.path = a.path
	}
}

// jump goes on at an absolute path, from the innermost anchor above it.
func (w *walk) jump(path string) {
	path = w.respelled(path)
	a := w.anchorAt(path)
	w.reset(a)
	if a == nil {
		w.path = topOf(path)
	}
	w.todo = append(components(below(path, w.path)), w.todo...)
}

// dir is the open directory that the walk is in.
func (w *walk) dir() *os.Root {
	if len(w.opened) == 0 {
		return w.anchor.root
	}
	return w.opened[len(w.opened)-1]
}
