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

// WriteArgs is a file and what it is to hold.
type WriteArgs struct {
	// The file, relative to the working directory, such as "notes/today.md". Missing directories are made.
	FilePath string `json:"file_path" jsonschema:"minLength=1"`
	// The whole new content, exactly as it is to be in the file; it may be empty.
	Content string `json:"content"`
}

// Validate refuses the path of a directory, and writes the path in one way, so that calls for one file
// wait for each other.
func (a *WriteArgs) Validate() (err error) {
	if strings.HasSuffix(a.FilePath, "/") {
		return texts.Invalid(filePath, "ends in a slash, as directories do: give the path of a file")
	}
	a.FilePath, err = names.Clean(filePath, a.FilePath)
	return err
}

// WriteResult says what was written.
type WriteResult struct {
	FilePath string `json:"file_path"`
	// Bytes is the length of the file now.
	Bytes int `json:"bytes"`
	// Created says that there was no such file before.
	Created bool `json:"created"`
}

// String is the result in a few words.
func (r *WriteResult) String() string {
	what := "replaced"
	if r.Created {
		what = "created"
	}
	return fmt.Sprintf("%s %s: %s written", what, names.Shown(r.FilePath), texts.Counted(r.Bytes, "byte"))
}

// Write creates a file or replaces it as a whole, and checks what it wrote. It refuses a file that changed since
// it was read.
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
	before, err := target(call, files, args.FilePath)
	if err != nil {
		return nil, err
	}
	made, err := makeParents(files, args.FilePath)
	if err == nil {
		err = files.WriteFile(args.FilePath, []byte(args.Content))
	}
	if err != nil {
		removeAll(files, made)
		return nil, names.Explain(filePath, args.FilePath, err)
	}
	now, err := verify(ctx, files, args.FilePath, args.Content)
	if err != nil {
		return nil, err
	}
	sightOf(call, args.FilePath).note(now)
	return &WriteResult{args.FilePath, len(args.Content), before == nil}, nil
}

// PreviewWrite says what Write would do.
func PreviewWrite(ctx context.Context, call *runtime.Call, files capability.WriteFS, args WriteArgs) (string, error) {
	before, err := target(call, files, args.FilePath)
	if err != nil {
		return "", err
	}
	if before == nil {
		return fmt.Sprintf("would create %s with %s", names.Shown(args.FilePath), texts.Counted(len(args.Content), "byte")) +
			preview(diffOf("", args.FilePath, "", args.Content)), nil
	}
	would := fmt.Sprintf("would replace %s, %s, with %s", names.Shown(args.FilePath), texts.Bytes(before.Size()), texts.Counted(len(args.Content), "byte"))
	old, err := load(ctx, files, args.FilePath)
	switch {
	case err != nil: // it can be replaced all the same
		return would, nil //nolint:nilerr // only the diff is missing
	case old.text == args.Content:
		return would + ", which it holds already", nil
	}
	return would + preview(diffOf(args.FilePath, args.FilePath, old.text, args.Content)), nil
}

// target describes the file to write; nil when there is none yet.
func target(call *runtime.Call, files capability.FS, name string) (fs.FileInfo, error) {
	info, err := files.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		info = nil
	case err != nil:
		return nil, names.Explain(filePath, name, err)
	case info.IsDir():
		return nil, texts.Failed("IS_DIRECTORY", filePath, "%s is a directory: give the path of a file in it", names.Shown(name))
	}
	if sightOf(call, name).stale(info) {
		return nil, &capability.Stale{Name: name}
	}
	return info, nil
}

// makeParents makes the directories of a file that are missing, and says which
// those are, the deepest first.
func makeParents(files capability.WriteFS, name string) (made []string, err error) {
	dir := path.Dir(name)
	for above := dir; above != "." && above != "/"; above = path.Dir(above) {
		if _, err := files.Stat(above); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		made = append(made, above)
	}
	if len(made) == 0 {
		return nil, nil
	}
	return made, files.MkdirAll(dir)
}

// removeAll takes away the directories that were made for a file that then could
// not be written. Those that have got something in them stay.
func removeAll(files capability.WriteFS, made []string) {
	for _, dir := range made {
		if files.Remove(dir) != nil {
			return
		}
	}
}

// verify reads a file back in parts, compares it with what was written, and
// describes it.
func verify(ctx context.Context, files capability.FS, name, want string) (fs.FileInfo, error) {
	f, err := files.Open(name)
	if err != nil {
		return nil, names.Explain(filePath, name, err)
	}
	defer f.Close()
	same, err := equal(ctx, f, want)
	if err != nil {
		return nil, names.Explain(filePath, name, err)
	}
	if !same {
		return nil, texts.Failed("NOT_VERIFIED", filePath, "%s was written, but does not hold that now: another program changes it; read it again", names.Shown(name))
	}
	return f.Stat()
}

// equal compares what a reader gives with a text, in parts.
func equal(ctx context.Context, r io.Reader, want string) (bool, error) {
	buffer := make([]byte, chunk)
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
