package describe

import (
	"github.com/toolgen/toolgen/internal/gen/keyword"
	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/standard"
)

// Values returns the JSON texts of the allowed values: those of the constraints,
// or else the constants of the type. It returns nil if all values are allowed.
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

// Enum returns the allowed values in the form of the decoder: strings without
// quotes, and numbers rounded to the type.
func Enum(t *model.Type, c *model.Constraints) []string {
	var texts []string
	for _, value := range Values(t, c) {
		texts = append(texts, keyword.Round(t, model.Unquote(value)))
	}
	return texts
}

// Form is the check of a type with methods that read it: TextOf or JSONOf of
// package decode. It cannot call the methods of an author's type, and accepts all
// values of such a type.
type Form struct {
	standard.Form
	// Type is the type, of model.KindText or model.KindJSON.
	Type *model.Type
}

// Check implements [decode.Check].
func (f *Form) Check(text string) (want string, ok bool) {
	if f.Form.Check == nil {
		return "", true
	}
	return f.Form.Check.Check(text)
}
