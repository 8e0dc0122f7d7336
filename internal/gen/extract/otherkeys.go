package extract

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/keyword"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// withoutSeparators removes the characters that separate the words of a key.
var withoutSeparators = strings.NewReplacer("_", "", "-", "")

// checkSpelling refuses a key of a tag that differs from one of ownKeys only in the case
// of its letters and in separators, because it would be ignored.
func (p *packageExtractor) checkSpelling(tag *fieldTag, at use) bool {
	for _, v := range tag.values {
		key := v.key.value
		if slices.Contains(ownKeys, key) {
			continue
		}
		for _, own := range ownKeys {
			if strings.EqualFold(withoutSeparators.Replace(key), withoutSeparators.Replace(own)) {
				p.report(diagnostic(diag.MalformedTag, p.tagPartSpan(v.key, at), "%s: the key %s of its tag would be ignored", at.what, key).
					withFix("write %s", own))
				return false
			}
		}
	}
	return true
}

// unreadKeys returns the problems of keys of a tag in which other libraries have a
// description or a constraint: the schema would not have it. A key is no problem if the
// field has the same in a place that is read. The problems matter only for arguments.
func (p *packageExtractor) unreadKeys(f *model.Field, tag *fieldTag, applied appliedTags, at use) (problems []problem) {
	for _, v := range tag.values {
		key := v.key.value
		if slices.Contains(ownKeys, key) {
			continue
		}
		k := tagKeysByName[key]
		isKeyword := k != nil && k.apply != nil && len(k.on) > 0
		value := key + "=" + v.value.value
		if key == keyword.Enum {
			value = strings.ReplaceAll(value, ",", ","+key+"=")
		}
		fix := "write jsonschema:\"" + value + "\""
		switch {
		case key == "description" && f.Description == "":
			fix = "write a comment above the field, or jsonschema_description"
		case (isKeyword || key == "default") && !applied.has(key):
		default:
			continue
		}
		problems = append(problems, diagnostic(diag.UnsupportedRule, p.tagPartSpan(v.key, at), "%s: the key %s of its tag is not read", at.what, key).
			withFix("%s", fix))
	}
	return problems
}
