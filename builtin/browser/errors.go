package browser

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/chromedp/cdproto"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// The reasons of failures, in runtime.Result.Reason.
const (
	// ReasonNoPage: the session has no open page.
	ReasonNoPage = "NO_PAGE"
	// ReasonBrowserEnded: the session's Chromium crashed, was killed or hung, and
	// its pages are lost.
	ReasonBrowserEnded = "BROWSER_ENDED"
	// ReasonPageCrashed: the page crashed or was closed during the call.
	ReasonPageCrashed = "PAGE_CRASHED"
	// ReasonPageHung: the page did not answer in time.
	ReasonPageHung = "PAGE_HUNG"
	// ReasonPageStopped: the page used too much memory or did something too often,
	// and was closed.
	ReasonPageStopped = "PAGE_STOPPED"
	// ReasonTimeout: the site did not answer in time.
	ReasonTimeout = "LOAD_TIMEOUT"
	// ReasonLoadFailed: the page could not be loaded or shown.
	ReasonLoadFailed = "LOAD_FAILED"
	// ReasonNoDownload: the session has no such download, or it is not complete.
	ReasonNoDownload = "NO_DOWNLOAD"
	// ReasonStaleReference: the element of the reference is gone, or never
	// existed.
	ReasonStaleReference = "STALE_REFERENCE"
	// ReasonNotClickable: the element is hidden, disabled or covered.
	ReasonNotClickable = "NOT_CLICKABLE"
	// ReasonInputBlocked: a click or a key did not arrive in the page.
	ReasonInputBlocked = "INPUT_BLOCKED"
	// ReasonWrongElement: the action is not possible with this kind of element.
	ReasonWrongElement = "WRONG_ELEMENT"
	// ReasonWrongValue: the field or list does not accept the value.
	ReasonWrongValue = "WRONG_VALUE"
	// ReasonLimit: the session has used up a limit, such as that of uploads.
	ReasonLimit = "LIMIT_REACHED"
	// ReasonNoHistory: there is no page to go back to.
	ReasonNoHistory = "NO_HISTORY"
)

// failure returns an execution_failed error with a reason.
func failure(reason, format string, arguments ...any) *runtime.Error {
	err := runtime.Errorf(runtime.ExecutionFailed, format, arguments...)
	err.Reason, err.OwnText = reason, !slices.ContainsFunc(arguments, isForeign)
	return err
}

// isForeign reports whether an argument of a message can have text of a page.
func isForeign(argument any) bool {
	switch argument.(type) {
	case int, int64, time.Duration:
		return false
	}
	return true
}

// fieldFailure returns an execution_failed error about an argument that the
// current page does not allow.
func fieldFailure(reason, field, format string, arguments ...any) *runtime.Error {
	err := failure(reason, format, arguments...)
	err.Field = field
	return err
}

// invalidArgument returns the input_invalid error of an argument. Its message has no
// text of a page.
func invalidArgument(field, format string, arguments ...any) *runtime.Error {
	err := runtime.Errorf(runtime.InputInvalid, format, arguments...)
	err.Field, err.OwnText = field, true
	return err
}

var (
	errNoPage = failure(ReasonNoPage, "no page is open in this session: call browser_open first (an idle page is closed after some time)")
	errPage   = failure(ReasonPageCrashed, "the page crashed or was closed: call browser_open")
	errLost   = failure(ReasonBrowserEnded, "the browser crashed or was killed, which the page can cause. All pages and cookies of this session are lost: call browser_open, if possible with another page")
	errHangs  = failure(ReasonBrowserEnded, "the page made the browser hang, so that it was ended. All pages and cookies of this session are lost: call browser_open with another page")
	errMemory = failure(ReasonPageStopped, "the page used too much memory, and was closed: call browser_open with another page")
	errHung   = failure(ReasonPageHung, "the page does not answer: one of its scripts may never end. Call browser_open to leave it")
)

// isProtocol reports whether Chromium refused a command.
func isProtocol(err error) bool {
	var refused *cdproto.Error
	return errors.As(err, &refused)
}

// isTooLong reports whether an answer of Chromium was too long.
func isTooLong(err error) bool {
	var refused *cdproto.Error
	return errors.As(err, &refused) && refused.Code == codeTooLong
}

// callError returns the error that the model gets for an error during a call of
// a session: why the page was stopped, if it was.
func (s *session) callError(ctx context.Context, err error) error {
	if ctx.Err() == nil {
		err = s.endIfHung(err)
	}
	if known := (*runtime.Error)(nil); errors.Is(err, errEnded) && !errors.As(err, &known) {
		return s.chromium.endError()
	}
	if t, pageErr := s.currentPage(); pageErr == nil && errors.Is(err, errGone) {
		if stopped := t.stoppedError(); stopped != nil {
			return stopped
		}
	}
	return callError(ctx, err)
}

// callError returns the error that the model gets for an error during a call. ctx
// is the context of the call.
func callError(ctx context.Context, err error) error {
	var known *runtime.Error
	var denied *capability.Denied
	var stale *capability.Stale
	switch {
	case err == nil || errors.As(err, &known) || errors.As(err, &denied) || errors.As(err, &stale) || ctx.Err() != nil:
		return err
	case errors.Is(err, errGone):
		return errPage
	case errors.Is(err, context.DeadlineExceeded):
		return errHung
	case isTooLong(err):
		return failure(ReasonLoadFailed, "the page is too large to be read")
	case isProtocol(err):
		return runtime.Errorf(runtime.ExecutionFailed, "the browser could not do that because the page has changed: call browser_snapshot (%w)", err)
	}
	return fmt.Errorf("the browser failed: %w", err)
}
