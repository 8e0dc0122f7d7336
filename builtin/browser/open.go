package browser

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"

	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// OpenArgs are the arguments of browser_open.
type OpenArgs struct {
	// Without a scheme it means https, and http for this machine or with a port.
	URL string `json:"url" jsonschema:"minLength=1,maxLength=4000" tool:"alias=uri,alias=link,alias=address"`
}

// Open opens a web page or PDF and shows it as a tree of elements with references such as @e12.
//
//tool:register browser_open
//tool:open-world
//tool:side-effects
//tool:exclusive
//tool:available func=Ready
//tool:network *
//tool:allow process "the application gives the browser a capability.Exec that runs Chromium for the life of the browser"
//tool:dry-run DescribeOpen
//tool:untrusted-output source=url
//tool:max-result-chars 20000
//tool:example {"url": "https://example.org/"}
func (b *Browser) Open(ctx context.Context, call *runtime.Call, client *http.Client, args OpenArgs) (*Page, error) {
	id, err := sessionID(call)
	if err != nil {
		return nil, err
	}
	args.URL = names.WithScheme(args.URL)
	if err := checkURL(client, args.URL); err != nil {
		return nil, err
	}
	s, err := b.sessionOrNew(id)
	if err != nil {
		return nil, err
	}
	if err := s.beginCall(ctx, call, client); err != nil {
		return nil, err
	}
	defer s.endCall()
	before := s.countDownloads()
	err = s.openAnywhere(ctx, args.URL)
	var view *Page
	if err == nil {
		view, err = s.viewWhenIdle(ctx, part{whole: true})
	}
	if number := s.downloadedPDF(before); err == nil && number > 0 {
		view = s.withPDF(ctx, view, number)
	}
	return view, s.callError(ctx, err)
}

// openAnywhere loads a page, and starts Chromium where none runs. The page that is
// left can end Chromium or make it hang: the page is then loaded in a new one.
func (s *session) openAnywhere(ctx context.Context, address string) error {
	_, noPage := s.currentPage()
	err := s.startChromium(ctx)
	if err != nil {
		if s.chromium == nil { // the first start
			s.browser.forget(s)
		}
		return err
	}
	err = s.loadOrRetry(ctx, address)
	if noPage == nil && ctx.Err() == nil {
		err = s.endIfHung(err)
	}
	if noPage != nil || !errors.Is(err, errEnded) {
		return err
	}
	if err := s.startChromium(ctx); err != nil {
		return err
	}
	s.note("the page that was left ended the browser: a new one was started, without the cookies of this session")
	return s.load(ctx, address)
}

// loadOrRetry loads a page, and does so once more if the page of the session
// ended before it showed another document: the page that is left may end at any
// time.
func (s *session) loadOrRetry(ctx context.Context, address string) error {
	left, err := s.currentPage()
	var document cdp.LoaderID
	if err == nil {
		document = left.currentDocument()
	}
	err = s.load(ctx, address)
	if !errors.Is(err, errGone) {
		return err
	}
	t, pageErr := s.currentPage()
	if pageErr == nil && t.stoppedError() != nil && (t != left || t.currentDocument() != document) {
		return err // the new document was stopped
	}
	return s.load(ctx, address)
}

// load navigates the page of the session, or a new page where that one is gone.
func (s *session) load(ctx context.Context, address string) error {
	// A host that cannot be looked up is reported when its page is loaded.
	private, err := s.guard.IsPrivate(ctx, hostPort(strings.TrimSpace(address)))
	t, err := s.usablePage(ctx, err == nil && private)
	if err != nil {
		return err
	}
	return s.navigate(ctx, t, address)
}

// DescribeOpen describes what Open would do.
func (b *Browser) DescribeOpen(_ context.Context, call *runtime.Call, client *http.Client, args OpenArgs) (string, error) {
	if _, err := sessionID(call); err != nil {
		return "", err
	}
	args.URL = names.WithScheme(args.URL)
	if err := checkURL(client, args.URL); err != nil {
		return "", err
	}
	return "would open " + printableURL(args.URL, redactorOf(call)), nil
}

// checkURL refuses URLs that are not of web pages, and hosts that the policy
// does not allow.
func checkURL(client *http.Client, address string) error {
	u, err := url.Parse(strings.TrimSpace(address))
	switch {
	case err != nil:
		return invalidArgument("url", "the URL is not valid: use one such as https://example.org/page")
	case u.Scheme != "http" && u.Scheme != "https":
		return invalidArgument("url", "the URL has the scheme %q: only http and https can be opened, such as https://example.org/page", clean(u.Scheme, 20))
	case u.Hostname() == "":
		return invalidArgument("url", "the URL has no host: use one such as https://example.org/page")
	case u.User != nil:
		return invalidArgument("url", "the URL has a user or password: remove them")
	}
	g, err := guardOf(client)
	if err != nil {
		return err
	}
	return g.CheckHost(hostPort(u.String()), netip.Addr{})
}

// hostPort returns the host and port of a URL; empty where it has none.
func hostPort(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" {
		return ""
	}
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443", "ws": "80", "wss": "443"}[u.Scheme]
	}
	return net.JoinHostPort(u.Hostname(), port)
}

