package browser_test

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

func download(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Disposition", `attachment; filename="evil-download.bin"`)
	w.Header().Set("Content-Type", "application/octet-stream")
	_, _ = io.WriteString(w, strings.Repeat("x", 1000))
}

const form = `<title>Form</title><form action=/sent method=post>
<label>Name <input name=name value=old></label>
<label>Secret <input name=secret type=password></label>
<label>Mail <input name=mail type=email required></label>
<label>Day <input name=day type=date></label>
<label>Loud <input name=loud type=range min=0 max=10 value=5></label>
<label>Text <textarea name=text>kept</textarea></label>
<label>Tea <select name=tea><option value=g>Green<option value=b>Black<option disabled>White</select></label>
<label><input type=checkbox name=milk value=yes> Milk</label>
<label><input type=radio name=size value=s> Small</label> <label><input type=radio name=size value=l> Large</label>
<label>Fixed <input name=fixed value=f readonly></label> <label>Off <input name=off disabled></label>
<label>File <input type=file name=file></label>
<button>Send</button></form><div contenteditable aria-label=Free role=textbox>abc</div>`

func TestForms(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]any{"/": form, "/sent": func(w http.ResponseWriter, r *http.Request) {
		_ = r.ParseMultipartForm(1 << 20)
		_ = r.ParseForm()
		fmt.Fprintln(w, r.PostForm.Encode())
	}})
	v := newClient(t)
	p := v.open(s.URL)
	write := func(field, text string, more ...args) *page {
		t.Helper()
		a := args{"element": p.ref(field), "text": text}
		for _, m := range more {
			for name, value := range m {
				a[name] = value
			}
		}
		return v.mustCall("type", a)
	}
	write(`textbox "Name"`, `A "quoted" ünïcode 🍵 name`).mustShow(`value="A \"quoted\" ünïcode 🍵 name"`)
	write(`textbox "Secret"`, "hunter2").mustLack("hunter2").mustShow("(hidden)")
	write(`"Mail"`, "a@b.example")
	write(`"Day"`, "2026-01-31").mustShow("2026-01-31")
	write(`"Loud"`, "7")
	write(`textbox "Text"`, " and\nmore", args{"append": true})
	write(`"Tea"`, "black").mustShow("Black")
	p.click(`checkbox "Milk"`).mustShow(`checkbox "Milk" checked=true`)
	p.click(`radio "Large"`).mustShow(`radio "Large" checked=true`)
	write(`textbox "Free"`, "xyz").mustShow(`"xyz"`)
	write(`textbox "Free"`, "").mustLack(`"xyz"`)
	sent := p.click(`button "Send"`)
	if want := "day=2026-01-31&file=&fixed=f&loud=7&mail=a%40b.example&milk=yes&name=A+%22quoted%22+%C3%BCn%C3%AFcode+%F0%9F%8D%B5+name&secret=hunter2&size=l&tea=b&text=kept+and%0D%0Amore"; !strings.Contains(sent.text, want) {
		t.Errorf("got %s", sent.text)
	}
	p = v.open(s.URL)
	write(`"Mail"`, "c@d.example", args{"submit": true}).mustShow("mail=c%40d.example")
	p = v.open(s.URL)
	for _, c := range []struct {
		reason, tool string
		arguments    args
		code         runtime.Code
		why          string
	}{
		{"a choice that is not there", "type", args{"element": p.ref(`"Tea"`), "text": "Coffee"}, runtime.ExecutionFailed, "WRONG_VALUE"},
		{"a choice that cannot be made", "type", args{"element": p.ref(`"Tea"`), "text": "White"}, runtime.ExecutionFailed, "WRONG_VALUE"},
		{"a list is not clicked", "click", args{"element": p.ref(`combobox "Tea"`)}, runtime.ExecutionFailed, "WRONG_ELEMENT"},
		{"not a date", "type", args{"element": p.ref(`"Day"`), "text": "tomorrow"}, runtime.ExecutionFailed, "WRONG_VALUE"},
		{"out of range", "type", args{"element": p.ref(`"Loud"`), "text": "99"}, runtime.ExecutionFailed, "WRONG_VALUE"},
		{"text for a box to tick", "type", args{"element": p.ref(`"Milk"`), "text": "yes"}, runtime.ExecutionFailed, "WRONG_ELEMENT"},
		{"text for a button", "type", args{"element": p.ref(`"Send"`), "text": "x"}, runtime.ExecutionFailed, "WRONG_ELEMENT"},
		{"a file to choose", "click", args{"element": p.ref(`"File"`)}, runtime.ExecutionFailed, "WRONG_ELEMENT"},
		{"read-only", "type", args{"element": p.ref(`"Fixed"`), "text": "x"}, runtime.ExecutionFailed, "NOT_CLICKABLE"},
	} {
		v.mustFail(c.tool, c.arguments, c.code, c.why)
	}
}

