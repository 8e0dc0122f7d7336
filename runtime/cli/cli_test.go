package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
	"github.com/toolgen/toolgen/runtime/capability/network"
	"github.com/toolgen/toolgen/runtime/cli"
	"github.com/toolgen/toolgen/runtime/decode"
)

var update = flag.Bool("update", false, "write the golden files")

// echoArgs are the arguments of echo. The variables and readEcho are as the generator writes them.
type echoArgs struct {
	Text  string `json:"text"`
	Times int    `json:"times,omitzero"`
}

var (
	echoType = decode.Type{Kind: decode.KindStruct, Fields: []decode.Field{
		{Key: `"text":`, Type: &decode.Type{Kind: decode.KindString}, Required: true},
		{Key: `"times":`, Type: &decode.Type{Kind: decode.KindInt}},
	}}
)

func readEcho(d *decode.D, i int, v *echoArgs) int {
	property, i, seen := d.Object(i, &echoType)
	for ; property >= 0; property, i, seen = d.Property(i, property, seen, &echoType) {
		switch property {
		case 0:
			i = decode.String(d, i, &v.Text)
		case 1:
			i = decode.Int(d, i, &v.Times)
		}
	}
	if i >= 0 && seen&1 == 0 {
		return -1
	}
	return i
}

func echo(_ context.Context, call *runtime.Call) runtime.Result {
	args := call.Args().(*echoArgs)
	return runtime.Text(strings.Repeat(args.Text, max(1, args.Times)))
}

func wait(ctx context.Context, call *runtime.Call) runtime.Result {
	half := 50.0
	call.Progress(runtime.ProgressEvent{Message: "for people", Percent: &half, Audience: runtime.AudienceUser})
	call.Progress(runtime.ProgressEvent{Message: "for the log"})
	<-ctx.Done()
	return runtime.FromError(ctx.Err())
}

func where(_ context.Context, call *runtime.Call) runtime.Result {
	return runtime.Text(call.WorkingDir() + " on " + call.Platform())
}

func turn(_ context.Context, call *runtime.Call) runtime.Result {
	policy := call.Policy()
	return runtime.Text(fmt.Sprintf("session %s, files %+v, network %+v", call.Session().ID(), policy.Files, policy.Network))
}

// read returns the content of a file, and put writes one.
func read(_ context.Context, call *runtime.Call) runtime.Result {
	content, err := fs.ReadFile(call.Capabilities().Files, "in/a.txt")
	if err != nil {
		return runtime.FromError(err)
	}
	return runtime.Text(string(content))
}

func put(_ context.Context, call *runtime.Call) runtime.Result {
	if err := call.Capabilities().Writable.WriteFile("out/a.txt", []byte("written")); err != nil {
		return runtime.FromError(err)
	}
	return runtime.Text("done")
}

func newRegistry(t *testing.T) *runtime.Registry {
	t.Helper()
	registry := runtime.NewRegistry(&runtime.Options{
		Logger:   slog.New(slog.DiscardHandler),
		Backends: &capability.Backends{Files: files.New(nil).Open, Network: network.New(nil).Open},
	})
	err := registry.Register(
		&runtime.Tool{Name: "echo", Title: "Echo", Description: "Repeats a text.\nIn the same words.", Toolset: "texts", Version: "1.2", Decode: func(d *decode.D) any {
			return decode.Arguments(d, &echoType, readEcho)
		}, Input: `{"type":"object","properties":{"text":{"type":"string"},"times":{"type":"integer"}},"required":["text"]}`, Invoke: echo},
		&runtime.Tool{Name: "wait", Description: "Waits until its context is cancelled, which may take a long time.", Invoke: wait, Timeout: time.Second},
		&runtime.Tool{Name: "where", Description: "Tells the working directory.", Invoke: where},
		&runtime.Tool{Name: "fetch", Description: "Fetches a <page>.", Invoke: echo, Needs: &capability.Needs{Kinds: capability.KindNetwork},
			Available: &runtime.Availability{CheckName: "Online", Check: func() bool { return false }}},
		&runtime.Tool{Name: "turn", Description: "Tells what the flags say.", Invoke: turn},
		&runtime.Tool{Name: "read", Description: "Reads in/a.txt.", Invoke: read, Needs: &capability.Needs{Kinds: capability.KindRead}},
		&runtime.Tool{Name: "put", Description: "Writes out/a.txt.", Invoke: put, Needs: &capability.Needs{Kinds: capability.KindRead | capability.KindWrite}},
		&runtime.Tool{Name: "charge", Description: "Charges.", Invoke: where, Requires: []string{"payments"},
			Available: &runtime.Availability{CheckName: "Online", Check: func() bool { return false }}},
		&runtime.Tool{Name: "pay", Description: "Pays.", Invoke: where, Requires: []string{"payments", "audit"}},
	)
	if err != nil {
		t.Fatal(err)
	}
	return registry
}

