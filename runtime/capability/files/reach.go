package files

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/capability"
)

// root is one path of the policy.
type root struct {
	spelling
	write bool
	where string // in the policy, for errors
}

// reach sets what a call may touch: what the policy opens and the tool declares,
// both.
func (v *view) reach(request *capability.Request) error {
	needs := request.Needs
	v.writes = needs.Has(capability.KindWrite)
	if !v.writes && !needs.Has(capability.KindRead) {
		return denied(capability.KindRead, "the tool declares no files")
	}
	if err := v.setBase(request.WorkingDir); err != nil {
		return err
	}
	denies, err := v.denials(request.Files.Deny)
	if err != nil {
		return err
	}
	roots, err := v.roots(&request.Files)
	if err != nil {
		return err
	}
	if len(roots) == 0 {
		return denied(capability.KindRead, "the policy allows this tool no files")
	}
	v.rules = rules{all: true, denies: denies}
	v.intersect(roots, needs)
	if len(v.rules.reads) == 0 {
		return denied(capability.KindRead, "the policy opens none of the files that the tool declares")
	}
	return nil
}

func (v *view) setBase(dir string) error {
	if dir == "" {
		return nil
	}
	if !filepath.IsAbs(dir) {
		return errors.New("files: the working directory is relative: give an absolute path")
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return denied(capability.KindRead, "the working directory cannot be opened: "+cause(err).Error())
	}
	v.base = real
	v.spellings = append(v.spellings, spelling{filepath.Clean(dir), real})
	return nil
}

// absolute is an entry of the policy, or a declared path, as an absolute path.
func (v *view) absolute(entry, where string) (string, error) {
	switch {
	case entry == "":
		return "", fmt.Errorf("files: %s is empty: write \".\" for the working directory", where)
	case strings.ContainsRune(entry, 0):
		return "", fmt.Errorf("files: %s holds a NUL byte", where)
	case filepath.IsAbs(entry):
		return filepath.Clean(entry), nil // respelled when it is opened
	case v.base == "":
		return "", fmt.Errorf("files: %s is relative, and the turn has no working directory: write an absolute path", where)
	}
	return filepath.Join(v.base, entry), nil
}

// denials are what the policy closes: the paths themselves, and where they lead.
func (v *view) denials(entries []string) ([]denial, error) {
	var list []denial
	for i, entry := range entries {
		given, err := v.absolute(entry, fmt.Sprintf("entry %d of FilePolicy.Deny", i+1))
		if err != nil {
			return nil, err
		}
		info, err := os.Stat(given)
		if err != nil {
			info = nil
		}
		list = append(list, denial{given, info})
		// The directories above may be links, and the entry itself may be one.
		for _, path := range []string{given, filepath.Dir(given)} {
			real, err := resolve(path)
			if path != given {
				real = filepath.Join(real, filepath.Base(given))
			}
			if err == nil && real != given {
				list = append(list, denial{real, info})
			}
		}
	}
	return list, nil
}

// roots resolves and opens what the policy allows, the shortest paths first, so that a
// path below another one is looked up in it.
func (v *view) roots(policy *capability.FilePolicy) ([]root, error) {
	var roots []root
	for _, list := range []struct {
		name    string
		entries []string
		write   bool
	}{{"Read", policy.Read, false}, {"Write", policy.Write, true}} {
		for i, entry := range list.entries {
			where := fmt.Sprintf("entry %d of FilePolicy.%s", i+1, list.name)
			given, err := v.absolute(entry, where)
			if err != nil {
				return nil, err
			}
			roots = append(roots, root{spelling{given: given}, list.write, where})
		}
	}
	slices.SortStableFunc(roots, func(a, b root) int { return cmp.Compare(len(a.given), len(b.given)) })
	for i := range roots {
		r := &roots[i]
		if err := v.again(func() error { return v.openPolicy(r) }); err != nil {
			return nil, denied(capability.KindRead, fmt.Sprintf("%s cannot be used: %v", r.where, cause(err)))
		}
		if closed := closedOnTheWay(r.real, false); closed != nil {
			return nil, denied(capability.KindRead, fmt.Sprintf("%s is closed to all tools: %s", r.where, closed.Reason))
		}
		v.spellings = append(v.spellings, r.spelling)
	}
	return roots, nil
}

// errLeadsOut keeps a link in a directory, which whoever writes there may have
// planted, from opening another place.
var errLeadsOut = errors.New("a symbolic link leads out of the directory that it is in")

// openPolicy resolves one path of the policy and opens it. What lies below the working
// directory, or below another path of the policy, cannot lead elsewhere.
func (v *view) openPolicy(r *root) (err error) {
	v.rules = rules{all: true}
	at := v.respelled(r.given)
	if v.base != "" && at != v.base && within(at, v.base) {
		if err := v.openAnchor(v.base); err != nil {
			return err
		}
	}
	if v.anchorAt(at) == nil || at == v.base {
		if r.real, err = resolve(r.given); err != nil {
			return err
		}
		return v.openAnchor(r.real)
	}
	p, err := v.canonical(at, true)
	if err != nil {
		return err
	}
	defer p.close()
	r.real = p.path
	if p.info == nil || !p.info.IsDir() || p.base == "." {
		return nil
	}
	// It may be another file system: the policy names it.
	dir, err := openDir(p.dir, p.base, p.info)
	if err != nil {
		return err
	}
	return v.addAnchor(p.path, dir)
}

// canonical is the place that a path leads to within what is open. What does
// not exist keeps its name. It is to be closed.
func (v *view) canonical(path string, mounts bool) (*place, error) {
	p, err := v.lookup(path, how{follow: true, mounts: mounts})
	switch {
	case errors.Is(err, errOutside):
		return nil, errLeadsOut
	case !errors.Is(err, fs.ErrNotExist):
		return p, err
	}
	p, err = v.canonical(filepath.Dir(path), mounts)
	if err != nil {
		return nil, err
	}
	p.close()
	return &place{path: filepath.Join(p.path, filepath.Base(path))}, nil
}
