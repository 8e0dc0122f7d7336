package schema

import (
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// Limits are the bounds of a value in the words of the tag vocabulary, such as
// "minLength=1,maxLength=3", as the decoder's descriptions have them. It is
// empty when there are none.
func Limits(t *model.Type, c *model.Constraints) string {
	var limits []string
	count := func(keyword string, n *int) {
		if n != nil {
			limits = append(limits, keyword+"="+strconv.Itoa(*n))
		}
	}
	number := func(keyword, bound string) {
		if bound != "" {
			limits = append(limits, keyword+"="+bound)
		}
	}
	if t.Kind == model.KindArray {
		count("minItems", &t.Length)
		count("maxItems", &t.Length)
	} else {
		count("minItems", c.MinItems)
		count("maxItems", c.MaxItems)
	}
	count("minLength", c.MinLength)
	count("maxLength", c.MaxLength)
	number("minimum", c.Minimum)
	number("maximum", c.Maximum)
	number("exclusiveMinimum", c.ExclusiveMinimum)
	number("exclusiveMaximum", c.ExclusiveMaximum)
	number("multipleOf", c.MultipleOf)
	return strings.Join(limits, ",")
}
