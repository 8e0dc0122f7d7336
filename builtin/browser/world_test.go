package browser_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toolgen/toolgen/builtin/browser"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/network"
	"github.com/toolgen/toolgen/runtime/capability/process"
)

// temp is where everything that the tests start keeps its files.
var temp string

// TestMain ends the browser that most tests share, and then looks for what it
// left behind.
func TestMain(m *testing.M) {
	code := func() int {
		var err error
		if temp, err = os.MkdirTemp("", "browser-test-"); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(temp)
		os.Setenv("TMPDIR", temp)
		flag.Parse()
		_ = flag.Set("test.parallel", "10") // they wait for pages more than they work
		code := m.Run()
		if shared.machine != nil {
			if err := shared.end(); err != nil {
				fmt.Fprintln(os.Stderr, "the shared browser:", err)
				return 1
			}
		}
		return code
	}()
	os.Exit(code)
}

// machine is a browser with the backends around it.
type machine struct {
	browser  *browser.Browser
	programs *process.Backend
	registry *runtime.Registry
	options  *runtime.Options
	started  atomic.Int64 // how often Chromium was
	sessions atomic.Int64
}

func newMachine(o browser.Options) *machine {
	m := &machine{programs: process.New(nil)}
	if o.Exec == nil {
		o.Exec = func(ctx context.Context) (capability.Exec, error) {
			m.started.Add(1)
			return m.programs.Open(ctx, &capability.Request{Tool: "browser", Needs: browser.Needs()})
		}
	}
	m.browser = browser.New(&o)
	m.options = &runtime.Options{Backends: &capability.Backends{Network: network.New(nil).Open, Process: m.programs.Open}}
	m.registry = runtime.NewRegistry(m.options)
	if err := m.registry.Register(browser.BrowserTools(m.browser)...); err != nil {
		panic(err)
	}
	return m
}

