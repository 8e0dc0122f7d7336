package browser

import (
	"context"
	"errors"
	"fmt"

	"github.com/chromedp/cdproto"

	"github.com/toolgen/toolgen/runtime"
)

// The reasons of failures, in runtime.Result.Reason.
const (
	// ReasonNoPage: the session has no page open.
	ReasonNoPage = "NO_PAGE"
	// ReasonBrowserEnded: Chromium crashed or was killed, and its pages with it.
	ReasonBrowserEnded = "BROWSER_ENDED"
	// ReasonPageCrashed: the page crashed or was closed during the call.
	ReasonPageCrashed = "PAGE_CRASHED"
	// ReasonPageHung: the page did not answer in time.
	ReasonPageHung = "PAGE_HUNG"
	// ReasonTimeout: the site did not answer in time.
	ReasonTimeout = "LOAD_TIMEOUT"
	// ReasonLoadFailed: the site could not be reached, or what it sent not be shown.
	ReasonLoadFailed = "LOAD_FAILED"
	// ReasonDownload: the URL is a file to download, which is refused.
	ReasonDownload = "DOWNLOAD_REFUSED"
	// ReasonStaleReference: the element of the reference is gone, or there never was one.
	ReasonStaleReference = "STALE_REFERENCE"
	// ReasonNotClickable: the element is hidden, disabled or covered.
	ReasonNotClickable = "NOT_CLICKABLE"
	// ReasonWrongElement: the element is not of a kind with which this can be done.
	ReasonWrongElement = "WRONG_ELEMENT"
	// ReasonWrongValue: the field does not take the value, or the list does not have the choice.
	ReasonWrongValue = "WRONG_VALUE"
	// ReasonNoHistory: there is no page to go back to.
	ReasonNoHistory = "NO_HISTORY"
)

// failed is an error of the code execution_failed with a reason.
func failed(reason, format string, arguments ...any) *runtime.Error {
	err := runtime.Errorf(runtime.ExecutionFailed, format, arguments...)
	err.Reason = reason
	return err
}

// unsuitable is the same, about an argument that does not fit the page as it is.
func unsuitable(reason, field, format string, arguments ...any) *runtime.Error {
	err := failed(reason, format, arguments...)
	err.Field = field
	return err
}

// invalid is the error of an argument that fits no page.
func invalid(field, format string, arguments ...any) *runtime.Error {
	err := runtime.Errorf(runtime.InputInvalid, format, arguments...)
	err.Field = field
	return err
}

var (
	errNoPage = failed(ReasonNoPage, "no page is open in this session: call browser_open first (a page is closed after some time without a call)")
	errPage   = failed(ReasonPageCrashed, "the page crashed or was closed: browser_open opens one again")
	errLost   = failed(ReasonBrowserEnded, "the browser ended, by a crash or from outside, and its pages are lost: browser_open starts a new one")
	errHung   = failed(ReasonPageHung, "the page does not answer: a script of it seems to run without end; browser_open leaves it")
)

// isProtocol reports whether Chromium refused a command.
func isProtocol(err error) bool {
	var refused *cdproto.Error
	return errors.As(err, &refused)
}

// isTooLong reports whether an answer of Chromium was longer than is taken.
func isTooLong(err error) bool {
	var refused *cdproto.Error
	return errors.As(err, &refused) && refused.Code == codeTooLong
}

// explain turns what went wrong during a call into what the model is told. The
// context is the call's.
func explain(ctx context.Context, err error) error {
	var told *runtime.Error
	switch {
	case err == nil || errors.As(err, &told) || ctx.Err() != nil:
		return err
	case errors.Is(err, errEnded):
		return errLost
	case errors.Is(err, errGone):
		return errPage
	case errors.Is(err, context.DeadlineExceeded):
		return errHung
	case isTooLong(err):
		return failed(ReasonLoadFailed, "the page is too large to be read")
	case isProtocol(err):
		return runtime.Errorf(runtime.ExecutionFailed, "the browser could not do that, since the page changed meanwhile: take the newest snapshot with browser_snapshot (%w)", err)
	}
	return fmt.Errorf("the browser failed: %w", err)
}
