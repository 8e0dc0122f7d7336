package extract

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/declared"
	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// extraName matches the names of keywords that JSON Schema does not define, such
// as x-order.
var extraName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_.-]*$`)

// applyExtras reads the tag jsonschema_extras: keywords that do not constrain
// values. The values true and false are booleans and all others are strings. A
// keyword that is given several times is a list. These are the rules of
// invopop/jsonschema.
func (p *packageExtractor) applyExtras(f *model.Field, tag *fieldTag, at use) bool {
	value, found := tag.get("jsonschema_extras")
	if !found || value.value == "" {
		return true
	}
	var names []string
	given := make(map[string][]string)
	valid := true
	for _, piece := range value.split(',') {
		name, written, ok := strings.Cut(piece.value, "=")
		if err := checkExtra(name, ok); err != nil {
			p.report(diagnostic(diag.InvalidKeyword, p.tagPartSpan(piece.slice(0, len(name)), at), "%s: jsonschema_extras: %v", at.what, err).withFix("%s", err.fix))
			valid = false
			continue
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		given[name] = append(given[name], written)
	}
	for _, name := range names {
		f.Extras = append(f.Extras, model.Extra{Keyword: name, Value: extraText(given[name])})
	}
	return valid
}

// fixedError is an error with its fix.
type fixedError struct{ reason, fix string }

func (e *fixedError) Error() string { return e.reason }

// checkExtra refuses keywords of JSON Schema, because nothing would check them.
func checkExtra(name string, hasValue bool) *fixedError {
	tagged := tagKeysByName[name] != nil || name == "examples"
	switch {
	case tagged:
		return &fixedError{fmt.Sprintf("%s is a keyword of JSON Schema, and jsonschema_extras does not check it", name),
			"write it in the tag jsonschema: " + strings.TrimSuffix(name, "s") + "=..."}
	case declared.IsKeyword(name):
		return &fixedError{fmt.Sprintf("%s is a keyword of JSON Schema, and nothing would check it", name), "remove it, or give the field a //tool:schema"}
	case !extraName.MatchString(name):
		return &fixedError{fmt.Sprintf("%q cannot be a keyword: it must be a letter, then letters, digits, underscores, hyphens and dots", name), "write NAME=VALUE, such as x-order=1"}
	case !hasValue:
		return &fixedError{fmt.Sprintf("%s has no value", name), "write " + name + "=VALUE"}
	}
	return nil
}

// extraText returns the JSON text of the values of a keyword.
func extraText(values []string) string {
	texts := make([]string, len(values))
	for i, value := range values {
		texts[i] = model.Quote(value)
		if value == "true" || value == "false" {
			texts[i] = value
		}
	}
	if len(texts) == 1 {
		return texts[0]
	}
	return "[" + strings.Join(texts, ",") + "]"
}
