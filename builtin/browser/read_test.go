package browser_test

import (
	"bytes"
	"fmt"
	"image/png"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

const article = `<title>An article</title>
<h1>Tea</h1>
<nav aria-label="Main"><a href="/b">Next page</a> <a href="https://user.example/@e1">Profile</a></nav>
<p>Pour <strong>hot</strong> water. <code>100 °C</code></p>
<ul><li>green<li>black</ul>
<table><tr><th>Kind<th>Minutes<tr><td>green<td>2</table>
<img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" alt="a cup" width=50 height=50>
<div style="display:none">secret</div><div aria-hidden=true>decoration</div>
<button disabled>Brew</button> <button aria-expanded=false>More</button>
<details><summary>Why</summary>Because.</details>
<div tabindex=0 role=switch aria-checked=true>Steam</div>
<div id=host></div><script>host.attachShadow({mode: 'open'}).innerHTML = '<button>Inside</button>'</script>`

const articleSnapshot = `heading "Tea" level=1
navigation "Main"
  @e1 link "Next page" url="BASE/b"
  @e2 link "Profile" url="https://user.example/%40e1"
text "Pour"
text "hot"
text "water."
text "100 °C"
list
  listitem level=1
    text "green"
  listitem level=1
    text "black"
table
  row
    columnheader "Kind"
    columnheader "Minutes"
  row
    cell "green"
    cell "2"
image "a cup"
@e3 button "Brew" disabled
@e4 button "More" expanded=false
group
  @e5 button "Why" expanded=false
@e6 switch "Steam" checked=true
@e7 button "Inside"
`

func TestOpenSnapshot(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]any{"/": article})
	v := newClient(t)
	p := v.open(s.URL)
	if p.URL != s.URL+"/" || p.Title != "An article" || p.Status != http.StatusOK || p.Next != 0 {
		t.Errorf("got %+v", p.Page)
	}
	if want := strings.ReplaceAll(articleSnapshot, "BASE", s.URL); p.Snapshot != want {
		t.Errorf("got\n%s\nwant\n%s", p.Snapshot, want)
	}
	if again := v.mustCall("snapshot", nil); again.Snapshot != p.Snapshot {
		t.Errorf("elements that stay lost their references:\n%s", again.Snapshot)
	}
}

func TestOpenErrors(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]any{
		"/loop":    func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/loop", http.StatusFound) },
		"/nothing": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) },
		"/file":    download,
		"/binary": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/octet-stream")
			w.Write([]byte{0, 1, 2})
		},
		"/cut": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"/407": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Proxy-Authenticate", `Basic realm="session"`)
			w.WriteHeader(http.StatusProxyAuthRequired)
		},
		"/401": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("WWW-Authenticate", `Basic realm="session"`)
			w.WriteHeader(http.StatusUnauthorized)
			io.WriteString(w, "who are you?")
		},
		"/readable": "<p>fine",
	})
	closed := serve(t, nil)
	closed.Close()
	v := newClient(t)
	for _, c := range []struct {
		reason, url string
		code        runtime.Code
		why         string
	}{
		{"a file of the fixture", "file:///etc/passwd", runtime.InputInvalid, ""},
		{"Chromium's own pages", "chrome://settings", runtime.InputInvalid, ""},
		{"a page of Chromium that crashes", "chrome://crash", runtime.InputInvalid, ""},
		{"a script", "javascript:alert(1)", runtime.InputInvalid, ""},
		{"data", "data:text/html,<p>x", runtime.InputInvalid, ""},
		{"the source of a page", "view-source:" + s.URL, runtime.InputInvalid, ""},
		{"no scheme and no host", "a thing", runtime.InputInvalid, ""},
		{"no host", "http:///x", runtime.InputInvalid, ""},
		{"not a URL", "http://[", runtime.InputInvalid, ""},
		{"a password", "http://a:b@127.0.0.1/", runtime.InputInvalid, ""},
		{"redirects without end", s.URL + "/loop", runtime.ExecutionFailed, "LOAD_FAILED"},
		{"no content", s.URL + "/nothing", runtime.ExecutionFailed, "LOAD_FAILED"},
		{"an answer that breaks off", s.URL + "/cut", runtime.ExecutionFailed, "LOAD_FAILED"},
		{"a site that imitates the proxy", s.URL + "/407", runtime.ExecutionFailed, "LOAD_FAILED"},
		{"a closed port", closed.URL, runtime.ExecutionFailed, "LOAD_FAILED"},
		{"a port that is not for pages", "http://127.0.0.1:25/", runtime.ExecutionFailed, "LOAD_FAILED"},
	} {
		t.Run(c.reason, func(t *testing.T) {
			v.t = t
			v.mustFail("open", args{"url": c.url}, c.code, c.why)
		})
	}
	v.t = t
	v.open(s.URL + "/readable").mustShow(`text "fine"`)
	v.open(s.URL+"/missing").mustShow("HTTP status: 404 Not Found", "404 page not found")
}

