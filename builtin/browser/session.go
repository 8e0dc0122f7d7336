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

// session is what one session of the runtime has open: a profile with its
// pages. The newest of them is the one that calls are about; windows that a page
// opens come on top, and the page below comes back when they are closed.
type session struct {
	chromium *chromium
	options  *Options
	proxy    *proxy
	profile  cdp.BrowserContextID
	idle     *time.Timer

	turn chan struct{} // holds one value while a call is at work

	mu       sync.Mutex // guards what follows
	used     time.Time  // when the last call ended
	pages    []*tab
	arrived  chan struct{} // closed, and made anew, when pages changes
	notes    notes
	messages console
	elements elements
}

// maxPages is how many windows a session has open at a time.
const maxPages = 5

// makeTimeout bounds the making of an empty profile, which takes some milliseconds.
const makeTimeout = 10 * time.Second

// newSession makes a profile with an empty page. The context bounds the making.
func newSession(ctx context.Context, c *chromium, o *Options, register func(s *session, forgotten bool)) (*session, error) {
	p, err := newProxy()
	if err != nil {
		return nil, err
	}
	s := &session{chromium: c, options: o, proxy: p, turn: make(chan struct{}, 1), arrived: make(chan struct{})}
	// Not to be cancelled: nobody would know of the profile.
	short, cancel := context.WithTimeout(context.WithoutCancel(ctx), makeTimeout)
	defer cancel()
	made, err := cdp.Call(short, c.all(), target.CreateBrowserContext, target.CreateBrowserContextParams{
		DisposeOnDetach: new(true), ProxyServer: "http://" + p.address(), ProxyBypassList: "<-loopback>",
	})
	if err != nil {
		p.close()
		return nil, err
	}
	s.profile = made.BrowserContextID
	register(s, false)
	if err := s.prepare(ctx); err != nil {
		register(s, true)
		s.close()
		return nil, err
	}
	return s, nil
}

// prepare refuses downloads and opens the first page.
func (s *session) prepare(ctx context.Context) error {
	_, err := cdp.Call(ctx, s.chromium.all(), browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorDeny, BrowserContextID: s.profile,
	})
	if err != nil {
		return err
	}
	_, err = s.open(ctx)
	return err
}

// open makes an empty page and waits until it is set up.
func (s *session) open(ctx context.Context) (*tab, error) {
	made, err := cdp.Call(ctx, s.chromium.all(), target.CreateTarget, target.CreateTargetParams{
		URL: "about:blank", BrowserContextID: s.profile, NewWindow: new(true),
	})
	if err != nil {
		return nil, err
	}
	for {
		s.mu.Lock()
		arrived := s.arrived
		for _, t := range s.pages {
			if t.target == made.TargetID {
				s.mu.Unlock()
				return t, t.ready(ctx)
			}
		}
		s.mu.Unlock()
		select {
		case <-arrived:
		case <-s.chromium.done:
			return nil, errEnded
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// ready waits until a page has answered all that it was told when it was
// attached: Chromium 156 loses renderers that are led elsewhere before.
func (t *tab) ready(ctx context.Context) error {
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

// answerAuth gives the proxy's password to the proxy, and to nobody else: the
// proxy lets no site ask in its name.
func (t *tab) answerAuth(e *fetch.EventAuthRequired) {
	response := &fetch.AuthChallengeResponse{Response: fetch.AuthChallengeResponseResponseCancelAuth}
	if e.AuthChallenge != nil && e.AuthChallenge.Source == fetch.AuthChallengeSourceProxy {
		response = &fetch.AuthChallengeResponse{
			Response: fetch.AuthChallengeResponseResponseProvideCredentials, Username: proxyUser, Password: t.session.proxy.password,
		}
	}
	t.post(fetch.ContinueWithAuth.Method, fetch.ContinueWithAuthParams{RequestID: e.RequestID, AuthChallengeResponse: response})
}

// attach takes in a page that Chromium has made: one of ours or a window that a
// page opened. It is called by the goroutine that reads, and does not wait:
// commands keep their order, and the page starts to run with the last of them.
func (s *session) attach(e *target.EventAttachedToTarget) {
	t := newTab(s, e)
	s.chromium.handle(e.SessionID, t.handle)
	for _, c := range setUp() {
		t.post(c.method, c.params)
	}
	_, _ = t.send(context.Background(), "Runtime.runIfWaitingForDebugger", nil, t.start)
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.pages) >= maxPages {
		s.notes.add("a new window was closed at once: the session has %d already", maxPages)
		s.chromium.all().post(target.CloseTarget.Method, target.CloseTargetParams{TargetID: t.target})
		return
	}
	if e.TargetInfo.OpenerID != "" {
		s.notes.add("the page opened a new window, which is the page now; browser_back closes it")
	}
	s.pages = append(s.pages, t)
	close(s.arrived)
	s.arrived = make(chan struct{})
}

// detach forgets a page that is gone.
func (s *session) detach(id target.SessionID) {
	s.chromium.handle(id, nil)
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, t := range s.pages {
		if t.id == id {
			t.lose()
			s.pages = append(s.pages[:i:i], s.pages[i+1:]...)
			return
		}
	}
}

// page is the one that calls are about.
func (s *session) page() (*tab, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.pages) == 0 {
		return nil, errNoPage
	}
	return s.pages[len(s.pages)-1], nil
}

// note adds something that the model should know.
func (s *session) note(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.notes.add(format, args...)
}

// close disposes of the profile with all its pages. Chromium may be gone.
func (s *session) close() {
	if s.idle != nil {
		s.idle.Stop()
	}
	s.chromium.all().post(target.DisposeBrowserContext.Method, target.DisposeBrowserContextParams{BrowserContextID: s.profile})
	s.mu.Lock()
	for _, t := range s.pages {
		t.lose()
		s.chromium.handle(t.id, nil)
	}
	s.pages = nil
	s.mu.Unlock()
	s.proxy.close()
}

// command is one step of setting up a page.
type command struct {
	method string
	params any
}

// setUp is what every page is told before it may run. Documents are stopped at,
// so that the proxy's password can be given; Chromium then knows it for all
// that they load, until a site has it forget what it knows (Clear-Site-Data).
func setUp() []command {
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

// decode reads the parameters of an event; one that is not as expected is passed
// over.
func decode[E any](message *cdproto.Message, handle func(*E)) {
	event := new(E)
	if jsonv2.Unmarshal(message.Params, event, chromedp.DefaultUnmarshalOptions) == nil {
		handle(event)
	}
}
