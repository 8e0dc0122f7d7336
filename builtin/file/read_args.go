package file

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// pathArgument is the name of the argument with the path.
const pathArgument = "path"

// ReadArgs are the arguments of read_file.
type ReadArgs struct {
	// Or "attachment:" and the id of an attachment.
	Path string `json:"path,omitzero" tool:"alias=file_path,alias=file,alias=filename,alias=filepath,alias=target_file,alias=absolute_path,alias=file_name"`
	// Other arguments apply to each file.
	MorePaths []string `json:"more_paths,omitzero" tool:"alias=paths,alias=file_paths,alias=files"`
	// The first line is 1.
	StartLine int `json:"start_line,omitzero" tool:"alias=offset,alias=start,alias=line_start,alias=from_line,alias=start_line_one_indexed"`
	EndLine   int `json:"end_line,omitzero" tool:"alias=end,alias=line_end,alias=to_line,alias=end_line_one_indexed_inclusive"`
	// The number of lines.
	Limit       int  `json:"limit,omitzero" tool:"alias=max_lines,alias=num_lines,alias=line_count"`
	LineNumbers bool `json:"line_numbers,omitzero" tool:"alias=show_line_numbers,alias=number_lines"`
	// Only functions, types, headings or keys.
	Outline bool `json:"outline,omitzero" tool:"alias=symbols"`
}

// Validate cleans the paths, so that the runtime orders the reads and writes of
// one file in a batch. It returns an error for an invalid path and for a range
// that ends before its start. It converts the limit to the last line. Paths alone, which
// the alias paths of more_paths gives, are the path and more paths.
func (a *ReadArgs) Validate() (err error) {
	switch {
	case a.Path == "" && len(a.MorePaths) == 0:
		return texts.Invalid(pathArgument, "must be given: the path of a file")
	case a.Path == "": // a list of paths alone
		a.Path, a.MorePaths = a.MorePaths[0], slices.Clone(a.MorePaths[1:])
	}
	a.Path, err = cleanReadPath(pathArgument, a.Path)
	for i, name := range a.MorePaths {
		cleaned, invalid := cleanReadPath(fmt.Sprintf("more_paths[%d]", i), name)
		a.MorePaths[i], err = cleaned, errors.Join(err, invalid)
	}
	if len(a.MorePaths) > maxMorePaths {
		err = errors.Join(err, texts.Invalid("more_paths", "must have at most %d items, got %d", maxMorePaths, len(a.MorePaths)))
	}
	for _, number := range []struct {
		argument string
		value    int
	}{{"start_line", a.StartLine}, {"end_line", a.EndLine}, {"limit", a.Limit}} {
		if number.value < 0 {
			err = errors.Join(err, texts.Invalid(number.argument, "must not be negative, got %d", number.value))
		}
	}
	a.StartLine = max(a.StartLine, 1)
	if a.EndLine > 0 && a.EndLine < a.StartLine {
		err = errors.Join(err, texts.Invalid("end_line", "must not be before start_line (%d), got %d", a.StartLine, a.EndLine))
	}
	if last := a.StartLine + a.Limit - 1; a.Limit > 0 && last > 0 && (a.EndLine == 0 || last < a.EndLine) {
		a.EndLine = last
	}
	return err
}

// maxMorePaths is the maximum number of other files in one call.
const maxMorePaths = 20

// cleanPath returns the name of a file that a call names.
func cleanPath(argument, given string) (string, error) {
	if given == "" {
		return "", texts.Invalid(argument, "must not be empty")
	}
	return names.Clean(argument, given)
}

// cleanReadPath cleans the path of a file, and keeps that of an attachment.
func cleanReadPath(argument, given string) (string, error) {
	if strings.HasPrefix(given, attachmentPrefix) {
		return given, nil
	}
	name, err := cleanPath(argument, given)
	if strings.HasPrefix(name, attachmentPrefix) {
		name = "./" + name // a file whose name begins with "attachment:"
	}
	return name, err
}
