package search

import (
	"cmp"
	"context"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// ListArgs are the arguments of list_files.
type ListArgs struct {
	// The directory to list, such as "src". The default is the working directory.
	Dir string `json:"dir,omitzero" jsonschema:"default=."`
	// Only files whose name matches, such as "*.go" or "*.{ts,tsx}". A glob with a slash matches the path below dir, such as "cmd/**/*_test.go".
	Glob string `json:"glob,omitzero" jsonschema:"maxLength=500"`
	// The number of levels to show; 1 shows only the entries directly in dir.
	Depth int `json:"depth,omitzero" jsonschema:"minimum=1,maximum=50,default=3"`
}

const (
	// defaultDepth is the default of ListArgs.Depth.
	defaultDepth = 3
	// maxListedEntries is the maximum number of entries that are read to find
	// those that a glob selects. It limits the memory for directories that are
	// not opened yet.
	maxListedEntries = 200_000
	// maxShownEntries is the maximum number of entries in a list.
	maxShownEntries = 1000
	// maxShownPerDir is the maximum number of listed entries directly in one
	// directory, except the directory that the call names.
	maxShownPerDir = 200
)

// List lists the files and directories below a directory as a tree, with sizes
// in bytes. It leaves out .git and the files that .gitignore excludes.
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
		entries: maxListedEntries, time: maxTime, size: resultLimit(call.Budget(), args.Dir),
	})
}

// list is List with limits, which tests choose.
func list(ctx context.Context, files capability.FS, workingDir string, args *ListArgs, l limits) (*ListResult, error) {
	w, err := newWalk(files, walkStart{args.Dir, workingDir, args.Glob}, l.entries)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithDeadlineCause(ctx, l.deadline(ctx), StoppedByTime)
	defer cancel()
	t := newTree(w, cmp.Or(args.Depth, defaultDepth), l.size)
	err = t.openAll(ctx)
	if stop := stopReason(context.Cause(ctx)); stop != "" {
		t.stopped = stop
	} else if err != nil {
		return nil, err
	}
	return t.result(), nil
}
