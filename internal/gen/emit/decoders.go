package emit

import (
	"github.com/toolgen/toolgen/internal/gen/model"
)

// decoding is what the decoders of a file declare: each thing once, what it
// needs before it.
type decoding struct {
	functions    map[*model.Type]string         // that read a struct or a union
	items        map[string]string              // that read another type, by its identity
	keys         map[*model.Type]string         // that read a key of a map
	variants     map[*model.Variant]*model.Type // their structs with the discriminator
	forms        map[*model.Type]*model.Type    // how types with a declared schema are read
	schemas      map[*model.Type]string         // variables with declared schemas
	descriptions map[*model.Type]string         // variables that describe structs and unions
	shared       map[string]string              // variables that describe other types, by what they say
	uses         map[string]int                 // how often such a description is needed
	references   map[*model.Type]string         // types that lead back to a description
	values       map[string]string              // tables of values, by what they hold
	patterns     map[string]string              // by their expression
	code         []code
}

func newDecoding() *decoding {
	return &decoding{
		functions:    make(map[*model.Type]string),
		items:        make(map[string]string),
		keys:         make(map[*model.Type]string),
		variants:     make(map[*model.Variant]*model.Type),
		forms:        make(map[*model.Type]*model.Type),
		schemas:      make(map[*model.Type]string),
		descriptions: make(map[*model.Type]string),
		shared:       make(map[string]string),
		uses:         make(map[string]int),
		references:   make(map[*model.Type]string),
		values:       make(map[string]string),
		patterns:     make(map[string]string),
	}
}

// decoders declares a function for each type that arguments reach, which reads
// what is exactly right, and a description, by which the runtime finds what
// is wrong.
func (f *file) decoders() {
	seen := make(map[*model.Type]bool)
	for _, tool := range f.pkg.Tools {
		if tool.Arguments != nil {
			f.countUses(tool.Arguments, &model.Constraints{}, seen)
		}
	}
	for _, tool := range f.pkg.Tools {
		if tool.Arguments != nil {
			f.structDecoder(tool.Arguments, camel(tool.Name)+"Args")
		}
	}
	if len(f.decoding.code) > 0 {
		f.section("Decoders.")
		f.add(f.decoding.code...)
	}
}

func (f *file) declare(declarations ...code) {
	f.decoding.code = append(f.decoding.code, declarations...)
}

// baseName is what names that belong to a type are made of: the type's own
// name, or for a type without one that of where it is used.
func baseName(t *model.Type, context string) string {
	if t.Name != nil {
		return t.Name.Local
	}
	return context
}
