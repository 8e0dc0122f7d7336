package emit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// structDecoder declares the function that reads a struct and returns its name.
func (f *file) structDecoder(t *model.Type, context string) string {
	if function := f.decoding.functions[t]; function != "" {
		return function
	}
	base := baseName(t, context)
	function := f.names.unique("decode" + upperFirst(base))
	f.decoding.functions[t] = function
	s := &structReader{file: f, t: t, context: base, description: f.description(t, context), begin: "i"}
	body := s.body()
	f.declare(block(s.line("func %s(d *%s, i int, v *%s) int", function, s.decode("D"), s.goType(t.Go)), body...))
	return function
}

// structReader writes the function that reads one struct.
type structReader struct {
	*file
	t           *model.Type
	context     string
	description string // the name of the variable
	begin       string // the index at which it begins, without renaming
	isRoot      bool   // the function returns a pointer to the struct, too
	part        string // the selector of the struct in v; empty if v is the struct
}

// end returns the statement at the end of the function. The expression is the index
// after the struct.
func (s *structReader) end(index code) code {
	if s.isRoot {
		return s.line("return %s, %s", s.pointer(), index)
	}
	return s.line("return %s", index)
}

// maxBits is the number of properties in one word of a set of properties.
const maxBits = 64

func (s *structReader) wide() bool { return len(s.t.Fields) > maxBits }

// body returns the statements of the function.
func (s *structReader) body() []code {
	if len(s.t.Fields) == 0 {
		return []code{s.line("_, i, _ = d.Object("+s.begin+", &%s)", s.description), s.end(s.line("i"))}
	}
	nulls, skip := s.nulls()
	properties := append(skip, block(s.line("switch property"), s.cases()...))
	body := append(nulls, s.loop(properties)...)
	body = append(body, s.defaults()...)
	return append(body, s.requirement()...)
}

// loop reads the properties of the object.
func (s *structReader) loop(body []code) []code {
	if s.wide() {
		return []code{
			s.line("var seen [%d]uint64", s.words()),
			s.line("property, i := d.WideObject("+s.begin+", &%s, seen[:])", s.description),
			block(s.line("for ; property >= 0; property, i = d.WideProperty(i, property, &%s, seen[:])", s.description), body...),
		}
	}
	return []code{
		s.line("property, i, seen := d.Object("+s.begin+", &%s)", s.description),
		block(s.line("for ; property >= 0; property, i, seen = d.Property(i, property, seen, &%s)", s.description), body...),
	}
}

// words returns the number of words in a set of properties.
func (s *structReader) words() int { return (len(s.t.Fields) + maxBits - 1) / maxBits }

// cases returns the cases that read the properties.
func (s *structReader) cases() []code {
	var cases []code
	for n, field := range s.t.Fields {
		cases = append(cases, s.line("case %d:", n))
		cases = append(cases, s.property(field)...)
	}
	return cases
}

// property reads a property into its field. A property without a field is the
// discriminator of a union, which is not stored.
func (s *structReader) property(field *model.Field) []code {
	if len(field.Path) == 0 {
		return []code{s.line("i = %s(d, i, %s)", s.decode("Const"), goTexts(field.Constraints.Enum)[0])}
	}
	body := s.allocations(field)
	for _, expression := range s.read(s.fieldVariable(field), field.Type, &field.Constraints, s.contextOf(field)) {
		body = append(body, s.line("i = %s", expression))
	}
	return body
}

func (s *structReader) contextOf(field *model.Field) string {
	return s.context + upperFirst(toCamelCase(field.Name))
}

