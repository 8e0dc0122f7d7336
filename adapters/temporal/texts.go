package temporal

import (
	"context"
	"errors"
	"fmt"
	"strings"

	sdk "go.temporal.io/sdk/temporal"
)

// fault is an error with a third-party cause, whose text may have a secret. what says
// what failed, without a text of the cause.
type fault struct {
	what  string
	cause error
}

// newFault returns a fault whose what has the format.
func newFault(cause error, format string, values ...any) error {
	return &fault{fmt.Sprintf(format, values...), cause}
}

// Error returns both texts. That of the SDK's errors is without their type.
func (f *fault) Error() string {
	if application, ok := f.cause.(*sdk.ApplicationError); ok { //nolint:errorlint // a wrapping error has a text of its own
		return f.what + ": " + application.Message()
	}
	return f.what + ": " + f.cause.Error()
}

// Unwrap returns the cause.
func (f *fault) Unwrap() error { return f.cause }

// ownError is an error whose text is of this package only, so that it has no secret.
type ownError struct {
	text    string
	isFinal bool // the activity does not run again
}

// Error returns the text.
func (e *ownError) Error() string { return e.text }

// tooLarge returns an error after which the activity does not run again.
func tooLarge(format string, values ...any) error {
	return &ownError{fmt.Sprintf(format, values...), true}
}

// errUnknownSession is the error of a text that cannot be redacted.
var errUnknownSession = errors.New("the secrets of the session are not known, because its state cannot be read")

// redact returns the text without secrets. If the secrets of the session are not known
// to this worker, it returns an error, whose text has no secret.
func (p *phase) redact(ctx context.Context, text string) (string, error) {
	turn, ok := p.knownTurn()
	if !ok {
		return "", errUnknownSession
	}
	return p.registry.Redact(context.WithoutCancel(ctx), turn, text)
}

// hasSecret reports whether the text has, or may have, a secret.
func (p *phase) hasSecret(ctx context.Context, text string) bool {
	clean, err := p.redact(ctx, text)
	return err != nil || clean != text
}

// text returns the text of an error for histories: redacted, and not too long. If it
// cannot be redacted, the history gets only what failed, and the log gets the text.
func (p *phase) text(ctx context.Context, err error) string {
	if own := new(ownError); errors.As(err, &own) {
		return shorten(own.text)
	}
	text, failed := p.redact(ctx, err.Error())
	if failed == nil {
		return shorten(text)
	}
	if logged, logErr := p.registry.Redact(ctx, nil, err.Error()); logErr == nil {
		p.options.logger().Error("the text of an error is withheld from a history", "error", logged, "reason", failed)
	}
	what := "the activity failed"
	if f := new(fault); errors.As(err, &f) {
		what = shorten(f.what)
	}
	if !errors.Is(failed, errUnknownSession) {
		what += ": " + failed.Error()
	}
	return what + "; the log of the worker has the error, which may have a secret"
}

// errorType is the type of all errors of activities in histories.
const errorType = "toolgen"

// historyError returns the error for histories. It does not wrap err.
func (p *phase) historyError(ctx context.Context, err error) error {
	var own *ownError
	var application *sdk.ApplicationError
	isFinal := errors.As(err, &own) && own.isFinal || errors.As(err, &application) && application.NonRetryable()
	return sdk.NewApplicationErrorWithOptions(p.text(ctx, err), errorType, sdk.ApplicationErrorOptions{NonRetryable: isFinal})
}

// maxExplained is the maximum length of the text of an activity's error in bytes.
const maxExplained = 500

// shorten cuts the text of an error.
func shorten(text string) string {
	if len(text) > maxExplained {
		return strings.ToValidUTF8(text[:maxExplained], "") + "…"
	}
	return text
}
