package extract

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// appliedTags is what the tags of a field say beside what they store in it.
type appliedTags struct {
	required bool
	// keys are the places of the keys of the jsonschema tag.
	keys map[string]text
}

// applyTags applies the tags jsonschema, jsonschema_description and tool. It
// reports false when one of them is refused.
func (p *packageExtractor) applyTags(f *model.Field, tag fieldTag, at use) (appliedTags, bool) {
	applied := appliedTags{keys: make(map[string]text)}
	if description, ok := tag.get("jsonschema_description"); ok {
		f.Description = description.value
	}
	ok := p.applyAliases(f, tag, at)
	if extras, found := tag.get("jsonschema_extras"); found {
		p.report(diagnostic(diag.UnsupportedKeyword, p.tagPlace(extras, at), "%s: the tag jsonschema_extras is not supported yet", at.what).
			withMend("remove it"))
		ok = false
	}
	schema, found := tag.get("jsonschema")
	if !found || schema.value == "" {
		return applied, ok
	}
	var defaults *keywordUse
	for _, piece := range schema.split(',') {
		k, known := p.keyword(f, piece, at)
		if !known {
			ok = false
			continue
		}
		if _, repeated := applied.keys[k.name]; repeated && !k.many {
			p.report(diagnostic(diag.InvalidKeyword, p.tagPlace(k.key, at), "%s: %s is given twice", at.what, k.name))
			ok = false
			continue
		}
		applied.keys[k.name] = k.key
		ok = p.applyKeyword(k, at) && ok
		switch k.name {
		case "required":
			applied.required = true
		case "default":
			defaults = k
		}
	}
	ok = ok && p.consistent(&f.Constraints, applied, at)
	if ok && defaults != nil {
		ok = p.applyDefault(defaults, applied, at)
	}
	return applied, ok
}

// keyword looks up what stands between two commas of a jsonschema tag.
func (p *packageExtractor) keyword(f *model.Field, piece text, at use) (*keywordUse, bool) {
	name, _, _ := strings.Cut(piece.value, "=")
	k := &keywordUse{field: f, key: piece.slice(0, len(name)), value: piece.slice(len(piece.value), len(piece.value))}
	if len(name) < len(piece.value) {
		k.value = piece.slice(len(name)+1, len(piece.value))
	}
	i := slices.IndexFunc(keywords, func(k keyword) bool { return k.name == name })
	switch {
	case i >= 0:
		k.keyword = keywords[i]
		return k, true
	case slices.Contains(unsupportedKeywords, name):
		p.report(diagnostic(diag.UnsupportedKeyword, p.tagPlace(k.key, at), "%s: %s is not supported yet", at.what, name).
			withMend("remove it: nothing would enforce it"))
	default:
		p.report(diagnostic(diag.UnknownKeyword, p.tagPlace(k.key, at), "%s: a jsonschema tag has no key %q", at.what, name).
			withSuggestion(name, keywordNames(), `a comma inside a value is written \\, in the source`))
	}
	return nil, false
}

// consistent reports bounds that no value can meet.
func (p *packageExtractor) consistent(c *model.Constraints, applied appliedTags, at use) bool {
	contradiction := func(low, high string) bool {
		p.report(diagnostic(diag.ContradictoryBounds, p.tagPlace(applied.keys[high], at), "%s: %s is greater than %s, so that no value is valid", at.what, low, high))
		return false
	}
	for ; c != nil; c = c.Items {
		switch {
		case c.Minimum != "" && c.Maximum != "" && rational(c.Minimum).Cmp(rational(c.Maximum)) > 0:
			return contradiction("minimum", "maximum")
		case c.MinLength != nil && c.MaxLength != nil && *c.MinLength > *c.MaxLength:
			return contradiction("minLength", "maxLength")
		case c.MinItems != nil && c.MaxItems != nil && *c.MinItems > *c.MaxItems:
			return contradiction("minItems", "maxItems")
		}
	}
	return true
}

// applyDefault stores the default, which must be a valid value.
func (p *packageExtractor) applyDefault(k *keywordUse, applied appliedTags, at use) bool {
	refuse := func(format string, arguments ...any) bool {
		p.report(diagnostic(diag.InvalidDefault, p.tagPlace(k.key, at), "%s: "+format, append([]any{at.what}, arguments...)...))
		return false
	}
	if applied.required {
		return refuse("a required field has no use for a default")
	}
	of := k.field.Type
	if of.Kind == model.KindPointer {
		of = of.Elem
	}
	written, err := valueText(of, k.value.value)
	if err == nil {
		err = checkValue(of, &k.field.Constraints, written)
	}
	if err != nil {
		return refuse("default: %v", err)
	}
	k.field.Default = written
	return true
}

// applyAliases reads the tag tool:"alias=q", which may name several.
func (p *packageExtractor) applyAliases(f *model.Field, tag fieldTag, at use) bool {
	value, found := tag.get("tool")
	if !found {
		return true
	}
	for _, piece := range value.split(',') {
		alias, isAlias := strings.CutPrefix(piece.value, "alias=")
		switch {
		case !isAlias:
			name, _, _ := strings.Cut(piece.value, "=")
			p.report(diagnostic(diag.UnknownKeyword, p.tagPlace(piece, at), "%s: a tool tag has no key %q", at.what, name).
				withSuggestion(name, []string{"alias"}, `Write tool:"alias=NAME".`))
			return false
		case !propertyName.MatchString(alias) || alias == f.Name || slices.Contains(f.Aliases, alias):
			p.report(diagnostic(diag.InvalidKeyword, p.tagPlace(piece, at), "%s: %q cannot be an alias: it must be another name, a letter or underscore and up to 63 letters, digits and underscores", at.what, alias))
			return false
		}
		f.Aliases = append(f.Aliases, alias)
	}
	return true
}

// kindWords are what types of a kind are called in messages.
var kindWords = map[model.Kind]string{
	model.KindString: "strings", model.KindInt: "integers", model.KindUint: "unsigned integers",
	model.KindFloat: "floating-point numbers", model.KindSlice: "slices",
}

func kindNames(kinds []model.Kind) string {
	var names []string
	for _, kind := range kinds {
		names = append(names, kindWords[kind])
	}
	return strings.Join(names, ", ")
}

func unquoteJSON(written string) (string, error) {
	var value string
	err := json.Unmarshal([]byte(written), &value)
	return value, err
}
