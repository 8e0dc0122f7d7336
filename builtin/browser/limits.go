package browser

import (
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
)

// The time limits of Chromium's answers.
var (
	actionTimeout   = 10 * time.Second // for one click or text
	snapshotTimeout = 15 * time.Second
	flushTimeout    = 2 * time.Second
	// hangTimeout is the time after which a page hangs whose scripts do not
	// pause.
	hangTimeout = 10 * time.Second
	// rehangTimeout is the same for a page that hung in an earlier call.
	rehangTimeout = time.Second
)

// The limits of what a page may do during one call, or in usagePeriod after it.
// They are far above what pages need. A page that exceeds maxNavigations, maxNewFrames or maxBytes
// is shown as it is then; a page that exceeds another limit is closed.
const (
	maxDialogs       = 50
	maxCallRequests  = 3000
	maxNavigations   = 10
	maxNewFrames     = 300       // new frames; a page with twice as many is closed
	maxBytes         = 200 << 20 // after decompression
	maxDocument      = 5 << 20   // bytes of the document itself
	maxFrameTargets  = 100       // frames of other sites and workers
	maxNewWindows    = 50
	maxDownloadTries = 200
)

// usage counts what a page has done since the last call began.
type usage struct {
	dialogs, requests, navigations, frames, frameTargets, downloads int
	bytes, document                                                 int64
	began                                                           time.Time
}

// usagePeriod is the time after which a page that no call uses is counted anew.
const usagePeriod = time.Minute

// current returns the usage, and begins to count anew after usagePeriod.
func (u *usage) current() *usage {
	if now := time.Now(); now.Sub(u.began) > usagePeriod {
		*u = usage{began: now}
	}
	return u
}

// resetUsage begins to count anew for each page.
func (s *session) resetUsage() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.windows, s.answer = 0, ""
	for _, t := range s.pages {
		t.mu.Lock()
		t.usage = usage{began: time.Now()}
		t.mu.Unlock()
	}
}

// count increments a counter of the usage, and stops the page when it exceeds
// its limit. It reports whether the page was stopped before or now.
func (t *tab) count(counter func(*usage) *int, limit int, what string) (stopped bool) {
	t.mu.Lock()
	n := counter(t.usage.current())
	*n++
	exceeded := *n == limit+1
	stopped = t.stopped != nil
	t.mu.Unlock()
	if exceeded {
		t.stop("the page %s more than %d times, and was closed: call browser_open", what, limit)
	}
	return stopped || exceeded
}

// stop ends the process of a page that uses too much. Calls of the page fail
// with the reason.
func (t *tab) stop(format string, args ...any) {
	t.mu.Lock()
	if t.stopped == nil {
		t.stopped = failure(ReasonPageStopped, format, args...)
	}
	t.mu.Unlock()
	t.closeDialogs()
	t.post("Page.crash", nil)
	t.markGone()
	t.closeTarget()
}

// closeDialogs closes the dialogs of the page, and handles no further ones. Chromium 156
// crashes with all its pages when a document goes away while a frame in it shows a dialog,
// and the session would lose its cookies.
func (t *tab) closeDialogs() { t.post("Page.disable", nil) }

// stoppedError returns why a page was stopped; nil if it was not.
func (t *tab) stoppedError() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.stopped == nil && t.isGone() && t.chromium.memory.killedAt(t.goneAt) {
		return errMemory
	}
	return t.stopped
}

// onData counts received bytes, and stops loading when there are too many.
func (t *tab) onData(e *network.EventDataReceived) {
	n := e.DataLength
	t.mu.Lock()
	u := t.usage.current()
	before := u.bytes
	u.bytes += n
	after := u.bytes
	isDocumentTooLarge := false
	if e.RequestID == t.documentRequest {
		isDocumentTooLarge = u.document <= maxDocument && u.document+n > maxDocument
		u.document += n
	}
	t.mu.Unlock()
	switch {
	case isDocumentTooLarge:
		t.session.note("the document is larger than %d MB: only its first part was loaded", maxDocument>>20)
		t.post(page.StopLoading.Method, nil)
	case before <= maxBytes && after > maxBytes:
		t.session.note("the page has loaded more than %d MB: loading was stopped, and the page is shown as it was then", maxBytes>>20)
		t.post(page.StopLoading.Method, nil)
	case before <= 2*maxBytes && after > 2*maxBytes:
		t.stop("the page has loaded more than %d MB, and was closed: call browser_open", 2*maxBytes>>20)
	}
}
