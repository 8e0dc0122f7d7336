package browser

import (
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
)

// tab is one page of a session. It knows of the page what events tell.
type tab struct {
	attached
	session *session
	target  target.ID
	popup   bool
	deaf    atomic.Bool   // its console is not listened to
	started chan struct{} // closed when all that it was told when it was attached is answered

	mu       sync.Mutex                      // guards what follows; never held while waiting
	hung     bool                            // it did not answer in time once
	document cdp.LoaderID                    // what the main frame shows
	asked    string                          // the URL of the main frame's newest request, redirects followed
	arrivals int                             // how often it has changed, within a document too
	statuses map[cdp.LoaderID]int            // of documents, as far as they came over HTTP
	loading  bool                            // the main frame
	requests map[network.RequestID]time.Time // those under way, and when they began
	last     time.Time                       // when something happened
	worlds   map[cdp.FrameID]runtime.ExecutionContextID
}

// maxRequests is how many requests under way are remembered.
const maxRequests = 1000

func newTab(s *session, e *target.EventAttachedToTarget) *tab {
	return &tab{
		attached: attached{s.chromium.conn, e.SessionID, make(chan struct{})}, started: make(chan struct{}),
		session: s, target: e.TargetInfo.TargetID, popup: e.TargetInfo.OpenerID != "",
		statuses: make(map[cdp.LoaderID]int), requests: make(map[network.RequestID]time.Time),
		last: time.Now(), worlds: make(map[cdp.FrameID]runtime.ExecutionContextID),
	}
}

// main reports whether a frame is the main one, whose id is that of the target.
func (t *tab) main(frame cdp.FrameID) bool { return string(frame) == string(t.target) }

// lose notes that nothing more can be done with the page.
func (t *tab) lose() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.lost() {
		close(t.gone)
	}
}

// lost reports whether the page has crashed or was closed.
func (t *tab) lost() bool {
	select {
	case <-t.gone:
		return true
	default:
		return false
	}
}

// events are what a page is listened to for.
var events = map[cdproto.MethodType]func(*tab, *cdproto.Message){
	"Fetch.authRequired": func(t *tab, m *cdproto.Message) { decode(m, t.answerAuth) },
	"Fetch.requestPaused": func(t *tab, m *cdproto.Message) {
		decode(m, func(e *fetch.EventRequestPaused) {
			t.post(fetch.ContinueRequest.Method, fetch.ContinueRequestParams{RequestID: e.RequestID})
		})
	},
	"Inspector.targetCrashed": func(t *tab, _ *cdproto.Message) { t.lose() },
	"Log.entryAdded": func(t *tab, m *cdproto.Message) {
		decode(m, func(e *log.EventEntryAdded) { t.session.logged(e.Entry) })
	},
	"Network.loadingFailed": func(t *tab, m *cdproto.Message) {
		decode(m, func(e *network.EventLoadingFailed) { t.finished(e.RequestID) })
	},
	"Network.loadingFinished": func(t *tab, m *cdproto.Message) {
		decode(m, func(e *network.EventLoadingFinished) { t.finished(e.RequestID) })
	},
	"Network.requestWillBeSent": func(t *tab, m *cdproto.Message) { decode(m, t.requested) },
	"Network.responseReceived":  func(t *tab, m *cdproto.Message) { decode(m, t.responded) },
	"Page.downloadWillBegin":    func(t *tab, m *cdproto.Message) { decode(m, t.downloaded) },
	"Page.fileChooserOpened": func(t *tab, _ *cdproto.Message) {
		t.session.note("the page asked for a file to upload; uploading is not possible")
	},
	"Page.frameNavigated":           func(t *tab, m *cdproto.Message) { decode(m, t.navigated) },
	"Page.frameRequestedNavigation": func(t *tab, _ *cdproto.Message) { t.stir() },
	"Page.frameStartedNavigating":   func(t *tab, _ *cdproto.Message) { t.stir() },
	"Page.frameStartedLoading": func(t *tab, m *cdproto.Message) {
		decode(m, func(e *page.EventFrameStartedLoading) { t.load(e.FrameID, true) })
	},
	"Page.frameStoppedLoading": func(t *tab, m *cdproto.Message) {
		decode(m, func(e *page.EventFrameStoppedLoading) { t.load(e.FrameID, false) })
	},
	"Page.javascriptDialogOpening":     func(t *tab, m *cdproto.Message) { decode(m, t.dialog) },
	"Page.navigatedWithinDocument":     func(t *tab, m *cdproto.Message) { decode(m, t.moved) },
	"Runtime.consoleAPICalled":         func(t *tab, m *cdproto.Message) { decode(m, t.said) },
	"Runtime.exceptionThrown":          func(t *tab, m *cdproto.Message) { decode(m, t.thrown) },
	"Runtime.executionContextsCleared": func(t *tab, _ *cdproto.Message) { t.forgetWorlds() },
}

