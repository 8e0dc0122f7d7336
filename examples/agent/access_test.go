package main

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/examples/agent/internal/fakemodel"
)

// The model learns what is open and whether calls can be approved, and gets no tools that cannot work.
func TestAccess(t *testing.T) {
	other := t.TempDir()
	t.Setenv("AGENT_SEARXNG", "https://search.example.org")
	for _, test := range []struct {
		reason     string
		args       []string
		want       []string
		hasNetwork bool
	}{
		{"the defaults", nil, []string{`in the working directory\nNetwork: tools reach no host`, "no person can approve calls here, so that each call that can change files"}, false},
		{"directories and hosts", []string{"--allow-read", other, "--allow-host", "example.org", "--allow-host", "example.com:8080", "--approve", "none"},
			[]string{"and read " + other + " by absolute path", "tools reach example.org, example.com:8080", "Approvals: no call needs one"}, true},
		{"risky", []string{"--approve", "risky"}, []string{"each call that a tool considers destructive is refused"}, false},
	} {
		r := runAgent(t, "openai:x", "OPENAI_BASE_URL", "", newDir(t), []fakemodel.Answer{{Text: "done"}}, append(test.args, "a prompt")...)
		if r.status != exitOK {
			t.Fatalf("%s: %s", test.reason, r.stderr)
		}
		for _, want := range test.want {
			if !strings.Contains(r.requests[0], want) {
				t.Errorf("%s: %q is missing", test.reason, want)
			}
		}
		for _, tool := range []string{"fetch_url", "web_search", "browser_open", "browser_close"} {
			if strings.Contains(r.requests[0], `"name":"`+tool+`"`) != test.hasNetwork {
				t.Errorf("%s: %s is offered: %v, want %v", test.reason, tool, !test.hasNetwork, test.hasNetwork)
			}
		}
		if !strings.Contains(r.requests[0], `"name":"terminal"`) || !strings.Contains(r.requests[0], `"name":"task"`) {
			t.Errorf("%s: terminal or task is not offered", test.reason)
		}
	}
	if got := approvals(approveAsk, true); !strings.HasPrefix(got, "the user is asked before each call") {
		t.Errorf("with a user: %q", got)
	}
}

// A private address needs its flag at the start.
func TestPrivateHosts(t *testing.T) {
	for host, isPrivate := range map[string]bool{
		"127.0.0.1": true, "127.0.0.1:18801": true, "[::1]:80": true, "::1": true, "192.168.1.2": true, "10.0.0.1:8080": true, "169.254.1.1": true,
		"localhost": true, "LOCALHOST.:8080": true, "a.localhost": true,
		"example.org": false, "example.org:8080": false, "*": false, "*.example.org": false, "8.8.8.8": false, "8.8.8.8:53": false, "localhost.example.org": false,
	} {
		err := checkHosts(&settings{allowHost: []string{host}})
		if (err != nil) != isPrivate {
			t.Errorf("%s: %v, want an error: %v", host, err, isPrivate)
		}
		if err := checkHosts(&settings{allowHost: []string{host}, allowPrivate: true}); err != nil {
			t.Errorf("%s with --allow-private: %v", host, err)
		}
	}
	status, _, stderr := command(t, "run", "--allow-host", "127.0.0.1:18801", "--data", t.TempDir(), "x")
	if status != exitUsage || !strings.Contains(stderr, "--allow-host 127.0.0.1:18801 names a private address") || !strings.Contains(stderr, "add --allow-private") {
		t.Errorf("status %d, %s", status, stderr)
	}
}