// end shuts the browser down, and says what is left of it.
func (m *machine) end() error {
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

// leftovers are the processes and files below temp that are still there.
func leftovers() error {
	if left := chromiums(); len(left) > 0 {
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

// chromiums are the processes that have to do with temp, by id: what they were started with.
func chromiums() map[string]string {
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

// shared is the machine of most tests, made by the first.
var shared struct {
	sync.Once
	*machine
}

// needChromium skips a test where there is none.
func needChromium(t testing.TB) {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if _, err := exec.LookPath(name); err == nil {
			return
		}
	}
	if os.Getenv("TOOLGEN_PROGRAMS") == "1" {
		t.Fatal("Chromium is not installed")
	}
	t.Skip("Chromium is not installed")
}

// visitor is one session of a machine.
type visitor struct {
	*machine
	t    testing.TB
	turn *runtime.Turn
}

// visit is a new session of the shared browser, which may reach 127.0.0.1 and
// every public host.
func visit(t testing.TB) *visitor {
	t.Helper()
	needChromium(t)
	shared.Do(func() { shared.machine = newMachine(browser.Options{MaxSessions: 64}) })
	return shared.visit(t)
}

func (m *machine) visit(t testing.TB) *visitor {
	v := &visitor{m, t, &runtime.Turn{Session: runtime.NewSession(fmt.Sprint("session-", m.sessions.Add(1)), "test")}}
	v.policy("*", "127.0.0.1")
	t.Cleanup(func() { v.call("browser_close", nil) })
	return v
}

// policy allows hosts, private ones among them too.
func (v *visitor) policy(hosts ...string) {
	v.turn.Policy.Network = runtime.NetworkPolicy{Allow: hosts, AllowPrivate: true}
}

type args map[string]any

// call runs one tool.
func (v *visitor) call(name string, arguments args) runtime.Result {
	v.t.Helper()
	return v.callIn(context.Background(), name, arguments)
}

func (v *visitor) callIn(ctx context.Context, name string, arguments args) runtime.Result {
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

// page is what a call answered of a page.
type page struct {
	browser.Page
	text string // what the model reads
	v    *visitor
}

// does runs a tool that must succeed and answer with a page.
func (v *visitor) does(name string, arguments args) *page {
	v.t.Helper()
	r := v.call(name, arguments)
	if !r.OK {
		v.t.Fatalf("%s %v: %s %s: %s (%v)", name, arguments, r.Code, r.Reason, r.Error, r.Cause)
	}
	p := &page{text: r.Value, v: v}
	if err := json.Unmarshal(r.Structured, &p.Page); err != nil {
		v.t.Fatal(err)
	}
	return p
}

func (v *visitor) open(url string) *page {
	v.t.Helper()
	return v.does("open", args{"url": url})
}

// fails runs a tool that must fail with a code and a reason.
func (v *visitor) fails(name string, arguments args, code runtime.Code, reason string) runtime.Result {
	v.t.Helper()
	r := v.call(name, arguments)
	if r.OK || r.Code != code || r.Reason != reason {
		v.t.Errorf("%s %v: got %s %q, want %s %q: %s%s (%v)", name, arguments, r.Code, r.Reason, code, reason, r.Value, r.Error, r.Cause)
	}
	return r
}

// ref is the reference on the line that holds all the words.
func (p *page) ref(words ...string) string {
	p.v.t.Helper()
	for line := range strings.Lines(p.Snapshot) {
		found := regexp.MustCompile(`^\s*(@e\d+) `).FindStringSubmatch(line)
		for _, word := range words {
			if !strings.Contains(line, word) {
				found = nil
			}
		}
		if found != nil {
			return found[1]
		}
	}
	p.v.t.Fatalf("no element %q in\n%s", words, p.text)
	return ""
}

// shows fails where the answer lacks one of the texts.
func (p *page) shows(texts ...string) *page {
	p.v.t.Helper()
	for _, text := range texts {
		if !strings.Contains(p.text, text) {
			p.v.t.Errorf("%q is not in\n%s", text, p.text)
		}
	}
	return p
}

// lacks fails where the answer has one of the texts.
func (p *page) lacks(texts ...string) *page {
	p.v.t.Helper()
	for _, text := range texts {
		if strings.Contains(p.text, text) {
			p.v.t.Errorf("%q is in\n%s", text, p.text)
		}
	}
	return p
}

// click clicks the element whose line holds the words.
func (p *page) click(words ...string) *page {
	p.v.t.Helper()
	return p.v.does("click", args{"element": p.ref(words...)})
}

// site serves pages at a loopback address, and counts the requests for each path.
type site struct {
	*httptest.Server
	host string

	mu   sync.Mutex
	seen map[string]int
}

// serve serves bodies of HTML and handlers by their path.
func serve(t testing.TB, pages map[string]any) *site {
	t.Helper()
	return serveAt(t, "127.0.0.1", pages)
}

func serveAt(t testing.TB, address string, pages map[string]any) *site {
	t.Helper()
	s := &site{host: address, seen: make(map[string]int)}
	listener, err := net.Listen("tcp", address+":0")
	if err != nil {
		t.Skip("not every loopback address can be used here: ", err)
	}
	s.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.seen[r.URL.Path]++
		s.mu.Unlock()
		switch page := pages[r.URL.Path].(type) {
		case string:
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = io.WriteString(w, "<!doctype html><html lang=en><meta charset=utf-8>"+page)
		case func(http.ResponseWriter, *http.Request):
			page(w, r)
		default:
			http.NotFound(w, r)
		}
	}))
	s.Listener.Close()
	s.Listener = listener
	s.Start()
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	return s
}

// requests is how often a path was asked for.
func (s *site) requests(path string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.seen[path]
}

// all is how often each path was asked for.
func (s *site) all() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.seen)
}

// eventually waits until something holds.
func eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("never: ", what)
		}
	}
}
