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
	Path string `json:"path" tool:"alias=file_path,alias=file,alias=filename,alias=filepath,alias=target_file"`
	// Exactly as in the file, with indentation and line ends.
	OldText    *string `json:"old_text" tool:"alias=old_string,alias=old_str,alias=old,alias=search,alias=find,alias=original"`
	NewText    *string `json:"new_text" tool:"alias=new_string,alias=new_str,alias=new,alias=replace,alias=replacement,alias=replace_with,alias=updated"`
	ReplaceAll bool    `json:"replace_all,omitzero"`
	// old_text is an RE2 expression, and $1 in new_text is a group.
	Regexp bool `json:"regexp,omitzero" tool:"alias=is_regex,alias=use_regex,alias=regex"`
	// The expected number of occurrences.
	Count int    `json:"count,omitzero" tool:"alias=expected_replacements,alias=expected_count"`
	Edits []Edit `json:"edits,omitzero"`
}

// Validate cleans the path, so that the runtime finds calls for the same file.
// It returns an error for an invalid path and for a patch that changes
// nothing.
func (a *PatchArgs) Validate() (err error) {
	a.Path, err = cleanPath(pathArgument, a.Path)
	switch {
	case len(a.Edits) > maxEdits:
		return errors.Join(err, texts.Invalid("edits", "must have at most %d items, got %d", maxEdits, len(a.Edits)))
	case a.OldText == nil && len(a.Edits) == 0:
		return errors.Join(err, texts.Invalid("old_text", "required but missing: give old_text and new_text, or edits"))
	case a.OldText == nil:
		if a.NewText != nil || a.ReplaceAll || a.Regexp || a.Count != 0 {
			err = errors.Join(err, texts.Invalid("edits", "must not be given with arguments of a single edit, which need old_text: put all of them into edits"))
		}
	case a.NewText == nil:
		return errors.Join(err, texts.Invalid("new_text", "required but missing: give an empty text to delete old_text"))
	case a.Count < 0:
		err = errors.Join(err, texts.Invalid("count", "must not be negative, got %d", a.Count))
	}
	edits := a.all()
	for i := range edits {
		prefix := ""
		if at := i - (len(edits) - len(a.Edits)); at >= 0 {
			prefix = fmt.Sprintf("edits[%d].", at)
		}
		err = errors.Join(err, edits[i].validate(prefix))
	}
	return err
}

// maxEdits is the maximum number of edits in one call.
const maxEdits = 100

// all returns the edits of the call in their order: that of old_text and new_text, if
// they are given, and those of edits.
func (a *PatchArgs) all() (edits []edit) {
	if a.OldText != nil && a.NewText != nil {
		edits = append(edits, edit{Edit{*a.OldText, *a.NewText, a.ReplaceAll}, a.Regexp, a.Count})
	}
	for _, e := range a.Edits {
		edits = append(edits, edit{Edit: e})
	}
	return edits
}

// PatchResult is the result of patch_file.
type PatchResult struct {
	Path string `json:"path"`
	// Replacements is the number of replaced occurrences.
	Replacements int `json:"replacements"`
	// Patch is a unified diff from the old file to the new one, which git
	// apply accepts.
	Patch string `json:"patch,omitempty"`
	// PatchOmitted is the reason why there is no patch.
	PatchOmitted string `json:"patch_omitted,omitempty"`
	// Warning says that the file is not valid in its language, or mixes line ends.
	Warning string `json:"warning,omitempty"`

	verb string
	diff diff
}

// String returns the beginning of the diff, and ResultFull all of it.
func (r *PatchResult) String() string { return r.diff.beginning() }

// ResultFull returns the whole diff.
func (r *PatchResult) ResultFull() string {
	if full := r.diff.lines(); full != r.diff.beginning() {
		return full
	}
	return ""
}

// ResultLead describes the change.
func (r *PatchResult) ResultLead() string {
	lead := fmt.Sprintf("%s %s in %s", r.verb, texts.Count(r.Replacements, "occurrence"), names.Quoted(r.Path)) + joined(r.Warning)
	if r.diff.omitted != "" {
		lead += "\n" + joinOmitted(r.diff, "")
	}
	return lead
}