// run runs one command and returns its output in the form of a golden file. It uses a fake clock, so that
// durations are exact.
func run(t *testing.T, stdin string, args ...string) (transcript string, status int) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var stdout, stderr bytes.Buffer
		status = cli.Main(t.Context(), newRegistry(t), args, strings.NewReader(stdin), &stdout, &stderr)
		transcript = fmt.Sprintf("exit status %d\n-- stdout --\n%s-- stderr --\n%s", status, &stdout, &stderr)
		time.Sleep(time.Minute) // until abandoned tools have returned
	})
	return transcript, status
}

const twoCalls = `[
	{"id": "a", "name": "echo", "args": {"text": "hello", "times": "3"}},
	{"name": "eco", "args": {}},
	{"id": "a", "name": "wait"},
	{"id": "long", "name": "echo", "args": {"text": "ten chars ", "times": 20}}
]`

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(m.Run())
}

// TestGolden compares the output and the exit status of commands with testdata/NAME.golden; -update writes
// the files.
func TestGolden(t *testing.T) {
	tests := []struct {
		name, stdin string
		args        []string
		want        int
	}{
		{"help", "", []string{"help"}, cli.ExitOK},
		{"help_of_a_command", "", []string{"tools", "batch", "--help"}, cli.ExitOK},
		{"help_of_call", "", []string{"call", "-h"}, cli.ExitOK},
		{"help_without_flags", "", []string{"schema", "-h"}, cli.ExitOK},
		{"list", "", []string{"tools", "list"}, cli.ExitOK},
		{"list_with_grants", "", []string{"list", "--grant", "payments", "--grant=audit"}, cli.ExitOK},
		{"call_without_grant", "", []string{"call", "pay", "--grant", "payments"}, cli.ExitFailed},
		{"call_with_grants", "", []string{"call", "pay", "--dir=/", "--grant", "payments", "--grant", "audit"}, cli.ExitOK},
		{"wrong_grant_empty", "", []string{"call", "pay", "--grant="}, cli.ExitUsage},
		{"list_json", "", []string{"list", "--json"}, cli.ExitOK},
		{"schema", "", []string{"schema", "echo"}, cli.ExitOK},
		{"schema_without_arguments", "", []string{"schema", "wait"}, cli.ExitOK},
		{"call", "", []string{"call", "echo", `{"text":"hi\n"}`}, cli.ExitOK},
		{"call_repaired_and_cut", "", []string{"call", "--budget=40", "echo", `{"text":"0123456789","times":"9"}`}, cli.ExitOK},
		{"call_repaired_root", "", []string{"call", "echo", `"{\"text\":\"hi\"}"`}, cli.ExitOK},
		{"call_json_flags_last", "", []string{"call", "echo", `{"text":"<hi>"}`, "--json"}, cli.ExitOK},
		{"call_from_stdin", `{"text":"in"}`, []string{"call", "echo", "-"}, cli.ExitOK},
		{"call_without_arguments", "", []string{"call", "where", "--dir", "/"}, cli.ExitOK},
		{"call_refused", "", []string{"call", "echo", `{"tex":"hi"}`}, cli.ExitFailed},
		{"call_not_available", "", []string{"call", "fetch"}, cli.ExitFailed},
		{"call_timeout", "", []string{"call", "wait", "--timeout", "100ms"}, cli.ExitFailed},
		{"call_unknown_tool", "", []string{"call", "ecoh", "{}"}, cli.ExitFailed},
		{"call_with_nothing_allowed", "", []string{"call", "turn"}, cli.ExitOK},
		{"call_with_everything_allowed", "", []string{"call", "--session", "s-1", "--allow-read", "/", "turn", "--allow-read=.", "--allow-write", "no/such",
			"--allow-host", "example.org", "--allow-host=*.example.com.", "--allow-host", "*", "--allow-host", "[::1]", "--allow-host", "127.0.0.1", "--allow-host=localhost:8080", "--allow-host", "[::1]:*", "--allow-private"}, cli.ExitOK},
		{"call_refused_files", "", []string{"call", "read"}, cli.ExitFailed},
		{"call_refused_writing", "", []string{"call", "put"}, cli.ExitFailed},
		{"call_dry_run", "", []string{"call", "echo", `{"text":"hi"}`, "--dry-run"}, cli.ExitOK},
		{"batch_dry_run", `[{"name":"put"}]`, []string{"batch", "-", "--dry-run", "--allow-write=."}, cli.ExitOK},
		{"batch", twoCalls, []string{"batch", "-", "--budget", "250"}, cli.ExitFailed},
		{"batch_json", twoCalls, []string{"batch", "--json", "-"}, cli.ExitFailed},
		{"batch_empty", "[]", []string{"batch", "-"}, cli.ExitOK},
		{"wrong_no_command", "", nil, cli.ExitUsage},
		{"wrong_command", "", []string{"lst"}, cli.ExitUsage},
		{"wrong_flag", "", []string{"list", "--jsn"}, cli.ExitUsage},
		{"wrong_flag_of_another_command", "", []string{"schema", "--json", "echo"}, cli.ExitUsage},
		{"wrong_flag_value", "", []string{"call", "echo", "--timeout", "soon"}, cli.ExitUsage},
		{"wrong_number_of_operands", "", []string{"call"}, cli.ExitUsage},
		{"wrong_tool", "", []string{"schema", "ecoh"}, cli.ExitUsage},
		{"wrong_budget", "", []string{"call", "where", "--budget", "-1"}, cli.ExitUsage},
		{"wrong_timeout", "", []string{"call", "where", "--timeout", "-1s"}, cli.ExitUsage},
		{"wrong_dir", "", []string{"call", "where", "--dir", "/no/such"}, cli.ExitUsage},
		{"wrong_dir_file", "", []string{"call", "where", "--dir", "/dev/null"}, cli.ExitUsage},
		{"wrong_session", "", []string{"call", "where", "--session="}, cli.ExitUsage},
		{"wrong_allow_read", "", []string{"call", "turn", "--allow-read", "/no/such"}, cli.ExitUsage},
		{"wrong_allow_read_empty", "", []string{"call", "turn", "--allow-read="}, cli.ExitUsage},
		{"wrong_allow_read_no_value", "", []string{"call", "turn", "--allow-read"}, cli.ExitUsage},
		{"wrong_allow_write_empty", "", []string{"call", "turn", "--allow-write", ""}, cli.ExitUsage},
		{"wrong_allow_host_url", "", []string{"call", "turn", "--allow-host", "https://example.org/"}, cli.ExitUsage},
		{"wrong_allow_host_port", "", []string{"call", "turn", "--allow-host", "127.0.0.1:0"}, cli.ExitUsage},
		{"wrong_allow_host_pattern", "", []string{"call", "turn", "--allow-host", "*.*.org"}, cli.ExitUsage},
		{"wrong_allow_host_empty", "", []string{"call", "turn", "--allow-host", ""}, cli.ExitUsage},
		{"wrong_allow_private_alone", "", []string{"call", "turn", "--allow-private"}, cli.ExitUsage},
		{"wrong_allow_private_of_all", "[]", []string{"batch", "-", "--allow-private", "--allow-host=*"}, cli.ExitUsage},
		{"wrong_file", "", []string{"batch", "no/such.json"}, cli.ExitUsage},
		{"wrong_json", "", []string{"call", "echo", "{\n  \"é\": oops}"}, cli.ExitUsage},
		{"wrong_json_cut_off", "[{\n", []string{"batch", "-"}, cli.ExitUsage},
		{"wrong_json_no_array", `{"name":"echo"}`, []string{"batch", "-"}, cli.ExitUsage},
		{"wrong_json_trailing", "[]\n[]", []string{"batch", "-"}, cli.ExitUsage},
		{"wrong_call_member", `[{"name":"echo","arguments":{}}]`, []string{"batch", "-"}, cli.ExitUsage},
		{"wrong_call_name", `[{"name":"echo"},{"args":{}}]`, []string{"batch", "-"}, cli.ExitUsage},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, status := run(t, test.stdin, test.args...)
			if status != test.want {
				t.Errorf("the exit status is %d, want %d", status, test.want)
			}
			compare(t, filepath.Join("testdata", test.name+".golden"), got)
		})
	}
}

