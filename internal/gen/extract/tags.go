package extract

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// appliedTags is the result of applying the tags of a field.
type appliedTags struct {
	required bool
	// given are the keys of the jsonschema tag, in their order.
	given []*keywordUse
}

// named returns the keys with a name.
func (a *appliedTags) named(name string) (uses []*keywordUse) {
	for _, k := range a.given {
		if k.name == name {
			uses = append(uses, k)
		}
	}
	return uses
}

// has reports whether there is a key with a name.
func (a *appliedTags) has(name string) bool {
	return slices.ContainsFunc(a.given, func(k *keywordUse) bool { return k.name == name })
}

// applyTags applies the tags jsonschema, jsonschema_description,
// jsonschema_extras and tool. It reports false if one of them is refused.
func (p *packageExtractor) applyTags(f *model.Field, tag *fieldTag, at use) (appliedTags, bool) {
	var applied appliedTags
	if description, ok := tag.get("jsonschema_description"); ok {
		f.Description = description.value
	}
	if len(tag.values) == 0 {
		return applied, p.conclude(f, &applied, at)
	}
	ok := p.repeatedKeys(tag, at)
	ok = p.applyAliases(f, tag, at) && ok
	ok = p.applyExtras(f, tag, at) && ok
	schema, found := tag.get("jsonschema")
	ok = (!found || schema.value == "" || p.applyKeywords(f, schema.split(','), &applied, at)) && ok
	ok = p.agree(tag, applied.named("description"), at) && ok
	ok = p.applyRules(f, tag, &applied, at) && ok
	return applied, ok && p.conclude(f, &applied, at)
}

// conclude checks the constraints of a field together, and then applies the examples
// and the default, which must satisfy them.
func (p *packageExtractor) conclude(f *model.Field, applied *appliedTags, at use) bool {
	if !p.consistent(f.Type, &f.Constraints, *applied, at) || !p.checkDirections(f, *applied, at) {
		return false
	}
	exemplary := p.applyExamples(applied.named("example"), at)
	return p.applyDefault(applied.named("default"), applied.required, at) && exemplary
}

// applyKeywords applies the keys of a jsonschema tag or of a //tool:arg, each of the
// form NAME or NAME=VALUE.
func (p *packageExtractor) applyKeywords(f *model.Field, pieces []text, applied *appliedTags, at use) bool {
	ok := true
	for i, piece := range pieces {
		k, known := p.keyword(f, piece, pieces[:i], at)
		if !known {
			ok = false
			continue
		}
		if !k.many && applied.has(k.name) {
			p.report(diagnostic(diag.InvalidKeyword, p.tagPartSpan(k.key, at), "%s: %s is given twice", at.what, k.name))
			ok = false
			continue
		}
		applied.given = append(applied.given, k)
		ok = p.applyKeyword(k, at) && ok
	}
	applied.required = applied.has("required")
	p.hasAnchors = p.hasAnchors || f.Anchor != ""
	return ok
}

// ownKeys are the keys of struct tags that this package reads.
var ownKeys = []string{"json", "jsonschema", "jsonschema_description", "jsonschema_extras", "tool", "validate", "binding"}

// repeatedKeys refuses a tag with a key that is given twice, because the second
// one would be ignored.
func (p *packageExtractor) repeatedKeys(tag *fieldTag, at use) bool {
	for i, v := range tag.values {
		key := v.key.value
		isSame := func(other tagValue) bool { return other.key.value == key }
		if slices.ContainsFunc(tag.values[:i], isSame) && slices.Contains(ownKeys, key) {
			p.report(diagnostic(diag.InvalidKeyword, p.tagPartSpan(v.key, at), "%s: its tag has the key %s twice, and the second one is ignored", at.what, key).
				withFix("write all of it in one: %s:\"…\"", key))
			return false
		}
	}
	return true
}

// agree refuses two tags with different descriptions of a field.
func (p *packageExtractor) agree(tag *fieldTag, given []*keywordUse, at use) bool {
	other, found := tag.get("jsonschema_description")
	if !found || len(given) == 0 || given[0].value.value == other.value {
		return true
	}
	p.report(diagnostic(diag.InvalidKeyword, p.tagPartSpan(given[0].key, at), "%s: description: the tag jsonschema_description has another text", at.what).
		withFix("keep one of them"))
	return false
}

// checkDirections refuses a field that is both read-only and write-only.
func (p *packageExtractor) checkDirections(f *model.Field, applied appliedTags, at use) bool {
	if f.ReadOnly && f.WriteOnly {
		p.report(diagnostic(diag.InvalidKeyword, p.tagPartSpan(applied.named("writeOnly")[0].key, at), "%s: writeOnly contradicts readOnly", at.what))
		return false
	}
	return true
}

