package files

import (
	"path/filepath"
	"slices"

	"github.com/toolgen/toolgen/runtime/capability"
)

// setReach sets the rules to what both the policy and the declaration of the tool contain. On both
// sides, writing implies reading.
func (v *view) setReach(roots []policyPath, needs *capability.Needs) {
	var opened, writable, writes []hostPath
	for _, r := range roots {
		opened = append(opened, r.hostPath)
		if r.write {
			writable = append(writable, r.hostPath)
		}
	}
	declared := needs.Read
	if v.writes && len(declared) > 0 {
		declared = slices.Concat(needs.Read, needs.Write)
	}
	reads := v.intersect(opened, opened, declared)
	if v.writes {
		writes = v.intersect(writable, opened, needs.Write)
		reads = append(reads, writes...)
	}
	v.rules = rules{reads: realPaths(reads), writes: realPaths(writes), opened: realPaths(writable), denies: v.rules.denies, closure: &v.closure}
	for _, s := range reads {
		v.rules.ancestorsOf = append(v.rules.ancestorsOf, s.given, s.real)
	}
	v.rules.ancestorsOf = slices.DeleteFunc(v.rules.ancestorsOf, v.rules.isDenied)
	for _, p := range reads {
		v.addHostPath(p)
	}
}

// intersect returns what the paths of the policy and the declared paths have in common: of two paths
// one of which contains the other, the inner one. If the tool declares no paths, it returns all paths.
// The slice all has all paths of the policy, also if paths has only those for writing.
func (v *view) intersect(paths, all []hostPath, declared []string) []hostPath {
	if len(declared) == 0 {
		return paths
	}
	var left []hostPath
	for _, path := range declared {
		d, err := v.resolveDeclared(path, all)
		if err != nil {
			continue // the path is not valid, or a link leads out of its boundary
		}
		for _, p := range paths {
			if isWithin(p.real, d.real) {
				left = append(left, p)
			} else if isWithin(d.real, p.real) {
				left = append(left, d)
			}
		}
	}
	return left
}

// resolveDeclared returns a path that the tool declares, and its target at present.
func (v *view) resolveDeclared(path string, policy []hostPath) (hostPath, error) {
	given, err := v.absoluteEntry(filepath.FromSlash(path), "a declared path")
	if err != nil {
		return hostPath{}, err
	}
	at := v.resolveKnown(given)
	switch dir := v.boundaryOf(at, policy); dir {
	case "":
		real, err := resolve(given)
		return hostPath{given, real}, err
	case at:
		return hostPath{given, at}, nil
	default:
		real, err := v.resolveInside(at, dir)
		return hostPath{given, real}, err
	}
}

// boundaryOf returns the directory out of which no symbolic link can lead a declared path: the
// outermost path of the policy that contains it, or else the working directory. It is empty for a path
// outside both, where tools cannot write.
func (v *view) boundaryOf(path string, policy []hostPath) string {
	dir := ""
	for _, p := range policy {
		if isWithin(path, p.real) && (dir == "" || len(p.real) < len(dir)) {
			dir = p.real
		}
	}
	if dir == "" && v.base != "" && isWithin(path, v.base) {
		return v.base
	}
	return dir
}

// resolveInside returns the target of a path, which must be inside dir. It follows the path through
// open directories, like a name that a tool gives. The directories of the policy are open already. Only
// the working directory can be opened by its path here, because no tool can replace it.
func (v *view) resolveInside(path, dir string) (real string, err error) {
	if dir == v.base {
		if err := v.openAnchor(dir); err != nil {
			return "", err
		}
	}
	err = v.retry(func() error {
		p, err := v.canonical(path, true)
		if err != nil {
			return err
		}
		defer p.close()
		if real = p.path; !isWithin(real, dir) {
			return errLeadsOut
		}
		return nil
	})
	return real, err
}

// realPaths returns the paths without symbolic links.
func realPaths(paths []hostPath) []string {
	var all []string
	for _, p := range paths {
		all = append(all, p.real)
	}
	return all
}
