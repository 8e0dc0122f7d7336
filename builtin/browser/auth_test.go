package browser_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// secret asks for a password.
func secret(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("WWW-Authenticate", `Basic realm="secret"`)
	w.Header().Set("Access-Control-Allow-Origin", "*")
	w.WriteHeader(http.StatusUnauthorized)
	_, _ = io.WriteString(w, "who are you?")
}

// authRequests are expressions whose promises end when a request for SECRET has an answer.
var authRequests = map[string]string{
	"fetch":            `fetch('SECRET')`,
	"xhr":              `new Promise((done) => { const x = new XMLHttpRequest(); x.onloadend = done; x.open('GET', 'SECRET'); x.send() })`,
	"image":            `new Promise((done) => { const i = new Image(); i.onload = i.onerror = done; i.src = 'SECRET' })`,
	"script":           `new Promise((done) => { const s = document.createElement('script'); s.onload = s.onerror = done; s.src = 'SECRET'; document.body.append(s) })`,
	"style":            `new Promise((done) => { const s = document.createElement('link'); s.rel = 'stylesheet'; s.onload = s.onerror = done; s.href = 'SECRET'; document.body.append(s) })`,
	"frame":            `new Promise((done) => { const s = document.createElement('iframe'); s.onload = done; s.src = 'SECRET'; document.body.append(s) })`,
	"object":           `new Promise((done) => { const s = document.createElement('object'); s.onload = s.onerror = done; s.data = 'SECRET'; document.body.append(s) })`,
	"video":            `new Promise((done) => { const s = document.createElement('video'); s.onerror = done; s.src = 'SECRET'; document.body.append(s) })`,
	"font":             `new FontFace('f', 'url(SECRET)').load().catch(() => 0)`,
	"module":           `import('SECRET').catch(() => 0)`,
	"worker":           `new Promise((done) => { new Worker(URL.createObjectURL(new Blob(["fetch('SECRET').finally(() => postMessage(1))"]))).onmessage = done })`,
	"worker script":    `new Promise((done) => { new Worker('/secret').onerror = done })`,
	"imported script":  `new Promise((done) => { new Worker(URL.createObjectURL(new Blob(["try { importScripts('SECRET') } catch { } postMessage(1)"]))).onmessage = done })`,
	"shared worker":    `new Promise((done) => { new SharedWorker(URL.createObjectURL(new Blob(["onconnect = (e) => fetch('SECRET').finally(() => e.ports[0].postMessage(1))"]))).port.onmessage = done })`,
	"service worker":   `navigator.serviceWorker.register('/service.js').then(() => navigator.serviceWorker.ready).then((r) => new Promise((done) => { navigator.serviceWorker.addEventListener('message', done); navigator.serviceWorker.startMessages(); r.active.postMessage(1) }))`,
	"frame in a frame": `new Promise((done) => { const s = document.createElement('iframe'); s.src = 'OTHER/outer'; addEventListener('message', (e) => { if (e.source === s.contentWindow) done() }); document.body.append(s) })`,
	"socket":           `new Promise((done) => { new WebSocket('SECRET'.replace('http', 'ws')).onerror = done })`,
	"events":           `new Promise((done) => { const e = new EventSource('SECRET'); e.onerror = done })`,
	"link":             `new Promise((done) => { const s = document.createElement('link'); s.rel = 'preload'; s.as = 'fetch'; s.crossOrigin = ''; s.onload = s.onerror = done; s.href = 'SECRET'; document.head.append(s) })`,
}

// A request that is answered with 401 ends, in every part of a page and of every site, and input arrives afterwards.
func TestRequestsForPasswordsEnd(t *testing.T) {
	t.Parallel()
	pages := map[string]any{"/secret": secret,
		"/outer": `<script>onmessage = () => parent.postMessage(1, '*')</script><iframe srcdoc="<script>fetch('/secret').finally(() => parent.postMessage(1))</script>"></iframe>`,
		"/service.js": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/javascript")
			_, _ = io.WriteString(w, "onmessage = (e) => { e.waitUntil(fetch('/secret').finally(() => e.source.postMessage(1))) }")
		}}
	other := serveAt(t, "127.0.0.2", pages)
	var b strings.Builder
	b.WriteString("<title>Passwords</title><body><button onclick=\"this.textContent='pressed'\">Free</button><ul id=list></ul><script type=module>const ask = (name, ask) => ask().then(() => { const li = document.createElement('li'); li.textContent = name + ' ended'; list.append(li) });\n")
	for name, script := range authRequests {
		for where, host := range map[string]string{"here": "", "there": other.URL} {
			b.WriteString("ask('" + where + " " + name + "', () => " + strings.NewReplacer("SECRET", host+"/secret", "OTHER", other.URL).Replace(script) + ");\n")
		}
	}
	b.WriteString("</script>")
	pages["/"] = b.String()
	s := serve(t, pages)
	v := newClient(t)
	v.allow("127.0.0.1", "127.0.0.2")
	p := v.open(s.URL)
	var missing string
	defer func() {
		if t.Failed() {
			t.Log("no end: ", missing)
		}
	}()
	waitFor(t, "the requests end", func() bool {
		p = v.mustCall("snapshot", nil)
		for name := range authRequests {
			for _, where := range []string{"here", "there"} {
				if !strings.Contains(p.Snapshot, where+" "+name+" ended") {
					missing = where + " " + name
					return false
				}
			}
		}
		return true
	})
	p.click(`"Free"`).mustShow(`"pressed"`)
	v.mustCall("open", args{"url": s.URL + "/secret"}).mustShow("401", "who are you?")
}
