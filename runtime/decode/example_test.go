package decode_test

import (
	"fmt"

	"github.com/toolgen/toolgen/runtime/decode"
)

// The generator writes the following code for
//
//	type NoteArgs struct {
//		Text  string `json:"text" jsonschema:"minLength=1"`
//		Stars int    `json:"stars,omitzero" jsonschema:"maximum=5,default=3"`
//	}
type NoteArgs struct {
	Text  string
	Stars int
}

var noteArgsType = decode.Type{Kind: decode.KindStruct, Fields: []decode.Field{
	{Key: `"text":`, Type: &decode.Type{Kind: decode.KindString, Limits: "minLength=1"}, Required: true},
	{Key: `"stars":`, Type: &decode.Type{Kind: decode.KindInt, Limits: "maximum=5"}},
}}

func decodeNoteArgs(d *decode.D, i int, v *NoteArgs) int {
	property, i, seen := d.Object(i, &noteArgsType)
	for ; property >= 0; property, i, seen = d.Property(i, property, seen, &noteArgsType) {
		switch property {
		case 0:
			i = decode.String(d, i, &v.Text)
			i = decode.MinLength(i, v.Text, 1)
		case 1:
			i = decode.Int(d, i, &v.Stars)
			i = decode.Maximum(i, v.Stars, 5)
		}
	}
	const required = 1 << 0
	if seen&required != required {
		return -1
	}
	if seen&(1<<1) == 0 {
		v.Stars = 3
	}
	return i
}

func ExampleArguments() {
	var d decode.D
	d.Reset([]byte(`{"text":"Buy milk"}`), decode.Options{})
	v := decode.Arguments(&d, &noteArgsType, decodeNoteArgs)
	fmt.Printf("%+v\n", *v.(*NoteArgs))
	// Output: {Text:Buy milk Stars:3}
}

func ExampleD_Err() {
	var d decode.D
	d.Reset([]byte(`{"txt":"Buy milk","stars":9}`), decode.Options{})
	if decode.Arguments(&d, &noteArgsType, decodeNoteArgs) == nil {
		fmt.Println(d.Err("add_note"))
	}
	// Output:
	// invalid arguments for add_note (3 problems):
	// - txt: unknown argument (did you mean "text"?); valid arguments: text, stars
	// - stars: must be at most 5, got 9
	// - text: required but missing, must be a string
}

func ExampleD_Repairs() {
	var d decode.D
	d.Reset([]byte(`{"text":"Buy milk","stars":"4"}`), decode.Options{})
	v := decode.Arguments(&d, &noteArgsType, decodeNoteArgs)
	fmt.Printf("%+v\n", *v.(*NoteArgs))
	for _, r := range d.Repairs() {
		fmt.Println(r.Path, r.Kind, r.From, r.To)
	}
	// Output:
	// {Text:Buy milk Stars:4}
	// stars number_in_string "4" 4
}

func ExamplePattern() {
	slug := decode.Pattern{Expr: "^[a-z]+$"}
	want, ok := slug.Check("Not a slug")
	fmt.Println(ok, want)
	// Output: false match the pattern "^[a-z]+$"
}
