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

// filePath is the argument that names the file.
const filePath = "file_path"

// ReadArgs says which lines of which file.
type ReadArgs struct {
	// The file, relative to the working directory, such as "src/main.go"; or "attachment:" and the id of an attachment.
	FilePath string `json:"file_path" jsonschema:"minLength=1"`
	// The first line to return, counted from 1.
	StartLine int `json:"start_line,omitzero" jsonschema:"minimum=1,default=1"`
	// The last line to return, included. Beyond the end of the file, or left out, it means the last line.
	EndLine int `json:"end_line,omitzero" jsonschema:"minimum=1"`
}

// Validate refuses a range whose end comes before its start, and writes the path in one way, so that a
// batch reads a file after the calls before that write it, and before those after.
func (a *ReadArgs) Validate() (err error) {
	if !strings.HasPrefix(a.FilePath, attachment) {
		if a.FilePath, err = names.Clean(filePath, a.FilePath); strings.HasPrefix(a.FilePath, attachment) {
			a.FilePath = "./" + a.FilePath // a file of that name
		}
	}
	if a.EndLine == 0 || a.EndLine >= a.StartLine {
		return err
	}
	return errors.Join(err, texts.Invalid("end_line", "must not be before start_line (%d), got %d", a.StartLine, a.EndLine))
}

// Limits of read_file, in bytes.
const (
	// maxImage is the size of the largest image that is shown.
	maxImage = 5 << 20
	// maxCounted is the size of the largest file whose lines are counted.
	maxCounted = 8 << 30
	// chunk is how much of a file is in memory at a time.
	chunk = 64 << 10
)

// Read returns lines of a text file under a header "[path] lines a–b of N", or shows an image. Long files
// come in parts: the end says how to read on.
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
func Read(ctx context.Context, call *runtime.Call, files capability.FS, attached capability.Attachments, args ReadArgs) (runtime.Result, error) {
	source, err := open(ctx, call, files, attached, args.FilePath)
	if err != nil {
		return runtime.Result{}, err
	}
	defer source.Close()
	content := bufio.NewReaderSize(source, chunk)
	head, err := content.Peek(sniffed)
	if err != nil && err != io.EOF { //nolint:errorlint // io.Reader returns it bare
		return runtime.Result{}, source.failed(err)
	}
	if k := kindOf(head); k.image() {
		return source.show(content, k)
	} else if k != text {
		return runtime.Result{}, source.refuse("BINARY_FILE", "is not text but a binary file (%s, %s)", k, texts.Bytes(source.info.Size()))
	}
	return source.lines(ctx, content, args, call.Budget())
}

// source is an open file or attachment, and what a model calls it.
type source struct {
	fs.File
	name string
	info fs.FileInfo
}

// attachment is what the name of an attachment begins with.
const attachment = "attachment:"

// open opens what the path names, and notes for the session that it was read.
func open(ctx context.Context, call *runtime.Call, files capability.FS, attached capability.Attachments, written string) (*source, error) {
	if id, ok := strings.CutPrefix(written, attachment); ok {
		f, err := attached.Open(ctx, id)
		return opened(f, written, err)
	}
	name, err := names.Clean(filePath, written)
	if err != nil {
		return nil, err
	}
	f, err := files.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		sightOf(call, name).note(nil)
	}
	s, err := opened(f, name, err)
	if err == nil {
		sightOf(call, name).note(s.info)
	}
	return s, err
}

// opened is the source for a file that was opened, or for the error of opening.
func opened(f fs.File, name string, err error) (*source, error) {
	if err != nil {
		return nil, names.Explain(filePath, name, err)
	}
	s := &source{File: f, name: name}
	if s.info, err = f.Stat(); err != nil {
		err = s.failed(err)
	} else if s.info.IsDir() {
		err = s.refuse("IS_DIRECTORY", "is a directory; list_files shows what is in it")
	}
	if err != nil {
		_ = f.Close()
		return nil, err
	}
	return s, nil
}

func (s *source) failed(err error) error { return names.Explain(filePath, s.name, err) }

func (s *source) refuse(reason, format string, args ...any) error {
	return texts.Failed(reason, filePath, "%s "+format, append([]any{names.Shown(s.name)}, args...)...)
}

// show is an image, which stands beside a short text.
func (s *source) show(content io.Reader, k kind) (runtime.Result, error) {
	data, err := io.ReadAll(io.LimitReader(content, maxImage+1))
	switch {
	case err != nil:
		return runtime.Result{}, s.failed(err)
	case len(data) > maxImage:
		return runtime.Result{}, s.refuse("IMAGE_TOO_LARGE", "is an image of %s; at most %s can be shown: make it smaller first", texts.Bytes(s.info.Size()), texts.Bytes(maxImage))
	}
	result := runtime.Text(fmt.Sprintf("[%s] %s, %s", names.Shown(s.name), k, texts.Bytes(int64(len(data)))))
	result.Parts = []runtime.Part{{Kind: runtime.PartImage, MIME: string(k), Data: data}}
	return result, nil
}

// lines are the lines asked for, as many as fit into the budget, with the
// header in front.
func (s *source) lines(ctx context.Context, content io.Reader, args ReadArgs, budget int) (runtime.Result, error) {
	if s.info.Size() > maxCounted {
		return runtime.Result{}, s.refuse("FILE_TOO_LARGE", "has %s; files up to %s can be read: search in it, or have a program take out a part", texts.Bytes(s.info.Size()), texts.Bytes(maxCounted))
	}
	room := max(budget-s.overhead(), minRoom)
	first := max(args.StartLine, 1)
	c := collector{first: first, last: args.EndLine, limit: utf8.UTFMax * room}
	if err := c.readAll(ctx, content); err != nil {
		return runtime.Result{}, s.failed(err)
	}
	total := c.total()
	if first > max(total, 1) {
		return runtime.Result{}, texts.Invalid("start_line", "start_line is %d, but %s has %s", first, names.Shown(s.name), texts.Counted(total, "line"))
	}
	e := c.excerpt(room)
	header := fmt.Sprintf("[%s] lines %d–%d of %d\n\n", names.Shown(s.name), min(first, total), e.to, total)
	return runtime.Text(header + e.text + e.notice(args.EndLine, total)), nil
}

const (
	// minRoom is how much of a file is shown however small the budget, in code
	// points; the runtime then cuts it.
	minRoom = 200
	// frame is how many code points fence, header and notice have at most, without the path.
	frame = 400
	// longestSource is how much of the path a fence names, and escaped how long a
	// character of it can become there.
	longestSource, escaped = 256, 6
)

// overhead is how many code points a result has at most beside the lines, so
// that the runtime need not cut it and the header stays true.
func (s *source) overhead() int {
	n := utf8.RuneCountInString(names.Shown(s.name))
	return frame + n + escaped*min(n, longestSource)
}
