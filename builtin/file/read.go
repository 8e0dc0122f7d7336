package file

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

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

// Read returns text files, each after a header "[path] lines a–b of N", or an image. Of
// a long file, it returns the first part, and how to read on.
//
//tool:register read_file
//tool:title Read a file
//tool:toolset files
//tool:read-only
//tool:idempotent
//tool:serialize path
//tool:timeout 2m
//tool:max-result-chars 40000
//tool:attachments image file
//tool:untrusted-output source=path
//tool:example {"path": "src/main.go"}
//tool:example {"path": "build.log", "start_line": 200, "end_line": 260}
func Read(ctx context.Context, call *runtime.Call, files capability.FS, attachments capability.Attachments, args ReadArgs) (runtime.Result, error) {
	r := reader{call: call, files: files, attachments: attachments, args: &args}
	if len(args.MorePaths) > 0 {
		return r.readAll(ctx)
	}
	return r.read(ctx, args.Path, call.Budget())
}

// reader reads the files of one call.
type reader struct {
	call        *runtime.Call
	files       capability.FS
	attachments capability.Attachments
	args        *ReadArgs
}

// readAll returns the texts of several files, which share the budget. It returns an
// error only if no file can be read.
func (r *reader) readAll(ctx context.Context) (runtime.Result, error) {
	all := append([]string{r.args.Path}, r.args.MorePaths...)
	left := r.call.Budget()
	var parts []runtime.Part
	var text strings.Builder
	var first error
	var leads []string
	failures := 0
	for i, name := range all {
		result, err := r.read(ctx, name, left/(len(all)-i))
		if err != nil {
			if failures++; first == nil {
				first = err
			}
			result = failedFile(name, err)
		}
		leads = append(leads, joinOnLine(result.Lead, result.Note))
		left -= utf8.RuneCountInString(result.Value)
		parts = append(parts, result.Parts...)
		if result.Value != "" {
			fmt.Fprintf(&text, "[%s]\n%s\n\n", names.Display(name), strings.TrimRight(result.Value, "\n"))
		}
	}
	if failures == len(all) {
		return runtime.Result{}, first
	}
	result := runtime.Text(strings.TrimRight(text.String(), "\n"))
	result.Parts, result.Lead = parts, strings.Join(leads, "\n")
	return result, nil
}

// failedFile returns the result of a file that cannot be read. Names that the error
// suggests are third-party text.
func failedFile(name string, err error) runtime.Result {
	failed := runtime.FromError(err)
	if !failed.OwnText {
		return runtime.Result{Lead: "[" + names.Quoted(name) + "] cannot be read", Value: failed.Error}
	}
	return runtime.Result{Lead: "[" + names.Quoted(name) + "] " + failed.Error}
}

// joinOnLine returns two texts, which may be empty, on one line.
func joinOnLine(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + " " + strings.ReplaceAll(b, "\n", " ")
}

// read returns one file within a budget in code points.
func (r *reader) read(ctx context.Context, name string, budget int) (runtime.Result, error) {
	source, err := r.open(ctx, name)
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
	if r.args.Outline {
		return r.readOutline(ctx, source, content, budget)
	}
	return r.readLines(ctx, source, content, budget)
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
func (r *reader) open(ctx context.Context, givenPath string) (*source, error) {
	if id, ok := strings.CutPrefix(givenPath, attachmentPrefix); ok {
		f, err := r.attachments.Open(ctx, id)
		return newSource(nil, f, givenPath, err)
	}
	name, err := names.Clean(pathArgument, givenPath)
	if err != nil {
		return nil, err
	}
	f, err := r.files.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		readMarkOf(r.call, name).record(nil)
	}
	s, err := newSource(r.files, f, name, err)
	if err == nil {
		readMarkOf(r.call, name).record(s.info)
	}
	return s, err
}

// newSource returns the source for the results of an Open method: a file, or
// an error, with similar names if files is not nil.
func newSource(files capability.FS, f fs.File, name string, err error) (*source, error) {
	switch {
	case err != nil && files != nil:
		return nil, names.ExplainNear(files, pathArgument, name, name, err)
	case err != nil:
		return nil, names.Explain(pathArgument, name, err)
	}
	s := &source{File: f, name: name}
	if s.info, err = f.Stat(); err != nil {
		err = s.wrapError(err)
	} else if s.info.IsDir() {
		err = texts.Failure("IS_DIRECTORY", pathArgument, "%s is a directory; use list_files to list it", names.Quoted(s.name))
	}
	if err != nil {
		_ = f.Close()
		return nil, err
	}
	return s, nil
}

// wrapError returns the error of an operation on the file, with a text for a model.
func (s *source) wrapError(err error) error { return names.Explain(pathArgument, s.name, err) }

// errorf returns an error about the file, whose name comes before the text.
func (s *source) errorf(reason, format string, args ...any) error {
	return texts.Failure(reason, pathArgument, "%s "+format, append([]any{names.Quoted(s.name)}, args...)...)
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
	result := runtime.Text("")
	result.Lead = fmt.Sprintf("[%s] %s, %s", names.Quoted(s.name), k, texts.Bytes(int64(len(data))))
	result.Parts = []runtime.Part{{Kind: runtime.PartImage, MIME: string(k), Data: data}}
	return result, nil
}

// readLines returns the header and the requested lines, as many as fit into
// the budget.
func (r *reader) readLines(ctx context.Context, s *source, content io.Reader, budget int) (runtime.Result, error) {
	if s.info.Size() > maxCountedBytes {
		return runtime.Result{}, s.errorf("FILE_TOO_LARGE", "has %s, at most %s can be read: use search_files, or extract a part with a program", texts.Bytes(s.info.Size()), texts.Bytes(maxCountedBytes))
	}
	limit := max(budget-s.overhead(), minResultChars)
	first := max(r.args.StartLine, 1)
	c := lineCollector{first: first, last: r.args.EndLine, limit: utf8.UTFMax * limit}
	if err := c.readAll(ctx, content); err != nil {
		return runtime.Result{}, s.wrapError(err)
	}
	total := c.total()
	if first > max(total, 1) {
		return runtime.Result{}, texts.Invalid("start_line", "start_line is %d, but %s has %s", first, names.Quoted(s.name), texts.Count(total, "line"))
	}
	numberChars := 0
	if r.args.LineNumbers {
		numberChars = len(strconv.Itoa(total)) + len(": ")
	}
	e := c.excerpt(limit, numberChars, r.call.Excerpt)
	if r.args.LineNumbers {
		e.text = numbered(e.text, first)
	}
	result := runtime.Text(e.text)
	result.Lead = fmt.Sprintf("[%s] lines %d–%d of %d", names.Quoted(s.name), min(first, total), e.last, total)
	result.Note = e.notice(r.args.EndLine, total, r.call.Budget() < r.call.BudgetAlone())
	return result, nil
}

// numbered returns a text with a number before each line.
func numbered(text string, first int) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		fmt.Fprintf(&b, "%d: %s", first, line)
		first++
	}
	return b.String()
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
	n := utf8.RuneCountInString(names.Quoted(s.name))
	return maxFrameChars + n + maxEscapeChars*min(n, maxSourceChars)
}
