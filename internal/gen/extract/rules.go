package extract

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/keyword"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// The tags validate of github.com/go-playground/validator and binding of
// github.com/gin-gonic/gin have the same rules. This file converts the rules that have
// a keyword.

// ruleKind groups the kinds of types for which a rule has the same meaning.
type ruleKind string

const (
	stringRule ruleKind = "string"
	numberRule ruleKind = "number"
	sliceRule  ruleKind = "slice"
	otherRule  ruleKind = ""
)

// ruleKindOf returns the kind of rules for a type; otherRule for nil and for types
// without rules.
func ruleKindOf(t *model.Type) ruleKind {
	switch {
	case t == nil:
		return otherRule
	case t.Kind == model.KindString:
		return stringRule
	case t.Kind == model.KindInt, t.Kind == model.KindUint, t.Kind == model.KindFloat:
		return numberRule
	case t.Kind == model.KindSlice:
		return sliceRule
	}
	return otherRule
}

// ruleKeywords has the keywords of a rule by the kind of type. Each has the value of
// the rule, or a value of its own after "=".
var ruleKeywords = map[string]map[ruleKind][]string{
	"min":      {stringRule: {"minLength"}, numberRule: {"minimum"}, sliceRule: {"minItems"}},
	"max":      {stringRule: {"maxLength"}, numberRule: {"maximum"}, sliceRule: {"maxItems"}},
	"gte":      {stringRule: {"minLength"}, numberRule: {"minimum"}, sliceRule: {"minItems"}},
	"lte":      {stringRule: {"maxLength"}, numberRule: {"maximum"}, sliceRule: {"maxItems"}},
	"gt":       {stringRule: {"minLength+1"}, numberRule: {"exclusiveMinimum"}, sliceRule: {"minItems+1"}},
	"lt":       {stringRule: {"maxLength-1"}, numberRule: {"exclusiveMaximum"}, sliceRule: {"maxItems-1"}},
	"len":      {stringRule: {"minLength", "maxLength"}, numberRule: {"enum"}, sliceRule: {"minItems", "maxItems"}},
	"eq":       {stringRule: {"enum"}, numberRule: {"enum"}, sliceRule: {"minItems", "maxItems"}},
	"oneof":    {stringRule: {"enum"}, numberRule: {"enum"}},
	"unique":   {sliceRule: {"uniqueItems=true"}},
	"email":    {stringRule: {"format=email"}},
	"uri":      {stringRule: {"format=uri"}},
	"url":      {stringRule: {"format=uri"}},
	"uuid":     {stringRule: {"format=uuid"}},
	"ipv4":     {stringRule: {"format=ipv4"}},
	"ipv6":     {stringRule: {"format=ipv6"}},
	"hostname": {stringRule: {"format=hostname"}},
	"alpha":    {stringRule: {"pattern=^[a-zA-Z]+$"}},
	"alphanum": {stringRule: {"pattern=^[a-zA-Z0-9]+$"}},
	"number":   {stringRule: {"pattern=^[0-9]+$"}, numberRule: {}},
	"numeric":  {stringRule: {"pattern=^[-+]?[0-9]+(?:\\.[0-9]+)?$"}, numberRule: {}},
	"datetime": {},
}

// noRules are the rules that do not refuse values.
var noRules = []string{"", "-", "omitempty", "omitnil", "omitzero", "structonly", "nostructlevel", "dive"}

// dateFormats are the formats of the layouts of the rule datetime.
var dateFormats = map[string]string{"2006-01-02": "date", "2006-01-02T15:04:05Z07:00": "date-time"}

// ruleUse is a rule of a tag, with the type and the constraints that it is about.
type ruleUse struct {
	tag         string // the key of the tag
	name, value string
	written     text
	of          *model.Type
	to          *model.Constraints
}

// rulesOf returns the rules of a tag. The rules after "dive" are about the items or
// values.
func rulesOf(f *model.Field, key string, tag text) []ruleUse {
	var all []ruleUse
	of, to, inKeys := f.Type, &f.Constraints, false
	for _, piece := range tag.split(',') {
		name, value, _ := strings.Cut(piece.value, "=")
		if name == "dive" && pointee(of) != nil {
			if of = pointee(of).Elem; to.Items == nil {
				to.Items = &model.Constraints{}
			}
			to = to.Items
		}
		r := ruleUse{key, name, value, piece, of, to}
		if inKeys = inKeys && name != "endkeys" || name == "keys"; inKeys {
			r.of = nil // keys have no keywords
		}
		all = append(all, r)
	}
	return all
}

// applyRules applies the tags validate and binding. A keyword of the tag jsonschema has
// precedence. It stores the problem of a rule that has no keyword, because the rule
// matters only for arguments.
func (p *packageExtractor) applyRules(f *model.Field, tag *fieldTag, applied *appliedTags, at use) bool {
	fit := true
	for _, key := range []string{"validate", "binding"} {
		if written, found := tag.get(key); found {
			fit = p.applyRulesOf(f, rulesOf(f, key, written), applied, at) && fit
		}
	}
	return fit
}

