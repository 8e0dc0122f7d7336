package emit

import (
	"strconv"

	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/standard"
)

// ownChecks are those of a type with a form of its own: what its methods say.
func (f *file) ownChecks(t *model.Type) []code {
	check := ""
	switch {
	case t.Kind == model.KindText:
		check = "TextOf"
	case t.Kind == model.KindJSON && t.Elem == nil:
		check = "JSONOf"
	default:
		return nil
	}
	want := ""
	if text := standard.Of(t.Go.String()).Want; text != "" {
		want = "Want: " + strconv.Quote(text)
	}
	return []code{f.line("%s[%s, *%s]{%s}", f.decode(check), f.goType(t.Go), f.goType(t.Go), want)}
}
