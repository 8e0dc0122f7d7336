package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/cli"
)

// newReportRegistry returns a registry with a tool that logs and whose result has text, an image and a link.
func newReportRegistry(t *testing.T) *runtime.Registry {
	t.Helper()
	registry := runtime.NewRegistry(nil)
	err := registry.Register(&runtime.Tool{Name: "report", Invoke: func(_ context.Context, call *runtime.Call) runtime.Result {
		call.Log(runtime.LogNotice, "a notice")
		call.Log(runtime.LogWarning, "quota\nlow\x1b[2J\u202e", slog.Int("left", 3))
		call.Logger("disk").Error("full")
		link := runtime.LinkPart("file:///a.txt", "a.txt")
		return runtime.Mixed(runtime.TextPart("before"), runtime.ImagePart("image/png", make([]byte, 7)), runtime.TextPart("after"), link)
	}})
	if err != nil {
		t.Fatal(err)
	}
	return registry
}

func TestContentAndLogs(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if status := cli.Main(t.Context(), newReportRegistry(t), []string{"call", "report"}, nil, &stdout, &stderr); status != cli.ExitOK {
		t.Errorf("the status is %d", status)
	}
	const content = "before\n[image image/png, 7 bytes]\nafter\n[link a.txt: file:///a.txt]\n"
	const logs = "1 report: warning: quota low\\u001b[2J\\u202e {\"left\":3}\n1 report/disk: error: full\n"
	if stdout.String() != content || stderr.String() != logs {
		t.Errorf("stdout %q, want %q\nstderr %q, want %q", &stdout, content, &stderr, logs)
	}
}

// TestLogsAsJSON checks that, with --json, each record is a line of JSON.
func TestLogsAsJSON(t *testing.T) {
	var stdout, stderr bytes.Buffer
	cli.Main(t.Context(), newReportRegistry(t), []string{"batch", "-", "--json"}, strings.NewReader(`[{"name":"report"}]`), &stdout, &stderr)
	var levels []string
	for line := range strings.Lines(stderr.String()) {
		var record runtime.LogRecord
		if err := json.Unmarshal([]byte(line), &record); err != nil || record.Tool != "report" || record.CallID != "1" {
			t.Errorf("%q: %v", line, err)
		}
		levels = append(levels, string(record.Level))
	}
	if got := strings.Join(levels, " "); got != "notice warning error" {
		t.Errorf("the levels are %s", got)
	}
	var result runtime.CallResult
	if err := json.Unmarshal(stdout.Bytes(), &result); err != nil || len(result.Result.Content()) != 4 {
		t.Errorf("%s: %v", &stdout, err)
	}
}
