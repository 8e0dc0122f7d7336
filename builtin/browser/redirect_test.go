package browser_test

import (
	"strings"
	"testing"
)

// reopened returns a page that document.open replaces after it was loaded, which removes its listeners.
func reopened(body, script string) string {
	return `<title>Old</title><p>Wait<script>setTimeout(() => {
		document.open(); document.write('<title>New</title>` + strings.ReplaceAll(body, "'", `\'`) + `'); document.close(); ` + script + `}, 100)</script>`
}

// openReopened opens a page that document.open replaces, and waits for the new content.
func (v *client) openReopened(url string) *page {
	p := v.open(url)
	waitFor(v.t, "the page is replaced", func() bool {
		p = v.mustCall("snapshot", nil)
		return p.Title == "New"
	})
	return p
}

// Clicks, keys and texts arrive in a page that document.open has replaced.
func TestReopenedDocumentGetsInput(t *testing.T) {
	t.Parallel()
	const body = `<button onclick="document.title=&quot;clicked&quot;">Go</button><input aria-label=Field onkeydown="document.title=event.key">`
	s := serve(t, map[string]any{"/": reopened(body, "")})
	v := newClient(t)
	if p := v.openReopened(s.URL).click(`"Go"`); p.Title != "clicked" {
		t.Errorf("click: got %s", p.text)
	}
	p := v.openReopened(s.URL)
	v.mustCall("type", args{"element": p.ref(`"Field"`), "text": "typed", "submit": true}).mustShow(`value="typed"`, "Enter")
	if p := v.mustCall("press", args{"element": p.ref(`"Field"`), "key": "x"}); p.Title != "x" {
		t.Errorf("press: got %s", p.text)
	}
}

// redirections are pages with a field "Meant", which move the focus to another element, or into another frame. Each page
// writes what the other element gets into its title.
var redirections = map[string]string{
	"reopened, microtask":       reopened(twoFields, `a.onfocus = () => Promise.resolve().then(() => b.focus())`),
	"reopened, timer":           reopened(twoFields, `a.onfocus = () => setTimeout(() => b.focus(), 0)`),
	"reopened, two microtasks":  reopened(twoFields, `a.onfocus = () => Promise.resolve().then(() => Promise.resolve().then(() => b.focus()))`),
	"reopened, animation frame": reopened(twoFields, `a.onfocus = () => requestAnimationFrame(() => b.focus())`),
	"reopened on focus": `<title>New</title>` + twoFields + `<script>a.onfocus = () => setTimeout(() => {
		document.open(); document.write('<title>New</title>` + twoFields + `'); document.close(); b.focus() }, 0)</script>`,
	"closed shadow tree": `<title>New</title><div id=host></div><script>const r = host.attachShadow({mode: 'closed'}); r.innerHTML = '` + twoFields + `';
		r.querySelector('#a').onfocus = () => setTimeout(() => r.querySelector('#b').focus(), 0)</script>`,
	"closed shadow tree, late": `<title>New</title><div id=host></div><script>const r = host.attachShadow({mode: 'closed'}); r.innerHTML = '` + twoFields + `';
		setInterval(() => { if (r.activeElement?.id === 'a') r.querySelector('#b').focus() }, 0)</script>`,
	"closed shadow tree with a slot": `<title>New</title><div id=host><input aria-label=Meant onfocus="setTimeout(() => b.focus(), 0)"></div><script>
		const r = host.attachShadow({mode: 'closed'}); r.innerHTML = '<slot></slot><input aria-label=Other oninput="document.title = this.value">'; const b = r.querySelector('input')</script>`,
	"frame": `<title>New</title><input id=a aria-label=Meant><iframe id=f srcdoc="<input oninput='parent.document.title = this.value'>"></iframe><script>
		a.onfocus = () => setTimeout(() => { f.contentWindow.focus(); f.contentDocument.querySelector('input').focus() }, 0)</script>`,
	"frame in another process": `<title>New</title><input id=a aria-label=Meant><iframe id=f sandbox=allow-scripts srcdoc="<input id=i><script>
		onmessage = () => i.focus(); i.oninput = () => parent.postMessage(i.value, '*')</script>"></iframe><script>
		onmessage = (e) => { document.title = e.data }; a.onfocus = () => setTimeout(() => { f.focus(); f.contentWindow.postMessage(1, '*') }, 0)</script>`,
}

const twoFields = `<input id=a aria-label=Meant><input id=b aria-label=Other oninput="document.title = this.value">`

// Text that does not arrive at its field is an error, and does not get to another element.
func TestRedirectedTextIsAnError(t *testing.T) {
	t.Parallel()
	for _, name := range cases(redirections, "reopened, timer", "frame", "closed shadow tree") {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, map[string]any{"/": redirections[name]})
			v := newClient(t)
			for _, submit := range []bool{false, true} {
				p := v.openReopened(s.URL)
				r := v.call("type", args{"element": p.ref(`"Meant"`), "text": "secret", "submit": submit})
				p = v.mustCall("snapshot", nil)
				meant := strings.Contains(p.text, `"Meant" value="secret"`)
				if r.OK != meant && (r.OK || r.Reason != "NOT_CLICKABLE" && r.Reason != "INPUT_BLOCKED") {
					t.Errorf("ok %v, %s: %s%s", r.OK, r.Reason, r.Error, p.text)
				}
				if p.Title != "New" && !strings.HasPrefix(name, "frame") {
					t.Errorf("another element got the text: %s", p.text)
				}
			}
		})
	}
}

