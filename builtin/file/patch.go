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

// PatchArgs is a file, a text in it and another one in its place.
type PatchArgs struct {
	// The file, relative to the working directory, such as "src/main.go".
	FilePath string `json:"file_path" jsonschema:"minLength=1"`
	// The text to replace, exactly as it is in the file: with its indentation and, in files with CRLF, with \r\n.
	OldText string `json:"old_text" jsonschema:"minLength=1"`
	// The text to put in its place, taken literally; empty to delete.
	NewText string `json:"new_text"`
	// Replace every occurrence. Without it there must be exactly one.
	ReplaceAll bool `json:"replace_all,omitzero"`
}

// Validate refuses a patch that changes nothing, and writes the path in one way, so that calls for one
// file wait for each other.
func (a *PatchArgs) Validate() (err error) {
	a.FilePath, err = names.Clean(filePath, a.FilePath)
	if a.OldText == a.NewText {
		err = errors.Join(err, texts.Invalid("new_text", "must differ from old_text: the patch would change nothing"))
	}
	return err
}

// PatchResult says what was replaced.
type PatchResult struct {
	FilePath string `json:"file_path"`
	// Replacements is how many times the text was replaced.
	Replacements int `json:"replacements"`
	// Patch is a unified diff from the old file to the new one, as git apply takes it.
	Patch string `json:"patch,omitempty"`
	// PatchOmitted says why there is no patch.
	PatchOmitted string `json:"patch_omitted,omitempty"`

	verb, note string
	diff       diff
}

// String says what was done, and shows the beginning of the diff.
func (r *PatchResult) String() string {
	return fmt.Sprintf("%s %s in %s", r.verb, texts.Counted(r.Replacements, "occurrence"), names.Shown(r.FilePath)) + r.note + preview(r.diff)
}

// Patch replaces a text in a file. The old text must match exactly, white space too, and occur once unless
// replace_all is set.
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
	old, after, result, err := plan(ctx, files, args)
	if err != nil {
		return nil, err
	}
	sight := sightOf(call, args.FilePath)
	known := !sight.stale(old.info)
	if err := old.unchanged(files); err != nil {
		return nil, err
	}
	if err := files.WriteFile(args.FilePath, []byte(after)); err != nil {
		return nil, names.Explain(filePath, args.FilePath, err)
	}
	now, err := verify(ctx, files, args.FilePath, after)
	if err != nil {
		return nil, err
	}
	if known {
		sight.note(now)
	}
	return result, nil
}

// PreviewPatch says what Patch would do.
func PreviewPatch(ctx context.Context, _ *runtime.Call, files capability.WriteFS, args PatchArgs) (string, error) {
	_, _, result, err := plan(ctx, files, args)
	if err != nil {
		return "", err
	}
	result.verb = "would replace"
	return result.String(), nil
}

// plan is the file as it is, as it is to be, and what there is to tell of that.
func plan(ctx context.Context, files capability.FS, args PatchArgs) (old *loaded, after string, result *PatchResult, err error) {
	if old, err = load(ctx, files, args.FilePath); err != nil {
		return nil, "", nil, err
	}
	count := strings.Count(old.text, args.OldText)
	switch {
	case count == 0:
		return nil, "", nil, missing(ctx, old, args.OldText)
	case count > 1 && !args.ReplaceAll:
		return nil, "", nil, ambiguous(old, args.OldText, count)
	}
	if length := len(old.text) + count*(len(args.NewText)-len(args.OldText)); length > maxPatched {
		return nil, "", nil, texts.Failed("FILE_TOO_LARGE", "new_text", "%s would have %s; a patched file may have %s", names.Shown(old.name), texts.Bytes(int64(length)), texts.Bytes(maxPatched))
	}
	result = &PatchResult{FilePath: args.FilePath, Replacements: count, verb: "replaced", note: lineEnds(old.text, args)}
	result.diff = patchDiff(args.FilePath, old.text, args.OldText, args.NewText)
	result.Patch, result.PatchOmitted = result.diff.text, result.diff.omitted
	return old, strings.ReplaceAll(old.text, args.OldText, args.NewText), result, nil
}

// lineEnds warns of a patch that mixes line ends in a file.
func lineEnds(before string, args PatchArgs) string {
	crlf := strings.Contains(before, "\r\n") && strings.Count(before, "\r\n") == strings.Count(before, "\n")
	if crlf && strings.Count(args.NewText, "\n") > strings.Count(args.NewText, "\r\n") {
		return `; the lines of the file end with \r\n, some of new_text with \n alone`
	}
	return ""
}

// maxPatched is the size of the largest file that can be patched, before and
// after, in bytes.
const maxPatched = 10 << 20

// loaded is a text file in memory.
type loaded struct {
	name, text string
	info       fs.FileInfo
}

// load reads a text file of at most maxPatched bytes.
func load(ctx context.Context, files capability.FS, name string) (*loaded, error) {
	f, err := files.Open(name)
	s, err := opened(f, name, err)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	var content strings.Builder
	if s.info.Size() <= maxPatched {
		_, err = io.Copy(&content, io.LimitReader(reader{ctx, s}, maxPatched+1))
	}
	switch data := content.String(); {
	case err != nil:
		return nil, s.failed(err)
	case s.info.Size() > maxPatched || len(data) > maxPatched:
		return nil, s.refuse("FILE_TOO_LARGE", "has %s; files up to %s can be patched", texts.Bytes(max(s.info.Size(), int64(len(data)))), texts.Bytes(maxPatched))
	case kindOf([]byte(data[:min(len(data), sniffed)])) != text || strings.Contains(data, "\x00"):
		return nil, s.refuse("BINARY_FILE", "is not text but a binary file (%s), which cannot be patched", texts.Bytes(int64(len(data))))
	default:
		return &loaded{name, data, s.info}, nil
	}
}

// unchanged is nil while the file is as it was loaded.
func (l *loaded) unchanged(files capability.FS) error {
	now, err := files.Stat(l.name)
	if err != nil {
		return names.Explain(filePath, l.name, err)
	}
	if now.Size() != l.info.Size() || !now.ModTime().Equal(l.info.ModTime()) {
		return &capability.Stale{Name: l.name}
	}
	return nil
}

// reader ends with its context.
type reader struct {
	ctx context.Context
	io.Reader
}

func (r reader) Read(b []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(b)
}
