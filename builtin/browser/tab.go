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
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
)

// tab is one page of a session. Its state is what Chromium's events report.
type tab struct {
	targetSession
	session  *session
	chromium *chromium
	profile  *profile
	target   target.ID
	opener   target.ID     // the page that opened it; empty for none
	isMuted  atomic.Bool   // its console is muted
	started  chan struct{} // closed when all commands of the set-up are answered

	mu              sync.Mutex // guards the fields below; never held while waiting
	isHung          bool       // a call of it has timed out
	stopped         error      // why the page was stopped; nil if it was not
	usage           usage
	goneAt          time.Time                       // when the page crashed or was closed
	document        cdp.LoaderID                    // of the main frame
	requestedURL    string                          // of the main frame's newest request, after redirects
	documentRequest network.RequestID               // of the main frame
	navigations     int                             // the number of navigations, also within a document
	statuses        map[cdp.LoaderID]int            // HTTP statuses of documents
	isLoading       bool                            // of the main frame
	isLeaving       bool                            // the main frame opens another document
	isReplaced      bool                            // browser_open opens it
	requests        map[network.RequestID]time.Time // the pending requests and their beginnings
	lastEvent       time.Time                       // the time of the newest event
	worlds          map[cdp.FrameID]runtime.ExecutionContextID
	asked           element                          // the file field for which the page asked last
	dragged         chan *input.DragData             // gets the data of the next drag
	refusedWindows  int                              // windows that it opened for URLs of other schemes
	owners          map[cdp.FrameID]element          // the elements that hold the frames
	remotes         []remote                         // the frames in processes of their own
	vias            map[cdp.FrameID]targetSession    // the processes that run the frames
	roots           map[target.SessionID]cdp.FrameID // the outermost frames of the processes
}

// maxRequests is the maximum number of pending requests that are kept.
const maxRequests = 1000

// newTab returns the page of a target that Chromium has made.
func newTab(s *session, c *chromium, p *profile, e *target.EventAttachedToTarget) *tab {
	return &tab{
		targetSession: targetSession{c.conn, e.SessionID, make(chan struct{})}, started: make(chan struct{}),
		session: s, chromium: c, profile: p, target: e.TargetInfo.TargetID, opener: e.TargetInfo.OpenerID,
		statuses: make(map[cdp.LoaderID]int), requests: make(map[network.RequestID]time.Time),
		lastEvent: time.Now(), worlds: make(map[cdp.FrameID]runtime.ExecutionContextID), owners: make(map[cdp.FrameID]element),
		vias: make(map[cdp.FrameID]targetSession), roots: make(map[target.SessionID]cdp.FrameID),
	}
}

// isMain reports whether a frame is the main one, whose id is that of the
// target.
func (t *tab) isMain(frame cdp.FrameID) bool { return string(frame) == string(t.target) }

// closeTarget closes the page.
func (t *tab) closeTarget() {
	t.chromium.browserTarget().post(target.CloseTarget.Method, target.CloseTargetParams{TargetID: t.target})
}

// markGone records that the page has crashed or was closed.
func (t *tab) markGone() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.isGone() {
		t.goneAt = time.Now()
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
	"Fetch.authRequired": func(t *tab, m *cdproto.Message) {
		decode(m, func(e *fetch.EventAuthRequired) { t.profile.onAuthRequired(t.targetSession, e) })
	},
	"Fetch.requestPaused": func(t *tab, m *cdproto.Message) {
		decode(m, func(e *fetch.EventRequestPaused) { t.onRequestPaused(t.targetSession, e) })
	},
	"Input.dragIntercepted":   func(t *tab, m *cdproto.Message) { decode(m, t.onDrag) },
	"Inspector.targetCrashed": func(t *tab, _ *cdproto.Message) { t.markGone() },
	"Log.entryAdded": func(t *tab, m *cdproto.Message) {
		decode(m, func(e *log.EventEntryAdded) { t.session.onLog(e.Entry) })
	},
	"Network.dataReceived": func(t *tab, m *cdproto.Message) {
		decode(m, t.onData)
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
	"Page.fileChooserOpened":    func(t *tab, m *cdproto.Message) { decode(m, t.onFileChooser) },
	"Page.frameAttached": func(t *tab, _ *cdproto.Message) {
		t.count(func(u *usage) *int { return &u.frames }, 2*maxNewFrames, "opened a frame")
	},
	"Page.frameNavigated":           func(t *tab, m *cdproto.Message) { decode(m, t.onNavigated) },
	"Page.frameRequestedNavigation": func(t *tab, _ *cdproto.Message) { t.touch() },
	"Page.frameStartedNavigating":   func(t *tab, m *cdproto.Message) { decode(m, t.onNavigating) },
	"Page.frameStartedLoading": func(t *tab, m *cdproto.Message) {
		decode(m, func(e *page.EventFrameStartedLoading) { t.setLoading(e.FrameID, true) })
	},
	"Page.frameStoppedLoading": func(t *tab, m *cdproto.Message) {
		decode(m, func(e *page.EventFrameStoppedLoading) { t.setLoading(e.FrameID, false) })
	},
	"Page.windowOpen":                  func(t *tab, m *cdproto.Message) { decode(m, t.onWindowOpen) },
	"Page.javascriptDialogOpening":     func(t *tab, m *cdproto.Message) { decode(m, t.onDialog) },
	"Page.navigatedWithinDocument":     func(t *tab, m *cdproto.Message) { decode(m, t.onMoved) },
	"Runtime.consoleAPICalled":         func(t *tab, m *cdproto.Message) { decode(m, t.onConsoleCall) },
	"Runtime.exceptionThrown":          func(t *tab, m *cdproto.Message) { decode(m, t.onException) },
	"Runtime.executionContextsCleared": func(t *tab, _ *cdproto.Message) { t.clearWorlds() },
	"Target.attachedToTarget": func(t *tab, m *cdproto.Message) {
		decode(m, func(e *target.EventAttachedToTarget) { t.onFrameAttached(t.targetSession, e) })
	},
	"Target.detachedFromTarget": func(t *tab, m *cdproto.Message) { decode(m, t.onFrameDetached) },
}

// handle handles one event.
func (t *tab) handle(message *cdproto.Message) {
	t.session.log(message)
	if handle, ok := events[message.Method]; ok {
		handle(t, message)
	}
}

// onRequest records a request of the page, and the URL if it is for the main
// document.
func (t *tab) onRequest(e *network.EventRequestWillBeSent) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lastEvent = time.Now()
	if e.Type == network.ResourceTypeDocument && t.isMain(e.FrameID) && e.Request != nil {
		t.requestedURL, t.documentRequest = e.Request.URL, e.RequestID
	}
	if e.Type != network.ResourceTypeWebSocket && e.Type != network.ResourceTypeEventSource && len(t.requests) < maxRequests {
		t.requests[e.RequestID] = t.lastEvent
	}
}

