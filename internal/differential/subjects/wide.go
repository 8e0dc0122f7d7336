package subjects

// WideArgs has more than 64 properties, two of them required.
type WideArgs struct {
	F0  int    `json:"f0,omitzero"`
	F1  int    `json:"f1"`
	F2  int    `json:"f2,omitzero"`
	F3  int    `json:"f3,omitzero" jsonschema:"maximum=9,default=7"`
	F4  int    `json:"f4,omitzero"`
	F5  int    `json:"f5,omitzero"`
	F6  int    `json:"f6,omitzero"`
	F7  int    `json:"f7,omitzero"`
	F8  int    `json:"f8,omitzero"`
	F9  int    `json:"f9,omitzero"`
	F10 int    `json:"f10,omitzero"`
	F11 int    `json:"f11,omitzero"`
	F12 int    `json:"f12,omitzero"`
	F13 int    `json:"f13,omitzero"`
	F14 int    `json:"f14,omitzero"`
	F15 int    `json:"f15,omitzero"`
	F16 int    `json:"f16,omitzero"`
	F17 int    `json:"f17,omitzero"`
	F18 int    `json:"f18,omitzero"`
	F19 int    `json:"f19,omitzero"`
	F20 int    `json:"f20,omitzero"`
	F21 int    `json:"f21,omitzero"`
	F22 int    `json:"f22,omitzero"`
	F23 int    `json:"f23,omitzero"`
	F24 int    `json:"f24,omitzero"`
	F25 int    `json:"f25,omitzero"`
	F26 int    `json:"f26,omitzero"`
	F27 int    `json:"f27,omitzero"`
	F28 int    `json:"f28,omitzero"`
	F29 int    `json:"f29,omitzero"`
	F30 int    `json:"f30,omitzero"`
	F31 int    `json:"f31,omitzero"`
	F32 int    `json:"f32,omitzero"`
	F33 int    `json:"f33,omitzero"`
	F34 int    `json:"f34,omitzero"`
	F35 int    `json:"f35,omitzero"`
	F36 int    `json:"f36,omitzero"`
	F37 int    `json:"f37,omitzero"`
	F38 int    `json:"f38,omitzero"`
	F39 int    `json:"f39,omitzero"`
	F40 int    `json:"f40,omitzero"`
	F41 int    `json:"f41,omitzero"`
	F42 int    `json:"f42,omitzero"`
	F43 int    `json:"f43,omitzero"`
	F44 int    `json:"f44,omitzero"`
	F45 int    `json:"f45,omitzero"`
	F46 int    `json:"f46,omitzero"`
	F47 int    `json:"f47,omitzero"`
	F48 int    `json:"f48,omitzero"`
	F49 int    `json:"f49,omitzero"`
	F50 int    `json:"f50,omitzero"`
	F51 int    `json:"f51,omitzero"`
	F52 int    `json:"f52,omitzero"`
	F53 int    `json:"f53,omitzero"`
	F54 int    `json:"f54,omitzero"`
	F55 int    `json:"f55,omitzero"`
	F56 int    `json:"f56,omitzero"`
	F57 int    `json:"f57,omitzero"`
	F58 int    `json:"f58,omitzero"`
	F59 int    `json:"f59,omitzero"`
	F60 int    `json:"f60,omitzero"`
	F61 int    `json:"f61,omitzero"`
	F62 int    `json:"f62,omitzero"`
	F63 int    `json:"f63,omitzero"`
	F64 string `json:"f64"`
	F65 int    `json:"f65,omitzero"`
	F66 int    `json:"f66,omitzero" jsonschema:"maximum=9,default=7"`
	F67 int    `json:"f67,omitzero"`
	F68 int    `json:"f68,omitzero"`
	F69 int    `json:"f69,omitzero"`
}

// Wide takes WideArgs.
//
//tool:register
func Wide(WideArgs) {}

// Broad has exactly 64 properties, all required.
type Broad struct {
	F0  bool `json:"f0"`
	F1  bool `json:"f1"`
	F2  bool `json:"f2"`
	F3  bool `json:"f3"`
	F4  bool `json:"f4"`
	F5  bool `json:"f5"`
	F6  bool `json:"f6"`
	F7  bool `json:"f7"`
	F8  bool `json:"f8"`
	F9  bool `json:"f9"`
	F10 bool `json:"f10"`
	F11 bool `json:"f11"`
	F12 bool `json:"f12"`
	F13 bool `json:"f13"`
	F14 bool `json:"f14"`
	F15 bool `json:"f15"`
	F16 bool `json:"f16"`
	F17 bool `json:"f17"`
	F18 bool `json:"f18"`
	F19 bool `json:"f19"`
	F20 bool `json:"f20"`
	F21 bool `json:"f21"`
	F22 bool `json:"f22"`
	F23 bool `json:"f23"`
	F24 bool `json:"f24"`
	F25 bool `json:"f25"`
	F26 bool `json:"f26"`
	F27 bool `json:"f27"`
	F28 bool `json:"f28"`
	F29 bool `json:"f29"`
	F30 bool `json:"f30"`
	F31 bool `json:"f31"`
	F32 bool `json:"f32"`
	F33 bool `json:"f33"`
	F34 bool `json:"f34"`
	F35 bool `json:"f35"`
	F36 bool `json:"f36"`
	F37 bool `json:"f37"`
	F38 bool `json:"f38"`
	F39 bool `json:"f39"`
	F40 bool `json:"f40"`
	F41 bool `json:"f41"`
	F42 bool `json:"f42"`
	F43 bool `json:"f43"`
	F44 bool `json:"f44"`
	F45 bool `json:"f45"`
	F46 bool `json:"f46"`
	F47 bool `json:"f47"`
	F48 bool `json:"f48"`
	F49 bool `json:"f49"`
	F50 bool `json:"f50"`
	F51 bool `json:"f51"`
	F52 bool `json:"f52"`
	F53 bool `json:"f53"`
	F54 bool `json:"f54"`
	F55 bool `json:"f55"`
	F56 bool `json:"f56"`
	F57 bool `json:"f57"`
	F58 bool `json:"f58"`
	F59 bool `json:"f59"`
	F60 bool `json:"f60"`
	F61 bool `json:"f61"`
	F62 bool `json:"f62"`
	F63 bool `json:"f63"`
}

// Broader has one more property, which is optional.
type Broader struct {
	Broad
	Last string `json:"last,omitzero"`
}

// BroadArgs contains Broad and Broader.
type BroadArgs struct {
	Broad   *Broad   `json:"broad"`
	Broader *Broader `json:"broader"`
}

// BroadTool takes BroadArgs.
//
//tool:register broad
func BroadTool(BroadArgs) {}
