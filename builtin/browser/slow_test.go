package browser_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toolgen/toolgen/builtin/browser"
	"github.com/toolgen/toolgen/runtime"
)

// blockAfter sends a beginning, and then nothing until the client disconnects.
func blockAfter(beginning string) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, r *http.Request) {
		if beginning != "" {
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write([]byte(beginning))
			_ = http.NewResponseController(w).Flush()
		}
		<-r.Context().Done()
	}
}

func TestPagesThatKeepLoading(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]any{
		"/never": blockAfter(""), "/half": blockAfter("<title>Half</title><p>the first half"),
		"/image": "<title>Image</title><p>text<img src=/never>", "/poll": "<title>Poll</title><p>text<script>for (let i = 0; i < 5; i++) (async () => { for (;;) { await fetch('/quick'); await new Promise((done) => setTimeout(done, 50)) } })()</script>",
		"/quick": "x", "/": "<title>Fine</title><a href=/never>Nowhere</a>",
	})
	needChromium(t)
	m := newFixture(browser.Options{LoadTimeout: 6 * time.Second})
	t.Cleanup(func() { _ = m.browser.Shutdown(context.Background()) })
	var group sync.WaitGroup
	for reason, check := range map[string]func(*client){
		"nothing comes": func(v *client) {
			v.mustFail("open", args{"url": s.URL + "/never"}, runtime.ExecutionFailed, "LOAD_TIMEOUT")
		},
		"half a page":      func(v *client) { v.open(s.URL+"/half").mustShow("the first half", "still loading") },
		"all but an image": func(v *client) { v.open(s.URL+"/image").mustShow(`text "text"`, "still loading") },
		"always busy":      func(v *client) { v.open(s.URL+"/poll").mustShow(`text "text"`, "still busy") },
		"a link":           func(v *client) { v.open(s.URL).click(`"Nowhere"`).mustShow("still loading", `link "Nowhere"`) }, // the page stays
	} {
		group.Go(func() { t.Run(reason, func(t *testing.T) { check(m.newClient(t)) }) }) // concurrently, because they only wait
	}
	group.Wait()
}

func TestEndlessScript(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]any{
		"/":     `<title>Hangs</title><button onclick="console.log('last words'); for (;;);">Hang</button>`,
		"/fine": "<title>Fine</title>",
	})
	v := newClient(t)
	p := v.open(s.URL)
	began := time.Now()
	v.mustFail("click", args{"element": p.ref(`"Hang"`)}, runtime.ExecutionFailed, "PAGE_HUNG")
	if took := time.Since(began); took > 2*time.Minute { // the machine may be busy
		t.Errorf("that took %v", took)
	}
	if r := v.call("console", nil); !strings.Contains(r.Value, "last words") {
		t.Errorf("the console is lost: %s%s", r.Value, r.Error)
	}
	if p := v.open(s.URL + "/fine"); p.Title != "Fine" {
		t.Errorf("got %s", p.text)
	}
}

func TestCancellation(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]any{"/never": blockAfter(""), "/": "<title>Fine</title><a href=/never>Nowhere</a>"})
	v := newClient(t)
	for name, arguments := range map[string]args{"open": {"url": s.URL + "/never"}, "click": {}, "snapshot": {"wait_seconds": 30}} {
		if p := v.open(s.URL); name == "click" {
			arguments["element"] = p.ref(`"Nowhere"`)
		}
		ctx, cancel := context.WithCancel(context.Background())
		before := s.requests("/never")
		ended := make(chan runtime.Result, 1)
		go func() { ended <- v.callIn(ctx, name, arguments) }()
		if name == "snapshot" {
			time.Sleep(100 * time.Millisecond)
		} else {
			waitFor(t, name, func() bool { return s.requests("/never") > before })
		}
		cancel()
		select {
		case r := <-ended:
			if r.OK {
				t.Errorf("%s: %s", name, r.Value)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("%s goes on", name)
		}
		if p := v.open(s.URL); p.Title != "Fine" {
			t.Errorf("after %s: %s", name, p.text)
		}
	}
}

func TestCrashes(t *testing.T) {
	needChromium(t)
	s := serve(t, map[string]any{"/": "<title>Fine</title><button>Button</button>"})
	m := newFixture(browser.Options{})
	v := m.newClient(t)
	t.Cleanup(func() {
		if err := m.end(); err != nil {
			t.Error(err)
		}
	})
	button := v.open(s.URL).ref(`"Button"`)
	waitForEnd(t, kill(t, "--type=renderer"))
	waitFor(t, "the crash is noticed", func() bool { return v.call("snapshot", nil).Reason == "PAGE_CRASHED" })
	v.mustFail("click", args{"element": button}, runtime.ExecutionFailed, "PAGE_CRASHED")
	v.mustFail("screenshot", nil, runtime.ExecutionFailed, "PAGE_CRASHED")
	// The signal also ends renderers that Chromium holds ready, one of which may
	// get the first page that is opened after it.
	var opened *page
	waitFor(t, "a page opens again", func() bool {
		opened = v.result(v.call("open", args{"url": s.URL}))
		return opened != nil
	})
	button = opened.ref(`"Button"`)
	if m.started.Load() != 1 {
		t.Error("the crash of a page ended Chromium")
	}
	waitForEnd(t, kill(t, "--user-data-dir="))
	waitFor(t, "the end is noticed", func() bool { return v.call("snapshot", nil).Reason == "BROWSER_ENDED" })
	v.mustFail("click", args{"element": button}, runtime.ExecutionFailed, "BROWSER_ENDED")
	waitFor(t, "nothing is left of it", func() bool { return leftovers() == nil })
	v.open(s.URL)
	v.mustFail("click", args{"element": button}, runtime.ExecutionFailed, "STALE_REFERENCE")
	if m.started.Load() != 2 {
		t.Errorf("started %d times", m.started.Load())
	}
}
