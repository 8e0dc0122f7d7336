package browser_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

var longText = strings.Repeat("A sentence of the long paragraph. ", 60) + "The answer is forty-two."

// readingTasks are tasks of finding something.
var readingTasks = map[string]pageTask{
	"long paragraph": {page: `<p>` + longText + `</p>`, solve: func(v *client, p *page) { p.mustShow("The answer is forty-two.") }},
	"article as Markdown": {
		page: `<nav><a href=/a>Menu</a></nav><main><p>Introduction.</p><div id=body></div></main><script>setTimeout(() => body.innerHTML = '<h2>Chapter one</h2><p>' + 'Words of the article. '.repeat(30) + '<table><tr><th>Year<th>Sum<tr><td>2025<td>17</table><h2>Chapter two</h2><p>' + 'More words of it. '.repeat(20), 50)</script>`,
		solve: func(v *client, _ *page) {
			v.mustCall("snapshot", args{"format": "markdown"}).mustShow("## Chapter one", "Words of the article", "| 2025 | 17")
		},
	},
	"table of 500 rows": {
		page:  `<table><tr><th>Name<th>Price</table><script>const t = document.querySelector('table'); for (let i = 0; i < 500; i++) t.insertAdjacentHTML('beforeend', '<tr><td>Item ' + i + '<td>' + i * 3 + '<td><button>Buy</button>')</script>`,
		solve: func(v *client, _ *page) { v.mustCall("snapshot", args{"find": "Item 437"}).mustShow("1311") },
	},
	"long page": {
		page: `<script>for (let i = 0; i < 900; i++) document.write('<p>line ' + i + ' of the page with some more words</p>')</script>`,
		solve: func(v *client, p *page) {
			for p.Next > 0 && !strings.Contains(p.text, "line 899") {
				p = v.mustCall("snapshot", args{"start_line": p.Next})
			}
			p.mustShow("line 899")
		},
	},
	"shadow trees": {
		page: `<div id=host></div><script>DONE; const inner = host.attachShadow({mode: 'open'}); inner.innerHTML = '<p>hidden in a shadow tree</p><span id=deep></span>'; inner.querySelector('#deep').attachShadow({mode: 'open'}).innerHTML = '<button>Deep</button>'; inner.querySelector('#deep').shadowRoot.querySelector('button').onclick = done</script>`,
		solve: func(v *client, p *page) {
			p.mustShow("hidden in a shadow tree").click(`"Deep"`)
			v.solved()
		},
	},
	"late rendering": {
		page: `<p>Please wait</p><script>setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<p>the late result'), 3000)</script>`,
		solve: func(v *client, _ *page) {
			v.mustCall("snapshot", args{"wait_for": "late result"}).mustShow("the late result")
		},
	},
	"infinite scroll": {
		page: `<div id=list></div><script>const more = () => { for (let i = 0; i < 20; i++) list.insertAdjacentHTML('beforeend', '<p style="height:60px">entry ' + list.children.length + '</p>') }; more(); onscroll = () => { if (scrollY + innerHeight > document.body.scrollHeight - 100 && list.children.length < 100) more() }</script>`,
		solve: func(v *client, p *page) {
			for range 12 {
				if strings.Contains(p.text, "entry 70") {
					return
				}
				p = v.mustCall("scroll", args{"direction": "bottom"})
			}
			p.mustShow("entry 70")
		},
	},
	"console and network": {
		page: `<script>console.error('the token has expired'); fetch('/data')</script>`, handler: http.NotFound,
		solve: func(v *client, _ *page) {
			if r := v.call("console", nil); !strings.Contains(r.Value, "the token has expired") {
				v.t.Errorf("the console: %s%s", r.Value, r.Error)
			}
			if r := v.call("console", args{"network": true}); !strings.Contains(r.Value, "404 GET") || !strings.Contains(r.Value, "/data") {
				v.t.Errorf("the network: %s%s", r.Value, r.Error)
			}
		},
	},
	"emoji": {page: `<p>family 👨‍👩‍👧 and flag 🏳️‍🌈 end`, solve: func(v *client, p *page) { p.mustShow("👨‍👩‍👧", "🏳️‍🌈") }},
	"hidden frame that loads": {
		page: `<iframe style="display:none" src=/slow></iframe><button onclick="this.textContent = 'pressed'">Press</button>`, handler: sleepLong,
		solve: func(v *client, p *page) {
			v.within(2*time.Second, "click", args{"element": p.ref(`"Press"`)}).mustShow("pressed")
		},
	},
}