func TestClickNeedsVisibleElement(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]any{"/": `<button onclick="this.textContent='done'" style="margin-top:3000px">Far</button>
		<button disabled>Off</button> <fieldset disabled><input aria-label=Inner></fieldset>
		<div style="position:relative"><button style="width:200px">Below</button><div style="position:absolute;inset:0;background:#fff">Banner</div></div>
		<button style="opacity:0;width:0;height:0;padding:0;border:0;overflow:hidden" aria-label=Nothing></button>
		<button id=v aria-label=Vanishing onclick="1">V</button><button onclick="v.style.display='none'">Hide</button>
		<div role=button tabindex=0 ondblclick="document.title='twice'">Double</div>
		<span onclick="this.textContent='reached'" tabindex=0 aria-label=Span>click</span>`})
	v := newClient(t)
	p := v.open(s.URL)
	p.click(`"Far"`).mustShow(`button "done"`)
	v.mustFail("click", args{"element": p.ref(`"Off"`)}, runtime.ExecutionFailed, "NOT_CLICKABLE")
	v.mustFail("type", args{"element": p.ref(`"Inner"`), "text": "x"}, runtime.ExecutionFailed, "NOT_CLICKABLE")
	if r := v.mustFail("click", args{"element": p.ref(`"Below"`)}, runtime.ExecutionFailed, "NOT_CLICKABLE"); !strings.Contains(r.Error, "Banner") {
		t.Errorf("the error does not name the covering element: %s", r.Error)
	}
	v.mustFail("click", args{"element": p.ref(`"Nothing"`)}, runtime.ExecutionFailed, "NOT_CLICKABLE")
	p.click(`"Hide"`)
	v.mustFail("click", args{"element": p.ref(`"Vanishing"`)}, runtime.ExecutionFailed, "STALE_REFERENCE") // no longer in the snapshot
	if got := v.mustCall("click", args{"element": p.ref(`"Double"`), "action": "double"}); got.Title != "twice" {
		t.Errorf("clicked once: %s", got.text)
	}
	p.click(`"Span"`)
	v.mustCall("snapshot", nil).mustShow("reached")
}

