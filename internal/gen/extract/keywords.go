package extract

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// keyword is one key of a jsonschema tag.
type keyword struct {
	name string
	// on are the kinds of types that have it; none means that it is about
	// the field. On a slice, a keyword that slices do not have is about the
	// items.
	on []model.Kind
	// flag says that it takes no value.
	flag bool
	// many says that it may be given more than once.
	many bool
	// apply stores the value, or says what is wrong with it.
	apply func(k *keywordUse) error
}

// keywordUse is a keyword in a tag: its value, and the type and the
// constraints that it is about.
type keywordUse struct {
	keyword
	key, value text
	field      *model.Field
	of         *model.Type
	to         *model.Constraints
}

var (
	onNumbers = []model.Kind{model.KindInt, model.KindUint, model.KindFloat}
	onStrings = []model.Kind{model.KindString}
	onSlices  = []model.Kind{model.KindSlice}
	onEnums   = []model.Kind{model.KindString, model.KindInt, model.KindUint}
)

// keywords are the keys that are supported.
var keywords = []keyword{
	{name: "title", apply: func(k *keywordUse) error { k.field.Title = k.value.value; return nil }},
	{name: "description", apply: func(k *keywordUse) error { k.field.Description = k.value.value; return nil }},
	{name: "required", flag: true, apply: func(*keywordUse) error { return nil }},
	{name: "default", apply: func(*keywordUse) error { return nil }}, // applied when all bounds are known
	{name: "minimum", on: onNumbers, apply: func(k *keywordUse) error { return k.number(&k.to.Minimum) }},
	{name: "maximum", on: onNumbers, apply: func(k *keywordUse) error { return k.number(&k.to.Maximum) }},
	{name: "minLength", on: onStrings, apply: func(k *keywordUse) error { return k.count(&k.to.MinLength) }},
	{name: "maxLength", on: onStrings, apply: func(k *keywordUse) error { return k.count(&k.to.MaxLength) }},
	{name: "pattern", on: onStrings, apply: (*keywordUse).pattern},
	{name: "minItems", on: onSlices, apply: func(k *keywordUse) error { return k.count(&k.to.MinItems) }},
	{name: "maxItems", on: onSlices, apply: func(k *keywordUse) error { return k.count(&k.to.MaxItems) }},
	{name: "enum", on: onEnums, many: true, apply: (*keywordUse).enum},
}

// unsupportedKeywords are the keys of the vocabulary that are refused for now,
// because nothing would enforce them.
var unsupportedKeywords = []string{
	"exclusiveMinimum", "exclusiveMaximum", "multipleOf", "format", "uniqueItems", "example",
	"readOnly", "writeOnly", "deprecated", "nullable", "type", "-",
	"oneof_required", "oneof_ref", "oneof_type", "anyof_required", "anyof_ref", "anyof_type", "anchor",
}

// keywordNames are all keys of the vocabulary.
func keywordNames() []string {
	var names []string
	for _, k := range keywords {
		names = append(names, k.name)
	}
	return append(names, unsupportedKeywords...)
}

// number stores a bound of a number.
func (k *keywordUse) number(to *string) error {
	written, err := numberText(k.of, k.value.value)
	if err != nil {
		return err
	}
	*to = written
	return nil
}

// count stores a number of characters or items.
func (k *keywordUse) count(to **int) error {
	n, err := strconv.ParseUint(k.value.value, 10, 31)
	if err != nil {
		return fmt.Errorf("%q is not a count: it must be an integer from 0 to 2147483647", k.value.value)
	}
	count := int(n)
	*to = &count
	return nil
}

// pattern stores a regular expression. It must be one of RE2, because that is
// what checks the arguments.
func (k *keywordUse) pattern() error {
	if _, err := regexp.Compile(k.value.value); err != nil {
		return fmt.Errorf("the pattern does not compile: %w", err)
	}
	k.to.Pattern = k.value.value
	return portable(k.value)
}

// enum stores one more value of an enum.
func (k *keywordUse) enum() error {
	if k.value.value == "" {
		return fmt.Errorf("an enum needs a value")
	}
	written, err := valueText(k.of, k.value.value)
	if err != nil {
		return err
	}
	if slices.Contains(k.to.Enum, written) {
		return fmt.Errorf("the value %s is given twice", written)
	}
	k.to.Enum = append(k.to.Enum, written)
	return checkEnum(k.of.Enum, written)
}

// target finds what a keyword is about: the field's type or, on slices, that
// of the items.
func (k *keywordUse) target() bool {
	k.of, k.to = k.field.Type, &k.field.Constraints
	if len(k.on) == 0 {
		return true
	}
	depth := 0
	for seen := make(map[*model.Type]bool); !slices.Contains(k.on, k.of.Kind); {
		switch k.of.Kind {
		case model.KindPointer:
		case model.KindSlice:
			depth++
		default:
			return false
		}
		seen[k.of] = true
		if k.of = k.of.Elem; k.of == nil || seen[k.of] {
			return false // the type is part of itself
		}
	}
	for range depth {
		if k.to.Items == nil {
			k.to.Items = &model.Constraints{}
		}
		k.to = k.to.Items
	}
	return true
}

// applyKeyword applies one key of a tag.
func (p *packageExtractor) applyKeyword(k *keywordUse, at use) bool {
	switch {
	case k.flag && k.value.value != "" && k.value.value != "true":
		p.report(diagnostic(diag.InvalidKeyword, p.tagPlace(k.key, at), "%s: %s takes no value", at.what, k.name))
		return false
	case !k.target():
		p.report(diagnostic(diag.InapplicableKeyword, p.tagPlace(k.key, at), "%s: %s does not apply to %s", at.what, k.name, k.field.Type.Go).
			withMend("%s is for %s", k.name, kindNames(k.on)))
		return false
	}
	err := k.apply(k)
	var foreign *patternError
	switch {
	case errors.As(err, &foreign):
		p.report(diagnostic(diag.InvalidKeyword, p.tagPlace(foreign.part, at), "%s: %s: %v", at.what, k.name, err).withMend("%s", foreign.mend))
		return false
	case err != nil:
		p.report(diagnostic(diag.InvalidKeyword, p.tagPlace(k.key, at), "%s: %s: %v", at.what, k.name, err))
		return false
	}
	return true
}

// tagPlace is where a part of a tag stands: in the author's source, or else
// where the field is used.
func (p *packageExtractor) tagPlace(part text, at use) model.Span {
	if span := p.span(part); span.Start.Filename == at.span.Start.Filename {
		return span
	}
	return at.span
}
