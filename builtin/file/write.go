package file

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"path"
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// WriteArgs are the arguments of write_file.
type WriteArgs struct {
	Path    string `json:"path" tool:"alias=file_path,alias=file,alias=filename,alias=filepath,alias=target_file"`
	Content string `json:"content" tool:"alias=contents,alias=text,alias=file_text,alias=file_content,alias=code"`
}

// Validate cleans the path, so that the runtime finds calls for the same file.
// It returns an error for an invalid path and for the path of a directory.
func (a *WriteArgs) Validate() (err error) {
	if strings.HasSuffix(a.Path, "/") {
		return texts.Invalid(pathArgument, "must not end with a slash: give the path of a file, not of a directory")
	}
	a.Path, err = cleanPath(pathArgument, a.Path)
	return err
}

// WriteResult is the result of write_file.
type WriteResult struct {
	Path string `json:"path"`
	// Bytes is the new length of the file.
	Bytes int `json:"bytes"`
	// Created reports whether the file did not exist before.
	Created bool `json:"created"`
	// OldBytes and OldLines are the length of the replaced content. OldLines is
	// 0 if it was not counted, because the content was very long or could not
	// be read.
	OldBytes int64 `json:"old_bytes,omitempty"`
	OldLines int   `json:"old_lines,omitempty"`
	// Warning says that the file is not valid in its language.
	Warning string `json:"warning,omitempty"`
}

// String describes the result in a line.
func (r *WriteResult) String() string {
	written := fmt.Sprintf("%s: %s written", names.Quoted(r.Path), texts.Count(r.Bytes, "byte"))
	if r.Created {
		return "created " + written + joined(r.Warning)
	}
	was := texts.Count(int(r.OldBytes), "byte")
	if r.OldLines > 0 {
		was += ", " + texts.Count(r.OldLines, "line")
	}
	return "replaced " + written + " (was " + was + ")" + joined(r.Warning)
}

// OwnText returns true: the text has the path and the length of the arguments.
func (r *WriteResult) OwnText() bool { return true }

// Write creates a file, with its directories, or replaces its content. It refuses an
// existing file that was not read, or has changed since then, and reports syntax errors.
//
//tool:register write_file
//tool:title Write a file
//tool:toolset files
//tool:destructive
//tool:idempotent
//tool:timeout 1m
//tool:max-result-chars 10000
//tool:serialize path
//tool:untrusted-output source=path
//tool:dry-run PreviewWrite
//tool:example {"path": "notes/today.md", "content": "# Today\n\n- water the plants\n"}
func Write(ctx context.Context, call *runtime.Call, files capability.WriteFS, args WriteArgs) (*WriteResult, error) {
	before, old, err := inspectTarget(ctx, call, files, args.Path)
	if err != nil {
		return nil, err
	}
	created, err := createParents(files, args.Path)
	if err == nil {
		err = files.WriteFile(args.Path, []byte(args.Content))
	}
	if err != nil {
		removeDirs(files, created)
		return nil, names.Explain(pathArgument, args.Path, err)
	}
	now, err := verifyContent(ctx, files, args.Path, args.Content)
	if err != nil {
		return nil, err
	}
	mark := readMarkOf(call, args.Path)
	mark.record(now)
	result := &WriteResult{Path: args.Path, Bytes: len(args.Content), Created: before == nil, Warning: syntaxNote(args.Path, old.text, args.Content)}
	if before != nil {
		result.OldBytes, result.OldLines = before.Size(), old.lines
	}
	if before == nil || old.text != nil {
		historyOf(call).add(change{path: mark.path, before: old.text, was: identityOf(before), after: identityOf(now)})
	}
	return result, nil
}

// PreviewWrite is the dry run of Write.
func PreviewWrite(ctx context.Context, call *runtime.Call, files capability.WriteFS, args WriteArgs) (string, error) {
	before, err := checkTarget(call, files, args.Path)
	if err != nil {
		return "", err
	}
	if before == nil {
		return fmt.Sprintf("would create %s with %s", names.Quoted(args.Path), texts.Count(len(args.Content), "byte")) +
			previewDiff(diffOfContents(call.Excerpt, "", args.Path, "", args.Content)), nil
	}
	text := fmt.Sprintf("would replace %s, %s, with %s", names.Quoted(args.Path), texts.Bytes(before.Size()), texts.Count(len(args.Content), "byte"))
	old, err := loadText(ctx, files, args.Path)
	switch {
	case err != nil: // the file can be replaced, but cannot be compared
		return text, nil //nolint:nilerr // only the diff is missing
	case old.text == args.Content:
		return text + ", which is its current content", nil
	}
	return text + previewDiff(diffOfContents(call.Excerpt, args.Path, args.Path, old.text, args.Content)), nil
}

