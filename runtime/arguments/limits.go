package arguments

// The limits of arguments.
const (
	// DefaultMaxBytes is the maximum length of the JSON text of the arguments, in
	// bytes, unless the options of the registry set another one: 4 MiB.
	DefaultMaxBytes = 4 << 20

	// MaxDepth is the maximum number of objects and arrays that are open at once.
	MaxDepth = 64

	// MaxCustomBytes is the maximum length, in bytes, of a JSON string or number
	// that is passed to an UnmarshalText or UnmarshalJSON method of the tool's
	// author. Such a method need not take linear time: math/big needs half a
	// minute for the four million digits that fit into arguments.
	MaxCustomBytes = 64 << 10
)

// The limits of a JSON Schema that is read at run time, which may come from a
// hostile server.
const (
	// MaxSchemaBytes is the maximum length of the text, in bytes: 1 MiB.
	MaxSchemaBytes = 1 << 20

	// MaxSchemas is the maximum number of schemas in one document. Each subschema
	// and each reference counts.
	MaxSchemas = 10_000
)
