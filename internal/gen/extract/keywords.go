package extract

import (
	"errors"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/keyword"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// tagKey is one key of a jsonschema tag.
type tagKey struct {
	name string
	// on are the kinds of types that have it; none means that it is about
	// the field. On slices, arrays and maps, a keyword that they do not have is
	// about what they hold.
	on []model.Kind
	// flag says that it takes no value but true and, if it is an annotation,
	// false.
	flag bool
	// many says that it may be given more than once.
	many bool
	// apply stores the value, or says what is wrong with it. Nil for default
	// and example, which are judged when all constraints are known.
	apply func(k *keywordUse) error
	// doc says what it does, for the documentation.
	doc string
}

// keywordUse is a key in a tag: its value, and the type and the constraints
// that it is about.
type keywordUse struct {
	tagKey
	key, value text
	field      *model.Field
	of         *model.Type
	to         *model.Constraints
}

// tagKeys are the keys of a jsonschema tag: the constraints, and what a tag
// says beside them.
var tagKeys = append(constraintKeys(),
	tagKey{name: "default", many: true, doc: "the value of an argument that is left out: a string, number, boolean, time, duration, base64 or a type with a text form; on a slice or array, given once for each item"},
	tagKey{name: "example", many: true, doc: "a value for the model to see, of the same types and given once for each example; on a slice or array, given once for each item of one example"},
	tagKey{name: typesKeys[0], on: []model.Kind{model.KindJSON}, apply: (*keywordUse).listed, doc: "JSON types that the value may have, separated by `;`"},
	tagKey{name: typesKeys[1], on: []model.Kind{model.KindJSON}, apply: (*keywordUse).listed, doc: "the same"},
	tagKey{name: "title", apply: func(k *keywordUse) error { return k.words(&k.field.Title) }, doc: "a title"},
	tagKey{name: "description", apply: func(k *keywordUse) error { return k.words(&k.field.Description) }, doc: "the description, instead of the comment"},
	tagKey{name: "required", flag: true, apply: (*keywordUse).onlyTrue, doc: "the argument must be there, whatever its type"},
	tagKey{name: "readOnly", flag: true, apply: func(k *keywordUse) error { k.field.ReadOnly = k.isSet(); return nil }, doc: "an annotation"},
	tagKey{name: "writeOnly", flag: true, apply: func(k *keywordUse) error { k.field.WriteOnly = k.isSet(); return nil }, doc: "an annotation"},
	tagKey{name: "deprecated", flag: true, apply: func(k *keywordUse) error { k.field.Deprecated = k.isSet(); return nil }, doc: "an annotation"},
	tagKey{name: "anchor", apply: (*keywordUse).anchor, doc: "the name of an anchor"},
)

// constraintKeys are the keys that constrain a value.
func constraintKeys() []tagKey {
	var keys []tagKey
	for _, k := range keyword.All {
		switch {
		case k.Kinds == nil: // in declared schemas only
		case k.Name == keyword.Enum:
			keys = append(keys, tagKey{name: k.Name, on: k.Kinds, many: true, apply: (*keywordUse).enum, doc: k.Doc})
		default:
			keys = append(keys, tagKey{name: k.Name, on: k.Kinds, flag: k.IsFlag(), apply: constraint(k), doc: k.Doc})
		}
	}
	return keys
}

// constraint stores the value of a keyword.
func constraint(of *keyword.Keyword) func(k *keywordUse) error {
	return func(k *keywordUse) error {
		value, err := of.FromTag(k.of, k.value.value)
		if err == nil {
			k.to.Keywords.Set(of.Name, value)
		}
		return err
	}
}

// dishonoured are the keys of the vocabulary that are refused, and what to do
// instead.
var dishonoured = map[string]string{
	"nullable":       "remove it: null is taken for an argument that is left out, where it may be",
	"type":           "remove it: the type follows from the Go type",
	"-":              `write json:"-", which leaves the field out of arguments, too`,
	"oneof_required": "remove it, and declare the choice as a //tool:union, or check it in Validate() error",
	"anyof_required": "remove it, and declare the choice as a //tool:union, or check it in Validate() error",
	"oneof_ref":      "remove it, and declare the choice as a //tool:union",
	"anyof_ref":      "remove it, and declare the choice as a //tool:union",
}

// keywordNames are all keys of the vocabulary.
func keywordNames() []string {
	var names []string
	for _, k := range tagKeys {
		names = append(names, k.name)
	}
	return append(names, sortedKeys(dishonoured)...)
}

// target finds what a keyword is about: the field's type or, on slices, arrays
// and maps, that of what they hold.
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

// words stores a text for people or the model.
func (k *keywordUse) words(to *string) error {
	*to = k.value.value
	if *to == "" {
		return errors.New("it needs a text: write " + k.name + "=TEXT")
	}
	return nil
}

// flagValues are what a key may have that is there or not.
var flagValues = []string{"", "true", "false"}

// isSet is what a flag says.
func (k *keywordUse) isSet() bool { return k.value.value != "false" }

// onlyTrue refuses a flag that says false where that is the same as nothing.
func (k *keywordUse) onlyTrue() error {
	if !k.isSet() {
		return errors.New("it says nothing with the value false: remove it")
	}
	return nil
}

// applyKeyword applies one key of a tag.
func (p *packageExtractor) applyKeyword(k *keywordUse, at use) bool {
	switch {
	case k.flag && !slices.Contains(flagValues, k.value.value):
		p.report(diagnostic(diag.InvalidKeyword, p.tagPlace(k.key, at), "%s: %s takes no value", at.what, k.name))
		return false
	case !k.target():
		p.report(diagnostic(diag.InapplicableKeyword, p.tagPlace(k.key, at), "%s: %s does not apply to %s", at.what, k.name, p.label(k.field.Type.Go)).
			withMend("%s is for %s", k.name, kindNames(k.on)))
		return false
	}
	if k.apply == nil {
		return true
	}
	err := k.apply(k)
	var part *keyword.PartError
	switch {
	case errors.As(err, &part):
		place := p.tagPlace(k.value.slice(part.Start, part.End), at)
		p.report(diagnostic(diag.InvalidKeyword, place, "%s: %s: %v", at.what, k.name, err).withMend("%s", part.Fix))
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

// kindWords are what types of a kind are called in messages.
var kindWords = map[model.Kind]string{
	model.KindString: "strings", model.KindInt: "integers", model.KindUint: "unsigned integers",
	model.KindFloat: "floating-point numbers", model.KindSlice: "slices", model.KindArray: "arrays",
	model.KindNumber: "json.Number", model.KindText: "types with a text form", model.KindTime: "times",
	model.KindJSON: "any and json.RawMessage",
}

func kindNames(kinds []model.Kind) string {
	var names []string
	for _, kind := range kinds {
		names = append(names, kindWords[kind])
	}
	return strings.Join(names, ", ")
}
