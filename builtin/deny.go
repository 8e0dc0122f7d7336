package builtin

import (
	"context"
	"path/filepath"
	"slices"

	"github.com/toolgen/toolgen/builtin/skill"
	"github.com/toolgen/toolgen/runtime/capability"
)

// openFiles opens the files of one call, as [capability.Backends.Files] does.
type openFiles = func(context.Context, *capability.Request) (capability.WriteFS, error)

// denyFiles returns an opener that denies some files to tools even if the policy opens them: the
// files of the store to every tool, and the directory of skills to tools that write.
func denyFiles(open openFiles, storeFiles []string) openFiles {
	return func(ctx context.Context, request *capability.Request) (capability.WriteFS, error) {
		r := *request
		r.Files.Deny = slices.Concat(request.Files.Deny, storeFiles, deniedSkills(request))
		return open(ctx, &r)
	}
}

// storeFiles returns the paths of the store's file and of the files that SQLite makes next to it.
// The store can be in the working directory, where tools can read and write files; a write into
// the store would destroy all its data. SQLite follows a symbolic link and makes its files next to
// the target, so the result contains both paths.
func storeFiles(path string) ([]string, error) {
	given, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	target, err := filepath.EvalSymlinks(given)
	if err != nil {
		return nil, err
	}
	var all []string
	for _, file := range slices.Compact([]string{given, target}) {
		all = append(all, file, file+"-wal", file+"-shm", file+"-journal")
	}
	return all, nil
}

// deniedSkills returns the directory of skills if the tool writes files and the policy does not
// name that directory or a path in it. The model gets skills as instructions and not as untrusted
// text. A web page that makes the model write a skill would therefore give instructions to every
// later session.
func deniedSkills(request *capability.Request) []string {
	if request.WorkingDir == "" || !request.Needs.Has(capability.KindWrite) {
		return nil
	}
	skills := filepath.Join(request.WorkingDir, skill.Directory)
	if slices.ContainsFunc(request.Files.Write, func(entry string) bool {
		if !filepath.IsAbs(entry) {
			entry = filepath.Join(request.WorkingDir, entry)
		}
		below, err := filepath.Rel(skills, entry)
		return err == nil && filepath.IsLocal(below)
	}) {
		return nil
	}
	return []string{skills}
}
