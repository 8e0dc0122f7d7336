// Package logs has two tools for log files. docs/tools.md explains them.
package logs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io/fs"
	"log/slog"
	"path"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// Level is the level of a line. A line begins with its level, such as "error: disk full".
type Level string

// The levels.
const (
	Debug Level = "debug" // details for developers
	Info  Level = "info"  // what the program does
	Error Level = "error" // what went wrong
)

// RemoveArgs are the arguments of remove_lines.
type RemoveArgs struct {
	// The directory of the log files, relative to the working directory.
	Directory string `json:"directory" jsonschema:"minLength=1"`
	// The level of the lines to remove.
	Level Level `json:"level"`
	// The maximum number of files to change.
	MaxFiles int `json:"max_files,omitzero" jsonschema:"minimum=1,maximum=100,default=20"`
}

// Removed is the result of remove_lines.
type Removed struct {
	Files int `json:"files"` // the number of changed files
	Lines int `json:"lines"` // the number of removed lines
}

// String returns the text for the model.
func (r Removed) String() string {
	return fmt.Sprintf("removed %d lines from %d files", r.Lines, r.Files)
}

// Remove removes the lines of one level from the log files of a directory.
//
//tool:register remove_lines
//tool:toolset logs
//tool:destructive
//tool:idempotent
//tool:timeout 30s
//tool:dry-run PreviewRemove
//tool:fs write=.
//tool:example {"directory": "logs", "level": "debug"}
func Remove(ctx context.Context, call *runtime.Call, files capability.WriteFS, args RemoveArgs) (*Removed, error) {
	names, err := logFiles(files, args.Directory)
	if err != nil {
		return nil, err
	}
	removed := &Removed{}
	for i, name := range names {
		if ctx.Err() != nil { // the deadline has passed, or the call was cancelled
			return nil, fmt.Errorf("%s: %w", removed, ctx.Err())
		}
		if removed.Files == args.MaxFiles {
			call.Log(runtime.LogWarning, "files were not read", slog.Int("left", len(names)-i))
			break
		}
		content, count, err := without(files, name, args.Level)
		if err != nil {
			return nil, err
		}
		if count == 0 {
			continue
		}
		if err := files.WriteFile(name, content); err != nil {
			return nil, err
		}
		removed.Files++
		removed.Lines += count
		percent := 100 * float64(i+1) / float64(len(names))
		call.Progress(runtime.ProgressEvent{Message: name, Percent: &percent, Audience: runtime.AudienceUser})
	}
	return removed, nil
}

// PreviewRemove describes what Remove would do.
func PreviewRemove(_ context.Context, _ *runtime.Call, files capability.WriteFS, args RemoveArgs) (string, error) {
	names, err := logFiles(files, args.Directory)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("would remove the lines with the level %s from %s", args.Level, strings.Join(names, ", ")), nil
}

// logFiles returns the log files of a directory.
func logFiles(files capability.FS, directory string) ([]string, error) {
	names, err := fs.Glob(files, path.Join(directory, "*.log"))
	if err == nil && len(names) == 0 {
		err = &runtime.Error{
			Code: runtime.ExecutionFailed, Field: "directory", Reason: "no_log_files",
			Message: fmt.Sprintf("there is no file *.log in %s; name the directory that contains the log files", directory),
		}
	}
	return names, err
}

// without returns the content of a file without the lines of a level, and their
// number.
func without(files capability.FS, name string, level Level) (content []byte, count int, err error) {
	old, err := files.ReadFile(name)
	if err != nil {
		if errors.Is(err, fs.ErrPermission) {
			return nil, 0, runtime.Errorf(runtime.NotAvailable, "the log file %s is protected", name)
		}
		return nil, 0, err
	}
	for line := range bytes.Lines(old) {
		if bytes.HasPrefix(line, []byte(level+":")) {
			count++
			continue
		}
		content = append(content, line...)
	}
	return content, count, nil
}

// DrawArgs are the arguments of draw_levels.
type DrawArgs struct {
	// The log file, relative to the working directory.
	FilePath string `json:"file_path" jsonschema:"minLength=1"`
}

// Draw counts the lines of a log file by their level, and draws a chart.
//
//tool:register draw_levels
//tool:toolset logs
//tool:read-only
//tool:fs
//tool:example {"file_path": "logs/a.log"}
func Draw(files capability.FS, args DrawArgs) (runtime.Result, error) {
	var chart bytes.Buffer
	bars := image.NewGray(image.Rect(0, 0, 100, 30))
	text := args.FilePath
	for i, level := range []Level{Debug, Info, Error} {
		_, count, err := without(files, args.FilePath, level)
		if err != nil {
			return runtime.Result{}, err
		}
		text += fmt.Sprintf("\n%s: %d", level, count)
		bar := image.Rect(0, 10*i, min(count, 100), 10*i+8)
		draw.Draw(bars, bar, image.NewUniform(color.White), image.Point{}, draw.Src)
	}
	if err := png.Encode(&chart, bars); err != nil {
		return runtime.Result{}, err
	}
	return runtime.Mixed(runtime.TextPart(text), runtime.ImagePart("image/png", chart.Bytes())), nil
}