// keyword returns the key between two commas of a jsonschema tag, after the others. After
// a comma, an unknown key may be part of a value with a comma.
func (p *packageExtractor) keyword(f *model.Field, piece text, others []text, at use) (*keywordUse, bool) {
	name, _, _ := strings.Cut(piece.value, "=")
	k := &keywordUse{field: f, key: piece.slice(0, len(name)), value: piece.slice(len(piece.value), len(piece.value))}
	if len(name) < len(piece.value) {
		k.value = piece.slice(len(name)+1, len(piece.value))
	}
	if k.tagKey = tagKeysByName[name]; k.tagKey != nil {
		return k, true
	}
	switch fix := unsupportedKeys[name]; {
	case fix != "":
		p.report(diagnostic(diag.UnsupportedKeyword, p.tagPartSpan(k.key, at), "%s: %s is not supported", at.what, name).withFix("%s", fix))
	case name == "const":
		p.report(unknownKey(p.tagPartSpan(k.key, at), at, name).withFix("write enum=%s", cmp.Or(k.value.value, "VALUE")))
	case at.parameter:
		p.report(diagnostic(diag.UnknownKeyword, p.tagPartSpan(k.key, at), "%s: //tool:arg has no keyword %q", at.what, name).
			withFix("%s", keywordFix(f, name, at, "remove it")))
	case len(others) > 0:
		p.report(unknownKey(p.tagPartSpan(k.key, at), at, name).withFix("%s", keywordFix(f, name, at, commaFix(f, piece, others))))
	case strings.Contains(strings.TrimSpace(name), " "):
		p.report(unknownKey(p.tagPartSpan(k.key, at), at, name).withFix("write a description as a comment above the field, or as jsonschema_description:\"…\""))
	default:
		p.report(unknownKey(p.tagPartSpan(k.key, at), at, name).
			withFix("%s", keywordFix(f, name, at, "remove it, or write it as jsonschema_extras:\"x-NAME=VALUE\" if other programs use it")))
	}
	return nil, false
}

// commaFix returns the fix for a piece of a tag that is no key, after other pieces: it
// may be another value of a key that is given once for each value, or the rest of a
// value with a comma.
func commaFix(f *model.Field, piece text, others []text) string {
	const escape = `a comma inside a value is written \\, in the source`
	for _, other := range slices.Backward(others) {
		name, first, hasValue := strings.Cut(other.value, "=")
		key := tagKeysByName[name]
		kind := pointee(f.Type).Kind
		isList := kind == model.KindSlice || kind == model.KindArray
		switch {
		case key == nil:
			continue // another value of the same key
		case key.many && hasValue && (name != "default" || isList):
			return fmt.Sprintf("write %[1]s once for each value: %[1]s=%[2]s,%[1]s=%[3]s; %[4]s", name, first, piece.value, escape)
		}
		break
	}
	return escape
}

func unknownKey(span model.Span, at use, name string) problem {
	return diagnostic(diag.UnknownKeyword, span, "%s: a jsonschema tag has no key %q", at.what, name)
}

// applyAliases reads the tag tool:"alias=q", which may have several aliases.
func (p *packageExtractor) applyAliases(f *model.Field, tag *fieldTag, at use) bool {
	value, found := tag.get("tool")
	if !found {
		return true
	}
	for _, piece := range value.split(',') {
		alias, isAlias := strings.CutPrefix(piece.value, aliasKey+"=")
		if !isAlias {
			name, _, _ := strings.Cut(piece.value, "=")
			p.report(diagnostic(diag.UnknownKeyword, p.tagPartSpan(piece, at), "%s: a tool tag has no key %q", at.what, name).
				withSuggestion(name, []string{aliasKey}, `Write tool:"alias=NAME".`))
			return false
		}
		if !p.addAlias(f, alias, piece, at) {
			return false
		}
	}
	return true
}

// aliasKey is the key of an alias in a tool tag and in a //tool:arg.
const aliasKey = "alias"

// addAlias adds another name of a field, or reports why the name cannot be one.
// piece is its position.
func (p *packageExtractor) addAlias(f *model.Field, alias string, piece text, at use) bool {
	if !isPropertyName(alias) || alias == f.Name || slices.Contains(f.Aliases, alias) {
		p.report(diagnostic(diag.InvalidKeyword, p.tagPartSpan(piece, at), "%s: %q cannot be an alias: it must be another name, a letter or underscore and up to 63 letters, digits and underscores", at.what, alias))
		return false
	}
	f.Aliases = append(f.Aliases, alias)
	return true
}
