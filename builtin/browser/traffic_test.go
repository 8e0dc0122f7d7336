package browser_test

import (
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
)

// streams are workers that receive data without end.
var streams = map[string]string{
	"worker":         `new Worker('/worker.js')`,
	"shared worker":  `new SharedWorker('/worker.js')`,
	"service worker": `navigator.serviceWorker.register('/worker.js')`,
}

const readsEndlessly = `const read = async () => { for (;;) { const reader = (await fetch('/data')).body.getReader(); while (!(await reader.read()).done); } };
	read().catch(() => 0); if (globalThis.skipWaiting) oninstall = (e) => e.waitUntil(read())`

// What workers of a page receive is limited until the next call.
func TestTrafficIsLimited(t *testing.T) {
	t.Parallel()
	const limit = 400 << 20
	for _, name := range cases(streams, "service worker") {
		t.Run(name, func(t *testing.T) {
			var sent atomic.Int64
			s := serve(t, map[string]any{
				"/": "<title>Page</title><script>" + streams[name] + "</script>", "/fine": "<title>Fine</title>",
				"/worker.js": func(w http.ResponseWriter, _ *http.Request) {
					w.Header().Set("Content-Type", "text/javascript")
					_, _ = io.WriteString(w, readsEndlessly)
				},
				"/data": func(w http.ResponseWriter, _ *http.Request) {
					for block := []byte(strings.Repeat("x", 1<<20)); ; sent.Add(int64(len(block))) {
						if _, err := w.Write(block); err != nil {
							return
						}
					}
				},
			})
			v := newClient(t)
			if r := v.call("open", args{"url": s.URL}); !r.OK && r.Reason != "PAGE_STOPPED" {
				t.Fatalf("the page does not open: %s %s", r.Reason, r.Error)
			}
			waitFor(t, "the limit", func() bool {
				return sent.Load() > limit-4<<20 || sent.Load() > limit/3 && v.call("snapshot", nil).Reason == "PAGE_STOPPED"
			})
			r := v.call("open", args{"url": s.URL + "/fine"}) // counts anew
			if !r.OK {
				t.Errorf("%s: no page opens after it: %s %s", name, r.Reason, r.Error)
			}
			if n := sent.Load(); n > 2*limit+64<<20 {
				t.Errorf("%d MB were sent", n>>20)
			}
		})
	}
}
