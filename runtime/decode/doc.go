// Package decode has the functions that generated decoders call to read the
// arguments of a tool. Only generated code and package runtime call it. The errors,
// problems and repairs that people read are in package arguments.
//
// # Input
//
// Reset sets the text of a [D] to the JSON text of the arguments of one call.
// Generated code then does what [Arguments] does, with a [Type], which is a static
// description of the arguments, and with a generated function that reads them.
//
// # Two passes
//
// The generated function reads the text once, from the front to the back. A reader
// is a function that takes the index of a value and returns the index after it, or
// a negative number if the value is wrong. A reader does not say what is wrong: it
// keeps no paths, writes no messages and allocates nothing for them.
//
// If a reader fails, a review reads the same text again, by the description. It
// finds all problems and makes the repairs, which lose no information (see
// [arguments.RepairKind]), by writing a repaired text. If there are repairs and no
// problems, the generated function reads the repaired text. A repaired value is
// therefore always the value of that text. The review also reverses the changes
// that strict dialects make to optional properties and to maps; these are not
// repairs: see [Field] and [Type].
//
// Before the review, a text that is not JSON is converted to JSON, if it has only
// one meaning. [D.JSON] returns the result.
//
// # Output
//
// The result is a pointer to the value, or an [*arguments.Error] from [D.Err].
// [D.Repairs] returns the repairs. Strings of the value are parts of the text. A text of
// bytes is copied at most once, and only if the value has strings or the text is reviewed.
//
// # Accepted text
//
// The readers accept UTF-8 JSON as defined by RFC 8259, with these restrictions: no
// invalid UTF-8, no half of a surrogate pair, no duplicate names at any level, at
// most [arguments.MaxDepth] levels, and at most as many bytes as [Options] allow.
// Property names must match exactly. The empty text and null are read as an object
// without members.
//
// Time and memory are linear in the length of the text, also for hostile text:
// numbers are compared as texts, and equal items of an array are found by hashes.
// This does not include the time of the UnmarshalText and UnmarshalJSON methods and
// of the patterns of the tool's author. The readers do not recover a panic in such a
// method; package runtime does.
//
// # Schemas that are known only at run time
//
// [ParseSchema] reads a JSON Schema. The result is a [Schema], which checks values
// exactly, and a [Type], by which the review finds problems and makes repairs. Its
// [Rules] have a Schema for the conditions that a Type cannot express. The value of
// such arguments is their JSON text.
//
// # Concurrency
//
// A D must be used by one goroutine at a time. Types, schemas and checks do not
// change and may be shared.
package decode
