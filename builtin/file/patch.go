package file

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// PatchArgs are the arguments of patch_file.
type PatchArgs struct {
	// The file, relative to the working directory, such as "src/main.go".
	FilePath string `json:"file_path" jsonschema:"minLength=1"`
	// The text to replace, exactly as in the file, with its indentation and line ends (\r\n in files with CRLF).
	OldText string `json:"old_text" jsonschema:"minLength=1"`
	// The new text, inserted literally. Empty deletes old_text.
	NewText string `json:"new_text"`
	// Replace all occurrences. Without it, old_text must occur exactly once.
	ReplaceAll bool `json:"replace_all,omitzero"`
}

// Validate cleans the path, so that the runtime finds calls for the same file.
// It returns an error for an invalid path and for a patch that changes
// nothing.
func (a *PatchArgs) Validate() (err error) {
	a.FilePath, err = names.Clean(filePath, a.FilePath)
	if a.OldText == a.NewText {
		err = errors.Join(err, texts.Invalid("new_text", "must differ from old_text: the patch would change nothing"))
	}
	return err
}

// PatchResult is the result of patch_file.
type PatchResult struct {
	FilePath string `json:"file_path"`
	// Replacements is the number of replaced occurrences.
	Replacements int `json:"replacements"`
	// Patch is a unified diff from the old file to the new one, which git
	// apply accepts.
	Patch string `json:"patch,omitempty"`
	// PatchOmitted is the reason why there is no patch.
	PatchOmitted string `json:"patch_omitted,omitempty"`

	verb, note string
	diff       diff
}

// String describes the change and shows the beginning of the diff.
func (r *PatchResult) String() string {
	return fmt.Sprintf("%s %s in %s", r.verb, texts.Counted(r.Replacements, "occurrence"), names.Shown(r.FilePath)) + r.note + previewDiff(r.diff)
}

// Patch replaces a text in a file. The old text must match exactly, including
// white space, and occur once unless replace_all is set.
//
//tool:register patch_file
//tool:title Patch a file
//tool:toolset files
//tool:destructive
//tool:timeout 1m
//tool:max-result-chars 10000
//tool:serialize file_path
//tool:untrusted-output source=file_path
//tool:dry-run PreviewPatch
//tool:example {"file_path": "src/main.go", "old_text": "timeout = 5", "new_text": "timeout = 30"}
func Patch(ctx context.Context, call *runtime.Call, files capability.WriteFS, args PatchArgs) (*PatchResult, error) {
	old, after, result, err := planPatch(ctx, files, args)
	if err != nil {
		return nil, err
	}
	mark := readMarkOf(call, args.FilePath)
	known := !mark.isStale(old.info)
	if err := old.checkUnchanged(files); err != nil {
		return nil, err
	}
	if err := files.WriteFile(args.FilePath, []byte(after)); err != nil {
		return nil, names.Explain(filePath, args.FilePath, err)
	}
	now, err := verifyContent(ctx, files, args.FilePath, after)
	if err != nil {
		return nil, err
	}
	if known {
		mark.record(now)
	}
	return result, nil
}

// PreviewPatch is the dry run of Patch.
func PreviewPatch(ctx context.Context, _ *runtime.Call, files capability.WriteFS, args PatchArgs) (string, error) {
	_, _, result, err := planPatch(ctx, files, args)
	if err != nil {
		return "", err
	}
	result.verb = "would replace"
	return result.String(), nil
}

// planPatch returns the file, its new content and the result of the patch, or
// an error if the patch is not possible.
func planPatch(ctx context.Context, files capability.FS, args PatchArgs) (old *textFile, after string, result *PatchResult, err error) {
	if old, err = loadText(ctx, files, args.FilePath); err != nil {
		return nil, "", nil, err
	}
	count := strings.Count(old.text, args.OldText)
	switch {
	case count == 0:
		return nil, "", nil, notFoundError(ctx, old, args.OldText)
	case count > 1 && !args.ReplaceAll:
		return nil, "", nil, ambiguousError(old, args.OldText, count)
	}
	if length := len(old.text) + count*(len(args.NewText)-len(args.OldText)); length > maxPatchBytes {
		return nil, "", nil, texts.Failed("FILE_TOO_LARGE", "new_text", "%s would have %s after the patch, at most %s are allowed", names.Shown(old.name), texts.Bytes(int64(length)), texts.Bytes(maxPatchBytes))
	}
	result = &PatchResult{FilePath: args.FilePath, Replacements: count, verb: "replaced", note: lineEndWarning(old.text, args)}
	result.diff = diffOfReplacement(args.FilePath, old.text, args.OldText, args.NewText)
	result.Patch, result.PatchOmitted = result.diff.text, result.diff.omitted
	return old, strings.ReplaceAll(old.text, args.OldText, args.NewText), result, nil
}

// lineEndWarning returns a warning if a patch mixes line ends in a file.
func lineEndWarning(before string, args PatchArgs) string {
	crlf := strings.Contains(before, "\r\n") && strings.Count(before, "\r\n") == strings.Count(before, "\n")
	if crlf && strings.Count(args.NewText, "\n") > strings.Count(args.NewText, "\r\n") {
		return `; warning: the lines of the file end with \r\n, but some lines of new_text end with \n`
	}
	return ""
}

// maxPatchBytes is the maximum size of a file that is patched, before and
// after the patch.
const maxPatchBytes = 10 << 20

// textFile is a text file in memory.
type textFile struct {
	name, text string
	info       fs.FileInfo
}

// loadText reads a text file of at most maxPatchBytes.
func loadText(ctx context.Context, files capability.FS, name string) (*textFile, error) {
	f, err := files.Open(name)
	s, err := newSource(f, name, err)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	var content strings.Builder
	if s.info.Size() <= maxPatchBytes {
		_, err = io.Copy(&content, io.LimitReader(contextReader{ctx, s}, maxPatchBytes+1))
	}
	switch data := content.String(); {
	case err != nil:
		return nil, s.wrapError(err)
	case s.info.Size() > maxPatchBytes || len(data) > maxPatchBytes:
		return nil, s.errorf("FILE_TOO_LARGE", "has %s, at most %s can be patched", texts.Bytes(max(s.info.Size(), int64(len(data)))), texts.Bytes(maxPatchBytes))
	case detectKind([]byte(data[:min(len(data), headBytes)])) != kindText || strings.Contains(data, "\x00"):
		return nil, s.errorf("BINARY_FILE", "is not text but a binary file (%s), which cannot be patched", texts.Bytes(int64(len(data))))
	default:
		return &textFile{name, data, s.info}, nil
	}
}

// checkUnchanged returns an error if the file has changed since it was loaded.
func (l *textFile) checkUnchanged(files capability.FS) error {
	now, err := files.Stat(l.name)
	if err != nil {
		return names.Explain(filePath, l.name, err)
	}
	if now.Size() != l.info.Size() || !now.ModTime().Equal(l.info.ModTime()) {
		return &capability.Stale{Name: l.name}
	}
	return nil
}

// contextReader is a reader that fails after its context has ended.
type contextReader struct {
	ctx context.Context
	io.Reader
}

// Read reads, unless the context has ended.
func (r contextReader) Read(b []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(b)
}