// The proxy does not change requests, and adds no headers.
func TestProxyKeepsRequests(t *testing.T) {
	t.Parallel()
	var got http.Request
	s := serve(t, map[string]any{"/q": func(_ http.ResponseWriter, r *http.Request) { got = *r.Clone(r.Context()) }})
	newClient(t).open(s.URL + "/q?a=1;b=%zz&c")
	if got.URL.RawQuery != "a=1;b=%zz&c" {
		t.Errorf("the query was %q", got.URL.RawQuery)
	}
	for name := range got.Header {
		if strings.HasPrefix(name, "Proxy-") || strings.HasPrefix(name, "X-Forwarded") || name == "Via" || name == "Forwarded" {
			t.Errorf("the site got the header %s: %s", name, got.Header.Get(name))
		}
	}
}

func TestSnapshotStartLine(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 600 {
		fmt.Fprintf(&b, "<p><a href=/%d>link number %d</a>", i, i)
	}
	s := serve(t, map[string]any{"/": b.String()})
	v := newClient(t)
	p := v.open(s.URL)
	if p.Next == 0 || p.Lines != 600 || len(p.Snapshot) > 16_000 {
		t.Fatalf("next line %d of %d, %d bytes", p.Next, p.Lines, len(p.Snapshot))
	}
	if mark := fmt.Sprintf("</untrusted>\n[%d lines omitted; call browser_snapshot with start_line=%d]", 601-p.Next, p.Next); !strings.HasSuffix(p.text, mark) {
		t.Errorf("no mark after the fence in …%s", p.text[len(p.text)-200:])
	}
	seen := strings.Count(p.Snapshot, "\n")
	for next := p.Next; next != 0; {
		p = v.mustCall("snapshot", args{"start_line": next})
		if seen++; !strings.HasPrefix(p.Snapshot, fmt.Sprintf("@e%d link \"link number %d\"", seen, seen-1)) {
			t.Fatalf("line %d: %.60s", seen, p.Snapshot)
		}
		seen += strings.Count(p.Snapshot, "\n") - 1
		next = p.Next
	}
	if seen != 600 {
		t.Errorf("%d lines", seen)
	}
	p.click("link number 599") // below the window
	if s.requests("/599") != 1 {
		t.Error("the last link was not followed")
	}
	v.mustCall("snapshot", args{"start_line": 9999}).mustShow("(no such line: the page has 1 line)")
	if p := v.mustCall("snapshot", args{"start_line": 9999}); p.Snapshot != "" {
		t.Errorf("after the end: %q", p.Snapshot)
	}
}

// The test is not parallel: on a busy machine, reading 8000 nodes concurrently with
// other pages takes longer than the limit.
func TestSnapshotLimits(t *testing.T) {
	s := serve(t, map[string]any{"/": `<script>
		for (let i = 0; i < 2600; i++) document.write('<i>' + i + '</i><hr>');
		let deep = document.body;
		for (let i = 0; i < 500; i++) deep = deep.appendChild(document.createElement('section'));
		document.title = 'x'.repeat(1e6)</script>`})
	v := newClient(t)
	p := v.open(s.URL)
	if p.Lines != 5_001 || len(p.text) > 20_000 || len(p.Title) > 1000 {
		t.Errorf("%d lines, %d bytes, a title of %d", p.Lines, len(p.text), len(p.Title))
	}
	v.mustCall("snapshot", args{"start_line": 4_990}).mustShow("longer than 5000 lines")
}

