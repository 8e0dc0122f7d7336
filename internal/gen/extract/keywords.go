package extract

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/keyword"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// tagKey is a key of a jsonschema tag.
type tagKey struct {
	name string
	// on are the kinds of types that have the key; empty if the key is about the
	// field. On a slice, an array or a map that does not have the key, it is
	// about the items or values.
	on []model.Kind
	// flag means that the key has no value except true or, for an annotation,
	// false.
	flag bool
	// many means that the key may be given several times.
	many bool
	// apply stores the value, or returns what is wrong with it. It is nil for
	// default and example, which are judged when all constraints are known.
	apply func(k *keywordUse) error
	// doc is the text for the documentation.
	doc string
}

// keywordUse is a key in a tag: its value, and the type and the constraints that
// it is about.
type keywordUse struct {
	*tagKey
	key, value text
	field      *model.Field
	of         *model.Type
	to         *model.Constraints
}

// tagKeys are the keys of a jsonschema tag: constraints and annotations.
var tagKeys = append(constraintKeys(),
	tagKey{name: "default", many: true, doc: "the value of an argument that is left out: a string, number, boolean, time, duration, base64 or a type with a text form; on a slice or array, given once for each item"},
	tagKey{name: "example", many: true, doc: "a value for the model to see, of the same types and given once for each example; on a slice or array, given once for each item of one example"},
	tagKey{name: typesKeys[0], on: []model.Kind{model.KindJSON}, apply: (*keywordUse).checkTypeList, doc: "JSON types that the value may have, separated by `;`"},
	tagKey{name: typesKeys[1], on: []model.Kind{model.KindJSON}, apply: (*keywordUse).checkTypeList, doc: "the same"},
	tagKey{name: "title", apply: func(k *keywordUse) error { return k.words(&k.field.Title) }, doc: "a title"},
	tagKey{name: "description", apply: func(k *keywordUse) error { return k.words(&k.field.Description) }, doc: "the description, instead of the comment"},
	tagKey{name: "required", flag: true, apply: (*keywordUse).onlyTrue, doc: "the argument must be present, also if the field is a pointer"},
	tagKey{name: "readOnly", flag: true, apply: func(k *keywordUse) error { k.field.ReadOnly = k.isSet(); return nil }, doc: "an annotation"},
	tagKey{name: "writeOnly", flag: true, apply: func(k *keywordUse) error { k.field.WriteOnly = k.isSet(); return nil }, doc: "an annotation"},
	tagKey{name: "deprecated", flag: true, apply: func(k *keywordUse) error { k.field.Deprecated = k.isSet(); return nil }, doc: "an annotation"},
	tagKey{name: "anchor", apply: (*keywordUse).anchor, doc: "the name of an anchor"},
)

// tagKeysByName are the tagKeys by their names.
var tagKeysByName = func() map[string]*tagKey {
	byName := make(map[string]*tagKey, len(tagKeys))
	for i := range tagKeys {
		byName[tagKeys[i].name] = &tagKeys[i]
	}
	return byName
}()

// constraintKeys returns the keys that constrain a value.
func constraintKeys() []tagKey {
	var keys []tagKey
	for _, k := range keyword.All {
		switch {
		case k.Kinds == nil: // only in declared schemas
		case k.Name == keyword.Enum:
			keys = append(keys, tagKey{name: k.Name, on: k.Kinds, many: true, apply: (*keywordUse).enum, doc: k.Doc})
		default:
			keys = append(keys, tagKey{name: k.Name, on: k.Kinds, flag: k.IsFlag(), apply: constraint(k), doc: k.Doc})
		}
	}
	return keys
}

// constraint returns the function that stores the value of a keyword.
func constraint(of *keyword.Keyword) func(k *keywordUse) error {
	return func(k *keywordUse) error {
		value, err := of.FromTag(k.of, k.value.value)
		if err == nil {
			k.to.Keywords.Set(of.Name, value)
		}
		return err
	}
}

// unsupportedKeys are the keys of invopop/jsonschema and of other libraries that are
// refused, with their fixes.
var unsupportedKeys = map[string]string{
	"optional":       "remove it: an argument is optional if it is a pointer or has a default, or if the json tag of its field has omitzero",
	"nullable":       "remove it: null for an optional argument means that it is absent",
	"type":           "remove it: the type follows from the Go type",
	"-":              `write json:"-", which leaves the field out of arguments, too`,
	"oneof_required": "remove it, and declare the choice as a //tool:union, or check it in Validate() error",
	"anyof_required": "remove it, and declare the choice as a //tool:union, or check it in Validate() error",
	"oneof_ref":      "remove it, and declare the choice as a //tool:union",
	"anyof_ref":      "remove it, and declare the choice as a //tool:union",
}

// keywordNames returns all keys, including the unsupported ones.
func keywordNames() []string {
	var names []string
	for _, k := range tagKeys {
		names = append(names, k.name)
	}
	return append(names, sortedKeys(unsupportedKeys)...)
}

// otherNames are the names of keys in other libraries.
var otherNames = map[string]string{
	"regexp": "pattern", "regex": "pattern", "oneof": "enum", "values": "enum", "choices": "enum", "options": "enum",
	"gte": "minimum", "gt": "exclusiveMinimum", "lte": "maximum", "lt": "exclusiveMaximum", "unique": "uniqueItems",
}