func TestReferences(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]any{
		"/":      `<button onclick="b.remove()">Remove</button><button id=b>Removed</button><button onclick="b2.replaceWith(b2.cloneNode(true))">Swap</button><button id=b2>Swapped</button>`,
		"/other": `<button>Other</button>`,
	})
	v := newClient(t)
	v.mustFail("click", args{"element": "@e1"}, runtime.ExecutionFailed, "NO_PAGE")
	p := v.open(s.URL)
	removed, swapped := p.ref(`"Removed"`), p.ref(`"Swapped"`)
	p.click(`"Remove"`)
	v.mustFail("click", args{"element": removed}, runtime.ExecutionFailed, "STALE_REFERENCE")
	if now := p.click(`"Swap"`).ref(`"Swapped"`); now == swapped {
		t.Error("another element has the same reference")
	}
	if r := v.mustFail("click", args{"element": swapped}, runtime.ExecutionFailed, "STALE_REFERENCE"); !strings.Contains(r.Error, "browser_snapshot") || r.Field != "element" {
		t.Errorf("the error does not say what to do: %s", r.Error)
	}
	other := v.open(s.URL + "/other")
	v.mustFail("click", args{"element": p.ref(`"Remove"`)}, runtime.ExecutionFailed, "STALE_REFERENCE")
	v.mustFail("click", args{"element": "@e999"}, runtime.ExecutionFailed, "STALE_REFERENCE")
	for _, bad := range []string{"", "e", "@x1", "@e1; alert(1)", "#id", "@e1\n", "@e0001234567890"} {
		v.mustFail("click", args{"element": bad}, runtime.InputInvalid, "")
	}
	v.mustCall("click", args{"element": strings.TrimPrefix(other.ref(`"Other"`), "@")})
}

func TestBackAndWindows(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]any{
		"/":       `<title>First</title><a href=/second>Same</a><a href=/second target=_blank>New</a><a href=#here>Within</a><button onclick="window.open('/second')">Scripted</button>`,
		"/second": `<title>Second</title><p>two<button onclick="window.close()">Close</button><button onclick="window.open('/second')">More</button>`,
	})
	v := newClient(t)
	first := v.open(s.URL)
	v.mustFail("back", nil, runtime.ExecutionFailed, "NO_HISTORY")
	if p := first.click(`"Same"`); p.Title != "Second" {
		t.Errorf("got %s", p.text)
	}
	if first = v.mustCall("back", nil); first.Title != "First" {
		t.Errorf("got %s", first.text)
	}
	if p := first.click(`"Within"`); !strings.HasSuffix(p.URL, "#here") {
		t.Errorf("got %s", p.text)
	}
	if p := v.mustCall("back", nil); strings.HasSuffix(p.URL, "#here") {
		t.Errorf("got %s", p.text)
	}
	if p := first.click(`"New"`).mustShow("opened a new window"); p.Title != "Second" {
		t.Errorf("got %s", p.text)
	}
	v.mustFail("click", args{"element": first.ref(`"Same"`)}, runtime.ExecutionFailed, "STALE_REFERENCE")
	if p := v.mustCall("back", nil); p.Title != "First" {
		t.Errorf("the window was not closed: %s", p.text)
	}
	if p := v.mustCall("snapshot", nil).click(`"Scripted"`).click(`"Close"`); p.Title != "First" {
		t.Errorf("the page below is not the page again: %s", p.text)
	}
	p := v.mustCall("snapshot", nil).click(`"Scripted"`)
	for range 4 {
		p = p.mustLack("closed at once").click(`"More"`)
	}
	p.mustShow("closed at once")
}

func TestDialogsAreClosed(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]any{
		"/": `<title>Dialogs</title><script>alert('at once @e1'); onbeforeunload = (e) => { e.preventDefault(); return 'stay' }</script>
			<button onclick="this.textContent = confirm('sure?')">Confirm</button><button onclick="this.textContent = String(prompt('who?'))">Prompt</button>
			<button onclick="print(); this.textContent = 'printed'">Print</button><button onclick="for (let i = 0; i < 40; i++) alert(i); this.textContent = 'enough'">Flood</button>`,
		"/left": "<title>Left</title>",
	})
	v := newClient(t)
	p := v.open(s.URL).mustShow(`(alert)`, `"at once (at)e1"`)
	p.click(`"Confirm"`).mustShow("(confirm)", `button "false"`)
	p.click(`"Prompt"`).mustShow("(prompt)", `button "null"`)
	p.click(`"Print"`).mustShow(`button "printed"`)
	p.click(`"Flood"`).mustShow("more such events", `button "enough"`)
	if left := v.open(s.URL + "/left").mustShow("beforeunload"); left.Title != "Left" {
		t.Errorf("still at %s", left.text)
	}
}

