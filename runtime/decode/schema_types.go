package decode

import "strings"

// allTypes are all JSON types.
const allTypes = TypeNull | TypeBoolean | TypeInteger | TypeNumber | TypeString | TypeArray | TypeObject

// typesKnown is the bit of [Schema.known] that is set if the types were
// computed.
const typesKnown = Types(1 << 7)

// classes are the JSON types that [classOf] distinguishes.
var classes = [...]struct {
	class byte
	types Types
}{
	{'n', TypeNull}, {'t', TypeBoolean}, {'0', TypeInteger | TypeNumber}, {'"', TypeString}, {'[', TypeArray}, {'{', TypeObject},
}

// classTypes returns the types of a class.
func classTypes(class byte) Types {
	if class == 'f' {
		class = 't'
	}
	for _, c := range classes {
		if c.class == class {
			return c.types
		}
	}
	return 0
}

// types returns the JSON types that the schema may accept. It includes
// TypeInteger if it includes TypeNumber. It may return too many types.
func (s *Schema) types() Types {
	if s.known != 0 {
		return s.known &^ typesKnown
	}
	types := allTypes
	switch {
	case s.Never:
		return 0
	case s.Types&TypeNumber != 0:
		types = s.Types | TypeInteger
	case s.Types != 0:
		types = s.Types
	}
	if s.Enum != nil {
		types &= typesOfTexts(s.Enum)
	}
	if s.Logic == nil {
		return types
	}
	for _, part := range s.Logic.AllOf {
		types &= part.types()
	}
	return types & typesOfAny(s.Logic.AnyOf) & typesOfAny(s.Logic.OneOf)
}

// typesOfTexts returns the types of JSON texts.
func typesOfTexts(texts []string) (types Types) {
	for _, text := range texts {
		class := classOf(text, 0)
		switch {
		case class != '0':
			types |= typeOf(class)
		case isIntegral(text):
			types |= TypeInteger
		default:
			types |= TypeNumber | TypeInteger
		}
	}
	return types
}

// typesOfAny returns the types that at least one of the schemas may accept. For
// an empty list it returns all types.
func typesOfAny(list []*Schema) (types Types) {
	if len(list) == 0 {
		return allTypes
	}
	for _, s := range list {
		types |= s.types()
	}
	return types
}

// name implements [Declaration].
func (s *Schema) name() string {
	if want, ok := strings.CutPrefix(s.want(), "be "); ok {
		return want
	}
	types := s.types()
	if types&TypeNumber != 0 {
		types &^= TypeInteger
	}
	if types == 0 || types == allTypes&^TypeInteger {
		return ""
	}
	return types.String()
}