// handle takes in one event.
func (t *tab) handle(message *cdproto.Message) {
	if handle, ok := events[message.Method]; ok {
		handle(t, message)
	}
}

func (t *tab) requested(e *network.EventRequestWillBeSent) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last = time.Now()
	if e.Type == network.ResourceTypeDocument && t.main(e.FrameID) && e.Request != nil {
		t.asked = e.Request.URL
	}
	if e.Type != network.ResourceTypeWebSocket && e.Type != network.ResourceTypeEventSource && len(t.requests) < maxRequests {
		t.requests[e.RequestID] = t.last
	}
}

func (t *tab) finished(id network.RequestID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last = time.Now()
	delete(t.requests, id)
}

func (t *tab) responded(e *network.EventResponseReceived) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if e.Type == network.ResourceTypeDocument && t.main(e.FrameID) && e.Response != nil && len(t.statuses) < maxRequests {
		t.statuses[e.LoaderID] = int(e.Response.Status)
	}
}

func (t *tab) navigated(e *page.EventFrameNavigated) {
	t.mu.Lock()
	delete(t.worlds, e.Frame.ID)
	main := t.main(e.Frame.ID)
	if main {
		t.last = time.Now()
		status := t.statuses[e.Frame.LoaderID]
		t.statuses = map[cdp.LoaderID]int{e.Frame.LoaderID: status}
		t.document = e.Frame.LoaderID
		t.arrivals++
		clear(t.worlds)
	}
	t.mu.Unlock()
	if main && !allowedScheme(e.Frame.URL) {
		t.session.note("the page led to a URL that is not opened (%s)", schemeOf(e.Frame.URL))
		t.post(page.Navigate.Method, page.NavigateParams{URL: "about:blank"})
	}
}

func (t *tab) moved(e *page.EventNavigatedWithinDocument) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.main(e.FrameID) {
		t.last = time.Now()
		t.arrivals++
	}
}

func (t *tab) load(frame cdp.FrameID, loading bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.main(frame) {
		t.loading, t.last = loading, time.Now()
	}
}

func (t *tab) downloaded(e *browser.EventDownloadWillBegin) {
	t.session.note("a download of the file %s was refused: files cannot be downloaded with the browser", quote(e.SuggestedFilename, 100))
	t.mu.Lock()
	defer t.mu.Unlock()
	t.loading, t.last = false, time.Now()
}

// dialog answers what would stop the page: no to everything, but yes to
// leaving it, since a page could hold the session otherwise.
func (t *tab) dialog(e *page.EventJavascriptDialogOpening) {
	leave := e.Type == page.DialogTypeBeforeunload
	what := "dismissed"
	if leave {
		what = "accepted, so that the page could be left"
	}
	t.session.note("the page opened a dialog (%s), which was %s: %s", quoteless(string(e.Type)), what, quote(e.Message, 500))
	t.post(page.HandleJavaScriptDialog.Method, page.HandleJavaScriptDialogParams{Accept: leave})
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last = time.Now()
}

// start notes that the page runs.
func (t *tab) start(*cdproto.Message) {
	t.stir()
	close(t.started)
}

// running reports whether the page runs.
func (t *tab) running() bool {
	select {
	case <-t.started:
		return true
	default:
		return false
	}
}

// stir notes that something happened.
func (t *tab) stir() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last = time.Now()
}

func (t *tab) forgetWorlds() {
	t.mu.Lock()
	defer t.mu.Unlock()
	clear(t.worlds)
}

// allowedScheme reports whether a page may be where it is: blob and about pages
// are made by pages themselves, and what reaches the network is judged there.
func allowedScheme(address string) bool {
	switch schemeOf(address) {
	case "http", "https", "about", "blob", "chrome-error":
		return true
	}
	return false
}

// schemeOf is the scheme of a URL, for messages too.
func schemeOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "not a URL"
	}
	return u.Scheme
}
