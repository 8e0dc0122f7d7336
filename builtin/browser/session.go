package browser

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"
)

// session is the browser's part of one session of the runtime: its Chromium with
// the open pages. Calls are about the newest page; when a window that a page opened
// is closed, they are about the page before it again.
type session struct {
	browser  *Browser
	options  *Options
	id       string
	idle     *time.Timer
	lifetime context.Context // ends with close
	end      context.CancelFunc
	closed   chan struct{} // closed when close has ended Chromium

	busy  chan struct{} // holds one value while a call runs
	guard guard         // the policy of the newest call; only calls that hold busy use it and began
	began time.Time     // the beginning of the newest call, after any wait that the model asked for
	// redact removes the secrets of the newest call from a text of a page, before the
	// text is cut or changed. Only calls that hold busy use it.
	redact redactor
	seen   shownPage // the page that the model has seen; only calls that hold busy use it

	mu           sync.Mutex        // guards the fields below
	chromium     *chromium         // nil before browser_open; only calls that hold busy replace it
	lastUse      time.Time         // when the last call ended
	profiles     map[bool]*profile // by whether their pages come from private addresses
	pages        []*tab
	answer       string        // to the dialogs of the newest call; see setAnswer
	windows      int           // opened by pages since the last call began
	pagesChanged chan struct{} // closed and replaced when pages changes
	notes        notes
	messages     console
	downloads    []*download
	requests     []*request
	elements     elements
}

// maxPages is the maximum number of windows of a session.
const maxPages = 5

// newSession returns a session without a Chromium, and starts its idle timer.
func newSession(b *Browser, id string) *session {
	s := &session{
		browser: b, options: &b.options, id: id, closed: make(chan struct{}), busy: make(chan struct{}, 1),
		lastUse: time.Now(), profiles: make(map[bool]*profile), pagesChanged: make(chan struct{}),
	}
	s.lifetime, s.end = context.WithCancel(b.lifetime)
	s.idle = time.AfterFunc(b.options.IdleTimeout, s.expire)
	return s
}

// newPage makes an empty page in a profile and waits until it is set up.
func (s *session) newPage(ctx context.Context, p *profile) (*tab, error) {
	made, err := cdp.Call(ctx, s.chromium.browserTarget(), target.CreateTarget, target.CreateTargetParams{
		URL: "about:blank", BrowserContextID: p.id, NewWindow: new(true),
	})
	if err != nil {
		return nil, err
	}
	for {
		s.mu.Lock()
		changed := s.pagesChanged
		for _, t := range s.pages {
			if t.target == made.TargetID {
				s.mu.Unlock()
				return t, t.waitStarted(ctx)
			}
		}
		s.mu.Unlock()
		select {
		case <-changed:
		case <-s.chromium.done:
			return nil, errEnded
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// waitStarted waits until a page has answered all commands of its set-up. A
// renderer of Chromium 156 can crash when the page is navigated earlier.
func (t *tab) waitStarted(ctx context.Context) error {
	select {
	case <-t.started:
		return nil
	case <-t.gone:
		return errGone
	case <-t.conn.done:
		return errEnded
	case <-ctx.Done():
		return ctx.Err()
	}
}

// attach adds a page that Chromium has made: a page of this package, or a
// window that a page opened. The goroutine that reads calls it, so that it does
// not wait: commands keep their order, and the page starts to run with the last
// one.
func (s *session) attach(c *chromium, e *target.EventAttachedToTarget) {
	p := s.profileWith(e.TargetInfo.BrowserContextID)
	if p == nil {
		return // a profile that could not be set up
	}
	t := newTab(s, c, p, e)
	c.handle(e.SessionID, t.handle)
	for _, command := range setUpCommands() {
		t.post(command.method, command.params)
	}
	t.postWith("Runtime.runIfWaitingForDebugger", nil, t.markStarted)
	s.mu.Lock()
	defer s.mu.Unlock()
	if e.TargetInfo.OpenerID != "" {
		if s.windows++; s.windows > maxNewWindows {
			s.stopOpener(e.TargetInfo.OpenerID)
		}
	}
	if len(s.pages) >= maxPages {
		s.notes.add("a new window was closed at once: the session already has %d", maxPages)
		t.closeTarget()
		return
	}
	if e.TargetInfo.OpenerID != "" {
		s.notes.add("the page opened a new window, which is now the current page; browser_back closes it")
	}
	s.pages = append(s.pages, t)
	close(s.pagesChanged)
	s.pagesChanged = make(chan struct{})
}

// stopOpener stops the page that opened a window. The caller holds the lock.
func (s *session) stopOpener(id target.ID) {
	for _, t := range s.pages {
		if t.target == id {
			t.stop("the page opened more than %d windows, and was closed: call browser_open", maxNewWindows)
		}
	}
}

// detach removes a page that is gone.
func (s *session) detach(c *chromium, id target.SessionID) {
	c.handle(id, nil)
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, t := range s.pages {
		if t.id == id {
			t.markGone()
			s.pages = append(s.pages[:i:i], s.pages[i+1:]...)
			return
		}
	}
}

// currentPage returns the page that calls are about.
func (s *session) currentPage() (*tab, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.pages) == 0 {
		return nil, errNoPage
	}
	return s.pages[len(s.pages)-1], nil
}

// note adds a note for the model.
func (s *session) note(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.notes.add(format, args...)
}

// close ends Chromium, after the lifetime of the session has ended. A call that
// runs fails.
func (s *session) close() {
	defer close(s.closed)
	s.idle.Stop()
	s.stopChromium()
}

// command is one command of the set-up of a page.
type command struct {
	method string
	params any
}

// setUpCommands returns the commands for every page before it may run.
func setUpCommands() []command {
	return append(requestCommands(), []command{
		{page.Enable.Method, page.EnableParams{}},
		{page.SetLifecycleEventsEnabled.Method, page.SetLifecycleEventsEnabledParams{Enabled: true}},
		{page.AddScriptToEvaluateOnNewDocument.Method, page.AddScriptToEvaluateOnNewDocumentParams{Source: pageScript, WorldName: worldName}},
		{"WebAuthn.enable", nil}, // requests for passkeys fail without a dialog, because the page has no authenticator
		{page.SetInterceptFileChooserDialog.Method, page.SetInterceptFileChooserDialogParams{Enabled: true}},
		{"Runtime.enable", nil},
		{"Log.enable", nil},
		{"Inspector.enable", nil},
		{"DOM.enable", nil},
		{"Emulation.setFocusEmulationEnabled", map[string]bool{"enabled": true}},
		{emulation.SetDeviceMetricsOverride.Method, emulation.SetDeviceMetricsOverrideParams{Width: viewportWidth, Height: viewportHeight, DeviceScaleFactor: 1}},
	}...)
}

// decode decodes the parameters of an event. An event that cannot be decoded is
// ignored.
func decode[E any](message *cdproto.Message, handle func(*E)) {
	event := new(E)
	if json.Unmarshal(message.Params, event) == nil {
		handle(event)
	}
}
