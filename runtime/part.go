package runtime

import (
	"math"
	"slices"
	"time"
)

// Part is one piece of the content of a result. The content of a result is its
// text, [Result.Value] or [Result.Error], followed by its parts;
// [Result.Content] returns all of it. A tool that returns text, image, text and
// image sets Value to the first text and Parts to the rest; [Mixed] does this.
//
// The kind determines which fields are used. All text fields are redacted and
// limited (see [DefaultMaxPartBytes]), and neutralized if the tool is
// untrusted. Only the Text of a part of the kind "text" is text for the model:
// it counts against the budget, can be cut, and has a fence if the tool is
// untrusted. The content of an embedded resource is data: it does not count, is
// never cut, and has no fence.
type Part struct {
	// Kind is the kind of the part. The runtime keeps an unknown kind, up to
	// 256 code points; consumers ignore a part with an unknown kind.
	Kind PartKind
	// MIME is the media type, such as "image/png", with at most 256 code
	// points.
	MIME string
	// Data is the content of an image, an audio or a resource. It is base64 in
	// the JSON form.
	Data []byte
	// URI is the address of an embedded resource or the target of a link. A
	// result with a URI of more than 8192 bytes fails with
	// [ReasonPartsTooLarge].
	URI string
	// Text is the content of a text part, or of a resource that is text; Data
	// is then nil.
	Text string
	// Name is the name of a link's target for programs, and Title its name for
	// people, each with at most 256 code points. Description describes the
	// target, with at most 1024 code points.
	Name        string
	Title       string
	Description string
	// Size is the size of a link's target in bytes; nil if it is unknown. The
	// runtime replaces a negative size by nil.
	Size *int64
	// Annotations are hints for the caller, such as the audience of the part.
	// The runtime delivers every part and ignores its annotations.
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

// Annotations are hints about a part for the caller, as in MCP. The zero value
// has no hints.
type Annotations struct {
	// Audience has the roles that the part is for; empty if the tool does not
	// specify it. The runtime removes unknown and repeated roles.
	Audience []Role `json:"audience,omitempty"`
	// Priority is the importance of the part, from 0 (optional) to 1
	// (required); nil if the tool does not specify it. The runtime moves other
	// values to the nearer of 0 and 1, and replaces NaN by nil.
	Priority *float64 `json:"priority,omitempty"`
	// LastModified is the time in UTC at which the content was last changed;
	// zero if the tool does not specify it. The runtime replaces a time before
	// the year 0 or after the year 9999 by zero.
	LastModified time.Time `json:"last_modified,omitzero"`
}

// Role is an audience of a part.
type Role string

// The roles.
const (
	RoleUser      Role = "user"      // the person
	RoleAssistant Role = "assistant" // the model
)

// TextPart returns a text part.
func TextPart(text string) Part { return Part{Kind: PartText, Text: text} }

// ImagePart returns an image with the media type, such as "image/png".
func ImagePart(mime string, data []byte) Part { return Part{Kind: PartImage, MIME: mime, Data: data} }

// AudioPart returns an audio with the media type, such as "audio/wav".
func AudioPart(mime string, data []byte) Part { return Part{Kind: PartAudio, MIME: mime, Data: data} }

// LinkPart returns a link to a resource, which the caller may read. The name is
// for programs.
func LinkPart(uri, name string) Part { return Part{Kind: PartResourceLink, URI: uri, Name: name} }

// For returns a copy of the part with the audience.
func (p Part) For(audience ...Role) Part {
	p.Annotations.Audience = slices.Clone(audience)
	return p
}

// WithPriority returns a copy of the part with the priority, from 0 to 1.
func (p Part) WithPriority(priority float64) Part {
	p.Annotations.Priority = &priority
	return p
}

// Mixed returns a success with the parts. If the first part is a text without
// annotations, its text becomes the Value of the result, which reducers shorten
// and which consumers read that ignore parts.
func Mixed(parts ...Part) Result {
	result := Result{OK: true, Parts: parts}
	if len(parts) > 0 && parts[0].Kind == PartText && parts[0].Annotations.isZero() {
		result.Value, result.Parts = parts[0].Text, parts[1:]
	}
	return result
}

// Content returns the content of the result: its text as a text part, unless
// the text is empty, and then its parts. It copies the slice, but not the data
// of the parts.
func (r Result) Content() []Part {
	content := make([]Part, 0, 1+len(r.Parts))
	if text := *r.text(); text != "" {
		content = append(content, TextPart(text))
	}
	return append(content, r.Parts...)
}

// isZero reports whether there are no annotations.
func (a *Annotations) isZero() bool {
	return len(a.Audience) == 0 && a.Priority == nil && a.LastModified.IsZero()
}

// normalize returns a copy of the part in which invalid values are corrected.
// The copy shares only the data with the part.
func (p Part) normalize() Part {
	p.Annotations = p.Annotations.normalize()
	if p.Size = clonePointer(p.Size); p.Size != nil && *p.Size < 0 {
		p.Size = nil
	}
	return p
}

// normalize returns a copy in which invalid values are corrected.
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

// clonePointer returns a pointer to a copy of the value; nil for nil.
func clonePointer[T any](p *T) *T {
	if p == nil {
		return nil
	}
	return new(*p)
}

// encodableTime returns the time in UTC; zero if RFC 3339 cannot express it.
func encodableTime(t time.Time) time.Time {
	if t = t.UTC().Round(0); t.Year() < 0 || t.Year() > 9999 {
		return time.Time{}
	}
	return t
}
