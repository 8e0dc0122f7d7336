package browser_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/browser"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability/process"
)

// swaps are scripts of a page that put the element "Pay", or a frame with it, under the pointer when the
// element "Cancel" is about to be clicked.
var swaps = map[string]string{
	"when the pointer moves":       `addEventListener('mousemove', swap, true)`,
	"when the pointer enters":      `cancel.onpointerenter = swap`,
	"when the button is pressed":   `addEventListener('pointerdown', swap, true)`,
	"at mousedown":                 `cancel.onmousedown = swap`,
	"after a moment":               `cancel.onpointerenter = () => setTimeout(swap, 1)`,
	"all the time":                 `setInterval(() => { cancel.style.zIndex = 1 - cancel.style.zIndex }, 1)`,
	"in a microtask of the button": `cancel.onpointerdown = () => Promise.resolve().then(swap)`,
}

// The click meant for an element does not reach another one that the page puts under the pointer.
func TestSwappedElementIsNotClicked(t *testing.T) {
	t.Parallel()
	const style = `style="position:absolute;left:0;top:0;width:300px;height:200px;border:0`
	for _, target := range []string{
		`<button id=pay ` + style + `" onclick="fetch('/paid')">Pay</button>`,
		`<iframe id=pay ` + style + `" src="OTHER/frame"></iframe>`,
	} {
		for _, name := range cases(swaps, "when the pointer enters", "at mousedown") {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				script := swaps[name]
				frame := map[string]any{"/frame": `<body style="margin:0"><button style="width:300px;height:200px" onclick="fetch('/paid')">Pay</button>`, "/paid": "x"}
				other := serveAt(t, "127.0.0.2", frame)
				s := serve(t, map[string]any{
					"/": `<title>Swap</title>` + strings.ReplaceAll(target, "OTHER", other.URL) + `<button id=cancel ` + style + `;z-index:1">Cancel</button>
						<script>const swap = () => { cancel.style.zIndex = -1 }; ` + script + `</script>`,
					"/frame": frame["/frame"], "/paid": "x",
				})
				v := newClient(t)
				v.allow("127.0.0.1", "127.0.0.2")
				p := v.open(s.URL)
				for range 2 {
					if r := v.call("click", args{"element": p.ref(`button "Cancel"`)}); !r.OK && r.Reason != "NOT_CLICKABLE" && r.Reason != "INPUT_BLOCKED" {
						t.Errorf("%s: %s", r.Reason, r.Error)
					}
					v.call("snapshot", nil)
				}
				if n := s.requests("/paid") + other.requests("/paid"); n > 0 {
					t.Errorf("%d clicks for another element", n)
				}
			})
		}
	}
}

// Text and keys do not reach a field to which the page moves the focus.
func TestMovedFocusGetsNoText(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]any{"/": `<title>Focus</title><input aria-label=Meant onfocus="setTimeout(() => other.focus(), 0); other.focus()"><input id=other aria-label=Other onkeydown="document.title = 'key'">`})
	v := newClient(t)
	p := v.open(s.URL)
	v.mustFail("type", args{"element": p.ref(`"Meant"`), "text": "secret"}, runtime.ExecutionFailed, "NOT_CLICKABLE")
	v.mustFail("press", args{"element": p.ref(`"Meant"`), "key": "x"}, runtime.ExecutionFailed, "NOT_CLICKABLE")
	if p := v.mustCall("snapshot", nil).mustLack("secret"); p.Title == "key" {
		t.Error("the other field got the key")
	}
	s = serve(t, map[string]any{"/": `<title>Late</title><input id=meant aria-label=Meant><input id=other aria-label=Other><script>setInterval(() => { if (document.activeElement === meant) other.focus() }, 0)</script>`})
	p = v.open(s.URL)
	for range 5 {
		v.call("type", args{"element": p.ref(`"Meant"`), "text": "secret"})
	}
	for line := range strings.Lines(v.mustCall("snapshot", nil).Snapshot) {
		if strings.Contains(line, `"Other"`) && strings.Contains(line, "secret") {
			t.Errorf("the text is in another field: %s", line)
		}
	}
}

// Clicks and keys that a dialog of the browser takes are reported, and browser_open replaces the page.
func TestBlockedInputIsReported(t *testing.T) {
	t.Parallel()
	needChromium(t)
	real := findChromium()
	dir := t.TempDir()
	// This Chromium asks whether to open another program, because it does not find xdg-settings.
	script := "#!/bin/sh\nrm -f bin/xdg-settings\nexec '" + real + "' \"$@\"\n"
	if err := os.WriteFile(filepath.Join(dir, "chromium"), []byte(script), 0o700); err != nil { //nolint:gosec // a program
		t.Fatal(err)
	}
	m := newFixtureOn(process.New(&process.Options{Path: dir + string(os.PathListSeparator) + os.Getenv("PATH")}), browser.Options{})
	t.Cleanup(func() { _ = m.browser.Shutdown(context.Background()) })
	s := serve(t, map[string]any{"/": `<title>Free</title><button onclick="document.title='pressed'">Button</button>`, "/asks": `<title>Asks</title><button>Button</button><iframe hidden src="ssh://x.example"></iframe>`})
	v := m.newClient(t)
	for _, c := range []struct {
		tool      string
		arguments args
	}{{"click", args{}}, {"press", args{"key": "x"}}} {
		p := v.open(s.URL + "/asks")
		waitFor(t, "the dialog opens", func() bool {
			c.arguments["element"] = p.ref(`"Button"`)
			r := v.call(c.tool, c.arguments)
			return r.Reason == "INPUT_BLOCKED" && strings.Contains(r.Error, "browser_open")
		})
		if p := v.open(s.URL).click(`"Button"`); p.Title != "pressed" {
			t.Errorf("%s: got %s", c.tool, p.text)
		}
	}
}
