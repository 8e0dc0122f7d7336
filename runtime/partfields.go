package runtime

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// partField is a text field of a part, and how many code points it may have;
// zero for no such limit.
type partField struct {
	text  *string
	limit int
}

// fields are the text fields of the part.
func (p *Part) textFields() [6]partField {
	return [...]partField{
		{&p.Text, 0}, {&p.URI, 0}, {&p.MIME, maxDetailChars},
		{&p.Name, maxDetailChars}, {&p.Title, maxDetailChars}, {&p.Description, maxDescriptionChars},
	}
}

// stringHeader is how many bytes an empty string takes in a slice.
const stringHeader = 16

// bytes is how much memory the part takes, without its fixed size.
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

// partBytes is how much memory the parts take together.
func partBytes(parts []Part) (size int) {
	for i := range parts {
		size += parts[i].byteSize()
	}
	return size
}

// mapParts is the parts, corrected, with change applied to all text in them and
// no field longer than its limit. The tool's own parts are not changed.
func mapParts(parts []Part, change func(string) string) []Part {
	parts = slices.Clone(parts)
	for i := range parts {
		parts[i] = parts[i].normalize()
		parts[i].mapTexts(change)
	}
	return parts
}

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

// clone is a copy of the part that shares no memory with it.
func (p Part) clone() Part {
	p = p.normalize()
	p.Data = slices.Clone(p.Data)
	return p
}