// A key for an element that goes to another frame is an error.
func TestRedirectedKeyIsAnError(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"frame", "frame in another process", "closed shadow tree"} {
		s := serve(t, map[string]any{"/": redirections[name]})
		v := newClient(t)
		p := v.open(s.URL)
		if r := v.call("press", args{"element": p.ref(`"Meant"`), "key": "x"}); r.OK {
			if p := v.mustCall("snapshot", nil); !strings.Contains(p.text, `"Meant" value="x"`) {
				t.Errorf("%s: %s", name, p.text)
			}
		}
	}
}

// A key without an element goes to the frame that has the focus.
func TestFocusedFrameGetsKey(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]any{"/": `<iframe srcdoc="<input aria-label=Inner onkeydown='parent.document.title = event.key'>"></iframe>`})
	v := newClient(t)
	v.open(s.URL).click(`"Inner"`)
	if p := v.mustCall("press", args{"key": "x"}); p.Title != "x" {
		t.Errorf("got %s", p.text)
	}
}

const layer = `<div style="position:fixed;inset:0" onmousedown="document.title = 'redirected'" onclick="document.title = 'redirected'"></div>`

// Clicks and texts in closed shadow trees arrive, but not at another element of the tree.
func TestClosedShadowTrees(t *testing.T) {
	t.Parallel()
	host := func(light, tree string) string {
		return `<title>Closed</title><div id=host>` + light + `</div><script>host.attachShadow({mode: 'closed'}).innerHTML = ` + "`" + tree + "`" + `</script>`
	}
	const button = `<button onclick="document.title = 'clicked'">Safe</button>`
	s := serve(t, map[string]any{
		"/covered": host("", button+layer),
		"/slot":    host(button, `<slot></slot>`+layer),
		"/label":   `<label><input type=checkbox aria-label=Safe style="opacity:0;position:absolute;inset:0;width:100px;height:50px"><span id=host></span></label><script>host.attachShadow({mode: 'closed'}).innerHTML = '` + strings.ReplaceAll(layer, "'", `\'`) + `'</script>`,
		"/free":    host(button+`<label><input type=checkbox style="position:absolute;opacity:0"><span>Styled</span></label>`, `<slot></slot><button onclick="document.title = 'inner'">Inner</button><input aria-label=Field>`),
		"/styled":  `<label><input type=checkbox aria-label=Box onchange="document.title = 'checked'" style="position:absolute;z-index:-1"><span style="position:absolute;left:0;top:0;width:200px;height:50px">Styled</span></label>`,
		"/none":    `<div onclick="document.title = 'redirected'"><button style="pointer-events:none">Safe</button></div>`,
	})
	v := newClient(t)
	for _, path := range []string{"/covered", "/slot", "/label", "/none"} {
		p := v.open(s.URL + path)
		if r := v.call("click", args{"element": p.ref(`"Safe"`)}); r.OK || r.Reason != "NOT_CLICKABLE" && r.Reason != "INPUT_BLOCKED" {
			t.Errorf("%s: ok %v, %s: %s%s", path, r.OK, r.Reason, r.Error, r.Value)
		}
		if p := v.mustCall("snapshot", nil); p.Title == "redirected" {
			t.Errorf("%s: the layer was clicked", path)
		}
	}
	for _, c := range [][3]string{{"/free", `"Safe"`, "clicked"}, {"/free", `"Inner"`, "inner"}, {"/styled", `"Box"`, "checked"}} {
		if p := v.open(s.URL + c[0]).click(c[1]); p.Title != c[2] {
			t.Errorf("%s: got %s", c[0], p.text)
		}
	}
	p := v.open(s.URL + "/free")
	v.mustCall("type", args{"element": p.ref(`"Field"`), "text": "typed"}).mustShow(`value="typed"`)
}

// Elements of frames with borders, padding and transforms can be clicked.
func TestStyledFramesGetClicks(t *testing.T) {
	t.Parallel()
	pages := map[string]any{
		"/frame": `<body style="margin:0;height:3000px"><button style="position:absolute;left:150px;top:100px;width:20px;height:16px" onclick="parent.postMessage('clicked', '*')">Small</button>`,
		"/nested": `<body style="margin:0"><iframe src=/frame style="border:15px solid;padding:7px" width=300 height=200></iframe><script>
			onmessage = () => parent.postMessage('clicked', '*')</script>`,
	}
	s := serve(t, pages)
	v := newClient(t)
	for _, style := range []string{
		"border:30px solid", "padding:20px;border:0", "border:10px solid;padding:10px", "transform:rotate(180deg)", "transform:rotate(30deg);margin:100px",
		"transform:scale(1.5);transform-origin:0 0;border:9px solid", "zoom:1.5;padding:5px",
	} {
		for _, inner := range []string{"/frame", "/nested"} {
			if inner == "/nested" && strings.HasPrefix(style, "zoom") {
				continue // Chromium reports another element at the box of the button
			}
			pages["/"] = `<title>Styled</title><iframe src=` + inner + ` style="` + style + `" width=400 height=300></iframe><script>onmessage = (e) => { document.title = e.data }</script>`
			p := v.open(s.URL)
			if r := v.call("click", args{"element": p.ref(`"Small"`)}); !r.OK {
				t.Errorf("%s, %s: %s: %s", style, inner, r.Reason, r.Error)
			} else if p := v.mustCall("snapshot", nil); p.Title != "clicked" {
				t.Errorf("%s, %s: got %s", style, inner, p.text)
			}
		}
	}
}
