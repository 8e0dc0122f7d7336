package file

import (
	"context"
	"errors"
	"io/fs"
	"path"

	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// Action is what manage_file does with a file.
type Action string

// The actions of manage_file.
const (
	Move   Action = "move"
	Delete Action = "delete"
	Undo   Action = "undo"
)

// ManageArgs are the arguments of manage_file.
type ManageArgs struct {
	// undo reverts the last change by this session.
	Action Action `json:"action" tool:"alias=command,alias=operation,alias=op"`
	Path   string `json:"path" tool:"alias=file_path,alias=file,alias=filename,alias=source,alias=from,alias=old_path,alias=source_path,alias=src,alias=from_path"`
	// For move.
	NewPath string `json:"new_path,omitzero" tool:"alias=destination,alias=to,alias=target,alias=new_name,alias=destination_path,alias=dest,alias=dst,alias=to_path,alias=target_path"`
}

// Validate cleans the paths, so that the runtime finds calls for the same file. It
// returns an error for an invalid path, and for a new path without a move.
func (a *ManageArgs) Validate() (err error) {
	a.Path, err = cleanPath(pathArgument, a.Path)
	switch {
	case a.Action == Move && a.NewPath == "":
		return errors.Join(err, texts.Invalid(newPathArgument, "required for move"))
	case a.Action != Move && a.NewPath != "":
		return errors.Join(err, texts.Invalid(newPathArgument, "must only be given for move"))
	case a.NewPath == "":
		return err
	}
	cleaned, invalid := cleanPath(newPathArgument, a.NewPath)
	if a.NewPath = cleaned; invalid == nil && cleaned == a.Path {
		invalid = texts.Invalid(newPathArgument, "must differ from path")
	}
	return errors.Join(err, invalid)
}

// newPathArgument is the name of the argument with the new path.
const newPathArgument = "new_path"

// WhyManage returns why a call needs approval: it deletes or moves a file outside of
// the working directory, which an absolute path may name. It is empty for other calls.
func WhyManage(args ManageArgs) string {
	switch {
	case args.Action == Delete && path.IsAbs(args.Path):
		return "deletes " + names.Quoted(args.Path)
	case args.Action == Move && (path.IsAbs(args.Path) || path.IsAbs(args.NewPath)):
		return "moves " + names.Quoted(args.Path) + " to " + names.Quoted(args.NewPath)
	}
	return ""
}

// Manage moves or deletes a file, or undoes a change that the tools for files made.
//
//tool:register manage_file
//tool:title Move, delete or restore a file
//tool:toolset files
//tool:destructive
//tool:timeout 1m
//tool:max-result-chars 2000
//tool:serialize path
//tool:requires-approval func=WhyManage
//tool:dry-run PreviewManage
//tool:example {"action": "move", "path": "a.go", "new_path": "b/a.go"}
//tool:example {"action": "undo", "path": "b/a.go"}
func Manage(ctx context.Context, call *runtime.Call, files capability.WriteFS, args ManageArgs) (string, error) {
	step, err := planManage(ctx, call, files, args)
	if err != nil {
		return "", err
	}
	if err := step.run(); err != nil {
		return "", names.Explain(pathArgument, args.Path, err)
	}
	return step.done, nil
}

// PreviewManage is the dry run of Manage.
func PreviewManage(ctx context.Context, call *runtime.Call, files capability.WriteFS, args ManageArgs) (string, error) {
	step, err := planManage(ctx, call, files, args)
	if err != nil {
		return "", err
	}
	return "would have this result: " + step.done, nil
}

// managed is a planned action: what it does, and the text after it.
type managed struct {
	run  func() error
	done string
}

// planManage checks whether an action is possible.
func planManage(ctx context.Context, call *runtime.Call, files capability.WriteFS, args ManageArgs) (*managed, error) {
	if args.Action == Undo {
		return planUndo(call, files, args.Path)
	}
	info, err := files.Stat(args.Path)
	if err != nil {
		return nil, names.ExplainNear(files, pathArgument, args.Path, args.Path, err)
	}
	if !info.Mode().IsRegular() {
		return nil, texts.Failure("NOT_A_FILE", pathArgument, "%s is not a regular file: manage_file moves and deletes files, not directories", names.Quoted(args.Path))
	}
	mark := readMarkOf(call, args.Path)
	if mark.isStale(info) {
		return nil, &capability.Stale{Name: args.Path}
	}
	if args.Action == Delete {
		return planDelete(ctx, call, files, args.Path, info)
	}
	return planMove(call, files, args, info)
}

// planDelete plans the deletion of a file whose content can be kept for an undo.
func planDelete(ctx context.Context, call *runtime.Call, files capability.WriteFS, name string, info fs.FileInfo) (*managed, error) {
	old := readOld(ctx, files, name)
	if old.text == nil {
		return nil, texts.Failure("NO_UNDO", pathArgument, "%s is larger than %s or cannot be read, so that its deletion could not be undone", names.Quoted(name), texts.Bytes(maxUndoBytes))
	}
	return &managed{
		done: "deleted " + names.Quoted(name) + " (" + texts.Count(len(*old.text), "byte") + "); the action undo restores it",
		run: func() error {
			if err := files.Remove(name); err != nil {
				return err
			}
			mark := readMarkOf(call, name)
			mark.record(nil)
			historyOf(call).add(change{path: mark.path, before: old.text, was: identityOf(info)})
			return nil
		},
	}, nil
}

// planMove plans the move of a file to a path that does not exist.
func planMove(call *runtime.Call, files capability.WriteFS, args ManageArgs, info fs.FileInfo) (*managed, error) {
	switch _, err := files.Stat(args.NewPath); {
	case err == nil:
		return nil, texts.Failure("EXISTS", newPathArgument, "%s exists already: move or delete it first", names.Quoted(args.NewPath))
	case !errors.Is(err, fs.ErrNotExist):
		return nil, names.Explain(newPathArgument, args.NewPath, err)
	}
	return &managed{
		done: "moved " + names.Quoted(args.Path) + " to " + names.Quoted(args.NewPath),
		run: func() error {
			from, to := readMarkOf(call, args.Path), readMarkOf(call, args.NewPath)
			isKnown := from.isKnown(info)
			now, err := rename(files, args.Path, args.NewPath)
			if err != nil {
				return err
			}
			from.record(nil)
			if isKnown {
				to.record(now)
			}
			historyOf(call).add(change{path: to.path, from: from.path, fromName: args.Path, toName: args.NewPath, was: identityOf(info), after: identityOf(now)})
			return nil
		},
	}, nil
}

// rename renames a file, with the missing parent directories of the new name.
func rename(files capability.WriteFS, from, to string) (fs.FileInfo, error) {
	created, err := createParents(files, to)
	if err == nil {
		err = files.Rename(from, to)
	}
	if err != nil {
		removeDirs(files, created)
		return nil, err
	}
	return files.Stat(to)
}
