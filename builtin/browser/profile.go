package browser

import (
	"context"
	"path/filepath"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/target"
)

// profile is a profile of Chromium with its own cookies, storage, cache and
// proxy. A session has at most two: the pages of one come from public addresses,
// and its proxy connects to no other addresses. The pages of the other one come
// from addresses that are not public, and can also load scripts, images and
// other parts from public addresses, but no documents. No page from a public
// address can therefore reach an address that is not public.
type profile struct {
	id    cdp.BrowserContextID
	proxy *proxy
}

// makeTimeout limits the time for making an empty profile, which takes some
// milliseconds.
var makeTimeout = 10 * time.Second

// profileFor returns the profile for pages from public or private addresses,
// and makes it where there is none. Only calls that hold busy use it.
func (s *session) profileFor(ctx context.Context, private bool) (*profile, error) {
	s.mu.Lock()
	p := s.profiles[private]
	s.mu.Unlock()
	if p != nil {
		return p, nil
	}
	made, err := s.newProfile(ctx, private)
	if err != nil {
		return nil, err
	}
	made.proxy.setGuard(s.guard)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.isClosed() {
		made.proxy.close() // close may have been earlier
		return nil, errEnded
	}
	s.profiles[private] = made
	return made, nil
}

// newProfile makes a profile whose downloads go to the directory of Chromium.
func (s *session) newProfile(ctx context.Context, private bool) (*profile, error) {
	p, err := newProxy(private)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, makeTimeout)
	defer cancel()
	all := s.chromium.browserTarget()
	made, err := cdp.Call(ctx, all, target.CreateBrowserContext, target.CreateBrowserContextParams{
		DisposeOnDetach: new(true), ProxyServer: "http://" + p.address(), ProxyBypassList: "<-loopback>",
	})
	if err == nil {
		_, err = cdp.Call(ctx, all, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
			Behavior: browser.SetDownloadBehaviorBehaviorAllowAndName, BrowserContextID: made.BrowserContextID,
			DownloadPath: filepath.Join(s.chromium.directory, downloadsDirectory), EventsEnabled: new(true),
		})
	}
	if err != nil {
		p.close()
		return nil, err
	}
	return &profile{made.BrowserContextID, p}, nil
}

// profileWith returns the profile with an id; nil for none.
func (s *session) profileWith(id cdp.BrowserContextID) *profile {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.profiles {
		if p.id == id {
			return p
		}
	}
	return nil
}

// allProfiles returns the profiles of the session.
func (s *session) allProfiles() []*profile {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([]*profile, 0, len(s.profiles))
	for _, private := range []bool{false, true} {
		if p := s.profiles[private]; p != nil {
			all = append(all, p)
		}
	}
	return all
}

// onRequestPaused continues a request, unless it is for a document that the
// profile does not open.
func (p *profile) onRequestPaused(via targetSession, e *fetch.EventRequestPaused) {
	if p.proxy.isPrivate && e.ResourceType == network.ResourceTypeDocument && e.Request != nil {
		p.proxy.run(func(ctx context.Context) { p.judgeDocument(ctx, via, e) })
		return
	}
	via.post(fetch.ContinueRequest.Method, fetch.ContinueRequestParams{RequestID: e.RequestID})
}

// judgeDocument continues the request for a document, or refuses it if its
// address is public.
func (p *profile) judgeDocument(ctx context.Context, via targetSession, e *fetch.EventRequestPaused) {
	if host := hostPort(e.Request.URL); host != "" {
		if private, err := p.proxy.isPrivateHost(ctx, host); err == nil && !private {
			p.proxy.refuse(host, "it is a document from a public address in a page from an address that is not public: browser_open can open it")
			via.post(fetch.FailRequest.Method, fetch.FailRequestParams{RequestID: e.RequestID, ErrorReason: network.ErrorReasonBlockedByClient})
			return
		}
	}
	via.post(fetch.ContinueRequest.Method, fetch.ContinueRequestParams{RequestID: e.RequestID})
}

// onAuthRequired gives the proxy its password, and no other server: the proxy
// removes challenges of sites that look like its own.
func (p *profile) onAuthRequired(via targetSession, e *fetch.EventAuthRequired) {
	response := &fetch.AuthChallengeResponse{Response: fetch.AuthChallengeResponseResponseCancelAuth}
	if e.AuthChallenge != nil && e.AuthChallenge.Source == fetch.AuthChallengeSourceProxy {
		response = &fetch.AuthChallengeResponse{
			Response: fetch.AuthChallengeResponseResponseProvideCredentials, Username: proxyUser, Password: p.proxy.password,
		}
	}
	via.post(fetch.ContinueWithAuth.Method, fetch.ContinueWithAuthParams{RequestID: e.RequestID, AuthChallengeResponse: response})
}