// sleepLong answers after a time that no call waits for.
func sleepLong(w http.ResponseWriter, r *http.Request) {
	select {
	case <-r.Context().Done():
	case <-time.After(20 * time.Second):
	}
}

// flowTasks are tasks over several pages or sites.
var flowTasks = map[string]pageTask{
	"single-page application": {
		page: `<nav><a href="#/b" onclick="event.preventDefault(); history.pushState(0, '', '/b'); view.textContent = 'view of b'">B</a></nav><div id=view>view of a</div><script>onpopstate = () => { view.textContent = 'view of a again' }</script>`,
		solve: func(v *client, p *page) {
			p.click(`link "B"`).mustShow("view of b", "/b")
			v.mustCall("back", nil).mustShow("view of a again")
		},
	},
	"login": {
		page: `<form action=/login method=post><label>User <input name=user></label><label>Password <input type=password name=password></label><button>Sign in</button></form>`,
		handler: func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprintf(w, "<p>welcome %s %v", r.FormValue("user"), r.FormValue("password") == "s3cret-pass")
		},
		solve: func(v *client, p *page) {
			v.mustCall("type", args{"element": p.ref(`"User"`), "text": "ada"})
			v.mustCall("type", args{"element": p.ref(`"Password"`), "text": "s3cret-pass", "submit": true}).mustShow("welcome ada true")
		},
	},
	"frame of another site": {
		page: `<iframe src="OTHER" width=400 height=100></iframe><script>DONE onmessage = (e) => { if (e.data === 'pressed') done() }</script>`,
		solve: func(v *client, p *page) {
			p.click(`"Accept"`)
			v.solved()
		},
	},
	"field in a frame of another site": {
		page: `<div style="height:900px"></div><iframe src="OTHER" width=400 height=100 style="transform:scale(.8)"></iframe><script>DONE onmessage = (e) => { if (e.data === '4711') done() }</script>`,
		solve: func(v *client, p *page) {
			v.mustCall("type", args{"element": p.ref(`"Code"`), "text": "4711"})
			v.solved()
		},
	},
	"sandboxed frame": {
		page: `<iframe sandbox="allow-scripts" srcdoc="<p>inside of the sandbox</p><button onclick='parent.postMessage(1, &quot;*&quot;)'>Go</button>"></iframe><iframe sandbox srcdoc="<p>no scripts here</p>"></iframe><script>DONE onmessage = done</script>`,
		solve: func(v *client, p *page) {
			p.mustShow("inside of the sandbox", "no scripts here").click(`"Go"`)
			v.solved()
		},
	},
	"confirm": {
		page: `<button onclick="if (confirm('Delete everything?')) this.textContent = 'deleted'">Delete</button>`,
		solve: func(v *client, p *page) {
			ref := p.ref(`"Delete"`)
			v.mustCall("click", args{"element": ref}).mustShow("Delete everything?", "dismissed").mustLack("deleted")
			v.mustCall("click", args{"element": ref, "dialog": "accept"}).mustShow(`"deleted"`)
		},
	},
	"prompt": {
		page: `<button onclick="this.textContent = prompt('Name?')">Ask</button>`,
		solve: func(v *client, p *page) {
			v.mustCall("click", args{"element": p.ref(`"Ask"`), "dialog": "Ada Lovelace"}).mustShow(`"Ada Lovelace"`)
		},
	},
	"back": {
		page: `<a href=/next>Next</a>`, handler: func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<title>Next</title>second") },
		solve: func(v *client, p *page) {
			p.click(`"Next"`).mustShow("second")
			v.mustCall("back", nil).mustShow(`link "Next"`)
		},
	},
	"new window": {
		page: `<a href="OTHER/fine" target=_blank>Open</a>`,
		solve: func(v *client, p *page) {
			p.click(`"Open"`).mustShow(`Title: "Other"`)
			v.mustCall("back", nil).mustShow(`link "Open"`)
		},
	},
	"address without scheme": {page: `<p>plain`, solve: func(v *client, p *page) {
		v.open(strings.TrimPrefix(p.URL, "http://")).mustShow("plain")
		if r := v.call("open", args{"url": "127.0.0.1:1/form"}); r.OK || !strings.Contains(r.Error, "refuses") && !strings.Contains(r.Error, "no pages on this port") {
			v.t.Errorf("a refused connection: %s%s", r.Value, r.Error)
		}
	}},
}