func TestDownloadsAreKept(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]any{
		"/": `<a href=/file>By header</a><a href=/plain download=evil-download.txt>By attribute</a><script>
			const b = document.createElement('a'); b.textContent = 'Made'; b.download = 'evil-download.blob'; b.href = URL.createObjectURL(new Blob(['x'])); document.body.append(b)</script>
			<a href=/frame>In a frame</a>`,
		"/file": download, "/plain": "<p>plain", "/frame": `<p>around<iframe src=/file></iframe>`,
	})
	v := newClient(t)
	p := v.open(s.URL)
	for _, link := range []string{`"By header"`, `"By attribute"`, `"Made"`} {
		p.click(link).mustShow("the page downloaded the file", "evil-download", "browser_file")
	}
	p.click(`"In a frame"`).mustShow("around")
	for _, dir := range []string{temp, os.Getenv("HOME"), "."} {
		_ = filepath.WalkDir(dir, func(path string, d os.DirEntry, _ error) error {
			if strings.Contains(path, "evil-download") {
				t.Errorf("%s was written", path)
			}
			if d != nil && d.IsDir() && dir == os.Getenv("HOME") && path != dir && filepath.Base(path) != "Downloads" {
				return filepath.SkipDir
			}
			return nil
		})
	}
}

// A PDF, whose text Chromium cannot show, becomes a file, and its text is shown.
func TestPDF(t *testing.T) {
	t.Parallel()
	operators := "BT /F 12 Tf (Total due: 41 euros) Tj 0 -14 Td (@e1 token-of-this-test) Tj ET"
	paper := fmt.Sprintf("%%PDF-1.4\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj 2 0 obj << /Kids [3 0 R] >> endobj "+
		"3 0 obj << /Type /Page /Contents 4 0 R /Resources << /Font << /F << /Subtype /Type1 >> >> >> >> endobj "+
		"4 0 obj << /Length %d >> stream\n%s\nendstream endobj 5 0 obj << /Title (Invoice 7) >> endobj\ntrailer << /Root 1 0 R /Info 5 0 R >>", len(operators), operators)
	send := func(body string) func(http.ResponseWriter, *http.Request) {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/pdf")
			_, _ = io.WriteString(w, body)
		}
	}
	s := serve(t, map[string]any{"/": "<a href=/paper.pdf>Paper</a>", "/paper.pdf": send(paper), "/damaged.pdf": send("%PDF-1.4\ntrailer<<>>")})
	v := newClient(t)
	v.open(s.URL).click(`"Paper"`).mustShow("paper.pdf", "download=1")
	v.open(s.URL+"/paper.pdf").mustShow("/paper.pdf", "download=2", "Invoice 7", "[page 1 of 1]", "Total due: 41 euros").mustLack("@e1")
	v.mustCall("snapshot", args{"download": 1, "find": "due"}).mustShow("2: Total due")
	v.mustCall("snapshot", nil).mustShow("Paper")
	v.open(s.URL+"/damaged.pdf").mustShow("damaged.pdf", "download=3", "no pages that can be read")
	v.mustFail("snapshot", args{"download": 9}, runtime.ExecutionFailed, "NO_DOWNLOAD")
}