// usablePage returns a page of the profile for public or private addresses:
// the current page, an older one, or a new one. It closes the current page if
// that has crashed or hangs.
func (s *session) usablePage(ctx context.Context, private bool) (*tab, error) {
	if t, err := s.currentPage(); err == nil && !t.isUsable() {
		s.discard(t)
	}
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	p, err := s.profileFor(ctx, private)
	if err != nil {
		return nil, err
	}
	if t := s.raise(p); t != nil {
		return t, nil
	}
	s.mu.Lock()
	var oldest *tab
	if len(s.pages) >= maxPages {
		oldest = s.pages[0]
	}
	s.mu.Unlock()
	if oldest != nil {
		s.discard(oldest)
	}
	return s.newPage(ctx, p)
}

// isUsable reports whether a page has neither crashed nor hung.
func (t *tab) isUsable() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return !t.isGone() && !t.isHung
}

// discard closes a page that may not answer.
func (s *session) discard(t *tab) {
	t.closeDialogs()
	t.post("Page.crash", nil) // a page that hangs would keep its process busy
	s.detach(t.chromium, t.id)
	t.closeTarget()
}

// raise makes the newest usable page of a profile the current one, and returns
// it; nil if there is none.
func (s *session) raise(p *profile) *tab {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := len(s.pages) - 1; i >= 0; i-- {
		if t := s.pages[i]; t.profile == p && t.isUsable() {
			s.pages = append(append(s.pages[:i:i], s.pages[i+1:]...), t)
			return t
		}
	}
	return nil
}

// navigate opens a URL in a page, and returns when the document has arrived.
func (s *session) navigate(ctx context.Context, t *tab, address string) error {
	bounded, cancel := context.WithTimeout(ctx, s.options.LoadTimeout)
	defer cancel()
	t.setReplaced(true)
	defer t.setReplaced(false)
	answer, err := cdp.Call(bounded, t, page.Navigate, page.NavigateParams{URL: strings.TrimSpace(address)})
	shown := printableURL(address, s.redact)
	if err == nil && answer.ErrorText == "" && answer.LoaderID != "" {
		err = t.waitFor(bounded, func() bool { return t.document == answer.LoaderID })
	}
	switch {
	case err != nil && bounded.Err() != nil:
		t.post(page.StopLoading.Method, nil)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if t.profile.proxy.hasAnswered(t.currentRequest()) {
			return failure(ReasonTimeout, "%s began to answer, but sent too little to show within %v: try again later, or open another page", shown, s.options.LoadTimeout)
		}
		return failure(ReasonTimeout, "%s did not answer within %v: try again later, or open another page", shown, s.options.LoadTimeout)
	case err != nil:
		return err
	case answer.IsDownload:
		return nil
	case answer.ErrorText != "":
		return s.loadError(t, shown, answer.ErrorText)
	}
	return nil
}

// currentRequest returns the URL that the main frame requested last, after redirects.
func (t *tab) currentRequest() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.requestedURL
}

// loadError returns the error of a page that could not be loaded. shown is its
// URL as the model reads it.
func (s *session) loadError(t *tab, shown, problem string) error {
	host := hostPort(t.currentRequest())
	if reason := t.profile.proxy.refusalReason(host); reason != "" {
		err := runtime.Errorf(runtime.NotAvailable, "the network policy refused %s: %s", printable(host), reason)
		err.Reason = capability.KindNetwork.String()
		return err
	}
	if reason := t.profile.proxy.dialProblem(host); reason != "" {
		return failure(ReasonLoadFailed, "%s could not be loaded: %s", shown, reason)
	}
	if problem == "net::ERR_ABORTED" {
		return failure(ReasonLoadFailed, "%s has no page to show: the server sent no content", shown)
	}
	return failure(ReasonLoadFailed, "%s could not be loaded: %s", shown, describeProblem(problem))
}

// problems are the meanings of the most frequent errors of Chromium, by prefix.
var problems = []struct{ prefix, meaning string }{
	{"net::ERR_CERT", "its certificate is not valid"},
	{"net::ERR_SSL", "its TLS is not valid"},
	{"net::ERR_TUNNEL_CONNECTION_FAILED", "the host does not exist or does not accept the connection"},
	{"net::ERR_EMPTY_RESPONSE", "the host does not exist, does not accept the connection or sent no answer"},
	{"net::ERR_TOO_MANY_REDIRECTS", "it redirects too often"},
	{"net::ERR_UNSAFE_PORT", "browsers open no pages on this port"},
	{"net::ERR_INVALID_HTTP_RESPONSE", "it does not speak HTTP"},
}

// describeProblem returns an error of Chromium with its meaning.
func describeProblem(problem string) string {
	for _, p := range problems {
		if strings.HasPrefix(problem, p.prefix) {
			return fmt.Sprintf("%s (%s)", p.meaning, printable(problem))
		}
	}
	return printable(problem)
}

// waitFor waits until a condition is true, which is called under the page's
// lock.
func (t *tab) waitFor(ctx context.Context, holds func() bool) error {
	ticker := time.NewTicker(pollInterval)
	defer ticker.Stop()
	for {
		t.mu.Lock()
		done := holds()
		t.mu.Unlock()
		if done {
			return nil
		}
		select {
		case <-ticker.C:
		case <-t.conn.done:
			return errEnded
		case <-t.gone:
			return errGone
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
