package files

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/capability"
)

// errRepository is the error of a change that makes or changes a bare repository of git.
var errRepository = capability.Deny(capability.KindWrite,
	"git uses this directory as a repository, and runs the programs that its configuration names, or would use it after the change")

// repositoryParts are the names by which git recognises the directory of a repository: HEAD with objects and
// refs, or HEAD with commondir, which says where the other two are.
var repositoryParts = []string{"HEAD", "objects", "refs", "commondir"}

// sameName reports whether two names in a directory are the same file.
func sameName(dir *os.Root, a, b string) bool {
	if a == b || !strings.EqualFold(a, b) {
		return a == b
	}
	ignores, known := probeEntries(dir)
	return ignores || !known && ignoresCase
}

// isRepositoryPart reports whether git may recognise a repository by a name.
func isRepositoryPart(name string) bool {
	return slices.ContainsFunc(repositoryParts, func(part string) bool { return strings.EqualFold(part, name) })
}

// isRepository reports whether git would use a directory as a repository if it also contained a file with the
// name added.
func isRepository(dir *os.Root, added string) bool {
	has := func(name string) bool {
		if sameName(dir, name, added) {
			return true
		}
		_, err := dir.Lstat(name)
		return err == nil
	}
	return has("HEAD") && (has("objects") && has("refs") || has("commondir"))
}

// checkOutsideRepositories returns an error if one of the open directories is a bare repository.
func (v *view) checkOutsideRepositories(dirs ...*os.Root) error {
	if !v.backend.options.Repositories && slices.ContainsFunc(dirs, func(dir *os.Root) bool { return isRepository(dir, "") }) {
		return errRepository
	}
	return nil
}

// checkHoldsNoRepository returns an error if a directory is a repository of version control or if there is one below
// it: a repository would have effect in other directories after a move.
func (v *view) checkHoldsNoRepository(p *location) error {
	dir, err := openDir(p.dir, p.base, p.info)
	if err != nil {
		return err
	}
	defer dir.Close()
	return fs.WalkDir(dir.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return cmp.Or(v.ctx.Err(), v.checkNoRepositoryAt(dir, name, filepath.Join(p.path, filepath.FromSlash(name)), d.IsDir()))
	})
}

// checkNoRepositoryAt returns an error if the entry with a name below a directory belongs to version control, or
// is a bare repository.
func (v *view) checkNoRepositoryAt(dir *os.Root, name, at string, isDir bool) error {
	closed := v.closure.index.ruleAt(at, func(rule *ClosedPath) bool { return rule.Reason == belongsToVCS })
	if closed != nil {
		return refusal("it contains " + closed.Pattern + ": " + closed.Reason)
	}
	if !isDir || v.backend.options.Repositories {
		return nil
	}
	sub, err := dir.OpenRoot(name)
	if err != nil {
		return err
	}
	defer sub.Close()
	return v.checkOutsideRepositories(sub)
}

// checkMakesNoRepository returns an error if a new file with a name makes its directory a bare repository. The
// caller holds the lock of commits, so that no other call adds another part at the same time.
func (v *view) checkMakesNoRepository(dir *os.Root, name string) error {
	if !v.backend.options.Repositories && isRepositoryPart(name) && isRepository(dir, name) {
		return errRepository
	}
	return nil
}
