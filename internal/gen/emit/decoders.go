package emit

import (
	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/runtime/decode"
)

// decoding is what the decoders of a file declare: each thing once, what it
// needs before it.
type decoding struct {
	functions    map[*model.Type]string      // that read a struct or a union
	items        map[string]string           // that read another type, by its identity
	keys         map[*model.Type]string      // that read a key of a map
	forms        map[*model.Type]*model.Type // how types with a declared schema are read
	schemas      map[*decode.Schema]string   // variables with declared schemas
	descriptions map[*decode.Type]string     // variables with descriptions
	uses         map[*decode.Type]int        // how often a description is needed
	references   map[*decode.Type]string     // variables that lead back to a description
	values       map[string]string           // tables of values, by what they hold
	patterns     map[string]string           // by their expression
	ranges       map[decode.Range]string     // variables with bounds of numbers
	code         []code
}

func newDecoding() *decoding {
	return &decoding{
		functions:    make(map[*model.Type]string),
		items:        make(map[string]string),
		keys:         make(map[*model.Type]string),
		forms:        make(map[*model.Type]*model.Type),
		schemas:      make(map[*decode.Schema]string),
		descriptions: make(map[*decode.Type]string),
		uses:         make(map[*decode.Type]int),
		references:   make(map[*decode.Type]string),
		values:       make(map[string]string),
		patterns:     make(map[string]string),
		ranges:       make(map[decode.Range]string),
	}
}

// decoders declares a function for each type that arguments reach, which reads
// what is exactly right, and a description, by which the runtime finds what
// is wrong.
func (f *file) decoders() {
	for _, tool := range f.pkg.Tools {
		if tool.Arguments != nil {
			f.countUses(f.describer.Type(tool.Arguments, &model.Constraints{}))
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
