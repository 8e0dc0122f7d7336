package cli

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// contentText returns the content of a result as text, in order: the text parts, and a line for each
// image, link and other part.
func contentText(r *runtime.Result) string {
	var lines []string
	for _, part := range r.Content() {
		switch part.Kind {
		case runtime.PartText:
			lines = append(lines, part.Text)
		case runtime.PartResourceLink:
			lines = append(lines, fmt.Sprintf("[link %s: %s]", cmp.Or(part.Title, part.Name, "without a name"), part.URI))
		default:
			words := strings.Fields(fmt.Sprintf("%s %s %s", part.Kind, part.MIME, part.URI))
			lines = append(lines, fmt.Sprintf("[%s, %d bytes]", strings.Join(words, " "), len(part.Data)+len(part.Text)))
		}
	}
	return strings.Join(lines, "\n")
}
