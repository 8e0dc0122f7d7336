// Package decode reads a tool's arguments: JSON text in, a typed value or a
// list of problems out. Generated decoders call it; tools never do.
//
// # What flows in
//
// A [D] is reset to the text of one call. Generated code then does what
// [Arguments] does, with a static description of the type, a [Type], and with a
// function made of straight-line code that knows the type.
//
// # What happens
//
// The function reads the text once, front to back. Every reader takes the
// index of a value and returns the index behind it, or a negative number at
// the first thing that is not exactly right. It does not say what: nothing on
// this path keeps paths, builds messages or allocates for them.
//
// Only after that does a second, slower pass run over the same text, led by
// the description. It finds every problem, and it makes the repairs that lose
// nothing (see [arguments.RepairKind]) by writing a corrected text. When there are
// repairs and no problem, the function reads the corrected text: a repaired
// value is by construction the value of that text. What strict dialects make of
// optional properties and of maps is turned back in the same way, but is no
// repair: see [Field] and [Type].
//
// # What flows out
//
// A pointer to the value, or an [Error] from [D.Err]; and from [D.Repairs]
// what was repaired. Strings of the value are parts of the text, which is
// copied once at most.
//
// # What is accepted
//
// UTF-8 JSON as RFC 8259 has it, and stricter: no invalid UTF-8, no lone
// surrogates, no duplicate names at any level, at most [arguments.MaxDepth] levels, no
// more bytes than [Options] allow. Property names are matched exactly. Empty
// text and null mean an object without members.
//
// Time and memory are a small multiple of what the text is long, whatever
// stands in it: numbers are compared as texts, and equal items of an array are
// found by hash. What an author's own UnmarshalText, UnmarshalJSON and patterns
// take is theirs; a panic in them is left to the caller, which runs tools and
// must survive those anyway.
//
// # Schemas that are known at run time only
//
// [ParseSchema] reads a JSON Schema into a [Schema], which checks values
// exactly, and into a [Type], by which the second pass finds problems and makes
// repairs. What the Type does not say, its Rules have as a Schema. The value is
// then the JSON text: no function of generated code reads it.
//
// # Concurrency
//
// A D belongs to one goroutine at a time. Types, schemas and checks are only
// read and may be shared.
package decode