func compare(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs; run go test ./runtime/cli -update and read the diff (-want +got):\n%s", path, diff)
	}
}

// TestBatchIsParallel runs two calls that wait for a second each: together they take one second.
func TestBatchIsParallel(t *testing.T) {
	path := filepath.Join(t.TempDir(), "calls.json")
	if err := os.WriteFile(path, []byte(`[{"name":"wait"},{"name":"wait"}]`), 0o600); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		var stdout, stderr bytes.Buffer
		start := time.Now()
		cli.Main(t.Context(), newRegistry(t), []string{"batch", "--json", path}, nil, &stdout, &stderr)
		if took := time.Since(start); took != time.Second {
			t.Errorf("the batch took %s, want 1s", took)
		}
		lines := strings.Split(strings.TrimSpace(stdout.String()), "\n")
		for i, line := range lines {
			var result runtime.CallResult
			if err := json.Unmarshal([]byte(line), &result); err != nil {
				t.Errorf("line %d is not a result: %v", i, err)
			}
			if result.ID != fmt.Sprint(i+1) || result.Result.OK {
				t.Errorf("line %d is %+v", i, result)
			}
		}
		if len(lines) != 2 {
			t.Errorf("%d lines, want one per call", len(lines))
		}
	})
}

// TestWorkingDir checks that the working directory is the current directory by default.
func TestWorkingDir(t *testing.T) {
	t.Chdir(t.TempDir())
	directory, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	got, _ := run(t, "", "call", "where")
	if !strings.Contains(got, directory+" on cli") {
		t.Errorf("the tool says %q, want %s", got, directory)
	}
}

