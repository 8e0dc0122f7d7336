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

	"github.com/toolgen/toolgen/internal/hidepath"
	"github.com/toolgen/toolgen/runtime/capability"
)

// policyPath is one path of the policy.
type policyPath struct {
	hostPath
	write bool
	named bool   // no symbolic link that a tool could replace leads from the entry to the path
	where string // the entry of the policy, for errors
}

// applyRequest sets the rules of a call: the intersection of the policy and the declaration.
func (v *view) applyRequest(request *capability.Request) error {
	needs := request.Needs
	v.writes = needs.Has(capability.KindWrite)
	if !v.writes && !needs.Has(capability.KindRead) {
		return capability.Deny(capability.KindRead, "the tool declares no files")
	}
	if err := v.setBase(request.WorkingDir); err != nil {
		return err
	}
	denies, err := v.denials(request.Files.Deny)
	if err != nil {
		return err
	}
	roots, err := v.policyPaths(&request.Files)
	if err != nil {
		return err
	}
	if len(roots) == 0 {
		return capability.Deny(capability.KindRead, "the policy opens no files to this tool")
	}
	v.rules = rules{all: true, denies: denies, closure: &v.closure}
	v.setReach(roots, needs)
	if len(v.rules.reads) == 0 {
		return capability.Deny(capability.KindRead, "the policy opens none of the files that the tool declares")
	}
	return nil
}

// setBase sets the working directory.
func (v *view) setBase(dir string) error {
	if dir == "" {
		return nil
	}
	if !filepath.IsAbs(dir) {
		return errors.New("files: the working directory is relative: expected an absolute path")
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return capability.Deny(capability.KindRead, "the working directory cannot be opened: "+hidepath.Cause(err).Error())
	}
	v.base = real
	v.addHostPath(hostPath{filepath.Clean(dir), real})
	return nil
}

// addHostPath records a path of the host.
func (v *view) addHostPath(p hostPath) {
	v.hostPaths = append(v.hostPaths, p)
	v.closure.addHostPath(p)
}

// absoluteEntry returns an entry of the policy, or a declared path, as an absolute path.
func (v *view) absoluteEntry(entry, where string) (string, error) {
	switch {
	case entry == "":
		return "", fmt.Errorf("files: %s is empty: write \".\" for the working directory", where)
	case strings.ContainsRune(entry, 0):
		return "", fmt.Errorf("files: %s contains a NUL byte", where)
	case filepath.IsAbs(entry):
		return filepath.Clean(entry), nil // the caller resolves symbolic links
	case v.base == "":
		return "", fmt.Errorf("files: %s is relative, and the turn has no working directory: write an absolute path", where)
	}
	return filepath.Join(v.base, entry), nil
}

// denials returns what the policy denies: the paths themselves and their targets.
func (v *view) denials(entries []string) ([]denial, error) {
	var list []denial
	for i, entry := range entries {
		given, err := v.absoluteEntry(entry, fmt.Sprintf("entry %d of FilePolicy.Deny", i+1))
		if err != nil {
			return nil, err
		}
		info, err := os.Stat(given)
		if err != nil {
			info = nil
		}
		list = append(list, denial{given, info})
		// The entry can be a symbolic link, and so can the directories above it.
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

// policyPaths resolves and opens the paths of the policy, the shortest first, so that a path inside another one
// is looked up in the open directory.
func (v *view) policyPaths(policy *capability.FilePolicy) ([]policyPath, error) {
	var roots []policyPath
	for _, list := range []struct {
		name    string
		entries []string
		write   bool
	}{{"Read", policy.Read, false}, {"Write", policy.Write, true}} {
		for i, entry := range list.entries {
			where := fmt.Sprintf("entry %d of FilePolicy.%s", i+1, list.name)
			given, err := v.absoluteEntry(entry, where)
			if err != nil {
				return nil, err
			}
			roots = append(roots, policyPath{hostPath: hostPath{given: given}, write: list.write, where: where})
		}
	}
	slices.SortStableFunc(roots, func(a, b policyPath) int { return cmp.Compare(len(a.given), len(b.given)) })
	for i := range roots {
		r := &roots[i]
		if err := v.retry(func() error { return v.openPolicy(r) }); err != nil {
			return nil, capability.Deny(capability.KindRead, fmt.Sprintf("%s cannot be used: %v", r.where, hidepath.Cause(err)))
		}
		v.addHostPath(r.hostPath)
	}
	v.closure.setNamed(roots)
	for _, r := range roots {
		if closed := v.closure.rule(r.real, false); closed != nil {
			return nil, capability.Deny(capability.KindRead, fmt.Sprintf("%s is closed to all tools: %s", r.where, closed.Reason))
		}
	}
	return roots, nil
}

// errLeadsOut is the error of a symbolic link that leads out of its boundary. A tool that can write in
// the directory could have created the link.
var errLeadsOut = errors.New("a symbolic link leads out of the directory that it is in")

// openPolicy resolves and opens one path of the policy. A path inside the working directory, or inside
// another path of the policy, must not lead out of it.
func (v *view) openPolicy(r *policyPath) (err error) {
	v.rules = rules{all: true, closure: &v.closure}
	at := v.resolveKnown(r.given)
	if v.base != "" && at != v.base && isWithin(at, v.base) {
		if err := v.openAnchor(v.base); err != nil {
			return err
		}
	}
	if v.anchorAt(at) == nil || at == v.base {
		if r.real, err = resolve(r.given); err != nil {
			return err
		}
		r.named = true
		return v.openAnchor(r.real)
	}
	p, err := v.canonical(at, true)
	if err != nil {
		return err
	}
	defer p.close()
	r.real, r.named = p.path, p.path == at
	if p.info == nil || !p.info.IsDir() || p.base == "." {
		return nil
	}
	// The policy names the path, so it may be the mount point of another file system.
	dir, err := openDir(p.dir, p.base, p.info)
	if err != nil {
		return err
	}
	return v.addAnchor(p.path, dir)
}

// canonical returns the location of a path inside the open directories. Missing components keep their
// names. The caller must close the location.
func (v *view) canonical(path string, mounts bool) (*location, error) {
	p, err := v.lookup(path, lookupOptions{follow: true, mounts: mounts})
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
	return &location{path: filepath.Join(p.path, filepath.Base(path))}, nil
}
