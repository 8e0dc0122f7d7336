// Package strict asks for dialects that write calls in another way: null for
// what is left out, and lists for maps.
//
//tool:dialects openai openai-strict anthropic-strict mcp
package strict

import "encoding/json"

// Mode is an enum.
type Mode string

// The modes.
const (
	ModeFast Mode = "fast"
	ModeFull Mode = "full"
)

// Range is nested.
type Range struct {
	From int  `json:"from"`
	To   *int `json:"to,omitzero"`
}

// SearchArgs has optional arguments.
type SearchArgs struct {
	Query string   `json:"query" jsonschema:"minLength=1"`
	Mode  Mode     `json:"mode,omitzero" jsonschema:"default=full"`
	Limit int      `json:"limit,omitzero" jsonschema:"minimum=1,maximum=100,default=20"`
	Range *Range   `json:"range,omitzero"`
	Tags  []string `json:"tags,omitzero" jsonschema:"maxItems=3"`
	//tool:schema {"type":["string","null"],"maxLength":3}
	Note json.RawMessage `json:"note,omitzero"`
}

// Search has optional arguments.
//
//tool:register
//tool:example {"query": "notes"}
func Search(SearchArgs) {}

// IndexArgs has maps.
type IndexArgs struct {
	Sizes map[string]int   `json:"sizes,omitzero"`
	Modes map[Mode][]Range `json:"modes"`
	Depth any              `json:"depth,omitzero" jsonschema:"oneof_type=string;integer"`
	//tool:schema {"enum":["a","nullify"]}
	Order json.RawMessage `json:"order,omitzero"`
	//tool:schema {"anyOf":[{"type":"string"},{"type":"null"}]}
	Owner json.RawMessage `json:"owner,omitzero"`
}

// Index has maps, and repairs nothing.
//
//tool:register
//tool:no-repair
//tool:example {"sizes": {"a": 1}, "modes": {"fast": [{"from": 1}]}}
func Index(IndexArgs) {}

// AddArgs has none.
type AddArgs struct {
	Text string `json:"text"`
}

// Add looks alike in all dialects.
//
//tool:register
func Add(AddArgs) {}

// WideArgs has more than 64 properties.
type WideArgs struct {
	F0  int `json:"f0,omitzero"`
	F1  int `json:"f1,omitzero"`
	F2  int `json:"f2,omitzero"`
	F3  int `json:"f3,omitzero" jsonschema:"default=7"`
	F4  int `json:"f4,omitzero"`
	F5  int `json:"f5,omitzero"`
	F6  int `json:"f6,omitzero"`
	F7  int `json:"f7,omitzero"`
	F8  int `json:"f8,omitzero"`
	F9  int `json:"f9,omitzero"`
	F10 int `json:"f10,omitzero"`
	F11 int `json:"f11,omitzero"`
	F12 int `json:"f12,omitzero"`
	F13 int `json:"f13,omitzero"`
	F14 int `json:"f14,omitzero"`
	F15 int `json:"f15,omitzero"`
	F16 int `json:"f16,omitzero"`
	F17 int `json:"f17,omitzero"`
	F18 int `json:"f18,omitzero"`
	F19 int `json:"f19,omitzero"`
	F20 int `json:"f20,omitzero"`
	F21 int `json:"f21,omitzero"`
	F22 int `json:"f22,omitzero"`
	F23 int `json:"f23,omitzero"`
	F24 int `json:"f24,omitzero"`
	F25 int `json:"f25,omitzero"`
	F26 int `json:"f26,omitzero"`
	F27 int `json:"f27,omitzero"`
	F28 int `json:"f28,omitzero"`
	F29 int `json:"f29,omitzero"`
	F30 int `json:"f30,omitzero"`
	F31 int `json:"f31,omitzero"`
	F32 int `json:"f32,omitzero"`
	F33 int `json:"f33,omitzero"`
	F34 int `json:"f34,omitzero"`
	F35 int `json:"f35,omitzero"`
	F36 int `json:"f36,omitzero"`
	F37 int `json:"f37,omitzero"`
	F38 int `json:"f38,omitzero"`
	F39 int `json:"f39,omitzero"`
	F40 int `json:"f40,omitzero"`
	F41 int `json:"f41,omitzero"`
	F42 int `json:"f42,omitzero"`
	F43 int `json:"f43,omitzero"`
	F44 int `json:"f44,omitzero"`
	F45 int `json:"f45,omitzero"`
	F46 int `json:"f46,omitzero"`
	F47 int `json:"f47,omitzero"`
	F48 int `json:"f48,omitzero"`
	F49 int `json:"f49,omitzero"`
	F50 int `json:"f50,omitzero"`
	F51 int `json:"f51,omitzero"`
	F52 int `json:"f52,omitzero"`
	F53 int `json:"f53,omitzero"`
	F54 int `json:"f54,omitzero"`
	F55 int `json:"f55,omitzero"`
	F56 int `json:"f56,omitzero"`
	F57 int `json:"f57,omitzero"`
	F58 int `json:"f58,omitzero"`
	F59 int `json:"f59,omitzero"`
	F60 int `json:"f60,omitzero"`
	F61 int `json:"f61,omitzero"`
	F62 int `json:"f62,omitzero"`
	F63 int `json:"f63,omitzero"`
	F64 int `json:"f64,omitzero"`
	F65 int `json:"f65,omitzero" jsonschema:"default=7"`
}

// Wide has many.
//
//tool:register
func Wide(WideArgs) {}
