package builtin

import (
	"context"
	"path/filepath"
	"slices"

	"github.com/toolgen/toolgen/builtin/skill"
	"github.com/toolgen/toolgen/runtime/capability"
)

// opener is how the files of one call are opened.
type opener = func(context.Context, *capability.Request) (capability.WriteFS, error)

// keeping is an opener that closes some files whatever the policy opens: those of the
// store to every tool, and the skills to those that write.
func keeping(open opener, store []string) opener {
	return func(ctx context.Context, request *capability.Request) (capability.WriteFS, error) {
		narrowed := *request
		narrowed.Files.Deny = slices.Concat(request.Files.Deny, store, keptSkills(request))
		return open(ctx, &narrowed)
	}
}

// storeFiles are the store's file and those that SQLite puts beside it. A store in the working
// directory is in reach of tools that read and write files, and what they wrote into it would
// cost everything that is remembered. SQLite follows a symbolic link, so that the files may
// lie where that leads.
func storeFiles(path string) ([]string, error) {
	given, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	real, err := filepath.EvalSymlinks(given)
	if err != nil {
		return nil, err
	}
	var all []string
	for _, file := range slices.Compact([]string{given, real}) {
		all = append(all, file, file+"-wal", file+"-shm", file+"-journal")
	}
	return all, nil
}

// keptSkills is the directory of skills where a call could write there, and its policy does not
// name that directory or something in it. Skills reach the model as instructions and not as
// text from outside: a page that talks the model into writing one would instruct every session
// after it.
func keptSkills(request *capability.Request) []string {
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