// checkTarget returns the info of the file to write, or nil if it does not
// exist. It returns an error for a directory, and for an existing file that the
// session has not read in its current state.
func checkTarget(call *runtime.Call, files capability.FS, name string) (fs.FileInfo, error) {
	info, err := files.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		info = nil
	case err != nil:
		return nil, names.Explain(pathArgument, name, err)
	case info.IsDir():
		return nil, texts.Failure("IS_DIRECTORY", pathArgument, "%s is a directory: give the path of a file in it", names.Quoted(name))
	}
	if err := readMarkOf(call, name).check(info, name); err != nil {
		return nil, err
	}
	return info, nil
}

// oldContent is the content that a file has before it is replaced.
type oldContent struct {
	text  *string // nil if the file does not exist, is very long or cannot be read
	lines int     // 0 if they were not counted
}

// inspectTarget is checkTarget, and returns the content of the file too.
func inspectTarget(ctx context.Context, call *runtime.Call, files capability.FS, name string) (before fs.FileInfo, old oldContent, err error) {
	before, err = checkTarget(call, files, name)
	if err != nil || before == nil {
		return nil, old, err
	}
	old = readOld(ctx, files, name)
	// The backend takes a file that was opened as read, so it does not see changes before that.
	before, err = checkTarget(call, files, name)
	return before, old, err
}

// maxOldBytes is the maximum size of a file whose lines are counted before its
// content is replaced.
const maxOldBytes = 64 << 20

// readOld returns the content of a file of at most maxUndoBytes, and the number of
// lines of a file of at most maxOldBytes.
func readOld(ctx context.Context, files capability.FS, name string) (old oldContent) {
	f, err := files.Open(name)
	if err != nil {
		return old
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxOldBytes {
		return old
	}
	if info.Size() <= maxUndoBytes {
		var text strings.Builder
		if n, err := io.Copy(&text, io.LimitReader(contextReader{ctx, f}, maxUndoBytes+1)); err != nil || n > maxUndoBytes {
			return old
		}
		content := text.String()
		return oldContent{&content, lineCount(content)}
	}
	none := lineCollector{first: math.MaxInt}
	if none.readAll(ctx, io.LimitReader(f, maxOldBytes)) == nil {
		old.lines = none.total()
	}
	return old
}

// createParents creates the missing parent directories of a file, and returns
// them, the deepest first.
func createParents(files capability.WriteFS, name string) (created []string, err error) {
	dir := path.Dir(name)
	for above := dir; above != "." && above != "/"; above = path.Dir(above) {
		if _, err := files.Stat(above); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		created = append(created, above)
	}
	if len(created) == 0 {
		return nil, nil
	}
	return created, files.MkdirAll(dir)
}

// removeDirs removes the directories that createParents has created, after the
// file could not be written. It keeps directories that are not empty.
func removeDirs(files capability.WriteFS, dirs []string) {
	for _, dir := range dirs {
		if files.Remove(dir) != nil {
			return
		}
	}
}

// verifyContent reads a file and compares it with the written content. It
// returns the file's info.
func verifyContent(ctx context.Context, files capability.FS, name, want string) (fs.FileInfo, error) {
	f, err := files.Open(name)
	if err != nil {
		return nil, names.Explain(pathArgument, name, err)
	}
	defer f.Close()
	same, err := equalContent(ctx, f, want)
	if err != nil {
		return nil, names.Explain(pathArgument, name, err)
	}
	if !same {
		return nil, texts.Failure("NOT_VERIFIED", pathArgument, "%s was written, but now has other content, because another program has changed it: read it again", names.Quoted(name))
	}
	return f.Stat()
}

// equalContent reports whether a reader returns exactly the given text.
func equalContent(ctx context.Context, r io.Reader, want string) (bool, error) {
	buffer := make([]byte, bufferBytes)
	for {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		n, err := r.Read(buffer)
		if n > len(want) || !bytes.Equal(buffer[:n], []byte(want[:n])) {
			return false, nil
		}
		want = want[n:]
		if err == io.EOF {
			return want == "", nil
		}
		if err != nil {
			return false, err
		}
	}
}
