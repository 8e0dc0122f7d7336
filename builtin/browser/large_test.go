package browser_test

import (
	"encoding/json"
	goruntime "runtime"
	"runtime/metrics"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/builtin/browser"
	"github.com/toolgen/toolgen/internal/racetest"
	"github.com/toolgen/toolgen/runtime"
)

// heapSize returns the size of the objects on the heap, in bytes.
func heapSize() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// heapGrowth returns how much the heap grows while do runs, in bytes.
func heapGrowth(do func()) uint64 {
	goruntime.GC()
	before, growth := heapSize(), uint64(0)
	done := make(chan struct{})
	go func() {
		defer close(done)
		do()
	}()
	for {
		select {
		case <-done:
			return growth
		case <-time.After(time.Millisecond):
			growth = max(growth, max(heapSize(), before)-before)
		}
	}
}

// The memory of the application does not grow with the size of a page, and the
// result reports that the page was cut.
func TestLargePagesUseLittleMemory(t *testing.T) {
	const cut = "too large to be read completely"
	v := newClient(t)
	v.open(serve(t, map[string]any{"/": "warm"}).URL)
	for _, c := range []struct {
		reason, script string
		shows          []string
	}{
		{"many buttons", `for (let i = 0; i < 30_000; i++) s += '<button>button ' + i + '</button>'`, []string{`button "button 0"`, `"button 199"`, cut}},
		{"one long text", `s = '<h1>Top</h1><p>' + 'word '.repeat(1e6) + '</p><button>End</button>'`, []string{`heading "Top"`, `text "word word`, `button "End"`}},
		{"many texts", `for (let i = 0; i < 5_000; i++) s += '<p>' + i + ' word'.repeat(200)`, []string{`text "0 word`, cut}},
		{"many links", `for (let i = 0; i < 20_000; i++) s += '<p><a href=/x' + i + '>link number ' + i + '</a> some text that follows here and there'`, []string{`link "link number 0" url="BASE/x0"`, "some text that follows", cut}},
		{"one long name", `s = '<button aria-label="' + 'long '.repeat(1e6) + '">x</button><button>End</button>'`, []string{`button "long long`, `button "End"`}},
	} {
		t.Run(c.reason, func(t *testing.T) {
			if (racetest.Enabled || testing.Short()) && c.reason != "many links" {
				t.Skip("this case runs without -short and without the race detector")
			}
			s := serve(t, map[string]any{"/": "<body><script>{ let s = ''; " + c.script + "; document.body.innerHTML = s }</script>"})
			var r runtime.Result
			grown := heapGrowth(func() { r = v.call("open", args{"url": s.URL}) })
			if !r.OK {
				t.Fatalf("%s %s: %s", r.Code, r.Reason, r.Error)
			}
			for _, text := range c.shows {
				if text = strings.ReplaceAll(text, "BASE", s.URL); !strings.Contains(r.Value, text) {
					t.Errorf("%q is not in %.3000s", text, r.Value)
				}
			}
			if grown > 50<<20 {
				t.Errorf("the heap grew by %d MB", grown>>20)
			}
		})
	}
}

// A page that writes too many messages is muted until they are read.
func TestTooManyConsoleMessages(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]any{"/": `<title>Flood</title><script>for (let i = 0; i < 8_000; i++) console.log('x'.repeat(2_000) + i)</script>
		<button onclick="console.log('heard again')">Say</button><button onclick="for (let i = 0; i < 5000; i++) Promise.reject(i)">Throw</button>`})
	v := newClient(t)
	p := v.open(s.URL)
	r := v.call("console", args{"clear": true})
	var got browser.Messages
	if err := json.Unmarshal(r.Structured, &got); err != nil || !got.Stopped || got.Missed < 3_000 || got.Dropped == 0 {
		t.Errorf("%v: stopped %v, %d missed, %d dropped", err, got.Stopped, got.Missed, got.Dropped)
	}
	p.click(`"Say"`)
	if r := v.call("console", args{"clear": true}); !strings.Contains(r.Value, "heard again") || strings.Contains(r.Value, "too many") {
		t.Errorf("got %.300s", r.Value)
	}
	p.click(`"Throw"`)
	if r := v.call("console", args{"clear": true}); !strings.Contains(r.Value, "too many") {
		t.Errorf("got %.300s", r.Value)
	}
}

// The elements of a partial tree can be used.
func TestPartialTree(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]any{"/": `<title>Cut</title><h2>Top</h2><form><input name=matches><input name=shadowRoot><input name=localName></form>
		<label>Field <input value=old></label><input type=password aria-label=Secret value=hunter2><input type=checkbox aria-label=Box checked>
		<select aria-label=List><option>One<option selected>Two</select><p hidden>unseen</p><p aria-hidden=true>unseen</p><p style="visibility:hidden">unseen</p><script>'unseen'</script>
		<button onclick="this.textContent = 'clicked'">Click</button><button disabled>Off</button><a href=/next>Link</a><div id=host></div><iframe title=Inner srcdoc="<button>Within</button>"></iframe>
		<script>host.attachShadow({mode: 'open'}).innerHTML = '<button>Inside</button>'; for (let i = 0; i < 9000; i++) document.body.append(document.createElement('p'))</script><p>the end`})
	v := newClient(t)
	p := v.open(s.URL).mustShow(`heading "Top" level=2`, `value="old"`, `textbox "Secret" value=(hidden)`, `checkbox "Box" checked=true`, `combobox "List" value="Two"`, `button "Inside"`,
		`button "Off" disabled`, `link "Link" url="`+s.URL+`/next"`, `frame "Inner"`, `button "Within"`, "the end").mustLack("unseen", "hunter2", "too large")
	field := p.ref(`"Field"`)
	p = v.mustCall("type", args{"element": field, "text": "new"}).mustShow(`value="new"`)
	if p.ref(`"Field"`) != field {
		t.Error("an element that stays lost its reference")
	}
	p.click(`"Click"`).mustShow(`button "clicked"`).click(`"Within"`).click(`"Link"`)
	if s.requests("/next") != 1 {
		t.Error("the link was not followed")
	}
	v.mustFail("click", args{"element": field}, runtime.ExecutionFailed, "STALE_REFERENCE")
}
