package runtime

import "github.com/toolgen/toolgen/internal/wire"

// jsonFields returns the members of the JSON form.
func (p *Part) jsonFields() []wire.Field {
	return []wire.Field{
		{Name: "kind", Value: &p.Kind},
		{Name: "mime", Value: &p.MIME, Optional: true},
		{Name: "data", Value: &p.Data, Optional: true},
		{Name: "uri", Value: &p.URI, Optional: true},
		{Name: "text", Value: &p.Text, Optional: true},
		{Name: "name", Value: &p.Name, Optional: true},
		{Name: "title", Value: &p.Title, Optional: true},
		{Name: "description", Value: &p.Description, Optional: true},
		{Name: "size", Value: &p.Size, Optional: true},
		{Name: "annotations", Value: &p.Annotations, Optional: true},
	}
}

// MarshalJSON writes {"kind":…} and the other members that are set. The form
// has no version, because a part is in a [CallResult], which has one. Size and
// annotations are normalized, so that an invalid value does not make the
// results unreadable.
func (p Part) MarshalJSON() ([]byte, error) {
	p = p.normalize()
	return wire.Marshal(0, p.jsonFields()...)
}

// UnmarshalJSON reads the form of MarshalJSON. For any other text it returns a
// [*FormError] and leaves p unchanged. Size and annotations are normalized.
func (p *Part) UnmarshalJSON(data []byte) error {
	var part Part
	if err := wire.Unmarshal(data, 0, part.jsonFields()...); err != nil {
		return err
	}
	*p = part.normalize()
	return nil
}