// onFinished records that a request has ended.
func (t *tab) onFinished(id network.RequestID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lastEvent = time.Now()
	delete(t.requests, id)
}

// onResponse records the HTTP status of the main document.
func (t *tab) onResponse(e *network.EventResponseReceived) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if e.Type == network.ResourceTypeDocument && t.isMain(e.FrameID) && e.Response != nil && len(t.statuses) < maxRequests {
		t.statuses[e.LoaderID] = int(e.Response.Status)
	}
}

// onNavigated records that a frame shows another document.
func (t *tab) onNavigated(e *page.EventFrameNavigated) {
	t.mu.Lock()
	delete(t.worlds, e.Frame.ID)
	main := t.isMain(e.Frame.ID)
	if main {
		t.lastEvent = time.Now()
		status := t.statuses[e.Frame.LoaderID]
		t.statuses = map[cdp.LoaderID]int{e.Frame.LoaderID: status}
		t.document, t.isLeaving, t.isReplaced = e.Frame.LoaderID, false, false
		t.navigations++
		t.usage.navigations++
		clear(t.worlds)
	}
	t.mu.Unlock()
	if main && !allowedScheme(e.Frame.URL) {
		t.session.note("the page opened a URL that is not allowed (%s)", schemeOf(e.Frame.URL))
		t.post(page.Navigate.Method, page.NavigateParams{URL: "about:blank"})
	}
}

// onNavigating records that a frame is going to show another document.
func (t *tab) onNavigating(e *page.EventFrameStartedNavigating) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lastEvent = time.Now()
	switch e.NavigationType {
	case page.FrameStartedNavigatingNavigationTypeSameDocument, page.FrameStartedNavigatingNavigationTypeHistorySameDocument:
		return
	}
	t.isLeaving = t.isLeaving || t.isMain(e.FrameID)
}

// onMoved counts a navigation within the document.
func (t *tab) onMoved(e *page.EventNavigatedWithinDocument) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.isMain(e.FrameID) {
		t.lastEvent = time.Now()
		t.navigations++
	}
}

// setLoading records whether the main frame is loading.
func (t *tab) setLoading(frame cdp.FrameID, loading bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.isMain(frame) {
		t.isLoading, t.lastEvent = loading, time.Now()
		t.isLeaving = t.isLeaving && loading
	}
}

// onDownload adds a download of the page to the session, unless the page has started
// too many.
func (t *tab) onDownload(e *browser.EventDownloadWillBegin) {
	if t.count(func(u *usage) *int { return &u.downloads }, maxDownloadTries, "started a download") {
		return
	}
	t.session.addDownload(t.chromium, e)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.isLoading, t.lastEvent = false, time.Now()
}

// onFileChooser records the field for which the page asks for a file.
func (t *tab) onFileChooser(e *page.EventFileChooserOpened) {
	t.session.note("the page asked for a file: browser_file uploads one")
	t.mu.Lock()
	defer t.mu.Unlock()
	t.asked = element{tab: t, document: t.document, frame: e.FrameID, node: e.BackendNodeID, label: "the file field"}
}

// onDialog answers a dialog, which would block the page, as the call says. It
// accepts that the page is left: otherwise a page could hold the session.
func (t *tab) onDialog(e *page.EventJavascriptDialogOpening) {
	if t.count(func(u *usage) *int { return &u.dialogs }, maxDialogs, "opened a dialog") {
		return
	}
	leave := e.Type == page.DialogTypeBeforeunload
	if !leave && t.isHeld(e.FrameID) {
		t.stop("the page opened a dialog while it was left, and was closed: call browser_open")
		return
	}
	response := page.HandleJavaScriptDialogParams{Accept: leave}
	what := "accepted, so that the page could be left"
	if !leave {
		response.Accept, response.PromptText, what = t.session.answerTo(e)
	}
	t.session.note("the page opened a dialog (%s), which was %s: %s", printable(string(e.Type)), what, pageText{e.Message, 500})
	t.post(page.HandleJavaScriptDialog.Method, response)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lastEvent = time.Now()
}

// isHeld reports whether a dialog in a frame keeps the page from being left: while
// browser_open opens another document, or in a frame while the page itself does so,
// where Chromium would crash (see closeDialogs).
func (t *tab) isHeld(frame cdp.FrameID) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.isReplaced || t.isLeaving && !t.isMain(frame)
}

// setReplaced records whether browser_open opens another document in the page.
func (t *tab) setReplaced(isReplaced bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.isReplaced = isReplaced
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

// clearWorlds forgets the isolated worlds of all frames.
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
