package file

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// filePath is the name of the argument with the path.
const filePath = "file_path"

// ReadArgs are the arguments of read_file.
type ReadArgs struct {
	// The file, relative to the working directory, such as "src/main.go"; or "attachment:" followed by the id of an attachment.
	FilePath string `json:"file_path" jsonschema:"minLength=1"`
	// The first line to return; lines are numbered from 1.
	StartLine int `json:"start_line,omitzero" jsonschema:"minimum=1,default=1"`
	// The last line to return. Without it, or after the end of the file: the last line of the file.
	EndLine int `json:"end_line,omitzero" jsonschema:"minimum=1"`
}

// Validate cleans the path, so that the runtime orders the reads and writes of
// one file in a batch. It returns an error for an invalid path and for a range
// that ends before its start.
func (a *ReadArgs) Validate() (err error) {
	if !strings.HasPrefix(a.FilePath, attachmentPrefix) {
		if a.FilePath, err = names.Clean(filePath, a.FilePath); strings.HasPrefix(a.FilePath, attachmentPrefix) {
			a.FilePath = "./" + a.FilePath // a file whose name begins with "attachment:"
		}
	}
	if a.EndLine == 0 || a.EndLine >= a.StartLine {
		return err
	}
	return errors.Join(err, texts.Invalid("end_line", "must not be before start_line (%d), got %d", a.StartLine, a.EndLine))
}

// The limits of read_file.
const (
	// maxImageBytes is the maximum size of an image that is shown.
	maxImageBytes = 5 << 20
	// maxCountedBytes is the maximum size of a file whose lines are counted.
	maxCountedBytes = 8 << 30
	// bufferBytes is the length of the part of a file that is in memory at a
	// time.
	bufferBytes = 64 << 10
)

// Read returns lines of a text file after a header "[path] lines a–b of N", or
// shows an image. Long files are returned in parts: a notice at the end says
// how to read the next part.
//
//tool:register read_file
//tool:title Read a file
//tool:toolset files
//tool:read-only
//tool:idempotent
//tool:serialize file_path
//tool:timeout 2m
//tool:max-result-chars 40000
//tool:attachments image file
//tool:untrusted-output source=file_path
//tool:example {"file_path": "src/main.go"}
//tool:example {"file_path": "build.log", "start_line": 200, "end_line": 260}
func Read(ctx context.Context, call *runtime.Call, files capability.FS, attachments capability.Attachments, args ReadArgs) (runtime.Result, error) {
	source, err := open(ctx, call, files, attachments, args.FilePath)
	if err != nil {
		return runtime.Result{}, err
	}
	defer source.Close()
	content := bufio.NewReaderSize(source, bufferBytes)
	head, err := content.Peek(headBytes)
	if err != nil && err != io.EOF { //nolint:errorlint // Peek does not wrap io.EOF
		return runtime.Result{}, source.wrapError(err)
	}
	if k := detectKind(head); k.isImage() {
		return source.readImage(content, k)
	} else if k != kindText {
		return runtime.Result{}, source.errorf("BINARY_FILE", "is not text but a binary file (%s, %s)", k, texts.Bytes(source.info.Size()))
	}
	return source.readLines(ctx, content, args, call.Budget())
}

// source is an open file or attachment, with the name that the model uses.
type source struct {
	fs.File
	name string
	info fs.FileInfo
}

// attachmentPrefix is the prefix of the path of an attachment.
const attachmentPrefix = "attachment:"

// open opens a file or an attachment, and records in the session that the file
// was read.
func open(ctx context.Context, call *runtime.Call, files capability.FS, attachments capability.Attachments, givenPath string) (*source, error) {
	if id, ok := strings.CutPrefix(givenPath, attachmentPrefix); ok {
		f, err := attachments.Open(ctx, id)
		return newSource(f, givenPath, err)
	}
	name, err := names.Clean(filePath, givenPath)
	if err != nil {
		return nil, err
	}
	f, err := files.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		readMarkOf(call, name).record(nil)
	}
	s, err := newSource(f, name, err)
	if err == nil {
		readMarkOf(call, name).record(s.info)
	}
	return s, err
}

