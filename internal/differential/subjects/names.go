package subjects

// UntaggedArgs has properties with the names of fields, and fields that are
// none.
type UntaggedArgs struct {
	Text   string
	Number *int
	Hidden string `json:"-"`
	own    string
	Über   bool `json:"ueber"`
	Dash   int  `json:"-,"` //nolint:staticcheck // the property - is meant
}

// Untagged takes UntaggedArgs.
//
//tool:register
func Untagged(args UntaggedArgs) string { return args.own }

// CasesArgs has names that differ only in case.
type CasesArgs struct {
	Lower string `json:"name"`
	Upper int    `json:"NAME,omitzero"`
	Mixed bool   `json:"Name,omitzero"`
	Under int    `json:"na_me,omitzero"`
	Long  string `json:"namename,omitzero"`
}

// Cases takes CasesArgs.
//
//tool:register
func Cases(CasesArgs) {}

// Sign is an enum whose values must be escaped.
type Sign string

// The signs.
const (
	SignQuote  Sign = `"quoted"`
	SignSlash  Sign = "back\\slash/"
	SignLine   Sign = "two\nlines"
	SignUmlaut Sign = "ä<&>\u2028"
	SignNUL    Sign = "\x00"
	SignEmpty  Sign = ""
)

// EscapesArgs has values that must be escaped.
type EscapesArgs struct {
	Sign  Sign         `json:"sign"`
	Table map[Sign]int `json:"table,omitzero"`
	Given string       `json:"given,omitzero" jsonschema:"enum=a\"b,enum=c\\\\d,enum=<e>,default=a\"b"`
	Words []Sign       `json:"words,omitzero" jsonschema:"uniqueItems"`
	//tool:schema {"type":"object","properties":{"a b":{"type":"integer"},"\"":{"type":"string"},"é/~":{"type":"boolean"}},"required":["a b"],"additionalProperties":false}
	Free map[string]any `json:"free,omitzero"`
}

// Escapes takes EscapesArgs.
//
//tool:register
func Escapes(EscapesArgs) {}
