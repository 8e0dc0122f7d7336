package browser_test

import (
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/builtin/browser"
	"github.com/toolgen/toolgen/runtime"
)

// endless is a reader of a document without an end.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = "<p>text</p> "[i%12]
	}
	return len(p), nil
}

// sendBomb sends a document of 4 GB in a few megabytes.
func sendBomb(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html")
	w.Header().Set("Content-Encoding", "gzip")
	packed := gzip.NewWriter(w)
	_, _ = io.WriteString(packed, "<title>Bomb</title>")
	_, _ = io.Copy(packed, io.LimitReader(endless{}, 4<<30))
	_ = packed.Close()
}

// bombs are pages that want to use all time of the tools.
var bombs = map[string]any{
	"alert":      `<title>Bomb</title><script>while (true) alert('again')</script>`,
	"confirm":    `<title>Bomb</title><button onclick="while (true) confirm('again')">Button</button>`,
	"timers":     `<title>Bomb</title><script>setInterval(() => alert('again'), 0)</script>`,
	"frames":     `<title>Bomb</title><iframe src="?1"></iframe><iframe src="?2"></iframe><script>for (const f of document.querySelectorAll('iframe')) f.src = location.href + Math.random()</script>`,
	"documents":  `<title>Bomb</title><script>for (let i = 0; i < 1e4; i++) document.body.append(Object.assign(document.createElement('iframe'), {srcdoc: '<iframe srcdoc="x"></iframe>'.repeat(5)}))</script>`,
	"bytes":      sendBomb,
	"navigation": `<title>Bomb</title><script>location = '?' + Math.random()</script>`,
	"windows":    `<title>Bomb</title><script>setInterval(() => open(location.href), 0)</script><button onclick="for (let i = 0; i < 1000; i++) open(location.href)">Button</button>`,
	"frame":      `<title>Bomb</title><iframe srcdoc="<script>while (true) alert('again')</script>"></iframe><iframe src="OTHER/dialogs"></iframe>`,
	"leave":      `<title>Bomb</title><iframe id=f srcdoc="<script>onmessage = () => { for (let i = 0; i < 45; i++) alert('x') }</script>"></iframe><script>onbeforeunload = () => { f.contentWindow.postMessage(1, '*') }</script>`,
	"leave site": `<title>Bomb</title><iframe id=f src="OTHER/late"></iframe><script>onbeforeunload = () => { f.contentWindow.postMessage(1, '*') }</script>`,
	"leave main": `<title>Bomb</title><script>onbeforeunload = () => { setTimeout(() => { for (let i = 0; i < 45; i++) alert('x') }) }</script>`,
	"leaves":     `<title>Bomb</title><iframe id=f src="OTHER/late"></iframe><script>onload = () => { f.contentWindow.postMessage(1, '*'); location = '/fine' }</script>`,
	"prints":     `<title>Bomb</title><script>while (true) { print(); confirm('again') }</script>`,
	"history":    `<title>Bomb</title><script>setInterval(() => { for (let i = 0; i < 1000; i++) try { history.pushState(0, '', '#' + Math.random()) } catch { } location.hash = Math.random() }, 0)</script>`,
	"downloads":  `<title>Bomb</title><script>setInterval(() => Object.assign(document.createElement('a'), {href: 'data:text/plain,x', download: 'x'}).click(), 0)</script>`,
	"writing":    `<title>Bomb</title><script>setInterval(() => document.write('<p>' + '<b>x'.repeat(1000)), 0)</script>`,
	"requests":   `<title>Bomb</title><script>for (let i = 0; i < 1e4; i++) fetch('/x' + i).catch(() => 0)</script>`,
}

// A page cannot use the tools for longer than their time limits, and another page opens at once.
func TestBombs(t *testing.T) {
	t.Parallel()
	needChromium(t)
	m := newFixture(browser.Options{MaxSessions: 2 * len(bombs), LoadTimeout: 10 * time.Second})
	t.Cleanup(func() { _ = m.browser.Shutdown(context.Background()) })
	keeper := m.newClient(t)
	keeper.open(serve(t, map[string]any{"/": "<title>Kept</title>"}).URL)
	other := serveAt(t, "127.0.0.2", map[string]any{"/dialogs": "<script>while (true) alert('again')</script>",
		"/late": "<script>onmessage = () => { for (let i = 0; i < 45; i++) alert('x') }</script>"})
	for _, name := range cases(bombs, "alert", "frame", "leave site", "navigation", "windows") {
		t.Run(name, func(t *testing.T) {
			page := bombs[name]
			if text, ok := page.(string); ok {
				page = strings.ReplaceAll(text, "OTHER", other.URL)
			}
			s := serve(t, map[string]any{"/": page, "/fine": func(w http.ResponseWriter, _ *http.Request) {
				time.Sleep(30 * time.Millisecond) // in which the page that is left can act
				w.Header().Set("Content-Type", "text/html")
				_, _ = io.WriteString(w, "<title>Fine</title>")
			}})
			v := m.newClient(t)
			v.allow("127.0.0.1", "127.0.0.2")
			within := func(limit time.Duration, tool string, arguments args) runtime.Result {
				t.Helper()
				began := time.Now()
				r := v.call(tool, arguments)
				if took := time.Since(began); took > limit*timeFactor {
					t.Errorf("%s took %v: %s %.300s%s", tool, took, r.Reason, r.Value, r.Error)
				}
				return r
			}
			r := within(20*time.Second, "open", args{"url": s.URL})
			if strings.Contains(r.Value, `"Button"`) {
				within(20*time.Second, "click", args{"element": "@e1"})
			}
			within(12*time.Second, "snapshot", nil)
			if r := within(20*time.Second, "open", args{"url": s.URL + "/fine"}); !r.OK || !strings.Contains(r.Value, `Title: "Fine"`) {
				t.Errorf("another page does not open: %s %s%s", r.Reason, r.Value, r.Error)
			}
			within(5*time.Second, "close", nil)
		})
	}
	if p := keeper.mustCall("snapshot", nil); p.Title != "Kept" {
		t.Errorf("another session lost its page: %s", p.text)
	}
}

// A page with many frames is shown as it is then, and one with twice as many is closed.
func TestManyFrames(t *testing.T) {
	t.Parallel()
	needChromium(t)
	m := newFixture(browser.Options{})
	t.Cleanup(func() { _ = m.browser.Shutdown(context.Background()) })
	frames := func(count string) string {
		return `<title>Frames</title><script>for (let i = 0; i < ` + count + `; i++) document.documentElement.append(document.createElement('iframe'))</script>`
	}
	s := serve(t, map[string]any{"/few": frames("100"), "/many": frames("350"), "/more": frames("700")})
	v := m.newClient(t)
	if r := v.call("open", args{"url": s.URL + "/few"}); !r.OK || strings.Contains(r.Value, "frames") {
		t.Errorf("100 frames: %s %s%s", r.Reason, r.Value, r.Error)
	}
	if r := v.call("open", args{"url": s.URL + "/many"}); !r.OK || !strings.Contains(r.Value, "more than 300 frames") {
		t.Errorf("350 frames: %s %s%s", r.Reason, r.Value, r.Error)
	}
	if testing.Short() {
		return
	}
	if r := v.call("open", args{"url": s.URL + "/more"}); r.Reason != browser.ReasonPageStopped {
		t.Errorf("700 frames: %s %s%s", r.Reason, r.Value, r.Error)
	}
}
