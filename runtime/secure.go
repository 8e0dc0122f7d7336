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
	"github.com/toolgen/toolgen/runtime/arguments"
)

// redactResult finalizes a result of a tool or its middleware, and redacts the
// secrets in all its fields.
func (c *Call) redactResult(result *Result) {
	result.finalize(c.tool.Name)
	if result.Cause != nil {
		c.redactCause(result)
	}
	if text := result.text(); *text != "" {
		*text = c.redact(*text)
	}
	if result.Full != "" {
		result.Full = c.redact(result.Full)
	}
	for _, words := range result.ownWords() {
		if *words != "" {
			*words = c.excerpt(*words, maxNoteChars)
		}
	}
	if result.Source != "" {
		result.Source = c.excerpt(result.Source, untrusted.MaxSource)
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

// details returns the fields of the result with details about a failure.
func (r *Result) details() [3]*string { return [...]*string{&r.Field, &r.Reason, &r.ConflictKey} }

// redact replaces the secrets of the call and of its session in a text, and
// texts that have the form of a key.
func (c *Call) redact(text string) string {
	return redact.Redact(text, c.secrets, c.turn.Session.secretValues())
}

// redactJSON redacts a JSON text, which stays valid. It redacts the text itself
// first, because the name of a member may show that its value is a secret, and
// then each string in it.
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

// redactAgain redacts the text again if the reducer has changed it. The reducer
// may have removed a text from the middle of a secret, which is complete only
// now.
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

// redactCause redacts the text of the result's Cause, for logs and hooks.
// Unwrapping the new Cause returns the original error. The error may come from
// the tool: its methods may panic, hang or call runtime.Goexit.
func (c *Call) redactCause(result *Result) {
	cause := result.Cause
	var (
		text    string
		refused *arguments.Error
	)
	read := func() {
		refused, _ = errors.AsType[*arguments.Error](cause)
		text = cause.Error()
	}
	if isOwnError(cause) {
		read()
	} else if runIsolated(hookTimeout, read) != nil {
		result.Cause = &redactedError{cause, "an error whose Error method failed"}
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

// isOwnError reports whether the error is of a type of this module or of
// package context. The methods of such an error return.
func isOwnError(err error) bool {
	switch err.(type) { //nolint:errorlint // methods of a wrapping error may hang
	case *arguments.Error, *redactedError, *panicError, *unresolvedError:
		return true
	}
	return err == context.Canceled || err == context.DeadlineExceeded //nolint:errorlint // methods of a wrapping error may hang
}

// redactedError is an error with another text.
type redactedError struct {
	error
	text string
}

// Error returns the redacted text.
func (r *redactedError) Error() string { return r.text }

// Unwrap returns the original error.
func (r *redactedError) Unwrap() error { return r.error }

// redactExcerpts replaces the excerpts of arguments in a refusal if the
// arguments have a secret. An excerpt may have only a part of a secret, which
// is not recognized.
func (c *Call) redactExcerpts(result *Result, refused *arguments.Error) {
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

// ellipsis is the end of a text that was cut.
const ellipsis = "…"

// hasSecretArguments reports whether the arguments have a secret.
func (c *Call) hasSecretArguments() bool {
	return string(c.redactJSON(json.RawMessage(c.text))) != c.text
}

// redactRepairs returns the repairs with their texts redacted.
func (c *Call) redactRepairs(repairs []arguments.Repair) []arguments.Repair {
	if len(repairs) == 0 {
		return repairs
	}
	hasSecret := c.hasSecretArguments()
	repairs = slices.Clone(repairs)
	for i := range repairs {
		repair := &repairs[i]
		for _, text := range []*string{&repair.Path, &repair.From, &repair.To} {
			if hasSecret && strings.Contains(*text, ellipsis) {
				*text = redact.Placeholder
			}
			*text = c.redact(*text)
		}
	}
	return repairs
}

// needsFence reports whether the result is from an untrusted tool.
func (c *Call) needsFence(out *reply) bool {
	return c.tool.Untrusted != nil && (out.isFromTool || out.cached)
}

// useSource sets the origin of the text to the one that the tool has given, and
// removes it from the result.
func (out *reply) useSource() {
	if out.result.Source == "" {
		return
	}
	source := out.result.Source // a variable of this path only, because it is allocated
	out.result.Source, out.source = "", &source
}

// newFence returns the fence for the result's texts. It names their source.
func (c *Call) newFence(out *reply) *untrusted.Fence {
	source := c.tool.Name
	if out.source != nil && *out.source != "" {
		source = *out.source
	}
	return new(untrusted.NewFence(c.tool.Name, c.redact(c.neutralize(source))))
}

// neutralizeTexts applies change, which neutralizes a text, to all texts of the
// result. It reports whether the main text has changed.
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
	for _, words := range r.ownWords() {
		if *words != "" {
			*words = truncate(change(*words), maxNoteChars)
		}
	}
	for _, detail := range r.details() {
		*detail = truncate(change(*detail), maxDetailChars)
	}
	return changed
}

// neutralize neutralizes a text, and redacts the secrets that this may have
// completed.
func (c *Call) neutralize(text string) string {
	clean := untrusted.Neutralize(text)
	if clean == text {
		return text
	}
	return c.redact(clean)
}
