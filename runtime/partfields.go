package runtime

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// partField is a text field of a part with its maximum length in code points; 0
// means no limit.
type partField struct {
	text  *string
	limit int
}

// textFields returns the text fields of the part.
func (p *Part) textFields() [6]partField {
	return [...]partField{
		{&p.Text, 0}, {&p.URI, 0}, {&p.MIME, maxDetailChars},
		{&p.Name, maxDetailChars}, {&p.Title, maxDetailChars}, {&p.Description, maxDescriptionChars},
	}
}

// stringHeader is the size of a string in a slice, without its bytes.
const stringHeader = 16

// byteSize returns the size of the part in memory, without the Part struct
// itself.
func (p *Part) byteSize() int {
	size := len(p.Kind) + len(p.Data)
	for _, field := range p.textFields() {
		size += len(*field.text)
	}
	for _, role := range p.Annotations.Audience {
		size += stringHeader + len(role)
	}
	return size
}

// partBytes returns the size of the parts in memory.
func partBytes(parts []Part) (size int) {
	for i := range parts {
		size += parts[i].byteSize()
	}
	return size
}

// mapParts returns a normalized copy of the parts in which change is applied to
// all texts, and all texts are within their limits.
func mapParts(parts []Part, change func(string) string) []Part {
	parts = slices.Clone(parts)
	for i := range parts {
		parts[i] = parts[i].normalize()
		parts[i].mapTexts(change)
	}
	return parts
}

// mapTexts applies change to the texts of the part, and limits their lengths.
func (p *Part) mapTexts(change func(string) string) {
	for _, field := range p.textFields() {
		*field.text = strings.ToValidUTF8(change(*field.text), "\uFFFD")
		if field.limit > 0 {
			*field.text = truncate(*field.text, field.limit)
		}
	}
	if !slices.Contains(partKinds, p.Kind) {
		p.Kind = PartKind(truncate(strings.ToValidUTF8(change(string(p.Kind)), "\uFFFD"), maxDetailChars))
	}
	if len(p.Data) == 0 || !utf8.Valid(p.Data) {
		return // images and audio are not text
	}
	before := string(p.Data)
	if after := change(before); after != before {
		p.Data = []byte(after)
	}
}

// clone returns a normalized copy of the part that shares no memory with it.
func (p Part) clone() Part {
	p = p.normalize()
	p.Data = slices.Clone(p.Data)
	return p
}
