package schema

import (
	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/standard"
	"github.com/toolgen/toolgen/runtime/decode"
)

// formats are the conditions of the decoder that check a format.
var formats = decode.Formats()

// FormatCheck is the condition that checks the format of a text, or nil. A
// time is a date-time already.
func FormatCheck(t *model.Type, c *model.Constraints) decode.Check {
	if t.Kind == model.KindTime && c.Format == "date-time" {
		return nil
	}
	return formats[c.Format]
}

// checksOf are the conditions on the text of a value.
func checksOf(t *model.Type, c *model.Constraints) []decode.Check {
	var all []decode.Check
	for _, check := range []decode.Check{standard.Of(t.Go.String()).Check, patternCheck(c.Pattern), FormatCheck(t, c)} {
		if check != nil {
			all = append(all, check)
		}
	}
	return all
}

func patternCheck(expression string) decode.Check {
	if expression == "" {
		return nil
	}
	return &decode.Pattern{Expr: expression}
}
