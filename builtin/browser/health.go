package browser

import (
	"context"
	"errors"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"

	"github.com/toolgen/toolgen/runtime"
)

// healthTimeout limits the time in which Chromium must make an empty page, which
// takes some tenths of a second.
var healthTimeout = 5 * time.Second

// unansweredReasons are the reasons of failures that Chromium itself can have caused: a
// page of a Chromium that hangs does not answer either.
var unansweredReasons = set(ReasonPageHung, ReasonTimeout, ReasonInputBlocked)

// endIfHung checks Chromium after a call that got no answer, and kills it if it
// can make no page: a page can make Chromium hang so that it still answers some
// commands. It returns errEnded then, and otherwise the error. Only calls that
// hold busy use it.
func (s *session) endIfHung(err error) error {
	var known *runtime.Error
	isUnanswered := errors.Is(err, context.DeadlineExceeded) || errors.As(err, &known) && unansweredReasons[known.Reason]
	c := s.chromium
	if !isUnanswered || c == nil || c.isEnded() || c.isHealthy() {
		return err
	}
	c.setReason(errHangs)
	_ = c.running.Kill()
	return errEnded
}

// isHealthy reports whether Chromium makes an empty page in time. Its profile has
// no network.
func (c *chromium) isHealthy() bool {
	ctx, cancel := context.WithTimeout(context.Background(), healthTimeout)
	defer cancel()
	all := c.browserTarget()
	made, err := cdp.Call(ctx, all, target.CreateBrowserContext, target.CreateBrowserContextParams{DisposeOnDetach: new(true), ProxyServer: noProxy})
	if err == nil {
		_, err = cdp.Call(ctx, all, target.CreateTarget, target.CreateTargetParams{URL: "about:blank", BrowserContextID: made.BrowserContextID})
		all.post(target.DisposeBrowserContext.Method, target.DisposeBrowserContextParams(made))
	}
	return err == nil
}