// newSource returns the source for the results of an Open method: a file, or
// an error.
func newSource(f fs.File, name string, err error) (*source, error) {
	if err != nil {
		return nil, names.Explain(filePath, name, err)
	}
	s := &source{File: f, name: name}
	if s.info, err = f.Stat(); err != nil {
		err = s.wrapError(err)
	} else if s.info.IsDir() {
		err = s.errorf("IS_DIRECTORY", "is a directory; use list_files to list it")
	}
	if err != nil {
		_ = f.Close()
		return nil, err
	}
	return s, nil
}

// wrapError returns the error of an operation on the file, with a text for a model.
func (s *source) wrapError(err error) error { return names.Explain(filePath, s.name, err) }

// errorf returns an error about the file, whose name comes before the text.
func (s *source) errorf(reason, format string, args ...any) error {
	return texts.Failed(reason, filePath, "%s "+format, append([]any{names.Shown(s.name)}, args...)...)
}

// readImage returns an image, with a line of text.
func (s *source) readImage(content io.Reader, k fileKind) (runtime.Result, error) {
	data, err := io.ReadAll(io.LimitReader(content, maxImageBytes+1))
	switch {
	case err != nil:
		return runtime.Result{}, s.wrapError(err)
	case len(data) > maxImageBytes:
		return runtime.Result{}, s.errorf("IMAGE_TOO_LARGE", "is an image of %s, at most %s can be shown: make it smaller", texts.Bytes(s.info.Size()), texts.Bytes(maxImageBytes))
	}
	result := runtime.Text(fmt.Sprintf("[%s] %s, %s", names.Shown(s.name), k, texts.Bytes(int64(len(data)))))
	result.Parts = []runtime.Part{{Kind: runtime.PartImage, MIME: string(k), Data: data}}
	return result, nil
}

// readLines returns the header and the requested lines, as many as fit into
// the budget.
func (s *source) readLines(ctx context.Context, content io.Reader, args ReadArgs, budget int) (runtime.Result, error) {
	if s.info.Size() > maxCountedBytes {
		return runtime.Result{}, s.errorf("FILE_TOO_LARGE", "has %s, at most %s can be read: use search_files, or extract a part with a program", texts.Bytes(s.info.Size()), texts.Bytes(maxCountedBytes))
	}
	limit := max(budget-s.overhead(), minResultChars)
	first := max(args.StartLine, 1)
	c := lineCollector{first: first, last: args.EndLine, limit: utf8.UTFMax * limit}
	if err := c.readAll(ctx, content); err != nil {
		return runtime.Result{}, s.wrapError(err)
	}
	total := c.total()
	if first > max(total, 1) {
		return runtime.Result{}, texts.Invalid("start_line", "start_line is %d, but %s has %s", first, names.Shown(s.name), texts.Counted(total, "line"))
	}
	e := c.excerpt(limit)
	header := fmt.Sprintf("[%s] lines %d–%d of %d\n\n", names.Shown(s.name), min(first, total), e.last, total)
	return runtime.Text(header + e.text + e.notice(args.EndLine, total)), nil
}

const (
	// minResultChars is the minimum length of the lines, in code points, even
	// if the budget is smaller. The runtime then cuts the result.
	minResultChars = 200
	// maxFrameChars is the maximum length of the fence, the header and the
	// notice in code points, without the path.
	maxFrameChars = 400
	// maxSourceChars is the maximum length of the path that the fence names,
	// and maxEscapeChars the maximum length of one escaped character in it.
	maxSourceChars, maxEscapeChars = 256, 6
)

// overhead returns the maximum length of a result without its lines, in code
// points. The runtime does not have to cut a result within the remaining
// budget, so the header stays correct.
func (s *source) overhead() int {
	n := utf8.RuneCountInString(names.Shown(s.name))
	return maxFrameChars + n + maxEscapeChars*min(n, maxSourceChars)
}
