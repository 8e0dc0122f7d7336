package file

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// WriteArgs are the arguments of write_file.
type WriteArgs struct {
	// The file, relative to the working directory, such as "notes/today.md". Missing directories are created.
	FilePath string `json:"file_path" jsonschema:"minLength=1"`
	// The complete new content of the file; it may be empty.
	Content string `json:"content"`
}

// Validate cleans the path, so that the runtime finds calls for the same file.
// It returns an error for an invalid path and for the path of a directory.
func (a *WriteArgs) Validate() (err error) {
	if strings.HasSuffix(a.FilePath, "/") {
		return texts.Invalid(filePath, "must not end with a slash: give the path of a file, not of a directory")
	}
	a.FilePath, err = names.Clean(filePath, a.FilePath)
	return err
}

// WriteResult is the result of write_file.
type WriteResult struct {
	FilePath string `json:"file_path"`
	// Bytes is the new length of the file.
	Bytes int `json:"bytes"`
	// Created reports whether the file did not exist before.
	Created bool `json:"created"`
}

// String describes the result in a line.
func (r *WriteResult) String() string {
	what := "replaced"
	if r.Created {
		what = "created"
	}
	return fmt.Sprintf("%s %s: %s written", what, names.Shown(r.FilePath), texts.Counted(r.Bytes, "byte"))
}

// Write creates a file or replaces its content, and verifies what it wrote. It
// refuses a file that has changed since it was read.
//
//tool:register write_file
//tool:title Write a file
//tool:toolset files
//tool:destructive
//tool:idempotent
//tool:timeout 1m
//tool:max-result-chars 10000
//tool:serialize file_path
//tool:untrusted-output source=file_path
//tool:dry-run PreviewWrite
//tool:example {"file_path": "notes/today.md", "content": "# Today\n\n- water the plants\n"}
func Write(ctx context.Context, call *runtime.Call, files capability.WriteFS, args WriteArgs) (*WriteResult, error) {
	before, err := checkTarget(call, files, args.FilePath)
	if err != nil {
		return nil, err
	}
	created, err := createParents(files, args.FilePath)
	if err == nil {
		err = files.WriteFile(args.FilePath, []byte(args.Content))
	}
	if err != nil {
		removeDirs(files, created)
		return nil, names.Explain(filePath, args.FilePath, err)
	}
	now, err := verifyContent(ctx, files, args.FilePath, args.Content)
	if err != nil {
		return nil, err
	}
	readMarkOf(call, args.FilePath).record(now)
	return &WriteResult{args.FilePath, len(args.Content), before == nil}, nil
}

// PreviewWrite is the dry run of Write.
func PreviewWrite(ctx context.Context, call *runtime.Call, files capability.WriteFS, args WriteArgs) (string, error) {
	before, err := checkTarget(call, files, args.FilePath)
	if err != nil {
		return "", err
	}
	if before == nil {
		return fmt.Sprintf("would create %s with %s", names.Shown(args.FilePath), texts.Counted(len(args.Content), "byte")) +
			previewDiff(diffOfContents("", args.FilePath, "", args.Content)), nil
	}
	text := fmt.Sprintf("would replace %s, %s, with %s", names.Shown(args.FilePath), texts.Bytes(before.Size()), texts.Counted(len(args.Content), "byte"))
	old, err := loadText(ctx, files, args.FilePath)
	switch {
	case err != nil: // the file can be replaced, but cannot be compared
		return text, nil //nolint:nilerr // only the diff is missing
	case old.text == args.Content:
		return text + ", which is its current content", nil
	}
	return text + previewDiff(diffOfContents(args.FilePath, args.FilePath, old.text, args.Content)), nil
}

// checkTarget returns the info of the file to write, or nil if it does not
// exist. It returns an error for a directory and for a stale file.
func checkTarget(call *runtime.Call, files capability.FS, name string) (fs.FileInfo, error) {
	info, err := files.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		info = nil
	case err != nil:
		return nil, names.Explain(filePath, name, err)
	case info.IsDir():
		return nil, texts.Failed("IS_DIRECTORY", filePath, "%s is a directory: give the path of a file in it", names.Shown(name))
	}
	if readMarkOf(call, name).isStale(info) {
		return nil, &capability.Stale{Name: name}
	}
	return info, nil
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
		return nil, names.Explain(filePath, name, err)
	}
	defer f.Close()
	same, err := equalContent(ctx, f, want)
	if err != nil {
		return nil, names.Explain(filePath, name, err)
	}
	if !same {
		return nil, texts.Failed("NOT_VERIFIED", filePath, "%s was written, but now has other content, because another program has changed it: read it again", names.Shown(name))
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
