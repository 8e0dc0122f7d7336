package search

import (
	"cmp"
	"context"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// ListArgs says which directory to list.
type ListArgs struct {
	// The directory to list, such as "src". The working directory by default.
	Dir string `json:"dir,omitzero" jsonschema:"default=."`
	// Only files whose name matches, such as "*.go" or "*.{ts,tsx}"; with a slash, whose path below dir does, such as "cmd/**/*_test.go".
	Glob string `json:"glob,omitzero" jsonschema:"maxLength=500"`
	// How many levels to show: with 1 only what is directly in dir.
	Depth int `json:"depth,omitzero" jsonschema:"minimum=1,maximum=50,default=3"`
}

const (
	// defaultDepth is depth where it is left out.
	defaultDepth = 3
	// maxListed is how many files and directories are listed in search of those
	// that a glob selects. Directories that wait are kept in memory.
	maxListed = 200_000
	// maxShown is how many entries a list has.
	maxShown = 1000
	// maxShownEach is how many of them are directly in one directory, but for
	// the one that the call names.
	maxShownEach = 200
)

// List shows the files and directories below a directory as a tree with sizes
// in bytes. It leaves out .git and what .gitignore excludes.
//
//tool:register list_files
//tool:toolset search
//tool:title List files
//tool:read-only
//tool:idempotent
//tool:untrusted-output source=dir
//tool:max-result-chars 40000
//tool:timeout 1m
//tool:example {"dir": "src", "depth": 2}
//tool:example {"glob": "*_test.go", "depth": 10}
func List(ctx context.Context, call *runtime.Call, files capability.FS, args ListArgs) (*ListResult, error) {
	return list(ctx, files, call.WorkingDir(), &args, limits{
		entries: maxListed, time: maxTime, size: room(call.Budget(), args.Dir),
	})
}

// list is List with limits of a test's choice.
func list(ctx context.Context, files capability.FS, workingDir string, args *ListArgs, l limits) (*ListResult, error) {
	w, err := newWalk(files, start{args.Dir, workingDir, args.Glob}, l.entries)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithDeadlineCause(ctx, l.deadline(ctx), StoppedByTime)
	defer cancel()
	t := newTree(w, cmp.Or(args.Depth, defaultDepth), l.size)
	err = t.grow(ctx)
	if stop := stopOf(context.Cause(ctx)); stop != "" {
		t.stopped = stop
	} else if err != nil {
		return nil, err
	}
	return t.result(), nil
}
