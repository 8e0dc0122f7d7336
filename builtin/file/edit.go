package file

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
)

// Edit is one of several edits, made in order: all or none.
type Edit struct {
	OldText    string `json:"old_text" tool:"alias=old_string,alias=old_str,alias=old,alias=search,alias=find,alias=original"`
	NewText    string `json:"new_text" tool:"alias=new_string,alias=new_str,alias=new,alias=replace,alias=replacement,alias=replace_with,alias=updated"`
	ReplaceAll bool   `json:"replace_all,omitzero"`
}

// edit is an edit with the rules that only a single edit can have.
type edit struct {
	Edit
	regexp bool // OldText is a regular expression, and NewText can have its groups
	count  int  // the expected number of occurrences; 0 is 1
}

const (
	// maxExpression is the maximum length of a regular expression, in bytes.
	maxExpression = 1000
	// maxExpressionText is the maximum length of a file in which a regular
	// expression is replaced, in bytes.
	maxExpressionText = 2 << 20
	// maxExpressionMatches is the maximum number of matches of a regular
	// expression.
	maxExpressionMatches = 100_000
)

// validate returns what is wrong with the edit. prefix is the path of its arguments.
func (e *edit) validate(prefix string) (err error) {
	switch e.OldText {
	case "":
		err = texts.Invalid(prefix+"old_text", "must not be empty; write_file creates a file")
	case e.NewText:
		err = texts.Invalid(prefix+"new_text", "must differ from old_text: the patch would change nothing")
	}
	if e.ReplaceAll && e.count > 0 {
		err = errors.Join(err, texts.Invalid(prefix+"count", "must not be given with replace_all, which replaces any number of occurrences"))
	}
	if e.regexp {
		_, invalid := e.expression()
		if invalid != nil {
			err = errors.Join(err, texts.Invalid(prefix+"old_text", "is not a valid RE2 regular expression: %v", invalid))
		}
	}
	return err
}

// expression returns the regular expression of the edit, in which ^ and $ match at the
// ends of lines.
func (e *edit) expression() (*regexp.Regexp, error) {
	if len(e.OldText) > maxExpression {
		return nil, fmt.Errorf("it has %d bytes, at most %d are allowed", len(e.OldText), maxExpression)
	}
	return regexp.Compile("(?m)" + e.OldText)
}

// accepts reports whether a number of occurrences is the expected one.
func (e *edit) accepts(count int) bool { return e.ReplaceAll || count == max(e.count, 1) }

// apply returns the text after the edit and the number of replacements, or an error if
// the edit is not possible.
func (e *edit) apply(ctx context.Context, in *textFile) (after string, count int, err error) {
	if e.regexp {
		return e.applyExpression(in)
	}
	count = strings.Count(in.text, e.OldText)
	switch {
	case count == 0:
		return "", 0, notFoundError(ctx, in, e.OldText)
	case !e.accepts(count):
		return "", 0, ambiguousError(in, e, count, occurrences(in.text, e.OldText))
	}
	if err := checkLength(in, len(in.text)+count*(len(e.NewText)-len(e.OldText))); err != nil {
		return "", 0, err
	}
	return strings.ReplaceAll(in.text, e.OldText, e.NewText), count, nil
}

// applyExpression is apply for a regular expression.
func (e *edit) applyExpression(in *textFile) (after string, count int, err error) {
	expression, err := e.expression()
	if err != nil {
		return "", 0, texts.Invalid("old_text", "is not a valid RE2 regular expression: %v", err)
	}
	if len(in.text) > maxExpressionText {
		return "", 0, texts.Failure("FILE_TOO_LARGE", "regexp", "%s has %s, at most %s can be patched with a regular expression", names.Quoted(in.name), texts.Bytes(int64(len(in.text))), texts.Bytes(maxExpressionText))
	}
	found := expression.FindAllStringSubmatchIndex(in.text, maxExpressionMatches+1)
	var starts []int
	for _, m := range found[:min(len(found), maxShownLines)] {
		starts = append(starts, m[0])
	}
	switch {
	case len(found) == 0:
		return "", 0, texts.Failure("TEXT_NOT_FOUND", "old_text", "the regular expression matches nothing in %s; ^ and $ match at the ends of lines, and . does not match a line feed", names.Quoted(in.name))
	case slices.ContainsFunc(found, func(m []int) bool { return m[0] == m[1] }):
		return "", 0, texts.Failure("EMPTY_MATCH", "old_text", "the regular expression matches the empty text in %s: change it, so that it matches at least one character", names.Quoted(in.name))
	case len(found) > maxExpressionMatches:
		return "", 0, texts.Failure("TOO_MANY_MATCHES", "old_text", "the regular expression matches more than %d times in %s", maxExpressionMatches, names.Quoted(in.name))
	case !e.accepts(len(found)):
		return "", 0, ambiguousError(in, e, len(found), starts)
	}
	var b strings.Builder
	end := 0
	for _, m := range found {
		b.WriteString(in.text[end:m[0]])
		b.Write(expression.ExpandString(nil, e.NewText, in.text, m))
		if end = m[1]; b.Len() > maxPatchBytes {
			return "", 0, checkLength(in, b.Len())
		}
	}
	b.WriteString(in.text[end:])
	return b.String(), len(found), checkLength(in, b.Len())
}

// occurrences returns the first positions of a text.
func occurrences(text, old string) (starts []int) {
	for at := strings.Index(text, old); at >= 0 && len(starts) < maxShownLines; at = nextIndex(text, old, at) {
		starts = append(starts, at)
	}
	return starts
}

// checkLength returns an error if a file would be too long after a patch.
func checkLength(in *textFile, length int) error {
	if length <= maxPatchBytes {
		return nil
	}
	return texts.Failure("FILE_TOO_LARGE", "new_text", "%s would have %s after the patch, at most %s are allowed", names.Quoted(in.name), texts.Bytes(int64(length)), texts.Bytes(maxPatchBytes))
}

// inEdit returns an error of the edit i of several ones, of which none is made.
func inEdit(err error, i, n int) error {
	var failed *runtime.Error
	if n > 1 && errors.As(err, &failed) && failed.Field != "" {
		failed.Field = fmt.Sprintf("edits[%d].%s", i, failed.Field)
		failed.Message = fmt.Sprintf("edit %d of %d is not possible, so no edit was made: %s", i+1, n, failed.Message)
	}
	return err
}
