package browser_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toolgen/toolgen/builtin/browser"
	"github.com/toolgen/toolgen/internal/racetest"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
	"github.com/toolgen/toolgen/runtime/capability/network"
	"github.com/toolgen/toolgen/runtime/capability/process"
)

// timeFactor is by how much the time limits are longer in tests, which run
// several pages at a time.
const timeFactor = 2

// cases returns the names of the cases of a table. With -short, and with the race detector, which finds nothing
// in Chromium, they are only the cases with these names.
func cases[V any](all map[string]V, short ...string) []string {
	if racetest.Enabled || testing.Short() {
		return short
	}
	return slices.Sorted(maps.Keys(all))
}

// temp is the directory for the files of all programs that the tests start.
var temp string

// TestMain ends the browser that most tests share, and then checks that no
// process and no file of it is left.
func TestMain(m *testing.M) {
	browser.ScaleTimeouts(timeFactor)
	code := func() int {
		if os.Getenv(killedTest) != "" {
			return m.Run()
		}
		var err error
		if temp, err = os.MkdirTemp("", "browser-test-"); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(temp)
		os.Setenv("TMPDIR", temp)
		flag.Parse()
		_ = flag.Set("test.parallel", "4") // the tests mostly wait for pages
		code := m.Run()
		if shared.fixture != nil {
			if err := shared.end(); err != nil {
				fmt.Fprintln(os.Stderr, "the shared browser:", err)
				return 1
			}
		}
		return code
	}()
	os.Exit(code)
}

// fixture is a browser with its backends and registry.
type fixture struct {
	browser  *browser.Browser
	programs *process.Backend
	registry *runtime.Registry
	options  *runtime.Options
	started  atomic.Int64 // how often Chromium was started
	sessions atomic.Int64
}

func newFixture(o browser.Options) *fixture { return newFixtureOn(process.New(nil), o) }

// newFixtureOn returns a fixture whose Chromium a process backend starts.
func newFixtureOn(programs *process.Backend, o browser.Options) *fixture {
	m := &fixture{programs: programs}
	if o.Exec == nil {
		o.Exec = func(ctx context.Context) (capability.Exec, error) {
			m.started.Add(1)
			return m.programs.Open(ctx, &capability.Request{Tool: "browser", Needs: browser.Needs()})
		}
	}
	m.browser = browser.New(&o)
	m.options = &runtime.Options{Backends: &capability.Backends{Files: files.New(nil).Open, Network: network.New(nil).Open, Process: m.programs.Open}}
	m.registry = runtime.NewRegistry(m.options)
	if err := m.registry.Register(browser.BrowserTools(m.browser)...); err != nil {
		panic(err)
	}
	return m
}

// end shuts the browser down. Processes or files that are left are an error.
func (m *fixture) end() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := m.browser.Shutdown(ctx); err != nil {
		return err
	}
	if err := m.programs.Close(ctx); err != nil {
		return err
	}
	return leftovers()
}

// leftovers returns an error when processes or files of a browser are left.
func leftovers() error {
	if left := chromiumProcesses(); len(left) > 0 {
		return fmt.Errorf("%d processes are left: %v", len(left), left)
	}
	entries, err := os.ReadDir(temp)
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), "Test") { // t.TempDir
			return fmt.Errorf("%s is left", e.Name())
		}
	}
	return err
}

// chromiumProcesses returns the command lines of the processes that use temp, by
// process id.
func chromiumProcesses() map[string]string {
	found := make(map[string]string)
	processes, _ := filepath.Glob("/proc/[0-9]*")
	for _, path := range processes {
		line, _ := os.ReadFile(path + "/cmdline")
		environment, _ := os.ReadFile(path + "/environ")
		directory, _ := os.Readlink(path + "/cwd")
		if id := filepath.Base(path); id != strconv.Itoa(os.Getpid()) && strings.Contains(string(line)+string(environment)+directory, temp+"/toolgen") {
			found[id] = strings.ReplaceAll(string(line), "\x00", " ")
		}
	}
	return found
}

// shared is the fixture of most tests, which the first of them makes.
var shared struct {
	sync.Once
	*fixture
}

// findChromium returns the path of Chromium; empty if it is not installed.
func findChromium() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// needChromium skips a test where Chromium is not installed.
func needChromium(t testing.TB) {
	t.Helper()
	if findChromium() != "" {
		return
	}
	if os.Getenv("TOOLGEN_PROGRAMS") == "1" {
		t.Fatal("Chromium is not installed")
	}
	t.Skip("Chromium is not installed")
}

// client calls tools in one session of a fixture.
type client struct {
	*fixture
	t    testing.TB
	turn *runtime.Turn
}

// newClient returns a client with a new session of the shared browser. Its policy
// allows 127.0.0.1 and every public host.
func newClient(t testing.TB) *client {
	t.Helper()
	needChromium(t)
	shared.Do(func() { shared.fixture = newFixture(browser.Options{MaxSessions: 64, LoadTimeout: 40 * time.Second}) })
	return shared.newClient(t)
}

