package browser_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	goruntime "runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toolgen/toolgen/builtin/browser"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// kill ends the processes whose command lines contain a word, and returns their
// ids. Chromium's main process is the one without --type.
func kill(t *testing.T, word string) (killed []string) {
	t.Helper()
	for id, line := range chromiumProcesses() {
		if strings.Contains(line, word) && (strings.HasPrefix(word, "--type=") || !strings.Contains(line, "--type=")) {
			number, _ := strconv.Atoi(id)
			if process, err := os.FindProcess(number); err == nil && process.Kill() == nil {
				killed = append(killed, id)
			}
		}
	}
	if len(killed) == 0 {
		t.Fatalf("there is no process with %s: %v", word, chromiumProcesses())
	}
	return killed
}

// waitForEnd waits until processes have ended.
func waitForEnd(t *testing.T, ids []string) {
	t.Helper()
	waitFor(t, "the processes end", func() bool {
		left := chromiumProcesses()
		return !slices.ContainsFunc(ids, func(id string) bool { _, ok := left[id]; return ok })
	})
}

// mainProcesses returns the number of Chromiums.
func mainProcesses() (n int) {
	for _, line := range chromiumProcesses() {
		if strings.Contains(line, "--user-data-dir=") && !strings.Contains(line, "--type=") && !strings.Contains(line, " -c ") {
			n++
		}
	}
	return n
}

func TestSessionsShareNothing(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]any{"/": func(w http.ResponseWriter, r *http.Request) {
		if name := r.URL.Query().Get("name"); name != "" {
			http.SetCookie(w, &http.Cookie{Name: "who", Value: name})
		}
		w.Header().Set("Content-Type", "text/html")
		cookie := "none"
		if c, err := r.Cookie("who"); err == nil {
			cookie = c.Value
		}
		fmt.Fprintf(w, `<p>cookie %s<p id=p><script>p.textContent = 'kept ' + localStorage.who; if (%q) localStorage.who = %[2]q</script>`, cookie, r.URL.Query().Get("name"))
	}})
	a, b := newClient(t), newClient(t)
	var group sync.WaitGroup
	for name, v := range map[string]*client{"ada": a, "bob": b} {
		group.Go(func() {
			for range 2 {
				v.call("open", args{"url": s.URL + "/?name=" + name})
			}
		})
	}
	group.Wait()
	a.open(s.URL).mustShow("cookie ada", "kept ada")
	b.open(s.URL).mustShow("cookie bob", "kept bob")
	if r := a.call("close", nil); !r.OK {
		t.Errorf("%s", r.Error)
	}
	a.mustFail("snapshot", nil, runtime.ExecutionFailed, "NO_PAGE")
	a.open(s.URL).mustShow("cookie none", "kept undefined")
	b.mustCall("snapshot", nil).mustShow("kept bob")
}

// A dry run changes nothing, and does not start Chromium.
func TestDryRun(t *testing.T) {
	t.Parallel()
	needChromium(t)
	m := newFixture(browser.Options{})
	cold := m.newClient(t)
	cold.turn.DryRun = true
	if r := cold.call("open", args{"url": "http://127.0.0.1/@e1"}); !r.OK || !strings.Contains(r.Value, "would open http://127.0.0.1/") {
		t.Errorf("%s%s", r.Value, r.Error)
	}
	cold.mustFail("open", args{"url": "http://127.0.0.2/"}, runtime.NotAvailable, "network")
	cold.mustFail("click", args{"element": "@e1"}, runtime.ExecutionFailed, "NO_PAGE")
	if m.started.Load() != 0 {
		t.Error("Chromium was started")
	}

	s := serve(t, map[string]any{"/": `<title>Still</title><a href=/other>Link</a><input aria-label=Field value=old onkeydown="document.title = 'touched'"><div style="height:5000px">`, "/other": "x"})
	v := newClient(t)
	p := v.open(s.URL)
	before := len(s.all())
	v.turn.DryRun = true
	for _, c := range []struct {
		tool      string
		arguments args
		want      string
	}{
		{"open", args{"url": s.URL + "/other"}, "would open"},
		{"click", args{"element": p.ref(`"Link"`)}, `would click @e1 link "Link"`},
		{"type", args{"element": p.ref(`"Field"`), "text": "s3cret", "submit": true}, `would type 6 characters into @e2 textbox "Field" and press Enter`},
		{"press", args{"key": "Enter"}, "would press Enter"},
		{"press", args{"key": "Enter", "element": p.ref(`"Field"`)}, "would press Enter in @e2"},
		{"press", args{"key": "%", "element": p.ref(`"Field"`)}, `would press % in @e2 textbox "Field"`},
		{"scroll", args{"direction": "down"}, "would scroll down"},
		{"scroll", args{"direction": "down", "element": p.ref(`"Field"`)}, "would scroll down at @e2"},
		{"back", nil, "would go back"},
		{"close", nil, "would close"},
		{"snapshot", nil, "[dry-run]"},
		{"screenshot", nil, "[dry-run]"},
		{"console", args{"clear": true}, "[dry-run]"},
	} {
		if r := v.call(c.tool, c.arguments); !r.OK || !strings.Contains(r.Value, c.want) || strings.Contains(r.Value, "s3cret") {
			t.Errorf("%s: %s%s", c.tool, r.Value, r.Error)
		}
	}
	v.turn.DryRun = false
	if now := v.mustCall("snapshot", nil); now.Title != "Still" || now.Snapshot != p.Snapshot || now.Scroll != p.Scroll || len(s.all()) != before {
		t.Errorf("something has changed: %s", now.text)
	}
}

