package browser_test

import (
	"context"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toolgen/toolgen/builtin/browser"
	"github.com/toolgen/toolgen/runtime"
)

// residentMemory returns the memory of all processes of Chromium that is not shared with files, in bytes.
func residentMemory() int64 {
	var sum int64
	for id := range chromiumProcesses() {
		text, _ := os.ReadFile("/proc/" + id + "/statm")
		if fields := strings.Fields(string(text)); len(fields) > 2 {
			resident, _ := strconv.ParseInt(fields[1], 10, 64)
			shared, _ := strconv.ParseInt(fields[2], 10, 64)
			sum += (resident - shared) * int64(os.Getpagesize())
		}
	}
	return sum
}

// hogs are pages that allocate memory without end.
var hogs = map[string]string{
	"workers": `for (let i = 0; i < 20; i++) new Worker(URL.createObjectURL(new Blob(['const kept = []; for (;;) kept.push(new Uint8Array(16 << 20).fill(1))'])))`,
	"arrays":  `const kept = []; setInterval(() => kept.push(new Uint8Array(64 << 20).fill(1)), 5)`,
	"shared":  `const kept = []; setInterval(() => { const m = new WebAssembly.Memory({initial: 1024, maximum: 1024, shared: true}); new Uint8Array(m.buffer).fill(1); kept.push(m) }, 5)`,
	"blobs":   `const kept = []; setInterval(() => kept.push(new Blob([new Uint8Array(32 << 20).fill(1)])), 5)`,
	"frames":  `setInterval(() => document.body.append(Object.assign(document.createElement('iframe'), {srcdoc: '<script>const kept = []; setInterval(() => kept.push(new Uint8Array(16 << 20).fill(1)), 5)<\/script>'})), 20)`,
	"wasm":    `const kept = []; setInterval(() => { const m = new WebAssembly.Memory({initial: 1, maximum: 65536}); m.grow(1024); new Uint8Array(m.buffer).fill(1); kept.push(m) }, 5)`,
	"texts":   `let s = 'x'; const kept = []; setInterval(() => { s = 'x'.repeat(32 << 20); kept.push(s + Math.random(), new TextEncoder().encode(s)) }, 5)`,
	"canvas":  `const kept = []; setInterval(() => { const c = document.createElement('canvas'); c.width = c.height = 4000; c.getContext('2d').fillRect(0, 0, 4000, 4000); kept.push(c) }, 5)`,
}

// The processes of each session and those of all sessions together use limited memory.
func TestMemoryIsLimited(t *testing.T) {
	needChromium(t)
	if _, err := os.Stat("/proc/self/statm"); err != nil {
		t.Skip("this system has no /proc")
	}
	const limit = 900 << 20
	m := newFixture(browser.Options{MaxMemory: 2 * limit, MaxSessionMemory: limit})
	t.Cleanup(func() { _ = m.browser.Shutdown(context.Background()) })
	pages := map[string]any{"/": "<title>Fine</title>"}
	for name, script := range hogs {
		pages["/"+name] = "<title>Hog</title><body><script>" + script + "</script>"
	}
	s := serve(t, pages)
	largest, end := watchMemory()
	defer end()
	v := m.newClient(t)
	for _, name := range cases(hogs, "workers", "arrays") {
		largest.Store(0)
		r := v.openHog(s.URL + "/" + name)
		t.Logf("%s: at most %d MB, %s", name, largest.Load()>>20, r.Reason)
		if r.Reason != "PAGE_STOPPED" && r.Reason != "BROWSER_ENDED" && largest.Load() > limit {
			t.Errorf("%s: %s %.300s%s", name, r.Reason, r.Value, r.Error)
		}
		if got := largest.Load(); got > 2*limit {
			t.Errorf("%s: the processes used %d MB", name, got>>20)
		}
		if p := v.open(s.URL); p.Title != "Fine" {
			t.Errorf("%s: got %s", name, p.text)
		}
	}
}

// openHog opens a page that allocates memory, and returns the first failure within some seconds.
func (v *client) openHog(url string) runtime.Result {
	r := v.call("open", args{"url": url})
	for end := time.Now().Add(15 * time.Second); r.OK && time.Now().Before(end); {
		r = v.call("snapshot", args{"wait_seconds": 1})
	}
	return r
}

// Of several sessions that together use too much, the largest is ended. A small one loses nothing.
func TestLargestSessionEnds(t *testing.T) {
	needChromium(t)
	if _, err := os.Stat("/proc/self/statm"); err != nil {
		t.Skip("this system has no /proc")
	}
	m := newFixture(browser.Options{MaxMemory: 1 << 30, MaxSessionMemory: 2 << 30})
	t.Cleanup(func() { _ = m.browser.Shutdown(context.Background()) })
	s := serve(t, map[string]any{"/": "<title>Fine</title>", "/hog": "<title>Hog</title><body><script>" + hogs["arrays"] + "</script>"})
	small, large := m.newClient(t), m.newClient(t)
	small.open(s.URL)
	if r := large.openHog(s.URL + "/hog"); r.Reason != "PAGE_STOPPED" {
		t.Errorf("the largest session: %s %s%s", r.Reason, r.Error, r.Value)
	}
	if p := small.mustCall("snapshot", nil); p.Title != "Fine" {
		t.Errorf("the small session lost its page: %s", p.text)
	}
}

// watchMemory measures the largest memory of all processes until end is called.
func watchMemory() (largest *atomic.Int64, end func()) {
	largest = new(atomic.Int64)
	ctx, cancel := context.WithCancel(context.Background())
	measured := make(chan struct{})
	go func() {
		defer close(measured)
		for ctx.Err() == nil {
			if now := residentMemory(); now > largest.Load() {
				largest.Store(now)
			}
			time.Sleep(20 * time.Millisecond)
		}
	}()
	return largest, func() { cancel(); <-measured }
}
