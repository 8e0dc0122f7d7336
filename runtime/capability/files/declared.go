package files

import (
	"path/filepath"
	"slices"

	"github.com/toolgen/toolgen/runtime/capability"
)

// intersect sets the rules to what the policy opens and the tool declares, both. Writing implies
// reading on either side.
func (v *view) intersect(roots []root, needs *capability.Needs) {
	var opened, writable, writes []spelling
	for _, r := range roots {
		opened = append(opened, r.spelling)
		if r.write {
			writable = append(writable, r.spelling)
		}
	}
	declared := needs.Read
	if v.writes && len(declared) > 0 {
		declared = slices.Concat(needs.Read, needs.Write)
	}
	reads := v.narrow(opened, opened, declared)
	if v.writes {
		writes = v.narrow(writable, opened, needs.Write)
		reads = append(reads, writes...)
	}
	v.rules = rules{reads: realOf(reads), writes: realOf(writes), opened: realOf(writable), denies: v.rules.denies}
	for _, s := range reads {
		v.rules.passages = append(v.rules.passages, s.given, s.real)
	}
	v.rules.passages = slices.DeleteFunc(v.rules.passages, v.rules.denied)
	v.spellings = append(v.spellings, reads...)
}

// narrow is what paths of the policy and declared paths have in common: where one is in the other,
// the inner one. Without declared paths it is all of the policy's. All are the paths of the policy,
// those for reading too.
func (v *view) narrow(paths, all []spelling, declared []string) []spelling {
	if len(declared) == 0 {
		return paths
	}
	var left []spelling
	for _, path := range declared {
		d, err := v.declared(path, all)
		if err != nil {
			continue // it leads nowhere, or out of what holds it, and opens nothing
		}
		for _, p := range paths {
			if within(p.real, d.real) {
				left = append(left, p)
			} else if within(d.real, p.real) {
				left = append(left, d)
			}
		}
	}
	return left
}

// declared is a path that the tool declares, and where it leads now.
func (v *view) declared(path string, policy []spelling) (spelling, error) {
	given, err := v.absolute(filepath.FromSlash(path), "a declared path")
	if err != nil {
		return spelling{}, err
	}
	at := v.respelled(given)
	switch dir := v.confines(at, policy); dir {
	case "":
		real, err := resolve(given)
		return spelling{given, real}, err
	case at:
		return spelling{given, at}, nil
	default:
		real, err := v.confined(at, dir)
		return spelling{given, real}, err
	}
}

// confines is the directory out of which no symbolic link can lead a declared path: the outermost
// path of the policy that holds it, else the working directory. It is empty for a path that is in
// neither, where tools do not write.
func (v *view) confines(path string, policy []spelling) string {
	dir := ""
	for _, p := range policy {
		if within(path, p.real) && (dir == "" || len(p.real) < len(dir)) {
			dir = p.real
		}
	}
	if dir == "" && v.base != "" && within(path, v.base) {
		return v.base
	}
	return dir
}

// confined is where a path in a directory leads, which must be in that directory. The path is
// followed through open directories, as names that a tool gives are: those of the policy are open,
// and only the working directory may be opened by its path, which no tool can exchange.
func (v *view) confined(path, dir string) (real string, err error) {
	if dir == v.base {
		if err := v.openAnchor(dir); err != nil {
			return "", err
		}
	}
	err = v.again(func() error {
		p, err := v.canonical(path, true)
		if err != nil {
			return err
		}
		defer p.close()
		if real = p.path; !within(real, dir) {
			return errLeadsOut
		}
		return nil
	})
	return real, err
}

func realOf(paths []spelling) []string {
	var all []string
	for _, p := range paths {
		all = append(all, p.real)
	}
	return all
}
