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
	"github.com/chromedp/cdproto/target"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// OpenArgs are the arguments of browser_open.
type OpenArgs struct {
	// The URL, with http or https, such as "https://example.org/".
	URL string `json:"url" jsonschema:"minLength=1,maxLength=4000"`
}

// Open opens a web page in the session's browser and shows it as a tree whose elements have references such as @e12.
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
	if err := checkURL(client, args.URL); err != nil {
		return nil, err
	}
	s, err := b.sessionOrNew(ctx, id)
	if err != nil {
		return nil, callError(ctx, err)
	}
	if err := s.beginCall(ctx, client); err != nil {
		return nil, err
	}
	defer s.endCall()
	err = s.load(ctx, args.URL)
	if errors.Is(err, errPage) { // after a crash the spare process of Chromium may be gone as well
		err = s.load(ctx, args.URL)
	}
	var view *Page
	if err == nil {
		view, err = s.viewWhenIdle(ctx, 1)
	}
	return view, callError(ctx, err)
}

// load navigates the page of the session, or a new page where that one is gone.
func (s *session) load(ctx context.Context, address string) error {
	t, err := s.usablePage(ctx)
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
	if err := checkURL(client, args.URL); err != nil {
		return "", err
	}
	return "would open " + printable(args.URL), nil
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

// usablePage returns the current page, and replaces one that crashed or hangs.
func (s *session) usablePage(ctx context.Context) (*tab, error) {
	t, err := s.currentPage()
	if err == nil {
		t.mu.Lock()
		fine := !t.isGone() && !t.isHung
		t.mu.Unlock()
		if fine {
			return t, nil
		}
		s.detach(t.id)
		s.chromium.browserTarget().post(target.CloseTarget.Method, target.CloseTargetParams{TargetID: t.target})
	}
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	return s.newPage(ctx)
}

// navigate opens a URL in a page, and returns when the document has arrived.
func (s *session) navigate(ctx context.Context, t *tab, address string) error {
	bounded, cancel := context.WithTimeout(ctx, s.options.LoadTimeout)
	defer cancel()
	answer, err := cdp.Call(bounded, t, page.Navigate, page.NavigateParams{URL: strings.TrimSpace(address)})
	if err == nil && answer.ErrorText == "" && answer.LoaderID != "" {
		err = t.waitFor(bounded, func() bool { return t.document == answer.LoaderID })
	}
	switch {
	case err != nil && bounded.Err() != nil:
		t.post(page.StopLoading.Method, nil)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return failure(ReasonTimeout, "%s did not answer within %v: try again later, or open another page", printable(address), s.options.LoadTimeout)
	case err != nil:
		return err
	case answer.IsDownload:
		return failure(ReasonDownload, "%s is a download, which is not possible", printable(address))
	case answer.ErrorText != "":
		return s.loadError(t, address, answer.ErrorText)
	}
	return nil
}

// loadError returns the error of a page that could not be loaded.
func (s *session) loadError(t *tab, address, problem string) error {
	t.mu.Lock()
	asked := t.requestedURL // after redirects
	t.mu.Unlock()
	host := hostPort(asked)
	if reason := s.proxy.refusalReason(host); reason != "" {
		err := runtime.Errorf(runtime.NotAvailable, "the network policy refused %s: %s", printable(host), reason)
		err.Reason = capability.KindNetwork.String()
		return err
	}
	if problem == "net::ERR_ABORTED" {
		return failure(ReasonLoadFailed, "%s has no page to show: it is a download, which is not possible, or has no content", printable(address))
	}
	return failure(ReasonLoadFailed, "%s could not be loaded: %s", printable(address), describeProblem(problem))
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
