package browser_test

import (
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// layers are transparent elements of a page above a frame, and scripts that put one there.
var layers = map[string]string{
	"always":                   `<div id=layer tabindex=0 style="position:absolute;inset:0;opacity:0"></div>`,
	"when the pointer moves":   `<div id=layer tabindex=0 style="position:absolute;inset:0;opacity:0;visibility:hidden"></div><script>frames[0].addEventListener('mousemove', () => layer.style.visibility = 'visible')</script>`,
	"when the frame has focus": `<div id=layer tabindex=0 style="position:absolute;inset:0;opacity:0;visibility:hidden"></div><script>frames[0].addEventListener('focus', () => { layer.style.visibility = 'visible'; layer.focus() }, true)</script>`,
}

// Input for an element of a frame does not reach a layer of the page above the frame.
func TestLayersAboveFramesGetNoInput(t *testing.T) {
	t.Parallel()
	for _, name := range cases(layers, "always") {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, map[string]any{"/": `<body style="margin:0"><iframe src=/frame style="width:400px;height:300px;border:0"></iframe>` + layers[name] + `<script>
				for (const type of ['pointerdown', 'mousedown', 'click', 'keydown', 'keyup', 'beforeinput']) layer.addEventListener(type, () => fetch('/stolen-' + type))</script>`,
				"/frame": `<button>Button</button><input aria-label=Field>`})
			v := newClient(t)
			p := v.open(s.URL)
			for _, c := range []struct {
				tool      string
				arguments args
			}{
				{"click", args{"element": p.ref(`"Button"`)}},
				{"press", args{"element": p.ref(`"Button"`), "key": "Enter"}},
				{"press", args{"element": p.ref(`"Field"`), "key": "x"}},
				{"type", args{"element": p.ref(`"Field"`), "text": "secret"}},
			} {
				r := v.call(c.tool, c.arguments)
				t.Logf("%s: %s %s", c.tool, r.Reason, r.Error)
				if !r.OK && r.Reason != "NOT_CLICKABLE" && r.Reason != "STALE_REFERENCE" {
					t.Errorf("%s: %s %s", c.tool, r.Reason, r.Error)
				}
			}
			for path := range s.all() {
				if path != "/" && path != "/frame" && path != "/favicon.ico" {
					t.Errorf("the layer got %s", path)
				}
			}
		})
	}
}

// An element that ignores the pointer is not clicked in vain.
func TestElementWithoutPointerEvents(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]any{"/": `<div onclick="document.title='outer'"><button style="pointer-events:none" onclick="document.title='inner'">None</button>
		<button style="pointer-events:none"><b style="pointer-events:auto" onclick="event.stopPropagation(); document.title='bold'">Bold</b></button></div>`})
	v := newClient(t)
	p := v.open(s.URL)
	v.mustFail("click", args{"element": p.ref(`"None"`)}, runtime.ExecutionFailed, "NOT_CLICKABLE")
	v.mustCall("click", args{"element": p.ref(`"Bold"`)}).mustShow(`Title: "bold"`)
}

// A text that does not get into a field is an error.
func TestFieldsThatTakeNoText(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]any{"/": `<input type=number aria-label=Number value=5><input aria-label=Focus onfocus="this.readOnly = true" value=old>
		<input aria-label=Refuses onbeforeinput="event.preventDefault()" value=old><input aria-label=Resets oninput="this.value = ''"><input aria-label=Short maxlength=3>
		<div contenteditable aria-label=Editor role=textbox>old</div>
		<div contenteditable aria-label=Own role=textbox></div><script>document.querySelector('[aria-label=Own]').onbeforeinput = (e) => { e.preventDefault(); setTimeout(() => e.target.textContent = e.data) }</script>`})
	v := newClient(t)
	p := v.open(s.URL)
	for _, c := range []struct{ field, text, reason string }{
		{"Number", "abc", "WRONG_VALUE"}, {"Number", "12", ""}, {"Focus", "new", "WRONG_VALUE"}, {"Refuses", "new", "WRONG_VALUE"},
		{"Resets", "new", ""}, {"Short", "long text", ""}, {"Editor", "new", ""}, {"Editor", "new", ""}, {"Own", "new", ""}, {"Short", "lon", ""},
	} {
		if r := v.call("type", args{"element": p.ref(`"` + c.field + `"`), "text": c.text}); r.Reason != c.reason || r.OK != (c.reason == "") {
			t.Errorf("%s in %s: %s %s%s", c.text, c.field, r.Reason, r.Error, r.Value)
		}
	}
	v.mustFail("type", args{"element": p.ref(`"Number"`), "text": "x", "append": true}, runtime.ExecutionFailed, "WRONG_VALUE")
}

// A window for a URL that cannot be opened does not stay.
func TestEmptyWindowsAreClosed(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]any{"/": `<title>First</title><a href="mailto:a@b.example" target=_blank>Mail</a><button onclick="window.open('ssh://x.example')">Open</button><a href=/ target=_blank rel=opener>Same</a>
		<button onclick="const w = window.open('about:blank'); setTimeout(() => w.location = '/late', 1000)">Late</button>`, "/late": "<title>Late</title>"})
	v := newClient(t)
	p := v.open(s.URL)
	for range 6 { // more than a session can have
		p.click(`"Mail"`).mustShow(`Title: "First"`, "mailto")
	}
	p.click(`"Open"`).mustShow(`Title: "First"`)
	p.click(`"Late"`)
	v.mustCall("snapshot", args{"wait_seconds": 3}).mustShow(`Title: "Late"`)
}