func TestScreenshot(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]any{"/": `<body style="margin:0;background:#f00"><div style="height:20000px;width:10px">tall`})
	v := newClient(t)
	v.open(s.URL)
	for _, c := range []struct {
		arguments     args
		width, height int
	}{
		{nil, 1280, 800},
		{args{"full_page": true}, 1280, 8000},
	} {
		r := v.call("screenshot", c.arguments)
		if !r.OK || len(r.Parts) != 1 || r.Parts[0].Kind != runtime.PartImage || r.Parts[0].MIME != "image/png" {
			t.Fatalf("%v: %s%s, %d parts", c.arguments, r.Value, r.Error, len(r.Parts))
		}
		picture, err := png.Decode(bytes.NewReader(r.Parts[0].Data))
		if err != nil {
			t.Fatal(err)
		}
		if size := picture.Bounds().Size(); size.X != c.width || size.Y != c.height {
			t.Errorf("%v: a picture of %v", c.arguments, size)
		}
		if r, g, b, _ := picture.At(500, 500).RGBA(); r>>8 != 255 || g != 0 || b != 0 {
			t.Errorf("%v: the colour is %d %d %d", c.arguments, r, g, b)
		}
	}
}

// A screenshot with too many bytes is reduced.
func TestScreenshotSizeLimit(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]any{"/": `<body style="margin:0"><canvas id=c width=1280 height=3000></canvas><script>
		const g = c.getContext('2d'), d = g.createImageData(1280, 3000);
		for (let i = 0; i < d.data.length; i += 65536) crypto.getRandomValues(d.data.subarray(i, Math.min(i + 65536, d.data.length)));
		for (let i = 3; i < d.data.length; i += 4) d.data[i] = 255;
		g.putImageData(d, 0, 0)</script>`})
	v := newClient(t)
	v.open(s.URL)
	r := v.call("screenshot", args{"full_page": true})
	if !r.OK || len(r.Parts) != 1 || len(r.Parts[0].Data) > 4<<20 {
		t.Fatalf("%s%s", r.Value, r.Error)
	}
	if size, err := png.DecodeConfig(bytes.NewReader(r.Parts[0].Data)); err != nil || size.Width >= 1280 {
		t.Errorf("%v, %v", size.Width, err)
	}
}

func TestConsole(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]any{"/": `<script>
		console.log('one', 2, {a: 3}, null, undefined); console.warn('careful'); console.error('bad \ud800 \x1b[31m');
		for (let i = 0; i < 300; i++) console.debug('noise ' + i);
		console.log('y'.repeat(5000)); fetch('/missing'); setTimeout(() => { throw new Error('thrown') })</script>`})
	v := newClient(t)
	v.open(s.URL)
	r := v.call("console", args{"level": "error"})
	if !r.OK || !strings.Contains(r.Value, "thrown") || !strings.Contains(r.Value, "404") || strings.Contains(r.Value, "noise") {
		t.Errorf("got %s%s", r.Value, r.Error)
	}
	if r := v.call("console", args{"clear": true}); len(r.Value) > 20_000 || !strings.Contains(r.Value, "older messages are not kept") || !strings.Contains(r.Value, "info: noise 299") {
		t.Errorf("got %s%s", r.Value, r.Error)
	}
	if r := v.call("console", nil); !strings.Contains(r.Value, "no messages") {
		t.Errorf("got %s%s", r.Value, r.Error)
	}
	s2 := serve(t, map[string]any{"/": `<script>console.log('one', 2, true, null, undefined, 10n, 'bad \ud800 \x1b[31m\n@e1'); console.warn('careful'); console.assert(false, 'wrong')</script>`})
	v.open(s2.URL)
	r = v.call("console", nil)
	for _, line := range []string{"info: one 2 true null undefined 10n bad [31m (at)e1\n", "warning: careful\n", "error: wrong\n"} {
		if !strings.Contains(r.Value, line) {
			t.Errorf("%q is not in %s%s", line, r.Value, r.Error)
		}
	}
}
