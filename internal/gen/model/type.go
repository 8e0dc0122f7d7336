package model

// Kind is what a type is to a schema.
type Kind uint8

// The kinds of types. A later addition needs a rule in the schema and one in
// the emitter.
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
	KindNumber   // json.Number: any number, its text kept
	KindText     // a type with its own text form, encoding.TextUnmarshaler or TextMarshaler
	KindJSON     // any type with a declared Schema: its own JSON, an interface, json.RawMessage
	KindUnion    // an interface marked //tool:union
)

// Type is one Go type that tools reach. Named types are shared: two uses of
// one named type are one *Type, so that a recursive type is a cycle. Unnamed
// types are never cyclic but through a named one.
type Type struct {
	Kind Kind
	// Go is the type as it is written in the author's package.
	Go GoType
	// Name is set for defined types and instances of generic ones.
	Name *TypeName
	// Span is where a defined type is declared, or else where it is used.
	Span Span
	// Doc is the declaration's comment, directives left out.
	Doc string

	// Bits is the width of KindInt, KindUint and KindFloat; 64 for int and
	// uint.
	Bits int
	// Elem and Key belong to KindSlice, KindArray, KindMap and KindPointer; Elem
	// also to KindJSON, see Schema, and to KindBytes whose bytes have a type of
	// their own.
	Elem, Key *Type
	// Length is the number of items of KindArray.
	Length int
	// Fields are the properties of KindStruct, in the order of declaration,
	// embedded structs flattened as encoding/json does.
	Fields []*Field
	// Shape is the struct as declared, for its guard.
	Shape *Shape
	// Enum are the constants of a defined string or integer type; nil for
	// none.
	Enum *Enum
	// Raw says, of KindAny, that the Go type is json.RawMessage.
	Raw bool
	// Schema is what KindJSON accepts. Its Elem is how the value is read once
	// the schema accepts it: KindAny, or a slice or map of that; nil when the
	// type reads and writes itself with UnmarshalJSON and MarshalJSON.
	Schema *Schema
	// Union are the variants of KindUnion.
	Union *Union
	// NoRepair is the directive of that name.
	NoRepair bool
	// Recursive says that the type reaches itself.
	Recursive bool

	// Text and JSON say which codecs the type or a pointer to it has, and
	// Validate that it has Validate() error. A guard watches them.
	Codecs Codecs
	// Members are those of the names MarshalJSON, UnmarshalJSON, MarshalText,
	// UnmarshalText, Validate, String and Shutdown that a defined type or a
	// pointer to it has as a method or as a field, promoted ones too and
	// whatever their type. A guard watches that the others stay free.
	Members []string
}

// TypeName names a defined type.
type TypeName struct {
	// Package is the import path; Name the type's name.
	Package, Name string
	// Arguments are those of an instance of a generic type.
	Arguments []*Type
	// Local is an identifier that is unique among the types of a Package,
	// such as "PageOfKind", for names of what is emitted.
	Local string
}

// Codecs are the methods of a type that change its JSON, or its decoding.
type Codecs struct {
	MarshalJSON, UnmarshalJSON bool
	MarshalText, UnmarshalText bool
	Validate                   bool
}

// JSON reports whether one of the methods changes the type's JSON.
func (c Codecs) JSON() bool {
	return c.MarshalJSON || c.UnmarshalJSON || c.MarshalText || c.UnmarshalText
}

// Field is one property of a struct.
type Field struct {
	// Name is the property's, Aliases are other names taken for it.
	Name    string
	Aliases []string
	// Path leads to the Go field: more than one step for promoted fields.
	Path []Step
	// Type is the field's Go type.
	Type *Type
	// Required says that the property must be there.
	Required bool
	// OmitEmpty and OmitZero are the options of the json tag.
	OmitEmpty, OmitZero bool
	// Title and Description are for the model.
	Title, Description string
	// Examples are the JSON texts of the tag's examples.
	Examples []string
	// ReadOnly, WriteOnly and Deprecated are annotations of the tag, and Anchor
	// is the name of one.
	ReadOnly, WriteOnly, Deprecated bool
	Anchor                          string
	// Extras are the keywords of the tag jsonschema_extras, in their order.
	Extras []Extra
	// Constraints narrow the values.
	Constraints Constraints
	// Default is the JSON text of the default; empty for none.
	Default string
	// Span is that of the field's name, Tag that of its tag.
	Span, Tag Span
}

// Extra is a keyword of a schema that nothing checks, such as "x-order".
type Extra struct {
	Keyword string
	// Value is its JSON text.
	Value string
}

// Step is one step of the way to a promoted field.
type Step struct {
	// Name is the Go field's.
	Name string
	// Allocate is the type to allocate when the step is an embedded pointer;
	// nil otherwise.
	Allocate *Type
}

// Enum are the constants of a defined type.
type Enum struct {
	// Values are the different values, in the order of declaration.
	Values []*EnumValue
	// Constants are all constants of the type, unexported ones too, in the
	// order of declaration. A guard watches each of them.
	Constants []*Constant
}

// EnumValue is one value that an enum allows.
type EnumValue struct {
	// JSON is the value's text.
	JSON string
	// Doc is the comment of its first constant.
	Doc string
}

// Constant is one constant of a defined type.
type Constant struct {
	// Name is the constant's.
	Name string
	// Value is its value as a Go literal, which is also its JSON text.
	Value string
}

// Shape is a struct as it is declared: what a guard compares.
type Shape struct {
	Fields []ShapeField
	// Opaque says that the struct has fields that cannot be written here, such
	// as unexported ones of another package. They are left out of Fields, and
	// each exported field is guarded alone.
	Opaque bool
}

// ShapeField is one field as declared.
type ShapeField struct {
	// Name is the field's; of an embedded one, that of its type.
	Name string
	Type GoType
	// Tag is the tag's literal as written in the source, quotes included;
	// empty for none.
	Tag string
	// Embedded and Exported as they say.
	Embedded, Exported bool
}
