package browser

import (
	"context"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/target"

	"github.com/toolgen/toolgen/runtime"
)

// startChromium starts Chromium for the session, unless it runs. Only calls that
// hold busy use it.
func (s *session) startChromium(ctx context.Context) error {
	if s.chromium != nil && !s.chromium.isEnded() {
		return nil
	}
	if s.options.Exec == nil {
		return runtime.Errorf(runtime.NotAvailable, "the browser is not configured: set browser.Options.Exec")
	}
	s.stopChromium() // one that has ended
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(s.lifetime, cancel)()
	c, err := s.options.start(ctx, s.browser.memory, s.handleTargets)
	if err != nil {
		return err
	}
	s.mu.Lock()
	s.chromium = c
	isClosed := s.isClosed()
	s.mu.Unlock()
	if isClosed {
		s.stopChromium() // close may have been earlier
		return errNoPage
	}
	return nil
}

// isClosed reports whether close was called.
func (s *session) isClosed() bool { return s.lifetime.Err() != nil }

// stopChromium ends Chromium, its pages and the connections of its profiles.
func (s *session) stopChromium() {
	s.mu.Lock()
	c := s.chromium
	s.mu.Unlock()
	if c == nil {
		return
	}
	c.stop()
	s.mu.Lock()
	pages, profiles := s.pages, s.profiles
	s.downloads = nil
	s.pages, s.profiles = nil, make(map[bool]*profile)
	s.mu.Unlock()
	for _, t := range pages {
		t.markGone()
	}
	for _, p := range profiles {
		p.proxy.close()
	}
}

// handleTargets handles the events about the pages that Chromium makes and
// closes.
func (s *session) handleTargets(c *chromium) {
	c.handle("", func(m *cdproto.Message) {
		switch m.Method {
		case "Browser.downloadProgress":
			decode(m, func(e *browser.EventDownloadProgress) { s.onProgress(c, e) })
		case "Target.attachedToTarget":
			decode(m, func(e *target.EventAttachedToTarget) { s.attach(c, e) })
		case "Target.detachedFromTarget":
			decode(m, func(e *target.EventDetachedFromTarget) { s.detach(c, e.SessionID) })
		}
	})
}