// keywordFix returns the fix for an unknown key: the key that the author meant, or
// else the other fix. A short form such as min means the first key with this prefix
// that the type of the field has.
func keywordFix(f *model.Field, name string, at use, otherwise string) string {
	names := keywordNames()
	if at.parameter {
		names = append(names, aliasKey)
	}
	meant, found := otherNames[name], false
	if meant == "" && len(name) >= len("min") {
		meant = keyWithPrefix(f.Type, strings.ToLower(name))
	}
	if meant == "" {
		if meant, found = diag.Suggest(name, names); !found {
			return otherwise
		}
	}
	return fmt.Sprintf("did you mean %q?", meant)
}

// keyWithPrefix returns the first key of a tag that begins with the prefix and that the
// type has, or an empty text.
func keyWithPrefix(t *model.Type, prefix string) string {
	for _, k := range tagKeys {
		if strings.HasPrefix(strings.ToLower(k.name), prefix) && (len(k.on) == 0 || slices.Contains(k.on, pointee(t).Kind)) {
			return k.name
		}
	}
	return ""
}

// target finds the type that a key is about: the field's type or, for slices,
// arrays and maps, the type of the items or values.
func (k *keywordUse) target() bool {
	k.of, k.to = k.field.Type, &k.field.Constraints
	if len(k.on) == 0 {
		return true
	}
	depth := 0
	for seen := make(map[*model.Type]bool); !slices.Contains(k.on, k.of.Kind); {
		switch k.of.Kind {
		case model.KindPointer:
		case model.KindSlice, model.KindArray, model.KindMap:
			depth++
		default:
			return false
		}
		seen[k.of] = true
		if k.of = k.of.Elem; k.of == nil || seen[k.of] {
			return false // the type contains itself
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

// words stores a text.
func (k *keywordUse) words(to *string) error {
	*to = k.value.value
	if *to == "" {
		return errors.New("it needs a text: write " + k.name + "=TEXT")
	}
	return nil
}

// flagValues are the values of a key that is a flag.
var flagValues = []string{"", "true", "false"}

// isSet reports whether a flag is not false.
func (k *keywordUse) isSet() bool { return k.value.value != "false" }

// onlyTrue refuses the flag required with the value false, which would mean the same
// as no flag.
func (k *keywordUse) onlyTrue() error {
	if !k.isSet() {
		return errors.New("the value false has no effect: " + unsupportedKeys["optional"])
	}
	return nil
}

// applyKeyword applies a key of a tag.
func (p *packageExtractor) applyKeyword(k *keywordUse, at use) bool {
	switch {
	case k.flag && !slices.Contains(flagValues, k.value.value):
		p.report(diagnostic(diag.InvalidKeyword, p.tagPartSpan(k.key, at), "%s: %s takes no value", at.what, k.name))
		return false
	case !k.target():
		p.report(diagnostic(diag.InapplicableKeyword, p.tagPartSpan(k.key, at), "%s: %s does not apply to %s", at.what, k.name, p.label(k.field.Type.Go)).
			withFix("%s", inapplicableFix(k, at)))
		return false
	}
	if k.apply == nil {
		return true
	}
	if err := k.apply(k); err != nil {
		p.report(p.invalidValue(k, err, at))
		return false
	}
	return true
}

// invalidValue returns the problem of a key whose value has an error.
func (p *packageExtractor) invalidValue(k *keywordUse, err error, at use) problem {
	if part, ok := errors.AsType[*keyword.PartError](err); ok {
		span := p.tagPartSpan(k.value.slice(part.Start, part.End), at)
		return diagnostic(diag.InvalidKeyword, span, "%s: %s: %v", at.what, k.name, err).withFix("%s", part.Fix)
	}
	return diagnostic(diag.InvalidKeyword, p.tagPartSpan(k.key, at), "%s: %s: %v", at.what, k.name, err)
}

// inapplicableFix returns the fix for a key that the type does not have.
func inapplicableFix(k *keywordUse, at use) string {
	switch kind := pointee(k.field.Type).Kind; {
	case kind != model.KindDuration && kind != model.KindTime || !slices.Contains(k.on, model.KindInt):
		return k.name + " is for " + kindNames(k.on)
	case at.parameter:
		return "check the value in the function, and return an error of the code input_invalid"
	}
	return "check the value in a method Validate() error of the arguments"
}

// tagPartSpan returns the position of a part of a tag in the author's source, or
// else the use of the field.
func (p *packageExtractor) tagPartSpan(part text, at use) model.Span {
	if span := p.span(part); span.Start.Filename == at.span.Start.Filename {
		return span
	}
	return at.span
}

// kindWords are the names of kinds in messages.
var kindWords = map[model.Kind]string{
	model.KindString: "strings", model.KindInt: "integers", model.KindUint: "unsigned integers",
	model.KindFloat: "floating-point numbers", model.KindSlice: "slices", model.KindArray: "arrays",
	model.KindNumber: "json.Number", model.KindText: "types with a text form", model.KindTime: "times",
	model.KindJSON: "any and json.RawMessage",
}

// kindNames returns the words for kinds, for messages.
func kindNames(kinds []model.Kind) string {
	var names []string
	for _, kind := range kinds {
		names = append(names, kindWords[kind])
	}
	return strings.Join(names, ", ")
}