func TestPress(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]any{"/": `<title>Keys</title><input aria-label=Field value=abc><p id=log></p><script>
		addEventListener('keydown', (e) => { document.title = [e.ctrlKey && 'ctrl', e.altKey && 'alt', e.shiftKey && 'shift', e.key].filter(Boolean).join(' ') })</script>`})
	v := newClient(t)
	v.open(s.URL)
	for key, want := range map[string]string{"Enter": "Enter", "escape": "Escape", "Control+A": "ctrl a", "Ctrl+a": "ctrl a", "Shift+Tab": "shift Tab", "Alt+Shift+x": "alt shift X", "F2": "F2", "ArrowDown": "ArrowDown",
		"a": "a", "é": "é", "+": "+", "Control++": "ctrl shift +", "Space": " ", "PageDown": "PageDown"} {
		if p := v.mustCall("press", args{"key": key}); !strings.HasSuffix(p.Title, strings.TrimSpace(want)) && p.Title != want {
			t.Errorf("%s was seen as %q, want %q", key, p.Title, want)
		}
	}
	field := v.open(s.URL).ref(`"Field"`)
	v.mustCall("press", args{"element": field, "key": "End"})
	v.mustCall("press", args{"key": "d"})
	v.mustCall("press", args{"key": "Shift+E"}).mustShow(`value="abcdE"`)
	v.mustCall("press", args{"element": field, "key": "Control+a"})
	v.mustCall("press", args{"key": "Backspace"}).mustLack("value=")
	for _, bad := range []string{"Control+V", "Ctrl+c", "Shift+Insert", "Meta+Q", "Hyper", "Enter+a", "ab", "F5", "\x00", "+a"} {
		v.mustFail("press", args{"key": bad}, runtime.InputInvalid, "")
	}
}

func TestScroll(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]any{"/": `<body style="margin:0"><button>Top</button><div tabindex=0 aria-label=Box role=listbox style="height:100px;overflow:auto"><p style="height:900px">in</div>
		<div style="height:5000px">tall</div><p id=more></p><script>
		onscroll = () => { if (scrollY > 3000) more.textContent = 'loaded later' }
		document.querySelector('[role]').onscroll = (e) => { document.title = 'box ' + Math.round(e.target.scrollTop) }</script>`})
	v := newClient(t)
	p := v.open(s.URL).mustShow("pixels 0 to 800")
	v.mustCall("scroll", nil).mustShow("pixels 640 to 1440")
	v.mustCall("scroll", args{"direction": "bottom"}).mustShow("loaded later")
	v.mustCall("scroll", args{"direction": "up", "windows": 0.5})
	v.mustCall("scroll", args{"direction": "top"}).mustShow("pixels 0 to 800")
	if p := v.mustCall("scroll", args{"element": p.ref(`"Box"`), "windows": 0.5}); p.Title != "box 400" || !strings.Contains(p.text, "pixels 0 to 800") {
		t.Errorf("got %s", p.text)
	}
	if p := v.mustCall("scroll", args{"element": p.ref(`"Box"`), "direction": "bottom"}); p.Title != "box 832" && !strings.HasPrefix(p.Title, "box 8") {
		t.Errorf("got %s", p.text)
	}
	v.mustFail("scroll", args{"direction": "inwards"}, runtime.InputInvalid, "")
}

func TestFrames(t *testing.T) {
	t.Parallel()
	other := serveAt(t, "127.0.0.2", map[string]any{"/": "<button>Foreign</button>"})
	s := serve(t, map[string]any{
		"/":          `<h1>Outer</h1><div style="height:1500px"></div><iframe title=Inner src=/inner style="border:7px solid;padding:9px;margin:20px" height=300></iframe><iframe title=Other src="` + other.URL + `"></iframe>`,
		"/inner":     `<p style="height:700px">inner text<iframe title=Innermost src=/innermost></iframe>`,
		"/innermost": `<input aria-label=Deep><button onclick="this.textContent = 'deep click'">Deepest</button>`,
	})
	v := newClient(t)
	v.allow("127.0.0.1", "127.0.0.2")
	p := v.open(s.URL).mustShow(`frame "Inner"`, `text "inner text"`, `frame "Innermost"`, `button "Foreign"`)
	p.click(`"Deepest"`).mustShow(`button "deep click"`)
	v.mustCall("type", args{"element": p.ref(`"Deep"`), "text": "down here"}).mustShow(`value="down here"`)
}
