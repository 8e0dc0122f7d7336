package model

// Kind is the kind of a type.
type Kind uint8

// The kinds of types. A new kind needs an entry in packages schema, describe and
// emit.
const (
	KindString Kind = iota
	KindBool
	KindInt      // Bits wide, signed
	KindUint     // Bits wide
	KindFloat    // Bits wide
	KindSlice    // of Elem
	KindMap      // of Key to Elem
	KindPointer  // to Elem
	KindStruct   // Fields
	KindTime     // time.Time
	KindDuration // time.Duration
	KindAny      // marked //tool:any: an interface or json.RawMessage
	KindArray    // Length times Elem
	KindBytes    // []byte and types like it: base64 in a string
	KindNumber   // json.Number: any number; its text is kept
	KindText     // a type with its own text form, encoding.TextUnmarshaler or TextMarshaler
	KindJSON     // any type with a declared Schema: its own JSON, an interface, json.RawMessage
	KindUnion    // an interface marked //tool:union
)

// Type is a Go type that tools use. Two uses of a named type share one *Type, so
// that a recursive type is a cycle. Every cycle contains a named type.
type Type struct {
	Kind Kind
	// Go is the type as it is written in the author's package. It is nil for a part of a
	// result that the package cannot name.
	Go GoType
	// Name is set for defined types and for instances of generic types.
	Name *TypeName
	// Span is the declaration of a defined type, or else the use of the type.
	Span Span
	// Doc is the comment of the declaration, without directives.
	Doc string

	// Bits is the width of KindInt, KindUint and KindFloat. It is 64 for int and
	// uint.
	Bits int
	// Elem and Key are set for KindMap; Elem is also set for KindSlice, KindArray
	// and KindPointer, for KindJSON (see Schema), and for KindBytes if the bytes
	// have a type of their own.
	Elem, Key *Type
	// Length is the number of items of KindArray.
	Length int
	// Fields are the properties of KindStruct, in the order of declaration.
	// Embedded structs are flattened as in encoding/json.
	Fields []*Field
	// Shape is the struct as declared, for its guard.
	Shape *Shape
	// Enum has the constants of a defined string or integer type; nil if there
	// are none.
	Enum *Enum
	// Raw means that the Go type of KindAny is json.RawMessage.
	Raw bool
	// Schema is the schema of KindJSON. Elem is the type that reads a value which
	// the schema accepts: KindAny, or a slice or map of KindAny. Elem is nil if
	// the type has UnmarshalJSON and MarshalJSON.
	Schema *Schema
	// Union has the variants of KindUnion.
	Union *Union
	// NoRepair is the directive no-repair.
	NoRepair bool
	// Recursive means that the type contains itself.
	Recursive bool

	// Codecs are the methods of the type or of a pointer to it. A guard checks
	// them.
	Codecs Codecs
	// Members has the names MarshalJSON, UnmarshalJSON, MarshalText,
	// UnmarshalText, Validate, String and Shutdown that a defined type or a
	// pointer to it has as a method or a field, promoted or not, of any type. A
	// guard checks that the type has none of the other names.
	Members []string
	// Embedded is the number of levels of embedded types, which may promote
	// methods.
	Embedded int
}

// TypeName is the name of a defined type.
type TypeName struct {
	// Package is the import path, and Name the name of the type.
	Package, Name string
	// Arguments are the type arguments of an instance of a generic type.
	Arguments []*Type
	// Local is an identifier that is unique among the types of a Package, such as
	// "PageOfKind". Names of generated declarations contain it.
	Local string
}

// Codecs are the methods of a type that change its JSON or its decoding.
type Codecs struct {
	MarshalJSON, UnmarshalJSON bool
	MarshalText, UnmarshalText bool
	Validate                   bool
}

// JSON reports whether one of the methods changes the type's JSON.
func (c Codecs) JSON() bool {
	return c.MarshalJSON || c.UnmarshalJSON || c.MarshalText || c.UnmarshalText
}

// Field is a property of a struct.
type Field struct {
	// Name is the name of the property. Aliases are other names that the decoder
	// accepts.
	Name    string
	Aliases []string
	// Path is the path to the Go field. It has several steps for a promoted
	// field.
	Path []Step
	// Type is the Go type of the field.
	Type *Type
	// Required means that the property must be present.
	Required bool
	// OmitEmpty and OmitZero are the options of the json tag.
	OmitEmpty, OmitZero bool
	// Title and Description are for the model.
	Title, Description string
	// Examples are the JSON texts of the examples in the tag.
	Examples []string
	// ReadOnly, WriteOnly and Deprecated are annotations of the tag. Anchor is
	// the name of an anchor.
	ReadOnly, WriteOnly, Deprecated bool
	Anchor                          string
	// Extras are the keywords of the tag jsonschema_extras, in their order.
	Extras []Extra
	// Constraints constrain the value.
	Constraints Constraints
	// Default is the JSON text of the default; empty if there is none.
	Default string
	// Span is the position of the field's name, and Tag that of its tag.
	Span, Tag Span
	// Syntax is the declaration of the field without its comments if the author can add
	// a comment and a tag to it: it has one name and lines of its own. Otherwise it is
	// the zero value.
	Syntax Span
}

// Extra is a keyword of a schema that has no meaning for values, such as
// "x-order".
type Extra struct {
	Keyword string
	// Value is the JSON text of the value.
	Value string
}

// Step is a step of the path to a promoted field.
type Step struct {
	// Name is the name of the Go field.
	Name string
	// Allocate is the type to allocate if the step is an embedded pointer; nil
	// otherwise.
	Allocate *Type
}

// Enum has the constants of a defined type.
type Enum struct {
	// Values are the distinct values, in the order of declaration.
	Values []*EnumValue
	// Constants are all constants of the type, including unexported ones, in the
	// order of declaration. A guard checks each of them.
	Constants []*Constant
}

// EnumValue is an allowed value of an enum.
type EnumValue struct {
	// JSON is the JSON text of the value.
	JSON string
	// Doc is the comment of its first constant.
	Doc string
	// Constant is the position of the first constant if a comment can be added above it.
	// Otherwise it is the zero value.
	Constant Position
}

// Constant is a constant of a defined type.
type Constant struct {
	// Name is the name of the constant.
	Name string
	// Value is the value as a Go literal, which is also its JSON text.
	Value string
}

// Shape is a struct as it is declared, for a guard to compare.
type Shape struct {
	Fields []ShapeField
	// Opaque means that the struct has fields that generated code cannot write,
	// such as unexported fields of another package. Fields does not contain them,
	// and each exported field has a guard of its own.
	Opaque bool
	// Promoted are the fields that an opaque struct has from embedded structs
	// which are not in Fields.
	Promoted []ShapeField
}

// ShapeField is a field as it is declared.
type ShapeField struct {
	// Name is the name of the field. The name of an embedded field is that of its
	// type.
	Name string
	Type GoType
	// Tag is a Go literal of the tag, which does not depend on the kind of quotes in
	// the source; empty if there is no tag.
	Tag string
	// Embedded means that the field is embedded, and Exported that it is
	// exported.
	Embedded, Exported bool
}
