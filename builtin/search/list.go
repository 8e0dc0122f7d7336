package search

import (
	"cmp"
	"context"
	"path"
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// ListArgs are the arguments of list_files.
type ListArgs struct {
	Path string `json:"path,omitzero" jsonschema:"default=." tool:"alias=dir,alias=directory,alias=folder,alias=file_path,alias=target_directory,alias=relative_workspace_path,alias=dir_path"`
	// Such as "cmd/**/*_test.go".
	Glob string `json:"glob,omitzero" tool:"alias=pattern,alias=include,alias=file_pattern,alias=glob_pattern,alias=query"`
	// Globs, separated by commas.
	Exclude string `json:"exclude,omitzero" tool:"alias=ignore,alias=excludes,alias=exclude_pattern"`
	// Levels; 1 is only what is directly in path; 3 by default, all with glob.
	Depth int    `json:"depth,omitzero" jsonschema:"minimum=1,maximum=50" tool:"alias=max_depth,alias=levels"`
	After string `json:"after,omitzero"`
}

const (
	// defaultDepth and maxDepth are the default and the maximum of
	// ListArgs.Depth. With a glob, the default is the maximum.
	defaultDepth, maxDepth = 3, 50
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

// List lists files as a tree, with sizes in bytes. It leaves out files that
// .gitignore excludes.
//
//tool:register list_files
//tool:toolset search
//tool:title List files
//tool:read-only
//tool:idempotent
//tool:untrusted-output source=path
//tool:max-result-chars 40000
//tool:timeout 1m
//tool:example {"path": "src", "depth": 2}
//tool:example {"glob": "cmd/**/*_test.go"}
func List(ctx context.Context, call *runtime.Call, files capability.FS, args ListArgs) (*ListResult, error) {
	return list(ctx, files, call.WorkingDir(), &args, limits{
		entries: maxListedEntries, time: maxTime, size: resultLimit(call.Budget(), args.Path),
		isShared: call.Budget() < call.BudgetAlone(),
	})
}

// list is like List, with limits that tests can choose.
func list(ctx context.Context, files capability.FS, workingDir string, args *ListArgs, l limits) (*ListResult, error) {
	w, err := newWalk(files, walkStart{args.Path, workingDir, args.Glob, args.Exclude}, l.entries)
	if err != nil {
		return nil, err
	}
	if w.file != nil {
		return w.listFile()
	}
	if w.after, err = parseLocation(args.After); err != nil {
		return nil, err
	}
	if w.after.path != "" && !strings.HasPrefix(w.after.path, pathPrefix(w.root)) {
		return nil, texts.Invalid("after", "%s is not below path %s: give both as in the earlier call", displayName(w.after.path), displayName(w.root))
	}
	ctx, cancel := context.WithDeadlineCause(ctx, l.deadline(ctx), StoppedByTime)
	defer cancel()
	if args.Depth == 0 && w.filter.isActive {
		args.Depth = maxDepth
	}
	args.Depth = cmp.Or(args.Depth, defaultDepth)
	t := newTree(w, args.Depth, l.size)
	err = t.openAll(ctx)
	if stop := stopReason(context.Cause(ctx)); stop != "" {
		t.stopped = stop
	} else if err != nil {
		return nil, err
	}
	r := t.result()
	if r.Stopped != "" {
		ended := location{path: t.last}
		r.Next = ended.String()
		r.stopText = r.Stopped.describe(ended, args.stopAdvice(r.Stopped, l.isShared, r.Next, t.unopened()))
	}
	if w.after.path != "" && len(r.Entries) == 1 && r.Stopped == "" {
		r.stopText = "no entries after " + w.after.quoted()
	} else if len(r.Entries) == 1 && (args.Glob != "" || args.Exclude != "") && r.Stopped == "" && r.Unopened == 0 {
		r.stopText = w.noFilesHint(args.Glob, args.Exclude)
	}
	r.depthHint = t.depthHint(args.Depth)
	return r, nil
}

// listFile returns the list for a call that names a file.
func (w *walk) listFile() (*ListResult, error) {
	info, err := w.file.Info()
	if err != nil {
		return nil, names.Explain("path", w.file.Name(), err)
	}
	return &ListResult{Entries: []Entry{{Path: path.Join(w.root, w.file.Name()), Kind: entryKind(info.Mode()), Size: info.Size()}}}, nil
}