// Patch replaces texts in a file, and reports syntax errors. Without count or
// replace_all, old_text must occur once.
//
//tool:register patch_file
//tool:title Patch a file
//tool:toolset files
//tool:destructive
//tool:timeout 1m
//tool:max-result-chars 10000
//tool:serialize path
//tool:untrusted-output source=path
//tool:dry-run PreviewPatch
//tool:example {"path": "src/main.go", "old_text": "timeout = 5", "new_text": "timeout = 30"}
func Patch(ctx context.Context, call *runtime.Call, files capability.WriteFS, args PatchArgs) (*PatchResult, error) {
	old, after, result, err := planPatch(ctx, call, files, args)
	if err != nil {
		return nil, err
	}
	mark := readMarkOf(call, args.Path)
	isKnown := mark.isKnown(old.info)
	if err := old.checkUnchanged(files); err != nil {
		return nil, err
	}
	if err := files.WriteFile(args.Path, []byte(after)); err != nil {
		return nil, names.Explain(pathArgument, args.Path, err)
	}
	now, err := verifyContent(ctx, files, args.Path, after)
	if err != nil {
		return nil, err
	}
	if isKnown {
		mark.record(now)
	}
	historyOf(call).add(change{path: mark.path, before: &old.text, was: identityOf(old.info), after: identityOf(now)})
	return result, nil
}

// PreviewPatch is the dry run of Patch.
func PreviewPatch(ctx context.Context, call *runtime.Call, files capability.WriteFS, args PatchArgs) (string, error) {
	_, _, result, err := planPatch(ctx, call, files, args)
	if err != nil {
		return "", err
	}
	result.verb = "would replace"
	return strings.TrimSuffix(result.ResultLead()+"\n"+result.diff.lines(), "\n"), nil
}

// planPatch returns the file, its new content and the result of the patch, or
// an error if the patch is not possible.
func planPatch(ctx context.Context, call *runtime.Call, files capability.FS, args PatchArgs) (old *textFile, after string, result *PatchResult, err error) {
	if old, err = loadText(ctx, files, args.Path); err != nil {
		return nil, "", nil, err
	}
	old.shorten = call.Excerpt
	edits, now := args.all(), *old
	result = &PatchResult{Path: args.Path, verb: "replaced"}
	for i := range edits {
		text, count, err := edits[i].apply(ctx, &now)
		if err != nil {
			return nil, "", nil, inEdit(err, i, len(edits))
		}
		now.text = text
		result.Replacements += count
	}
	if now.text == old.text {
		return nil, "", nil, texts.Failure("NOTHING_CHANGED", "new_text", "the edits of %s cancel each other, or replace texts by themselves: nothing would change", names.Quoted(old.name))
	}
	result.Warning = texts.Sentences(lineEndWarning(old.text, edits), syntaxNote(args.Path, &old.text, now.text))
	if len(edits) == 1 && !edits[0].regexp {
		result.diff = diffOfReplacement(old, now.text, edits[0].OldText, edits[0].NewText)
	} else {
		result.diff = diffOfContents(call.Excerpt, old.name, old.name, old.text, now.text)
	}
	result.Patch, result.PatchOmitted = result.diff.text, result.diff.omitted
	return old, now.text, result, nil
}

// lineEndWarning returns a warning if edits mix line ends in a file.
func lineEndWarning(before string, edits []edit) string {
	crlf := strings.Contains(before, "\r\n") && strings.Count(before, "\r\n") == strings.Count(before, "\n")
	for _, e := range edits {
		if crlf && strings.Count(e.NewText, "\n") > strings.Count(e.NewText, "\r\n") {
			return `warning: the lines of the file end with \r\n, but some lines of new_text end with \n`
		}
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
	shorten    func(text string, start, end int) string // returns a part of a text without secrets, as runtime.Call.Excerpt does
}

// loadText reads a text file of at most maxPatchBytes.
func loadText(ctx context.Context, files capability.FS, name string) (*textFile, error) {
	f, err := files.Open(name)
	s, err := newSource(files, f, name, err)
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
		return &textFile{name: name, text: data, info: s.info}, nil
	}
}

// checkUnchanged returns an error if the file has changed since it was loaded.
func (l *textFile) checkUnchanged(files capability.FS) error {
	now, err := files.Stat(l.name)
	if err != nil {
		return names.Explain(pathArgument, l.name, err)
	}
	if now.Size() != l.info.Size() || !now.ModTime().Equal(l.info.ModTime()) || !changeTime(now).Equal(changeTime(l.info)) {
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