// applyRulesOf applies the rules of one tag.
func (p *packageExtractor) applyRulesOf(f *model.Field, rules []ruleUse, applied *appliedTags, at use) bool {
	fit := true
	for i := range rules {
		r := &rules[i]
		keys, known := r.keys()
		if !known && r.name != "required" {
			p.unchecked[f] = append(p.unchecked[f], p.uncheckedRule(r, at))
		}
		for _, key := range keys {
			fit = p.applyRule(f, r, key, applied, at) && fit
		}
	}
	for i := range rules {
		if rules[i].name == "required" {
			fit = p.applyRequired(f, &rules[i], applied, at) && fit
		}
	}
	return fit
}

// uncheckedRule returns the problem of a rule without a keyword.
func (p *packageExtractor) uncheckedRule(r *ruleUse, at use) problem {
	return diagnostic(diag.UnsupportedRule, p.tagPartSpan(r.written, at), "%s: the rule %s of its %s tag has no keyword, so that nothing checks it", at.what, r.written.value, r.tag).
		withFix("write a constraint in a jsonschema tag instead, or check the rule in a method Validate() error of the struct")
}

// keys returns the keys of a jsonschema tag that mean the same as the rule, as
// NAME=VALUE. It reports false if there are none.
func (r *ruleUse) keys() (keys []string, known bool) {
	if slices.Contains(noRules, r.name) {
		return nil, true
	}
	kind := ruleKindOf(pointee(r.of))
	templates, known := ruleKeywords[r.name][kind]
	if r.name == "datetime" && kind == stringRule && dateFormats[r.value] != "" {
		return []string{"format=" + dateFormats[r.value]}, true
	}
	values := []string{r.value}
	if r.name == "oneof" {
		values = splitChoices(r.value)
	}
	for _, template := range templates {
		for _, value := range values {
			key, ok := fillTemplate(template, value)
			known = known && ok
			keys = append(keys, key)
		}
	}
	if !known {
		return nil, false
	}
	return keys, true
}

// fillTemplate returns a key with its value. It reports false for a value that is
// not a count.
func fillTemplate(template, value string) (string, bool) {
	name, own, hasOwn := strings.Cut(template, "=")
	if hasOwn {
		return name + "=" + own, true
	}
	for suffix, step := range map[string]int{"+1": 1, "-1": -1} {
		if base, found := strings.CutSuffix(name, suffix); found {
			n, err := strconv.Atoi(value)
			return base + "=" + strconv.Itoa(n+step), err == nil && n+step >= 0
		}
	}
	return name + "=" + value, value != ""
}

// splitChoices returns the values of the rule oneof: words, or texts in single
// quotes, separated by spaces.
func splitChoices(value string) []string {
	var choices []string
	for value = strings.TrimLeft(value, " "); value != ""; value = strings.TrimLeft(value, " ") {
		end, word := " ", value
		if quoted, found := strings.CutPrefix(value, "'"); found {
			end, word = "'", quoted
		}
		word, value, _ = strings.Cut(word, end)
		choices = append(choices, word)
	}
	return choices
}

// applyRule applies a key that means the same as a rule, unless the tag jsonschema
// has the keyword.
func (p *packageExtractor) applyRule(f *model.Field, r *ruleUse, key string, applied *appliedTags, at use) bool {
	name, value, _ := strings.Cut(key, "=")
	written := slices.ContainsFunc(applied.named(name), func(k *keywordUse) bool { return k.key.value == name })
	if written || name != keyword.Enum && r.to.Keywords.Has(name) {
		return true
	}
	k := &keywordUse{field: f, key: r.written, of: pointee(r.of), to: r.to}
	k.tagKey = tagKeysByName[name]
	k.value = textAt(value, r.written.Pos())
	applied.given = append(applied.given, k)
	if err := k.apply(k); err != nil {
		p.report(diagnostic(diag.InvalidKeyword, p.tagPartSpan(r.written, at), "%s: %s: %s: %v", at.what, r.tag, r.written.value, err))
		return false
	}
	return true
}

// applyRequired applies the rule required, which refuses zero values: a string
// needs a character, a number must not be 0. Pointers, slices, maps and structs must
// be present.
func (p *packageExtractor) applyRequired(f *model.Field, r *ruleUse, applied *appliedTags, at use) bool {
	if r.to == &f.Constraints {
		applied.required = applied.required || !applied.has("default")
	}
	if r.of == nil || r.of.Kind == model.KindPointer {
		return true
	}
	switch r.of.Kind {
	case model.KindString:
		if len(r.to.Enum) == 0 && r.of.Enum == nil {
			return p.applyRule(f, r, "minLength=1", applied, at)
		}
	case model.KindInt, model.KindUint, model.KindFloat:
		if judge(r.of, r.to, "0") == nil {
			p.unchecked[f] = append(p.unchecked[f], p.uncheckedRule(r, at))
		}
	case model.KindBool, model.KindDuration, model.KindArray:
		p.unchecked[f] = append(p.unchecked[f], p.uncheckedRule(r, at))
	}
	return true
}
