package runtime

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/measure"
	"github.com/toolgen/toolgen/internal/redact"
	"github.com/toolgen/toolgen/internal/untrusted"
	"github.com/toolgen/toolgen/runtime/decode"
)

// secure makes what a tool or its middleware answered fit to be shown, and to
// be kept for others: whatever must not leave the call is taken out here.
func (c *Call) redactResult(result *Result) {
	result.finalize(c.tool.Name)
	if result.Cause != nil {
		c.redactCause(result)
	}
	if text := result.text(); *text != "" {
		*text = c.redact(*text)
	}
	for _, detail := range result.details() {
		if *detail != "" {
			*detail = c.excerpt(*detail, maxDetailChars)
		}
	}
	if result.Structured != nil {
		result.Structured = c.redactJSON(result.Structured)
	}
	if result.Parts != nil {
		result.Parts = mapParts(result.Parts, c.redact)
	}
}

// details are the texts of the result that say more about a failure.
func (r *Result) details() [3]*string { return [...]*string{&r.Field, &r.Reason, &r.ConflictKey} }

// redact takes out of a text the secrets that the tool was handed, and others
// of its session before, and what has the form of a key.
func (c *Call) redact(text string) string {
	text = c.secrets.Handed(text)
	return c.turn.Session.secretValues().Text(text)
}

// redactJSON does so in a JSON text, which stays one: in the text as it is,
// where a name may tell that its value is a secret, and in each string of it.
func (c *Call) redactJSON(text json.RawMessage) json.RawMessage {
	after := json.RawMessage(c.redact(string(text)))
	switch changed := !bytes.Equal(after, text); {
	case changed && json.Valid(after):
		text = after
	case !changed && bytes.IndexByte(text, '\\') < 0:
		return text
	case !changed && !json.Valid(text):
		return text
	}
	return mapStrings(text, c.redact)
}

// again redacts a text once more when something was taken out of it that may
// have stood in the middle of a secret.
func (c *Call) redactAgain(out *reply, before string) {
	text := out.result.text()
	if *text == before {
		return
	}
	if clean := c.redact(*text); clean != *text {
		*text = clean
		out.chars, _ = measure.Chars(clean)
	}
}

// secureCause redacts what an error says, for logs and hooks. Unwrapping it still
// gives the error itself. A tool may have made the error, so that its methods may
// panic, hang and end their goroutine.
func (c *Call) redactCause(result *Result) {
	cause := result.Cause
	var (
		text    string
		refused *decode.Error
	)
	read := func() {
		refused, _ = errors.AsType[*decode.Error](cause)
		text = cause.Error()
	}
	if isOwnError(cause) {
		read()
	} else if runIsolated(hookTimeout, read) != nil {
		result.Cause = &redactedError{cause, "an error without a text"}
		return
	}
	if refused != nil {
		c.redactExcerpts(result, refused)
		text = cause.Error()
	}
	if after := c.excerpt(text, maxDiagnosticChars); after != text {
		result.Cause = &redactedError{cause, after}
	}
}

// isOwnError reports whether the error is of a type of this module or of package
// context, whose methods return.
func isOwnError(err error) bool {
	switch err.(type) { //nolint:errorlint // methods of a wrapping error may hang
	case *decode.Error, *redactedError, *panicError, *unresolvedError:
		return true
	}
	return err == context.Canceled || err == context.DeadlineExceeded //nolint:errorlint // methods of a wrapping error may hang
}

// redacted is an error with another text.
type redactedError struct {
	error
	text string
}

func (r *redactedError) Error() string { return r.text }
func (r *redactedError) Unwrap() error { return r.error }

// secureExcerpts takes out of a refusal the excerpts of arguments in which a
// secret stands: a cut one cannot be told by its form.
func (c *Call) redactExcerpts(result *Result, refused *decode.Error) {
	if !strings.Contains(result.Error, ellipsis) || !c.hasSecretArguments() {
		return
	}
	for i := range refused.Problems {
		problem := &refused.Problems[i]
		if !strings.Contains(problem.Got, ellipsis) {
			continue
		}
		result.Error = strings.ReplaceAll(result.Error, problem.Got, redact.Placeholder)
		problem.Message = strings.ReplaceAll(problem.Message, problem.Got, redact.Placeholder)
		problem.Got = redact.Placeholder
	}
}

// ellipsis ends what was cut.
const ellipsis = "…"

// holdsSecret says that the arguments do.
func (c *Call) hasSecretArguments() bool {
	return string(c.redactJSON(json.RawMessage(c.text))) != c.text
}

// redactRepairs redacts what repairs show of the arguments.
func (c *Call) redactRepairs(repairs []Repair) []Repair {
	if len(repairs) == 0 {
		return repairs
	}
	holds := c.hasSecretArguments()
	repairs = slices.Clone(repairs)
	for i := range repairs {
		repair := &repairs[i]
		for _, text := range []*string{&repair.Path, &repair.From, &repair.To} {
			if holds && strings.Contains(*text, ellipsis) {
				*text = redact.Placeholder
			}
			*text = c.redact(*text)
		}
	}
	return repairs
}

// isFenced reports whether the answer is an untrusted tool's.
func (c *Call) needsFence(out *reply) bool {
	return c.tool.Untrusted != nil && (out.isFromTool || out.cached)
}

// newFence is the fence for texts of the answer. It names where they came from.
func (c *Call) newFence(out *reply) *untrusted.Fence {
	source := c.tool.Name
	if out.source != nil {
		source = *out.source
	}
	return new(untrusted.NewFence(c.tool.Name, c.redact(c.neutralize(source))))
}

// neutralize changes all texts of the result, and reports whether the main one
// is another one now.
func (r *Result) neutralizeTexts(change func(string) string) (changed bool) {
	text := r.text()
	if clean := change(*text); clean != *text {
		*text, changed = clean, true
	}
	if r.Structured != nil {
		r.Structured = mapStrings(r.Structured, change)
	}
	if r.Parts != nil {
		r.Parts = mapParts(r.Parts, change)
	}
	for _, detail := range r.details() {
		*detail = truncate(change(*detail), maxDetailChars)
	}
	return changed
}

// neutralize neutralizes a text, and redacts what that made whole again.
func (c *Call) neutralize(text string) string {
	clean := untrusted.Neutralize(text)
	if clean == text {
		return text
	}
	return c.redact(clean)
}