// TestFiles uses the flags that open files, with a tool that reads and one that writes.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	for _, sub := range []string{"in", "out", "other"} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "in", "a.txt"), []byte("content"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Dir(dir))
	for _, c := range []struct {
		reason, tool string
		flags        []string
		status       int
		want         string
	}{
		{"nothing is open", "read", nil, cli.ExitFailed, "--allow-read PATH lets tools read files"},
		{"the file", "read", []string{"--allow-read", "in/a.txt"}, cli.ExitOK, "content"},
		{"the directory of the file", "read", []string{"--allow-read", "in"}, cli.ExitOK, "content"},
		{"an absolute path", "read", []string{"--allow-read", dir}, cli.ExitOK, "content"},
		{"one of several paths", "read", []string{"--allow-read", "other", "--allow-read", "in"}, cli.ExitOK, "content"},
		{"writing implies reading", "read", []string{"--allow-write", "."}, cli.ExitOK, "content"},
		{"another directory", "read", []string{"--allow-read", "other"}, cli.ExitFailed, "in/a.txt"},
		{"a path that does not exist in the working directory", "read", []string{"--allow-read", filepath.Base(dir)}, cli.ExitUsage, "--allow-read: stat"},
		{"reading is not writing", "put", []string{"--allow-read", "."}, cli.ExitFailed, "--allow-write PATH lets tools write files"},
		{"a dry run writes nothing", "put", []string{"--allow-write", "out", "--dry-run"}, cli.ExitOK, "[dry-run]"},
		{"writing", "put", []string{"--allow-write", "out"}, cli.ExitOK, "done"},
		{"writing to another directory", "put", []string{"--allow-write", "in"}, cli.ExitFailed, "fs:"},
	} {
		written := filepath.Join(dir, "out", "a.txt")
		_ = os.Remove(written)
		args := append([]string{"call", c.tool, "--dir", filepath.Base(dir)}, c.flags...)
		got, status := run(t, "", args...)
		if status != c.status || !strings.Contains(got, c.want) {
			t.Errorf("%s: status %d, want %d and %q:\n%s", c.reason, status, c.status, c.want, got)
		}
		if _, err := os.Stat(written); (err == nil) != strings.Contains(got, "done") {
			t.Errorf("%s: writing: %v", c.reason, err)
		}
	}
}

