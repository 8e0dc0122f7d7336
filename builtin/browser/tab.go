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

// tab is one page of a session. Its state is what Chromium's events report.
type tab struct {
	targetSession
	session *session
	target  target.ID
	isPopup bool
	isMuted atomic.Bool   // its console is muted
	started chan struct{} // closed when all commands of the set-up are answered

	mu           sync.Mutex                      // guards the fields below; never held while waiting
	isHung       bool                            // a call of it has timed out
	document     cdp.LoaderID                    // of the main frame
	requestedURL string                          // of the main frame's newest request, after redirects
	navigations  int                             // the number of navigations, also within a document
	statuses     map[cdp.LoaderID]int            // HTTP statuses of documents
	isLoading    bool                            // of the main frame
	requests     map[network.RequestID]time.Time // the pending requests and their beginnings
	lastEvent    time.Time                       // the time of the newest event
	worlds       map[cdp.FrameID]runtime.ExecutionContextID
}

// maxRequests is the maximum number of pending requests that are kept.
const maxRequests = 1000

func newTab(s *session, e *target.EventAttachedToTarget) *tab {
	return &tab{
		targetSession: targetSession{s.chromium.conn, e.SessionID, make(chan struct{})}, started: make(chan struct{}),
		session: s, target: e.TargetInfo.TargetID, isPopup: e.TargetInfo.OpenerID != "",
		statuses: make(map[cdp.LoaderID]int), requests: make(map[network.RequestID]time.Time),
		lastEvent: time.Now(), worlds: make(map[cdp.FrameID]runtime.ExecutionContextID),
	}
}

// isMain reports whether a frame is the main one, whose id is that of the
// target.
func (t *tab) isMain(frame cdp.FrameID) bool { return string(frame) == string(t.target) }

// markGone records that the page has crashed or was closed.
func (t *tab) markGone() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.isGone() {
		close(t.gone)
	}
}

// isGone reports whether the page has crashed or was closed.
func (t *tab) isGone() bool {
	select {
	case <-t.gone:
		return true
	default:
		return false
	}
}

// events are the handlers of the events of a page.
var events = map[cdproto.MethodType]func(*tab, *cdproto.Message){
	"Fetch.authRequired": func(t *tab, m *cdproto.Message) { decode(m, t.onAuthRequired) },
	"Fetch.requestPaused": func(t *tab, m *cdproto.Message) {
		decode(m, func(e *fetch.EventRequestPaused) {
			t.post(fetch.ContinueRequest.Method, fetch.ContinueRequestParams{RequestID: e.RequestID})
		})
	},
	"Inspector.targetCrashed": func(t *tab, _ *cdproto.Message) { t.markGone() },
	"Log.entryAdded": func(t *tab, m *cdproto.Message) {
		decode(m, func(e *log.EventEntryAdded) { t.session.onLog(e.Entry) })
	},
	"Network.loadingFailed": func(t *tab, m *cdproto.Message) {
		decode(m, func(e *network.EventLoadingFailed) { t.onFinished(e.RequestID) })
	},
	"Network.loadingFinished": func(t *tab, m *cdproto.Message) {
		decode(m, func(e *network.EventLoadingFinished) { t.onFinished(e.RequestID) })
	},
	"Network.requestWillBeSent": func(t *tab, m *cdproto.Message) { decode(m, t.onRequest) },
	"Network.responseReceived":  func(t *tab, m *cdproto.Message) { decode(m, t.onResponse) },
	"Page.downloadWillBegin":    func(t *tab, m *cdproto.Message) { decode(m, t.onDownload) },
	"Page.fileChooserOpened": func(t *tab, _ *cdproto.Message) {
		t.session.note("the page asked for a file to upload, which is not possible")
	},
	"Page.frameNavigated":           func(t *tab, m *cdproto.Message) { decode(m, t.onNavigated) },
	"Page.frameRequestedNavigation": func(t *tab, _ *cdproto.Message) { t.touch() },
	"Page.frameStartedNavigating":   func(t *tab, _ *cdproto.Message) { t.touch() },
	"Page.frameStartedLoading": func(t *tab, m *cdproto.Message) {
		decode(m, func(e *page.EventFrameStartedLoading) { t.setLoading(e.FrameID, true) })
	},
	"Page.frameStoppedLoading": func(t *tab, m *cdproto.Message) {
		decode(m, func(e *page.EventFrameStoppedLoading) { t.setLoading(e.FrameID, false) })
	},
	"Page.javascriptDialogOpening":     func(t *tab, m *cdproto.Message) { decode(m, t.onDialog) },
	"Page.navigatedWithinDocument":     func(t *tab, m *cdproto.Message) { decode(m, t.onMoved) },
	"Runtime.consoleAPICalled":         func(t *tab, m *cdproto.Message) { decode(m, t.onConsoleCall) },
	"Runtime.exceptionThrown":          func(t *tab, m *cdproto.Message) { decode(m, t.onException) },
	"Runtime.executionContextsCleared": func(t *tab, _ *cdproto.Message) { t.clearWorlds() },
}

