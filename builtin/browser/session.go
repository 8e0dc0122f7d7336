package browser

import (
	"context"
	"sync"
	"time"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// session is the browser's part of one session of the runtime: a profile with
// its pages. Calls are about the newest page; when a window that a page opened
// is closed, they are about the page before it again.
type session struct {
	chromium *chromium
	options  *Options
	proxy    *proxy
	profile  cdp.BrowserContextID
	idle     *time.Timer

	busy chan struct{} // holds one value while a call runs

	mu           sync.Mutex // guards the fields below
	lastUse      time.Time  // when the last call ended
	pages        []*tab
	pagesChanged chan struct{} // closed and replaced when pages changes
	notes        notes
	messages     console
	elements     elements
}

// maxPages is the maximum number of windows of a session.
const maxPages = 5

// makeTimeout limits the time for making an empty profile, which takes some
// milliseconds.
const makeTimeout = 10 * time.Second

// newSession makes a profile with an empty page. The context limits the time
// that it takes.
func newSession(ctx context.Context, c *chromium, o *Options, setProfile func(s *session, isClosed bool)) (*session, error) {
	p, err := newProxy()
	if err != nil {
		return nil, err
	}
	s := &session{chromium: c, options: o, proxy: p, busy: make(chan struct{}, 1), pagesChanged: make(chan struct{})}
	// Cancelling would leave a profile that no session closes.
	short, cancel := context.WithTimeout(context.WithoutCancel(ctx), makeTimeout)
	defer cancel()
	made, err := cdp.Call(short, c.browserTarget(), target.CreateBrowserContext, target.CreateBrowserContextParams{
		DisposeOnDetach: new(true), ProxyServer: "http://" + p.address(), ProxyBypassList: "<-loopback>",
	})
	if err != nil {
		p.close()
		return nil, err
	}
	s.profile = made.BrowserContextID
	setProfile(s, false)
	if err := s.prepare(ctx); err != nil {
		setProfile(s, true)
		s.close()
		return nil, err
	}
	return s, nil
}

// prepare disables downloads and opens the first page.
func (s *session) prepare(ctx context.Context) error {
	_, err := cdp.Call(ctx, s.chromium.browserTarget(), browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorDeny, BrowserContextID: s.profile,
	})
	if err != nil {
		return err
	}
	_, err = s.newPage(ctx)
	return err
}

// newPage makes an empty page and waits until it is set up.
func (s *session) newPage(ctx context.Context) (*tab, error) {
	made, err := cdp.Call(ctx, s.chromium.browserTarget(), target.CreateTarget, target.CreateTargetParams{
		URL: "about:blank", BrowserContextID: s.profile, NewWindow: new(true),
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

// onAuthRequired gives the proxy its password, and no other server: the proxy
// removes challenges of sites that look like its own.
func (t *tab) onAuthRequired(e *fetch.EventAuthRequired) {
	response := &fetch.AuthChallengeResponse{Response: fetch.AuthChallengeResponseResponseCancelAuth}
	if e.AuthChallenge != nil && e.AuthChallenge.Source == fetch.AuthChallengeSourceProxy {
		response = &fetch.AuthChallengeResponse{
			Response: fetch.AuthChallengeResponseResponseProvideCredentials, Username: proxyUser, Password: t.session.proxy.password,
		}
	}
	t.post(fetch.ContinueWithAuth.Method, fetch.ContinueWithAuthParams{RequestID: e.RequestID, AuthChallengeResponse: response})
}

// attach adds a page that Chromium has made: a page of this package, or a
// window that a page opened. The goroutine that reads calls it, so that it does
// not wait: commands keep their order, and the page starts to run with the last
// one.
func (s *session) attach(e *target.EventAttachedToTarget) {
	t := newTab(s, e)
	s.chromium.handle(e.SessionID, t.handle)
	for _, c := range setUpCommands() {
		t.post(c.method, c.params)
	}
	_, _ = t.send(context.Background(), "Runtime.runIfWaitingForDebugger", nil, t.markStarted)
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.pages) >= maxPages {
		s.notes.add("a new window was closed at once: the session already has %d", maxPages)
		s.chromium.browserTarget().post(target.CloseTarget.Method, target.CloseTargetParams{TargetID: t.target})
		return
	}
	if e.TargetInfo.OpenerID != "" {
		s.notes.add("the page opened a new window, which is now the current page; browser_back closes it")
	}
	s.pages = append(s.pages, t)
	close(s.pagesChanged)
	s.pagesChanged = make(chan struct{})
}

// detach removes a page that is gone.
func (s *session) detach(id target.SessionID) {
	s.chromium.handle(id, nil)
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

// close removes the profile with all its pages. Chromium may have ended.
func (s *session) close() {
	if s.idle != nil {
		s.idle.Stop()
	}
	s.chromium.browserTarget().post(target.DisposeBrowserContext.Method, target.DisposeBrowserContextParams{BrowserContextID: s.profile})
	s.mu.Lock()
	for _, t := range s.pages {
		t.markGone()
		s.chromium.handle(t.id, nil)
	}
	s.pages = nil
	s.mu.Unlock()
	s.proxy.close()
}

// command is one command of the set-up of a page.
type command struct {
	method string
	params any
}

// setUpCommands returns the commands for every page before it may run. Requests
// for documents are intercepted, so that the password of the proxy can be
// given; Chromium then uses it for all other requests, until a site makes it
// forget (Clear-Site-Data).
func setUpCommands() []command {
	documents := []*fetch.RequestPattern{{ResourceType: network.ResourceTypeDocument}}
	return []command{
		{fetch.Enable.Method, fetch.EnableParams{Patterns: documents, HandleAuthRequests: new(true)}},
		{page.Enable.Method, page.EnableParams{}},
		{page.SetLifecycleEventsEnabled.Method, page.SetLifecycleEventsEnabledParams{Enabled: true}},
		{page.SetInterceptFileChooserDialog.Method, page.SetInterceptFileChooserDialogParams{Enabled: true}},
		{network.Enable.Method, network.EnableParams{}},
		{"Runtime.enable", nil},
		{"Log.enable", nil},
		{"Inspector.enable", nil},
		{"DOM.enable", nil},
		{"Emulation.setFocusEmulationEnabled", map[string]bool{"enabled": true}},
		{emulation.SetDeviceMetricsOverride.Method, emulation.SetDeviceMetricsOverrideParams{Width: viewportWidth, Height: viewportHeight, DeviceScaleFactor: 1}},
	}
}

// decode decodes the parameters of an event. An event that cannot be decoded is
// ignored.
func decode[E any](message *cdproto.Message, handle func(*E)) {
	event := new(E)
	if jsonv2.Unmarshal(message.Params, event, chromedp.DefaultUnmarshalOptions) == nil {
		handle(event)
	}
}