// nulls returns the statements for properties that null omits: declarations
// before the loop, and the statements for such a property.
func (s *structReader) nulls() (before, skip []code) {
	masks := s.masks(s.describer.IsNullable)
	if masks == nil {
		return nil, nil
	}
	nullable, absent := "nullable&(1<<property)", "absent |= 1 << property"
	if s.wide() {
		before = append(before, s.line("nullable := [...]uint64{%s}", strings.Join(masks, ", ")))
		nullable, absent = "nullable[property/64]&(1<<(property%%64))", "absent[property/64] |= 1 << (property %% 64)"
	} else {
		before = append(before, s.line("const nullable uint64 = %s", masks[0]))
	}
	taken := []code{s.line("i = end")}
	if s.hasDefaults() {
		before = append(before, s.line("var absent %s", strings.Repeat(fmt.Sprintf("[%d]", s.words()), min(1, s.words()-1))+"uint64"))
		taken = append(taken, s.line(absent))
	}
	taken = append(taken, s.line("continue"))
	return before, []code{block(s.line("if end := d.Null(i); end >= 0 && "+nullable+" != 0"), taken...)}
}

func (s *structReader) hasDefaults() bool {
	return slices.ContainsFunc(s.t.Fields, func(field *model.Field) bool { return field.Default != "" })
}

// masks returns words with the bits of the properties for which the function
// returns true, or nil if there are none.
func (s *structReader) masks(is func(*model.Field) bool) []string {
	var masks []string
	for fields := range slices.Chunk(s.t.Fields, maxBits) {
		var bits []string
		for n, field := range fields {
			if is(field) {
				bits = append(bits, fmt.Sprintf("1<<%d", n))
			}
		}
		masks = append(masks, strings.Join(bits, " | "))
	}
	if strings.Join(masks, "") == "" {
		return nil
	}
	for word, mask := range masks {
		if mask == "" {
			masks[word] = "0"
		}
	}
	return masks
}

// requirement returns the end of the function, which refuses an object without a
// required property.
func (s *structReader) requirement() []code {
	index := s.line("i")
	var checks []code
	for word, mask := range s.masks(func(field *model.Field) bool { return field.Required }) {
		if mask == "0" {
			continue
		}
		if len(checks) > 0 { // the check of an earlier word
			checks[len(checks)-1] = s.line("i = %s", index)
		}
		index = s.line("%s(i, %s, %s)", s.decode("Required"), s.word("seen", word), mask)
		checks = append(checks, s.end(index))
	}
	if checks == nil {
		return []code{s.end(index)}
	}
	return checks
}

// word returns the expression for a word of a set of properties.
func (s *structReader) word(variable string, n int) string {
	if s.wide() {
		return fmt.Sprintf("%s[%d]", s.names.local(variable), n)
	}
	return s.names.local(variable)
}

// defaults sets the fields of properties that are missing or null.
func (s *structReader) defaults() []code {
	nulls := s.masks(s.describer.IsNullable) != nil
	var body []code
	for n, field := range s.t.Fields {
		if field.Default == "" {
			continue
		}
		setting, err := s.setDefault(s.fieldVariable(field), field, s.contextOf(field))
		if err != nil {
			s.report(&DefaultError{Field: field, Cause: err})
			continue
		}
		given := s.word("seen", n/maxBits)
		if nulls {
			given += "&^" + s.word("absent", n/maxBits)
		}
		body = append(body, s.defaultStatement(field, given, n%maxBits, setting))
	}
	return body
}

// defaultStatement returns the statement that sets the default of a property if it is
// not in the set given.
func (s *structReader) defaultStatement(field *model.Field, given string, n int, setting code) code {
	allocations := s.allocations(field)
	if len(allocations) == 0 && basics(field.Type) != nil && hasLiteral(field.Type, field.Default) {
		value, err := s.literal(field.Type, field.Default)
		if err == nil {
			return s.line("%s(%s, %d, %s, %s)", s.decode("SetDefault"+predeclared(field.Type)), given, n, plainAddress(s.fieldVariable(field).address, field.Type), value)
		}
	}
	if strings.Contains(given, "&^") {
		given = "(" + given + ")"
	}
	return block(s.line("if %s&(1<<%d) == 0", given, n), append(allocations, setting)...)
}
