package browser_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/builtin/browser"
)

// frameOfDialogs is a frame that opens dialogs all the time.
const frameOfDialogs = `Object.assign(document.createElement('iframe'), {sandbox: 'allow-scripts allow-modals', srcdoc: '<script>setInterval(() => alert(1), 7)<\/script>'})`

// attacks are pages that crash or hang the Chromium that shows them, or use it up.
var attacks = map[string]string{
	"dialogs of two removed frames":    `const all = [add(` + frameOfDialogs + `), add(` + frameOfDialogs + `)]; let n = 0; setInterval(() => { const i = n++ % 2; const f = ` + frameOfDialogs + `; all[i].replaceWith(f); all[i] = f }, 20)`,
	"dialogs of twelve removed frames": `const all = []; for (let i = 0; i < 12; i++) all.push(add(` + frameOfDialogs + `)); let n = 0; setInterval(() => { const i = n++ % 12; const f = ` + frameOfDialogs + `; all[i].replaceWith(f); all[i] = f }, 3)`,
	"blobs":                            hogs["blobs"],
	"history":                          `setInterval(() => { for (let i = 0; i < 1000; i++) try { history.pushState('x'.repeat(1000), '', '#' + Math.random()) } catch { } location.hash = Math.random() }, 0)`,
	"workers":                          hogs["workers"],
	"frames":                           `setInterval(() => { for (let i = 0; i < 20; i++) document.body.append(document.createElement('iframe')) }, 1)`,
}

// What a page does to its browser does not affect the page of another session.
func TestOtherSessionsKeepWorking(t *testing.T) {
	t.Parallel()
	needChromium(t)
	m := newFixture(browser.Options{MaxMemory: 3 << 30, MaxSessionMemory: 900 << 20, LoadTimeout: 10 * time.Second})
	t.Cleanup(func() { _ = m.browser.Shutdown(context.Background()) })
	pages := map[string]any{"/fine": "<title>Fine</title>", "/count": `<title>Kept</title><button onclick="this.textContent = ++n">0</button><script>let n = 0</script>`}
	for name, script := range attacks {
		pages["/"+name] = "<title>Attack</title><body><script>const add = (e) => { document.body.append(e); return e };" + script + "</script>"
	}
	s := serve(t, pages)
	keeper := m.newClient(t)
	button := keeper.open(s.URL + "/count").ref("button")
	clicks := 0
	for _, name := range cases(attacks, "dialogs of two removed frames") {
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			v := m.newClient(t)
			address := s.URL + "/" + strings.ReplaceAll(name, " ", "%20")
			for end := time.Now().Add(6 * time.Second); time.Now().Before(end); {
				if r := v.call("open", args{"url": address}); !r.OK {
					t.Logf("%s: %s %s", name, r.Reason, r.Error)
				}
				if r := v.call("snapshot", args{"wait_seconds": 1}); !r.OK {
					t.Logf("%s: %s %s", name, r.Reason, r.Error)
				}
			}
			if r := v.call("open", args{"url": s.URL + "/fine"}); !r.OK || !strings.Contains(r.Value, `"Fine"`) {
				t.Errorf("%s: no other page opens afterwards: %s %s%s", name, r.Reason, r.Error, r.Value)
			}
		}()
		for isEnded := false; !isEnded; {
			select {
			case <-ended:
				isEnded = true
			default:
			}
			clicks++
			if r := keeper.call("click", args{"element": button}); !r.OK {
				t.Fatalf("%s: the click of another session: %s %s", name, r.Reason, r.Error)
			}
		}
	}
	keeper.mustCall("snapshot", nil).mustShow(`"Kept"`, fmt.Sprintf("button %q", fmt.Sprint(clicks)))
}
