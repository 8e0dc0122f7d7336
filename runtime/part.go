package runtime

import (
	"math"
	"slices"
	"time"
)

// Part is one piece of the content of a result. The content of a result is its
// text, [Result.Value] or [Result.Error], followed by its parts in their order;
// [Result.Content] returns all of it. A tool that returns text, image, text and
// image puts the first text into Value and the rest into Parts; [Mixed] does so.
//
// The kind says which fields are used. All text fields are redacted, those of
// untrusted tools are neutralized as well, and all of them are bounded (see
// [DefaultMaxPartBytes]). Only the Text of a part of the kind "text" is text for
// the model: it counts against the budget, is cut with it, and has a fence of
// its own where the tool is untrusted. The content of an embedded resource is
// data: it does not count, is never cut, and has no fence.
type Part struct {
	// Kind is the kind of the part. The runtime passes on a kind that it does
	// not know, up to 256 code points of it; consumers ignore such a part.
	Kind PartKind
	// MIME is the media type, such as "image/png": at most 256 code points.
	MIME string
	// Data is the content of an image, audio or a resource; base64 in the JSON
	// form.
	Data []byte
	// URI names an embedded resource or is the target of a link. A result with
	// a URI of more than 8192 bytes fails with [ReasonPartsTooLarge].
	URI string
	// Text is the content of a text part, or of a resource that is text; Data
	// is then nil.
	Text string
	// Name and Title name the target of a link, for programs and for people: at
	// most 256 code points each. Description says what it is: at most 1024 code
	// points.
	Name        string
	Title       string
	Description string
	// Size is the size of the target of a link in bytes; nil when it is not
	// known. The runtime makes a negative size nil.
	Size *int64
	// Annotations say whom the part is for. They are hints for the caller: the
	// runtime delivers every part.
	Annotations Annotations
}

// PartKind is the kind of a part. The kinds are those of MCP's content.
type PartKind string

// The kinds of parts, with the fields that they use.
const (
	PartText         PartKind = "text"          // Text
	PartImage        PartKind = "image"         // MIME, Data
	PartAudio        PartKind = "audio"         // MIME, Data
	PartResource     PartKind = "resource"      // URI, MIME, and Text or Data
	PartResourceLink PartKind = "resource_link" // URI, Name, Title, Description, MIME, Size
)

// partKinds are the known kinds.
var partKinds = []PartKind{PartText, PartImage, PartAudio, PartResource, PartResourceLink}

// Annotations are what a tool says about a part for the caller, as in MCP. The
// zero value says nothing.
type Annotations struct {
	// Audience is whom the part is for; empty when the tool does not say. The
	// runtime removes roles that it does not know and roles that recur.
	Audience []Role `json:"audience,omitempty"`
	// Priority is how important the part is, from 0, which is entirely
	// optional, to 1, which is required; nil when the tool does not say. The
	// runtime moves a value outside to the nearest end, and makes one that is
	// not a number nil.
	Priority *float64 `json:"priority,omitempty"`
	// LastModified is when the content was last changed, in UTC; zero when the
	// tool does not say. The runtime makes a time before the year 0 or after
	// the year 9999 zero.
	LastModified time.Time `json:"last_modified,omitzero"`
}

// Role is whom a part is for.
type Role string

// The roles.
const (
	RoleUser      Role = "user"      // the person
	RoleAssistant Role = "assistant" // the model
)

// TextPart is a text that follows other parts.
func TextPart(text string) Part { return Part{Kind: PartText, Text: text} }

// ImagePart is an image of that media type, such as "image/png".
func ImagePart(mime string, data []byte) Part { return Part{Kind: PartImage, MIME: mime, Data: data} }

// AudioPart is audio of that media type, such as "audio/wav".
func AudioPart(mime string, data []byte) Part { return Part{Kind: PartAudio, MIME: mime, Data: data} }

// LinkPart is a link to a resource, which the caller may read. The name is for
// programs.
func LinkPart(uri, name string) Part { return Part{Kind: PartResourceLink, URI: uri, Name: name} }

// For is a copy of the part with that audience.
func (p Part) For(audience ...Role) Part {
	p.Annotations.Audience = slices.Clone(audience)
	return p
}

// WithPriority is a copy of the part with that priority, from 0 to 1.
func (p Part) WithPriority(priority float64) Part {
	p.Annotations.Priority = &priority
	return p
}

// Mixed is a success with these parts in their order. If the first part is a
// text without annotations, its text becomes the result's Value, on which
// reducers work and which consumers read that do not know parts.
func Mixed(parts ...Part) Result {
	result := Result{OK: true, Parts: parts}
	if len(parts) > 0 && parts[0].Kind == PartText && parts[0].Annotations.isZero() {
		result.Value, result.Parts = parts[0].Text, parts[1:]
	}
	return result
}

// Content is all that the result shows, in order: its text as a text part,
// unless it is empty, and then its parts. The slice is a copy; the data of the
// parts is not.
func (r Result) Content() []Part {
	content := make([]Part, 0, 1+len(r.Parts))
	if text := *r.text(); text != "" {
		content = append(content, TextPart(text))
	}
	return append(content, r.Parts...)
}

func (a *Annotations) isZero() bool {
	return len(a.Audience) == 0 && a.Priority == nil && a.LastModified.IsZero()
}

// corrected is the part with values that its fields allow. It shares no
// pointer with the part, but the data.
func (p Part) normalize() Part {
	p.Annotations = p.Annotations.normalize()
	if p.Size = clonePointer(p.Size); p.Size != nil && *p.Size < 0 {
		p.Size = nil
	}
	return p
}

func (a Annotations) normalize() Annotations {
	var audience []Role
	for _, role := range a.Audience {
		if (role == RoleUser || role == RoleAssistant) && !slices.Contains(audience, role) {
			audience = append(audience, role)
		}
	}
	priority := clonePointer(a.Priority)
	switch {
	case priority == nil:
	case math.IsNaN(*priority):
		priority = nil
	default:
		*priority = min(max(*priority, 0), 1)
	}
	return Annotations{audience, priority, encodableTime(a.LastModified)}
}

// copied is a pointer to a copy of the value; nil for nil.
func clonePointer[T any](p *T) *T {
	if p == nil {
		return nil
	}
	return new(*p)
}

// encodable is the time in UTC, or zero if RFC 3339 cannot express it.
func encodableTime(t time.Time) time.Time {
	if t = t.UTC().Round(0); t.Year() < 0 || t.Year() > 9999 {
		return time.Time{}
	}
	return t
}