func TestNotAvailable(t *testing.T) {
	t.Parallel()
	nothing := func(context.Context) (capability.Exec, error) { return nil, fmt.Errorf("not today") }
	for _, c := range []struct {
		reason  string
		options browser.Options
		session bool
	}{
		{"there is no such program", browser.Options{Program: "no-such-chromium"}, true},
		{"it is no browser", browser.Options{Program: "true"}, true},
		{"nothing may be run", browser.Options{Exec: nothing}, true},
		{"no session", browser.Options{}, false},
	} {
		m := newFixture(c.options)
		v := m.newClient(t)
		if !c.session {
			v.turn.Session = nil
		}
		if r := v.call("open", args{"url": "http://127.0.0.1/"}); r.OK || r.Code != runtime.NotAvailable && c.options.Exec == nil {
			t.Errorf("%s: got %s: %s%s (%v)", c.reason, r.Code, r.Value, r.Error, r.Cause)
		}
	}
	if browser.New(nil).Ready() {
		t.Error("a browser without Options.Exec is ready")
	}
}

// Idle sessions and those above MaxSessions are closed, and no process, file or
// goroutine is left.
func TestSessionsAndProcessesEnd(t *testing.T) {
	needChromium(t)
	s := serve(t, map[string]any{"/": "<title>Fine</title>"})
	before := goruntime.NumGoroutine()
	m := newFixture(browser.Options{IdleTimeout: 3 * time.Second, MaxSessions: 2})
	a, b, c := m.newClient(t), m.newClient(t), m.newClient(t)
	a.open(s.URL)
	b.open(s.URL)
	c.open(s.URL)
	a.mustFail("snapshot", nil, runtime.ExecutionFailed, "NO_PAGE")
	c.mustCall("snapshot", nil)
	if n := mainProcesses(); n < 1 || n > 2 {
		t.Errorf("%d Chromiums run for at most 2 sessions", n)
	}
	waitFor(t, "idle sessions end", func() bool { return leftovers() == nil })
	b.mustFail("snapshot", nil, runtime.ExecutionFailed, "NO_PAGE")
	b.open(s.URL)
	if m.started.Load() != 4 {
		t.Errorf("started %d times", m.started.Load())
	}
	b.call("close", nil)
	waitFor(t, "Chromium ends with its session", func() bool { return leftovers() == nil })

	b.open(s.URL)
	working := make(chan runtime.Result, 1)
	go func() { working <- b.call("snapshot", args{"wait_seconds": 30}) }()
	time.Sleep(100 * time.Millisecond)
	if err := m.end(); err != nil {
		t.Error(err)
	}
	if r := <-working; r.OK {
		t.Errorf("a call outlived the browser: %s", r.Value)
	}
	b.mustFail("open", args{"url": s.URL}, runtime.NotAvailable, "")
	if err := m.end(); err != nil {
		t.Errorf("a second Shutdown: %v", err)
	}
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	s.CloseClientConnections()
	waitFor(t, "goroutines end", func() bool { return goruntime.NumGoroutine() <= before+2 })
}