// TestHosts uses the flags that open hosts, with a tool that fetches a page from this machine.
func TestHosts(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "a page") }))
	defer server.Close()
	get := func(ctx context.Context, call *runtime.Call) runtime.Result {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL, nil)
		if err != nil {
			return runtime.FromError(err)
		}
		response, err := call.Capabilities().HTTP.(*http.Client).Do(request)
		if err != nil {
			return runtime.FromError(err)
		}
		defer response.Body.Close()
		return runtime.Text(response.Status)
	}
	registry := newRegistry(t)
	err := registry.Register(&runtime.Tool{Name: "get", Description: "Gets a page.", Invoke: get, Needs: &capability.Needs{Kinds: capability.KindNetwork, Hosts: []string{"*"}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		reason string
		flags  []string
		status int
		want   string
	}{
		{"no host is open", nil, cli.ExitFailed, "--allow-host HOST opens hosts"},
		{"another host", []string{"--allow-host", "example.org"}, cli.ExitFailed, "network"},
		{"all public hosts", []string{"--allow-host", "*"}, cli.ExitFailed, "network"},
		{"another port", []string{"--allow-host", "127.0.0.1", "--allow-private"}, cli.ExitFailed, "network"},
		{"a host with a private address", []string{"--allow-host", "127.0.0.1:*"}, cli.ExitFailed, "--allow-private"},
		{"the host and private addresses", []string{"--allow-host", "127.0.0.1:*", "--allow-private"}, cli.ExitOK, "200 OK"},
	} {
		var stdout, stderr bytes.Buffer
		status := cli.Main(t.Context(), registry, append([]string{"call", "get"}, c.flags...), nil, &stdout, &stderr)
		if got := stdout.String() + stderr.String(); status != c.status || !strings.Contains(got, c.want) {
			t.Errorf("%s: status %d, want %d and %q:\n%s", c.reason, status, c.status, c.want, got)
		}
	}
}

// TestOutputFails checks that a failed write of the output is an error.
func TestOutputFails(t *testing.T) {
	var stderr bytes.Buffer
	status := cli.Main(t.Context(), newRegistry(t), []string{"list"}, nil, failingWriter{}, &stderr)
	if status != cli.ExitUsage || !strings.Contains(stderr.String(), "disk full") {
		t.Errorf("status %d and %q, want %d and the error", status, &stderr, cli.ExitUsage)
	}
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errors.New("disk full") }
