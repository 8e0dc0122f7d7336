package emit

import (
	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/runtime/decode"
)

// decoderNames has the names of the declarations for decoders, so that each is
// declared once. In code, a declaration follows those that it needs.
type decoderNames struct {
	functions    map[*model.Type]string      // functions that read a struct or a union
	roots        map[*model.Type]string      // functions that make and read the arguments of a tool
	inner        map[*model.Type]bool        // the types that are part of arguments
	identities   map[typeKey]int             // the numbers of identity
	items        map[int]string              // functions that read other types, by the identity of the type
	keys         map[*model.Type]string      // functions that read a key of a map
	forms        map[*model.Type]*model.Type // the types that read values with a declared schema
	schemas      map[*decode.Schema]string   // variables with declared schemas
	descriptions map[*decode.Type]string     // variables with descriptions
	uses         map[*decode.Type]int        // the number of uses of a description
	references   map[*decode.Type]string     // variables with references to descriptions
	values       map[string]string           // variables with lists of values, by their literals
	checks       map[string]string           // variables with checks, by their types and members
	ranges       map[decode.Range]string     // variables with bounds of numbers
	code         []code
	lines        []code // declarations of one line, which follow the code
}

// newDecoding returns the names of the decoders of a file that has none yet.
func newDecoding() *decoderNames {
	return &decoderNames{
		functions:    make(map[*model.Type]string),
		roots:        make(map[*model.Type]string),
		inner:        make(map[*model.Type]bool),
		identities:   make(map[typeKey]int),
		items:        make(map[int]string),
		keys:         make(map[*model.Type]string),
		forms:        make(map[*model.Type]*model.Type),
		schemas:      make(map[*decode.Schema]string),
		descriptions: make(map[*decode.Type]string),
		uses:         make(map[*decode.Type]int),
		references:   make(map[*decode.Type]string),
		values:       make(map[string]string),
		checks:       make(map[string]string),
		ranges:       make(map[decode.Range]string),
	}
}

// decoders declares, for each type in arguments, a function that reads a valid
// value and a description, with which the runtime finds the problems of an
// invalid value.
func (f *file) decoders() {
	for _, tool := range f.pkg.Tools {
		if tool.Arguments != nil {
			f.countUses(f.describer.Type(tool.Arguments, &model.Constraints{}))
			addInner(tool.Arguments, f.decoding.inner)
		}
	}
	for _, tool := range f.pkg.Tools {
		if tool.Arguments != nil {
			f.rootDecoder(tool.Arguments, toCamelCase(tool.Name)+"Args")
		}
	}
	if f.declare(); len(f.decoding.code) > 0 {
		f.section("Decoders.")
		f.argumentTypes()
		f.add(f.decoding.code...)
	}
}

// declare adds declarations, with an empty line after each.
func (f *file) declare(declarations ...code) {
	d := f.decoding
	if len(d.lines) > 0 {
		d.code, d.lines = append(d.code, lines(d.lines...)), nil
	}
	d.code = append(d.code, declarations...)
}

// declareLine adds a declaration of one line, without an empty line after another one.
func (f *file) declareLine(declaration code) {
	f.decoding.lines = append(f.decoding.lines, declaration)
}

// baseName returns the first part of the names of declarations for a type: the
// name of the type, or else the context of its use.
func baseName(t *model.Type, context string) string {
	if t.Name != nil {
		return t.Name.Local
	}
	return context
}