// handle handles one event.
func (t *tab) handle(message *cdproto.Message) {
	if handle, ok := events[message.Method]; ok {
		handle(t, message)
	}
}

func (t *tab) onRequest(e *network.EventRequestWillBeSent) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lastEvent = time.Now()
	if e.Type == network.ResourceTypeDocument && t.isMain(e.FrameID) && e.Request != nil {
		t.requestedURL = e.Request.URL
	}
	if e.Type != network.ResourceTypeWebSocket && e.Type != network.ResourceTypeEventSource && len(t.requests) < maxRequests {
		t.requests[e.RequestID] = t.lastEvent
	}
}

func (t *tab) onFinished(id network.RequestID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lastEvent = time.Now()
	delete(t.requests, id)
}

func (t *tab) onResponse(e *network.EventResponseReceived) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if e.Type == network.ResourceTypeDocument && t.isMain(e.FrameID) && e.Response != nil && len(t.statuses) < maxRequests {
		t.statuses[e.LoaderID] = int(e.Response.Status)
	}
}

func (t *tab) onNavigated(e *page.EventFrameNavigated) {
	t.mu.Lock()
	delete(t.worlds, e.Frame.ID)
	main := t.isMain(e.Frame.ID)
	if main {
		t.lastEvent = time.Now()
		status := t.statuses[e.Frame.LoaderID]
		t.statuses = map[cdp.LoaderID]int{e.Frame.LoaderID: status}
		t.document = e.Frame.LoaderID
		t.navigations++
		clear(t.worlds)
	}
	t.mu.Unlock()
	if main && !allowedScheme(e.Frame.URL) {
		t.session.note("the page opened a URL that is not allowed (%s)", schemeOf(e.Frame.URL))
		t.post(page.Navigate.Method, page.NavigateParams{URL: "about:blank"})
	}
}

func (t *tab) onMoved(e *page.EventNavigatedWithinDocument) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.isMain(e.FrameID) {
		t.lastEvent = time.Now()
		t.navigations++
	}
}

func (t *tab) setLoading(frame cdp.FrameID, loading bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.isMain(frame) {
		t.isLoading, t.lastEvent = loading, time.Now()
	}
}

func (t *tab) onDownload(e *browser.EventDownloadWillBegin) {
	t.session.note("the download of the file %s was refused: downloads are not possible", quote(e.SuggestedFilename, 100))
	t.mu.Lock()
	defer t.mu.Unlock()
	t.isLoading, t.lastEvent = false, time.Now()
}

// onDialog closes a dialog, which would block the page. It dismisses every
// dialog, but accepts that the page is left: otherwise a page could hold the
// session.
func (t *tab) onDialog(e *page.EventJavascriptDialogOpening) {
	leave := e.Type == page.DialogTypeBeforeunload
	what := "dismissed"
	if leave {
		what = "accepted, so that the page could be left"
	}
	t.session.note("the page opened a dialog (%s), which was %s: %s", printable(string(e.Type)), what, quote(e.Message, 500))
	t.post(page.HandleJavaScriptDialog.Method, page.HandleJavaScriptDialogParams{Accept: leave})
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lastEvent = time.Now()
}

// markStarted records that the page runs.
func (t *tab) markStarted(*cdproto.Message) {
	t.touch()
	close(t.started)
}

// isStarted reports whether the page runs.
func (t *tab) isStarted() bool {
	select {
	case <-t.started:
		return true
	default:
		return false
	}
}

// touch records the time of an event.
func (t *tab) touch() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lastEvent = time.Now()
}

func (t *tab) clearWorlds() {
	t.mu.Lock()
	defer t.mu.Unlock()
	clear(t.worlds)
}

// allowedScheme reports whether a page may have a URL of this scheme. Pages
// make blob and about pages themselves; requests to the network are checked by
// the proxy.
func allowedScheme(address string) bool {
	switch schemeOf(address) {
	case "http", "https", "about", "blob", "chrome-error":
		return true
	}
	return false
}

// schemeOf returns the scheme of a URL, for checks and for messages.
func schemeOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "not a URL"
	}
	return u.Scheme
}
