package logs_test

import (
	"bytes"
	"context"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/examples/logs"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

const content = "debug: starts\ninfo: ready\ndebug: waits\n"

// TestTools checks the definitions, the examples, the results and the
// cancellation of the tools with real files.
func TestTools(t *testing.T) {
	for _, tool := range logs.Tools() {
		options, turn, _ := inDirectory(t)
		if err := toolstest.CheckTool(tool, &toolstest.ToolOptions{Registry: options, Turn: turn}); err != nil {
			t.Error(err)
		}
	}
}

// inDirectory returns options and a turn for calls in a directory with a log file.
func inDirectory(t *testing.T) (*runtime.Options, *runtime.Turn, string) {
	t.Helper()
	directory := t.TempDir()
	name := filepath.Join(directory, "logs", "a.log")
	if err := os.Mkdir(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	options := &runtime.Options{Backends: &capability.Backends{Files: files.New(nil).Open}}
	turn := &runtime.Turn{WorkingDir: directory, Policy: runtime.Policy{Files: capability.FilePolicy{Write: []string{"."}}}}
	return options, turn, name
}

// remove returns the tool remove_lines.
func remove() *runtime.Tool { return logs.Tools()[0] }

// TestRemove calls the tool as a model does.
func TestRemove(t *testing.T) {
	options, turn, name := inDirectory(t)
	var progress toolstest.Recorder
	turn.Emit = progress.Emit
	got := toolstest.CallWith(t, options, remove(), logs.RemoveArgs{Directory: "logs", Level: logs.Debug, MaxFiles: 1}, turn)
	if got.Result.Value != "removed 2 lines from 1 files" || string(got.Result.Structured) != `{"files":1,"lines":2}` {
		t.Errorf("the result is %+v", got.Result)
	}
	if left, err := os.ReadFile(name); err != nil || string(left) != "info: ready\n" {
		t.Errorf("the file has %q, %v", left, err)
	}
	if shown := progress.Messages(runtime.AudienceUser); len(shown) != 1 || shown[0] != "logs/a.log" {
		t.Errorf("the user sees %q", shown)
	}
}

// TestErrors checks what the model gets for calls that fail.
func TestErrors(t *testing.T) {
	for _, test := range []struct {
		arguments   string
		code        runtime.Code
		field, want string
	}{
		{`{"directory": "empty", "level": "debug"}`, runtime.ExecutionFailed, "directory", "there is no file *.log in empty; name the directory"},
		{`{"directory": "logs", "level": "trace"}`, runtime.InputInvalid, "level", `must be one of "debug", "info", "error"`},
	} {
		options, turn, _ := inDirectory(t)
		got := toolstest.CallWith(t, options, remove(), test.arguments, turn).Result
		if got.Code != test.code || got.Field != test.field || !strings.Contains(got.Error, test.want) {
			t.Errorf("%s answers %+v", test.arguments, got)
		}
	}
}

// TestUnreadableFile calls the function with a file system in memory that fails.
func TestUnreadableFile(t *testing.T) {
	disk := toolstest.NewFS(map[string]string{"logs/a.log": content})
	disk.FailWith("logs/a.log", fs.ErrPermission)
	_, err := logs.Remove(context.Background(), nil, disk, logs.RemoveArgs{Directory: "logs", Level: logs.Debug, MaxFiles: 1})
	if got := runtime.FromError(err); got.Code != runtime.NotAvailable || got.Error != "the log file logs/a.log is protected" {
		t.Errorf("the error is %+v", got)
	}
}

// TestDryRun checks that a dry run changes nothing.
func TestDryRun(t *testing.T) {
	options, turn, name := inDirectory(t)
	turn.DryRun = true
	got := toolstest.CallWith(t, options, remove(), `{"directory": "logs", "level": "debug"}`, turn).Result
	if got.Value != "would remove the lines with the level debug from logs/a.log" {
		t.Errorf("the dry run answers %+v", got)
	}
	if left, err := os.ReadFile(name); err != nil || string(left) != content {
		t.Errorf("the file has %q, %v", left, err)
	}
}

// TestDraw checks the text and the image.
func TestDraw(t *testing.T) {
	options, turn, _ := inDirectory(t)
	got := toolstest.CallWith(t, options, logs.Tools()[1], `{"file_path": "logs/a.log"}`, turn).Result
	if got.Value != "logs/a.log\ndebug: 2\ninfo: 1\nerror: 0" || len(got.Parts) != 1 {
		t.Fatalf("the result is %+v", got)
	}
	if chart, err := png.Decode(bytes.NewReader(got.Parts[0].Data)); err != nil || chart.Bounds().Dx() != 100 {
		t.Errorf("the image is not valid: %v", err)
	}
}
