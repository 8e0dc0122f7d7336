package file

import (
	"context"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/builtin/internal/outline"
	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
)

// maxOutlineBytes is the maximum size of a file with an outline.
const maxOutlineBytes = 10 << 20

// readOutline returns the parts of a file that begin in the requested lines, as many as
// fit into the budget.
func (r *reader) readOutline(ctx context.Context, s *source, content io.Reader, budget int) (runtime.Result, error) {
	var text strings.Builder
	n, err := io.Copy(&text, io.LimitReader(contextReader{ctx, content}, maxOutlineBytes+1))
	switch {
	case err != nil:
		return runtime.Result{}, s.wrapError(err)
	case n > maxOutlineBytes:
		return runtime.Result{}, s.errorf("FILE_TOO_LARGE", "has %s, at most %s can have an outline", texts.Bytes(s.info.Size()), texts.Bytes(maxOutlineBytes))
	}
	parts, ok := outline.Of(s.name, text.String())
	if !ok {
		return runtime.Result{}, texts.Failure("NO_OUTLINE", "outline", "%s has no outline: its language is not known, or it has syntax errors: read it without outline", names.Quoted(s.name))
	}
	var b strings.Builder
	note := ""
	limit := max(budget-s.overhead(), minResultChars)
	for i, p := range parts {
		if p.Line < r.args.StartLine || r.args.EndLine > 0 && p.Line > r.args.EndLine {
			continue
		}
		line := fmt.Sprintf("%d: %s%s\n", p.Line, strings.Repeat("  ", p.Depth), texts.Valid(p.Text))
		if limit -= utf8.RuneCountInString(line); limit < 0 {
			note = texts.Mark(texts.GroupedCount(len(parts)-i, "part"), fmt.Sprintf("call read_file with outline and start_line=%d", p.Line))
			break
		}
		b.WriteString(line)
	}
	if len(parts) == 0 {
		note = "(no functions, types, headings or keys)"
	}
	result := runtime.Text(strings.TrimSuffix(b.String(), "\n"))
	result.Lead = fmt.Sprintf("[%s] outline of %s", names.Quoted(s.name), texts.Count(lineCount(text.String()), "line"))
	result.Note = note
	return result, nil
}
