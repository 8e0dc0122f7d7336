package runtime

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/measure"
	"github.com/toolgen/toolgen/internal/redact"
	"github.com/toolgen/toolgen/internal/untrusted"
	"github.com/toolgen/toolgen/runtime/decode"
)

// secure makes what a tool or its middleware answered fit to be shown, and to
// be kept for others: whatever must not leave the call is taken out here.
func (c *Call) secure(result *Result) {
	result.settle(c.tool.Name)
	if result.Cause != nil {
		c.secureCause(result)
	}
	for _, text := range []*string{result.text(), &result.Field, &result.Reason, &result.ConflictKey} {
		if *text != "" {
			*text = c.redact(*text)
		}
	}
	if result.Structured != nil {
		result.Structured = c.redactJSON(result.Structured)
	}
	if result.Parts != nil {
		result.Parts = mapParts(result.Parts, c.redact)
	}
}

// redact takes out of a text the secrets that the tool was handed, and others
// of its session before, and what has the form of a key.
func (c *Call) redact(text string) string {
	text = c.secrets.Handed(text)
	return c.turn.Session.known().Text(text)
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
func (c *Call) again(out *reply, before string) {
	text := out.result.text()
	if *text == before {
		return
	}
	if clean := c.redact(*text); clean != *text {
		*text = clean
		out.chars, _ = measure.Chars(clean)
	}
}

// mapParts is the parts with change applied to all that is text in them. The
// tool's own are left alone.
func mapParts(parts []Part, change func(string) string) []Part {
	parts = slices.Clone(parts)
	for i := range parts {
		part := &parts[i]
		part.Text, part.URI, part.MIME = change(part.Text), change(part.URI), change(part.MIME)
		if len(part.Data) == 0 || !utf8.Valid(part.Data) {
			continue // images and audio are no text
		}
		before := string(part.Data)
		if after := change(before); after != before {
			part.Data = []byte(after)
		}
	}
	return parts
}

// secureCause redacts what an error says, for logs and hooks. Whoever unwraps it
// finds the error itself. A tool may have made it, so that its methods may
// panic.
func (c *Call) secureCause(result *Result) {
	cause := result.Cause
	defer func() {
		if recover() != nil {
			result.Cause = &redacted{cause, "an error without a text"}
		}
	}()
	if refused, ok := errors.AsType[*decode.Error](cause); ok {
		c.secureExcerpts(result, refused)
	}
	before := cause.Error()
	if after := c.redact(before); after != before {
		result.Cause = &redacted{cause, after}
	}
}

// redacted is an error with another text.
type redacted struct {
	error
	text string
}

func (r *redacted) Error() string { return r.text }
func (r *redacted) Unwrap() error { return r.error }

// secureExcerpts takes out of a refusal the excerpts of arguments in which a
// secret stands: a cut one cannot be told by its form.
func (c *Call) secureExcerpts(result *Result, refused *decode.Error) {
	if !strings.Contains(result.Error, ellipsis) || !c.holdsSecret() {
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
func (c *Call) holdsSecret() bool {
	return string(c.redactJSON(json.RawMessage(c.text))) != c.text
}

// redactRepairs redacts what repairs show of the arguments.
func (c *Call) redactRepairs(repairs []Repair) []Repair {
	if len(repairs) == 0 {
		return repairs
	}
	holds := c.holdsSecret()
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

// fence makes a result that came from outside safe to show: its texts are
// neutralized, and its main one gets a fence, which names where it came from.
func (c *Call) fence(out *reply) {
	if out.result.neutralize(c.neutralize) {
		out.chars, _ = measure.Chars(*out.result.text())
	}
	source := c.tool.Name
	if out.source != nil {
		source = *out.source
	}
	out.extent.fence = new(untrusted.NewFence(c.tool.Name, c.redact(c.neutralize(source))))
}

// neutralize changes all texts of the result, and reports whether the main one
// is another one now.
func (r *Result) neutralize(change func(string) string) (changed bool) {
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
