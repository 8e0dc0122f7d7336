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

// OpenArgs says which page to open.
type OpenArgs struct {
	// The URL, with http or https, such as "https://example.org/".
	URL string `json:"url" jsonschema:"minLength=1,maxLength=4000"`
}

// Open opens a web page in the session's browser and shows it as a tree in which elements have references such as @e12.
//
//tool:register browser_open
//tool:open-world
//tool:side-effects
//tool:exclusive
//tool:available func=Ready
//tool:network *
//tool:allow process "the application gives the browser, for as long as that lives, what runs Chromium"
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
		return nil, explain(ctx, err)
	}
	if err := s.enter(ctx, client); err != nil {
		return nil, err
	}
	defer s.leave()
	err = s.load(ctx, args.URL)
	if errors.Is(err, errPage) { // right after a crash Chromium may not know yet that its spare process is gone, too
		err = s.load(ctx, args.URL)
	}
	var view *Page
	if err == nil {
		view, err = s.rest(ctx, 1)
	}
	return view, explain(ctx, err)
}

// load leads the session's page to a URL, or a new page where that one is lost.
func (s *session) load(ctx context.Context, address string) error {
	t, err := s.usablePage(ctx)
	if err != nil {
		return err
	}
	return s.navigate(ctx, t, address)
}

// DescribeOpen says what Open would do.
func (b *Browser) DescribeOpen(_ context.Context, call *runtime.Call, client *http.Client, args OpenArgs) (string, error) {
	if _, err := sessionID(call); err != nil {
		return "", err
	}
	if err := checkURL(client, args.URL); err != nil {
		return "", err
	}
	return "would open " + quoteless(args.URL), nil
}

// checkURL refuses what is no web page, and hosts that the policy does not allow.
func checkURL(client *http.Client, address string) error {
	u, err := url.Parse(strings.TrimSpace(address))
	switch {
	case err != nil:
		return invalid("url", "the URL cannot be read: expected one such as https://example.org/page")
	case u.Scheme != "http" && u.Scheme != "https":
		return invalid("url", "only http and https URLs are opened, not %q: expected one such as https://example.org/page", clean(u.Scheme, 20))
	case u.Hostname() == "":
		return invalid("url", "the URL names no host: expected one such as https://example.org/page")
	case u.User != nil:
		return invalid("url", "the URL must not hold a user or password")
	}
	g, err := guardOf(client)
	if err != nil {
		return err
	}
	return g.CheckHost(hostPort(u.String()), netip.Addr{})
}

// hostPort is where a URL leads; empty for one that leads nowhere.
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

// usablePage is a page that can be led elsewhere: one that crashed or hangs is
// replaced.
func (s *session) usablePage(ctx context.Context) (*tab, error) {
	t, err := s.page()
	if err == nil {
		t.mu.Lock()
		fine := !t.lost() && !t.hung
		t.mu.Unlock()
		if fine {
			return t, nil
		}
		s.detach(t.id)
		s.chromium.all().post(target.CloseTarget.Method, target.CloseTargetParams{TargetID: t.target})
	}
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	return s.open(ctx)
}

// navigate leads a page to a URL, and returns when its document is there.
func (s *session) navigate(ctx context.Context, t *tab, address string) error {
	bounded, cancel := context.WithTimeout(ctx, s.options.LoadTimeout)
	defer cancel()
	answer, err := cdp.Call(bounded, t, page.Navigate, page.NavigateParams{URL: strings.TrimSpace(address)})
	if err == nil && answer.ErrorText == "" && answer.LoaderID != "" {
		err = t.await(bounded, func() bool { return t.document == answer.LoaderID })
	}
	switch {
	case err != nil && bounded.Err() != nil:
		t.post(page.StopLoading.Method, nil)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return failed(ReasonTimeout, "%s did not answer within %v; try again later, or another page", quoteless(address), s.options.LoadTimeout)
	case err != nil:
		return err
	case answer.IsDownload:
		return failed(ReasonDownload, "%s is a file to download, which the browser refuses", quoteless(address))
	case answer.ErrorText != "":
		return s.unreachable(t, address, answer.ErrorText)
	}
	return nil
}

// unreachable says why a page could not be loaded.
func (s *session) unreachable(t *tab, address, problem string) error {
	t.mu.Lock()
	asked := t.asked // the last of the redirects
	t.mu.Unlock()
	host := hostPort(asked)
	if reason := s.proxy.refusal(host); reason != "" {
		err := runtime.Errorf(runtime.NotAvailable, "the network policy refused %s: %s", quoteless(host), reason)
		err.Reason = capability.KindNetwork.String()
		return err
	}
	if problem == "net::ERR_ABORTED" {
		return failed(ReasonLoadFailed, "%s has no page to show: it is a download, which is refused, or an answer without content", quoteless(address))
	}
	return failed(ReasonLoadFailed, "%s could not be loaded: %s", quoteless(address), explained(problem))
}

// problems say what the commonest of Chromium's errors mean, by how they begin.
var problems = []struct{ prefix, meaning string }{
	{"net::ERR_CERT", "its certificate is not valid"},
	{"net::ERR_SSL", "it does not speak TLS as it should"},
	{"net::ERR_TUNNEL_CONNECTION_FAILED", "the host does not exist or does not accept the connection"},
	{"net::ERR_EMPTY_RESPONSE", "the host does not exist, does not accept the connection or answered nothing"},
	{"net::ERR_TOO_MANY_REDIRECTS", "it redirects without end"},
	{"net::ERR_UNSAFE_PORT", "web pages are not served on this port"},
	{"net::ERR_INVALID_HTTP_RESPONSE", "it does not speak HTTP"},
}

func explained(problem string) string {
	for _, p := range problems {
		if strings.HasPrefix(problem, p.prefix) {
			return fmt.Sprintf("%s (%s)", p.meaning, quoteless(problem))
		}
	}
	return quoteless(problem)
}

// await waits until something holds of a page, which is asked under its lock.
func (t *tab) await(ctx context.Context, holds func() bool) error {
	ticker := time.NewTicker(tick)
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
