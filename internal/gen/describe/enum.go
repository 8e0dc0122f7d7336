package describe

import (
	"github.com/toolgen/toolgen/internal/gen/keyword"
	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/standard"
)

// Values returns the JSON texts of the only values allowed, or nil: those that
// the use of a type allows, or else its constants.
func Values(t *model.Type, c *model.Constraints) []string {
	if len(c.Enum) > 0 || t.Enum == nil {
		return c.Enum
	}
	var values []string
	for _, v := range t.Enum.Values {
		values = append(values, v.JSON)
	}
	return values
}

// Enum returns the values allowed as the decoder has them: strings without
// quotes, and numbers as the type holds them.
func Enum(t *model.Type, c *model.Constraints) []string {
	var texts []string
	for _, value := range Values(t, c) {
		texts = append(texts, keyword.Rounded(t, model.Unquote(value)))
	}
	return texts
}

// Form is the check of a type that methods of its own read: package decode's
// TextOf or JSONOf of that type. The methods of an author's type cannot be
// called here; a value is then accepted.
type Form struct {
	standard.Form
	// Type is the type: of model.KindText or model.KindJSON.
	Type *model.Type
}

// Check implements [decode.Check].
func (f *Form) Check(text string) (want string, ok bool) {
	if f.Form.Check == nil {
		return "", true
	}
	return f.Form.Check.Check(text)
}
