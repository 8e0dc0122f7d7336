package emit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// decoding is what the decoders of a file declare: each thing once, what it
// needs before it.
type decoding struct {
	functions    map[*model.Type]string // that read a struct
	items        map[string]string      // that read another type, by how it is written
	descriptions map[*model.Type]string // variables that describe structs
	shared       map[string]string      // variables that describe other types, by how they are written
	references   map[*model.Type]string // types that lead back to a description
	values       map[string]string      // tables of values, by what they hold
	patterns     map[string]string      // by their expression
	code         []code
}

func newDecoding() *decoding {
	return &decoding{
		functions:    make(map[*model.Type]string),
		items:        make(map[string]string),
		descriptions: make(map[*model.Type]string),
		shared:       make(map[string]string),
		references:   make(map[*model.Type]string),
		values:       make(map[string]string),
		patterns:     make(map[string]string),
	}
}

// decoders declares a function for each type that arguments reach, which reads
// what is exactly right, and a description, by which the runtime finds what
// is wrong.
func (f *file) decoders() {
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

// structDecoder is the function that reads a struct.
func (f *file) structDecoder(t *model.Type, context string) string {
	if function := f.decoding.functions[t]; function != "" {
		return function
	}
	base := baseName(t, context)
	function := f.names.unique("decode" + upperFirst(base))
	f.decoding.functions[t] = function
	f.description(t, context)
	s := &structReader{file: f, t: t, context: base}
	if len(t.Fields) == 0 {
		f.declare(s.function(function, f.line("_, i, _ = d.Object(i, nil)"), f.line("return i")))
		return function
	}
	s.keys = f.names.unique(lowerFirst(base) + "Keys")
	body := s.body()
	f.declare(f.line("var %s = [...]string{%s}", s.keys, s.keyTexts()), s.function(function, body...))
	return function
}

// structReader writes the function that reads one struct.
type structReader struct {
	*file
	t       *model.Type
	context string
	keys    string
}

// maxBits is how many properties one word of seen properties has room for.
const maxBits = 64

func (s *structReader) wide() bool { return len(s.t.Fields) > maxBits }

func (s *structReader) function(name string, body ...code) code {
	return block(s.line("func %s(d *%s, i int, v *%s) int", name, s.decode("D"), s.goType(s.t.Go)), body...)
}

// keyTexts are the names as a text has them when it has no white space.
func (s *structReader) keyTexts() string {
	var keys []string
	for _, field := range s.t.Fields {
		keys = append(keys, quote(`"`+field.Name+`":`))
	}
	return strings.Join(keys, ", ")
}

func (s *structReader) body() []code {
	var cases []code
	for n, field := range s.t.Fields {
		cases = append(cases, s.line("case %d:", n))
		cases = append(cases, s.property(field)...)
	}
	properties := block(s.line("switch property"), cases...)
	body := []code{
		s.line("property, i, seen := d.Object(i, %s[:])", s.keys),
		block(s.line("for ; property >= 0; property, i, seen = d.Property(i, property, seen, %s[:])", s.keys), properties),
	}
	if s.wide() {
		body = []code{
			s.line("var seen [%d]uint64", (len(s.t.Fields)+maxBits-1)/maxBits),
			s.line("property, i := d.WideObject(i, %s[:], seen[:])", s.keys),
			block(s.line("for ; property >= 0; property, i = d.WideProperty(i, property, %s[:], seen[:])", s.keys), properties),
		}
	}
	body = append(body, s.requirement()...)
	body = append(body, s.defaults()...)
	return append(body, s.line("return i"))
}

// property reads one property into its field.
func (s *structReader) property(field *model.Field) []code {
	body := s.allocations(field)
	for _, expression := range s.read(s.place(field), field.Type, &field.Constraints, s.context+upperFirst(camel(field.Name))) {
		body = append(body, s.line("i = %s", expression))
	}
	return body
}

// place is where a field is, seen from the parameter v.
func (s *structReader) place(field *model.Field) place {
	path := s.from(s.names.local("v"), field)
	return place{address: "&" + path, value: path}
}

// from is the way from a variable to a field.
func (s *structReader) from(variable string, field *model.Field) string {
	for _, step := range field.Path {
		variable += "." + step.Name
	}
	return variable
}

// embeddedPointers are the embedded pointers on the way to a field, with the
// types that they point to.
func (s *structReader) embeddedPointers(field *model.Field) (paths []string, types []*model.Type) {
	path := s.names.local("v")
	for _, step := range field.Path {
		path += "." + step.Name
		if step.Allocate != nil {
			paths, types = append(paths, path), append(types, step.Allocate)
		}
	}
	return paths, types
}

// allocations makes the embedded pointers that are on the way to a field.
func (s *structReader) allocations(field *model.Field) []code {
	var lines []code
	paths, types := s.embeddedPointers(field)
	for i, path := range paths {
		lines = append(lines, block(s.line("if %s == nil", path), s.line("%s = new(%s)", path, s.goType(types[i].Go))))
	}
	return lines
}

// requirement refuses an object without a required property.
func (s *structReader) requirement() []code {
	var constants []code
	var missing []string
	for word, fields := range slices.Collect(slices.Chunk(s.t.Fields, maxBits)) {
		var bits []string
		for n, field := range fields {
			if field.Required {
				bits = append(bits, fmt.Sprintf("1<<%d", n))
			}
		}
		if bits == nil {
			continue
		}
		required := s.names.local("required")
		if s.wide() {
			required += strconv.Itoa(word)
		}
		constants = append(constants, s.line("const %s = %s", required, strings.Join(bits, " | ")))
		missing = append(missing, fmt.Sprintf("%s&%s != %s", s.seen(word), required, required))
	}
	if missing == nil {
		return nil
	}
	return append(constants, block(s.line("if %s", strings.Join(missing, " || ")), s.line("return -1")))
}

// seen is the word with the bits of the properties that the text had.
func (s *structReader) seen(word int) string {
	if s.wide() {
		return fmt.Sprintf("%s[%d]", s.names.local("seen"), word)
	}
	return s.names.local("seen")
}

// defaults sets what was not seen.
func (s *structReader) defaults() []code {
	var body []code
	for n, field := range s.t.Fields {
		if field.Default == "" {
			continue
		}
		value, err := s.literal(field.Type, field.Default)
		if err != nil {
			s.report(&DefaultError{Field: field, Cause: err})
			continue
		}
		lines := append(s.allocations(field), s.line("%s = %s", s.place(field).value, value))
		body = append(body, block(s.line("if %s&(1<<%d) == 0", s.seen(n/maxBits), n%maxBits), lines...))
	}
	return body
}
