// Package wire writes values as JSON that is stored or sent to another process,
// and reads it strictly.
//
// A type states its form once, as a table of fields, and uses the table in both
// directions:
//
//	func (p *Point) form() []wire.Field {
//		return []wire.Field{{Name: "x", Value: &p.X}, {Name: "y", Value: &p.Y, Optional: true}}
//	}
//	func (p Point) MarshalJSON() ([]byte, error)     { return wire.Marshal(1, p.form()...) }
//	func (p *Point) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, 1, p.form()...) }
//
// The result is {"version":1,"x":3}: compact, without the HTML escapes of
// [encoding/json]. An outer call of json.Marshal adds these escapes, and the text
// still reads back equal.
//
// # Values
//
// A value is a pointer to one of these types, or to a named type of the same kind:
//
//   - string: a JSON string. One that is not valid UTF-8 is {"base64":"…"} in
//     place of the string, so that no byte of it changes.
//   - bool, signed integers, float32 and float64. A duration is an integer, in
//     nanoseconds. NaN and the infinities are an error.
//   - []byte: a string in standard Base64.
//   - slices, as arrays; nil and empty slices are [], which reads back as nil.
//   - maps with keys of kind string, as objects with sorted members; nil and empty
//     maps are {}, which reads back as nil. A key that is not valid UTF-8 is an error.
//   - pointers, as what they point to. A nil pointer must belong to an optional
//     field, which is then left out.
//   - structs, as objects whose members are the exported fields, named by the tag
//     `json:"name"`. With omitempty or omitzero the member is optional, with "-" it
//     is not a member. Fields without a name in the tag are an error.
//   - [time.Time]: a string in the format of RFC 3339, in UTC, with nanoseconds.
//     The year must be 0 to 9999. The location and the monotonic clock are lost.
//   - [encoding/json.RawMessage]: any JSON value. It is written in compact form, and read
//     unchanged, with its white space.
//   - types with the methods MarshalJSON and UnmarshalJSON.
//
// # Reading
//
// Reading returns an [*Error] for: another version; a member that is unknown, missing, repeated or spelled in
// another case; null; a value of another type or a number out of range; a time in another spelling than the
// written one; invalid UTF-8; a surrogate without its pair; and data after the value. The order of members and
// white space between them are ignored, and a text in Base64 can be valid UTF-8. After an error, no target is
// changed.
//
// The package keeps no state: its functions are safe for concurrent use on different
// values.
package wire