func (m *fixture) newClient(t testing.TB) *client {
	v := &client{m, t, &runtime.Turn{Session: runtime.NewSession(fmt.Sprint("session-", m.sessions.Add(1)), "test")}}
	v.allow("*", "127.0.0.1")
	t.Cleanup(func() { v.call("browser_close", nil) })
	return v
}

// allow sets the hosts that the policy allows, which may be private, on every port.
func (v *client) allow(hosts ...string) {
	for i, host := range hosts {
		if host != "*" {
			hosts[i] = host + ":*"
		}
	}
	v.turn.Policy.Network = runtime.NetworkPolicy{Allow: hosts, AllowPrivate: true}
}

type args map[string]any

// call runs one tool.
func (v *client) call(name string, arguments args) runtime.Result {
	v.t.Helper()
	return v.callIn(context.Background(), name, arguments)
}

func (v *client) callIn(ctx context.Context, name string, arguments args) runtime.Result {
	v.t.Helper()
	if arguments == nil {
		arguments = args{}
	}
	text, err := json.Marshal(arguments)
	if err != nil {
		v.t.Fatal(err)
	}
	return v.registry.ExecuteParallel(ctx, []runtime.ToolCall{{ID: "1", Name: "browser_" + strings.TrimPrefix(name, "browser_"), Args: text}}, v.turn)[0].Result
}

// page is the result of a call that returns a page.
type page struct {
	browser.Page
	text string // what the model reads
	v    *client
}

// mustCall runs a tool that must succeed and return a page.
func (v *client) mustCall(name string, arguments args) *page {
	v.t.Helper()
	r := v.call(name, arguments)
	if !r.OK {
		v.t.Fatalf("%s %v: %s %s: %s (%v)", name, arguments, r.Code, r.Reason, r.Error, r.Cause)
	}
	return v.result(r)
}

// result returns the page of a result; nil if it is a failure.
func (v *client) result(r runtime.Result) *page {
	v.t.Helper()
	if !r.OK {
		return nil
	}
	p := &page{text: r.Value, v: v}
	if err := json.Unmarshal(r.Structured, &p.Page); err != nil {
		v.t.Fatal(err)
	}
	return p
}

func (v *client) open(url string) *page {
	v.t.Helper()
	return v.mustCall("open", args{"url": url})
}

// mustFail runs a tool that must fail with a code and a reason.
func (v *client) mustFail(name string, arguments args, code runtime.Code, reason string) runtime.Result {
	v.t.Helper()
	r := v.call(name, arguments)
	if r.OK || r.Code != code || r.Reason != reason {
		v.t.Errorf("%s %v: got %s %q, want %s %q: %s%s (%v)", name, arguments, r.Code, r.Reason, code, reason, r.Value, r.Error, r.Cause)
	}
	return r
}

// ref returns the reference on the first line that contains all the words. A result that has only changes may lack it:
// the whole page is read then.
func (p *page) ref(words ...string) string {
	p.v.t.Helper()
	if found := p.findRef(words...); found != "" || !p.Changes {
		return p.mustFind(found, words...)
	}
	whole := p.v.mustCall("snapshot", nil)
	return whole.mustFind(whole.findRef(words...), words...)
}

func (p *page) mustFind(found string, words ...string) string {
	p.v.t.Helper()
	if found == "" {
		p.v.t.Fatalf("no element %q in\n%s", words, p.text)
	}
	return found
}

func (p *page) findRef(words ...string) string {
	for line := range strings.Lines(p.Snapshot) {
		found := regexp.MustCompile(`^\s*(?:\+ )?(@e\d+) `).FindStringSubmatch(line)
		for _, word := range words {
			if !strings.Contains(line, word) {
				found = nil
			}
		}
		if found != nil {
			return found[1]
		}
	}
	return ""
}

// mustShow fails the test when the result lacks one of the texts.
func (p *page) mustShow(texts ...string) *page {
	p.v.t.Helper()
	for _, text := range texts {
		if !strings.Contains(p.text, text) {
			p.v.t.Errorf("%q is not in\n%s", text, p.text)
		}
	}
	return p
}

// mustLack fails the test when the result has one of the texts. Lines that are gone do not count.
func (p *page) mustLack(texts ...string) *page {
	p.v.t.Helper()
	shown := regexp.MustCompile(`(?m)^- .*$`).ReplaceAllString(p.text, "")
	for _, text := range texts {
		if strings.Contains(shown, text) {
			p.v.t.Errorf("%q is in\n%s", text, p.text)
		}
	}
	return p
}

// click clicks the element whose line contains the words.
func (p *page) click(words ...string) *page {
	p.v.t.Helper()
	return p.v.mustCall("click", args{"element": p.ref(words...)})
}

// waitFor waits until a condition is true.
func waitFor(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(60 * time.Second); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("timeout while waiting for ", what)
		}
	}
}
