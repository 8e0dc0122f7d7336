package file

import (
	"errors"
	"io/fs"

	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// planUndo plans the undo of the session's last change of a file, if the file is still
// in the state after that change.
func planUndo(call *runtime.Call, files capability.WriteFS, name string) (*managed, error) {
	mark := readMarkOf(call, name)
	h := historyOf(call)
	last, ok := h.last(mark.path)
	if !ok {
		return nil, texts.Failure("NOTHING_TO_UNDO", pathArgument, "there is no change of %s to undo: the tools for files have not changed it in this session, or the change is too old or too large", names.Quoted(name))
	}
	if last.path != mark.path { // the path is the one before a move
		name, mark = last.toName, readMark{call.Session(), last.path}
	}
	now, err := statOrMissing(files, name)
	if err != nil {
		return nil, err
	}
	if !last.after.matches(now) {
		return nil, changedSince(name)
	}
	isKnown := mark.isKnown(now)
	target, targetName := mark, name
	if last.from != "" {
		target.path, targetName = last.from, last.fromName
		if existing, err := statOrMissing(files, targetName); err != nil || existing != nil {
			return nil, changedSince(targetName)
		}
	}
	return &managed{done: undoText(name, &last), run: func() error {
		if err := revert(files, name, &last); err != nil {
			return err
		}
		restored, err := statOrMissing(files, targetName)
		if err != nil {
			return err
		}
		h.undone(last, restored)
		if isKnown || restored == nil || last.after == nil {
			target.record(restored)
		}
		return nil
	}}, nil
}

// statOrMissing returns the info of a file; nil if it does not exist.
func statOrMissing(files capability.FS, name string) (fs.FileInfo, error) {
	info, err := files.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil //nolint:nilnil // a missing file is not an error here
	}
	return info, names.Explain(pathArgument, name, err)
}

// changedSince returns the error of an undo that would lose another change.
func changedSince(name string) error {
	err := texts.Error(runtime.StaleWrite, "", pathArgument, "%s has changed since the last change by this session, which an undo would lose: read it, and change it with patch_file", names.Quoted(name))
	err.ConflictKey = name
	return err
}

// undoText describes an undo.
func undoText(name string, last *change) string {
	switch {
	case last.from != "":
		return "moved " + names.Quoted(name) + " back to " + names.Quoted(last.fromName)
	case last.before == nil:
		return "deleted " + names.Quoted(name) + ", which did not exist before the last change"
	}
	return "restored " + names.Quoted(name) + " to its content before the last change: " + texts.Count(len(*last.before), "byte") + ", " + texts.Count(lineCount(*last.before), "line")
}

// revert makes the opposite of a change.
func revert(files capability.WriteFS, name string, last *change) error {
	switch {
	case last.from != "":
		_, err := rename(files, name, last.fromName)
		return err
	case last.before == nil:
		return files.Remove(name)
	}
	created, err := createParents(files, name)
	if err == nil {
		err = files.WriteFile(name, []byte(*last.before))
	}
	if err != nil {
		removeDirs(files, created)
	}
	return err
}
