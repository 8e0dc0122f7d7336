package browser_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/browser"
	"github.com/toolgen/toolgen/runtime/capability/process"
)

// desktopPrograms are programs that Chromium starts for URLs, windows and settings of a desktop.
var desktopPrograms = []string{
	"xdg-open", "xdg-email", "xdg-settings", "xdg-mime", "xdg-desktop-menu", "xdg-icon-resource", "gio", "gvfs-open", "gnome-open", "kde-open",
	"kde-open5", "kioclient", "exo-open", "dbus-launch", "dbus-send", "gdbus", "sensible-browser", "x-www-browser", "notify-send", "zenity", "kdialog",
}

// recordPrograms returns a fixture whose PATH has desktop programs that record their calls, and a function
// that returns the calls.
func recordPrograms(t *testing.T) (*fixture, func() string) {
	t.Helper()
	needChromium(t)
	dir := t.TempDir()
	record := filepath.Join(dir, "record")
	bin := filepath.Join(dir, "bin")
	if err := os.Mkdir(bin, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range desktopPrograms {
		script := fmt.Sprintf("#!/bin/sh\necho %s \"$@\" >>'%s'\n", name, record)
		if err := os.WriteFile(filepath.Join(bin, name), []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	m := newFixtureOn(process.New(&process.Options{
		Path: bin + string(os.PathListSeparator) + os.Getenv("PATH"), PassEnv: []string{"DISPLAY"}, Env: []string{"BROWSER=xdg-open", "DISPLAY=:99"},
	}), browser.Options{})
	t.Cleanup(func() {
		if err := m.browser.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return m, func() string {
		text, _ := os.ReadFile(record)
		return string(text)
	}
}

// externalSchemes are schemes that a desktop opens with other programs.
var externalSchemes = []string{
	"mailto:x@y.example?attach=/etc/passwd", "ssh://x.example", "ftp://x.example/f", "unknown-scheme:x", "intent://x#Intent;end", "ms-word:ofe|u|http://x.example", "sms:1", "MAILTO:x@y.example", "tel:123", "sms:123", "news:a.b", "snews:a.b", "nntp://x.example", "magnet:?xt=1",
	"vnc://x.example", "rdp://x.example", "telnet://x.example", "smb://x.example/s", "sftp://x.example", "steam://run/1", "vscode://file/etc/passwd", "intent://x#Intent;end",
	"unknown-scheme:x", "web+x:y", "webcal://x.example", "git://x.example/r", "ldap://x.example", "irc://x.example", "man:ls", "help:x", "ms-word:x", "zoommtg://x",
	"view-source:mailto:x", "file:///etc/passwd", "x-scheme-handler:x", "MAILTO:x@y.example", "xdg-open:x", "apt:x", "data:text/html,x", "chrome://settings", "javascript:1",
	"ms-settings:x", "ms-excel:ofe|u|http://x.example", "search-ms:query=x", "facetime:1", "callto:1", "sip:x@y.example", "skype:x", "slack://x", "discord://x", "tg://x", "whatsapp://x", "bitcoin:x", "market://x", "itms://x", "jar:file:///x", "filesystem:http://x.example/t/x",
	"chrome-extension://x/y", "devtools://devtools/bundled/inspector.html", "view-source:http://127.0.0.1/", "content://x", "mailto:", "mail\tto:x", " mailto:x", "javascript:location='mailto:x'",
}

// schemeVectors are statements with which a page opens the URL u, as JavaScript; DOC is a document that opens it. Those
// of a group are tried on one page.
var schemeVectors = map[string][]string{
	"navigations": {
		`location = u`, `location.replace(u)`, `navigation.navigate(u).finished.catch(() => 0)`, `open(u, '_self')`,
		`add('a', {href: u}).click()`, `add('a', {href: u, download: 'x'}).click()`, `add('a', {href: u, ping: u, target: '_top'}).click()`,
		`add('form', {action: u, method: n % 2 ? 'get' : 'post'}).submit()`, `const f = add('form', {}); f.append(Object.assign(document.createElement('button'), {formAction: u})); f.firstChild.click()`,
		`const f = add('div', {innerHTML: '<svg><a><text>x</text></a></svg>'}).querySelector('a'); f.setAttribute('href', u); f.dispatchEvent(new MouseEvent('click', {bubbles: true}))`,
		`try { navigator.registerProtocolHandler('web+x', '/?%s') } catch { }; location = u`,
	},
	"frames": {
		`add('iframe', {src: u})`, `add('iframe', {name: 'f' + n}); open(u, 'f' + n)`, `add('iframe', {sandbox: 'allow-scripts allow-popups allow-top-navigation', srcdoc: DOC})`,
		`add('object', {data: u})`, `add('embed', {src: u})`, `add('iframe', {srcdoc: '<meta http-equiv=refresh content="0;url=' + u + '">'})`, `add('iframe', {src: '/refresh?' + u})`,
		`add('iframe', {src: '/to?' + u})`, `add('iframe', {srcdoc: DOC})`, `add('iframe', {src: URL.createObjectURL(new Blob([DOC], {type: 'text/html'}))})`,
		`add('iframe', {src: 'data:text/html,' + encodeURIComponent(DOC)})`, `add('iframe', {src: 'javascript:' + encodeURIComponent('location = ' + JSON.stringify(u))})`,
	},
	"requests": {
		`fetch(u).catch(() => 0)`, `fetch('/to?' + u).catch(() => 0)`, `add('img', {src: '/to?' + u})`, `try { new Worker(u) } catch { }`, `try { new WebSocket(u) } catch { }`,
		`add('link', {rel: 'prefetch', href: u})`, `add('link', {rel: 'preconnect', href: u})`, `navigator.sendBeacon('/to?' + u)`,
		`navigator.serviceWorker.register('/service.js').then(() => navigator.serviceWorker.ready).then((r) => r.active.postMessage(u)); setTimeout(() => add('iframe', {src: '/by-worker?' + u}), 500)`,
	},
	"windows": {`open(u)`, `const w = open('about:blank'); if (w) w.location = u`, `add('a', {href: u, target: '_blank'}).click()`, `add('form', {action: u, target: '_blank'}).submit()`},
}

// openers is a page that opens URLs by all vectors of a group after a click, and then counts them.
func openers(vectors []string) string {
	urls, _ := json.Marshal(externalSchemes[:4])
	return `<title>Opens</title><button onclick="go()">Go</button><button onclick="this.textContent='pressed'">Free</button><script>
		const add = (name, properties) => { const e = Object.assign(document.createElement(name), properties); for (const k of ['ping', 'data', 'sandbox']) if (properties[k]) e.setAttribute(k, properties[k]); e.hidden = true; document.body.append(e); return e };
		const vectors = [(u, n, DOC) => { ` + strings.Join(vectors, " },\n(u, n, DOC) => { ") + ` }], urls = ` + string(urls) + `;
		const go = async () => { let n = 0; for (const vector of vectors) for (const u of urls) {
			try { vector(u, n++, '<script>try { location = ' + JSON.stringify(u) + ' } catch { }; try { top.location = ' + JSON.stringify(u) + ' } catch { }<\/script>') } catch { }
			await new Promise((done) => setTimeout(done, 20)) } fetch('/tried-' + location.pathname.slice(1)) }</script>`
}

// A page cannot start a program of the host, by any way to open a URL, and is not blocked by a question whether to start
// one.
func TestPagesStartNoPrograms(t *testing.T) {
	t.Parallel()
	m, record := recordPrograms(t)
	var b strings.Builder
	for i, u := range externalSchemes {
		fmt.Fprintf(&b, `<iframe hidden src="%s"></iframe><a href="%[1]s">Link %[2]d</a>`, u, i)
	}
	pages := map[string]any{
		"/all":     `<title>Frames</title><button onclick="this.textContent='pressed'">Free</button><a href="/to?` + externalSchemes[0] + `">Redirected</a>` + b.String(),
		"/to":      redirect,
		"/refresh": func(w http.ResponseWriter, r *http.Request) { w.Header().Set("Refresh", "0;url="+r.URL.RawQuery) },
		"/service.js": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/javascript")
			_, _ = io.WriteString(w, `onmessage = (e) => clients.openWindow(e.data).catch(() => 0); onfetch = (e) => { const u = new URL(e.request.url); if (u.pathname === '/by-worker') e.respondWith(Response.redirect(u.search.slice(1))) }`)
		},
	}
	for group, vectors := range schemeVectors {
		pages["/"+group] = openers(vectors)
	}
	s := serve(t, pages)
	v := m.newClient(t)
	for _, group := range cases(schemeVectors, "navigations") {
		p := v.open(s.URL + "/" + group)
		free := p.ref(`"Free"`)
		v.call("click", args{"element": p.ref(`"Go"`)})
		waitFor(t, group, func() bool { return s.requests("/tried-"+group) > 0 })
		if group == "windows" { // they cover the page
			p = v.open(s.URL + "/" + group)
			free = p.ref(`"Free"`)
		}
		v.mustCall("click", args{"element": free}).mustShow(`"pressed"`)
	}
	p := v.open(s.URL + "/all")
	free := p.ref(`"Free"`)
	for _, i := range []int{0, 1, 2} {
		v.call("click", args{"element": p.ref(fmt.Sprintf(`"Link %d"`, i))})
	}
	v.mustCall("click", args{"element": free}).mustShow(`"pressed"`)
	v.call("click", args{"element": p.ref(`"Redirected"`)})
	v.call("open", args{"url": s.URL + "/to?" + externalSchemes[1]})
	v.open(s.URL + "/all").click(`"Free"`).mustShow(`"pressed"`)
	if calls := record(); calls != "" {
		t.Errorf("programs were started:\n%s", calls)
	}
}
