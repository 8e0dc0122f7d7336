package subjects

import "encoding/json"

// BoundsArgs has bounds of integers.
type BoundsArgs struct {
	Minimum int    `json:"minimum" jsonschema:"minimum=-3"`
	Maximum int64  `json:"maximum,omitzero" jsonschema:"maximum=5000000000"`
	Above   int    `json:"above,omitzero" jsonschema:"exclusiveMinimum=3"`
	Below   uint16 `json:"below,omitzero" jsonschema:"exclusiveMaximum=300"`
	Byte    uint8  `json:"byte,omitzero" jsonschema:"minimum=1,maximum=9"`
	Far     uint64 `json:"far,omitzero" jsonschema:"maximum=18446744073709551614"`
	Least   int64  `json:"least,omitzero" jsonschema:"minimum=-9223372036854775807,maximum=9223372036854775806"`
	Level   Level  `json:"level,omitzero" jsonschema:"minimum=0,maximum=1"`
	Pointer *int   `json:"pointer" jsonschema:"minimum=-1,maximum=1"`
	Items   []int  `json:"items,omitzero" jsonschema:"minimum=1,maximum=5,multipleOf=2"`
	Exact   int32  `json:"exact,omitzero" jsonschema:"minimum=7,maximum=7"`
}

// Bounds takes BoundsArgs.
//
//tool:register
func Bounds(BoundsArgs) {}

// FloatBoundsArgs has bounds of floats.
type FloatBoundsArgs struct {
	Share   float64   `json:"share" jsonschema:"minimum=0.5,maximum=1.5"`
	Open    float64   `json:"open,omitzero" jsonschema:"exclusiveMinimum=0,exclusiveMaximum=1"`
	Small   float32   `json:"small,omitzero" jsonschema:"minimum=0.1,maximum=0.7"`
	Inside  float32   `json:"inside,omitzero" jsonschema:"exclusiveMinimum=-0.1,exclusiveMaximum=0.1"`
	Pointer *float64  `json:"pointer" jsonschema:"maximum=1e300"`
	Items   []float32 `json:"items,omitzero" jsonschema:"minimum=-1e2"`
	Share2  Share     `json:"share2,omitzero" jsonschema:"maximum=0.1"`
}

// FloatBounds takes FloatBoundsArgs.
//
//tool:register
func FloatBounds(FloatBoundsArgs) {}

// MultiplesArgs has multiples.
type MultiplesArgs struct {
	Even   int64       `json:"even" jsonschema:"multipleOf=2"`
	Five   uint8       `json:"five,omitzero" jsonschema:"multipleOf=5"`
	Half   float32     `json:"half,omitzero" jsonschema:"multipleOf=0.5"`
	Tenth  float64     `json:"tenth,omitzero" jsonschema:"multipleOf=0.1"`
	Cent   json.Number `json:"cent,omitzero" jsonschema:"multipleOf=0.01"`
	Large  float64     `json:"large,omitzero" jsonschema:"multipleOf=1e3"`
	Third  *int        `json:"third" jsonschema:"multipleOf=3,minimum=-9,maximum=9"`
	Levels []Level     `json:"levels,omitzero" jsonschema:"multipleOf=1"`
}

// Multiples takes MultiplesArgs.
//
//tool:register
func Multiples(MultiplesArgs) {}

// NumberBoundsArgs has bounds of json.Number.
type NumberBoundsArgs struct {
	Share json.Number   `json:"share" jsonschema:"minimum=-0.5,maximum=1e2"`
	Open  json.Number   `json:"open,omitzero" jsonschema:"exclusiveMinimum=0,exclusiveMaximum=1"`
	Huge  json.Number   `json:"huge,omitzero" jsonschema:"maximum=1e400"`
	Exact *json.Number  `json:"exact" jsonschema:"maximum=9007199254740993"`
	List  []json.Number `json:"list,omitzero" jsonschema:"minimum=0,uniqueItems"`
}

// NumberBounds takes NumberBoundsArgs.
//
//tool:register
func NumberBounds(NumberBoundsArgs) {}

// LengthsArgs has lengths.
type LengthsArgs struct {
	Least   string          `json:"least" jsonschema:"minLength=2"`
	Most    Slug            `json:"most,omitzero" jsonschema:"maxLength=3"`
	Exactly string          `json:"exactly,omitzero" jsonschema:"minLength=2,maxLength=2"`
	None    string          `json:"none,omitzero" jsonschema:"maxLength=0"`
	Pointer *string         `json:"pointer" jsonschema:"minLength=1,maxLength=4"`
	Items   []string        `json:"items,omitzero" jsonschema:"minLength=1,maxLength=2"`
	Values  map[string]Slug `json:"values,omitzero" jsonschema:"maxLength=1"`
	Kind    Kind            `json:"kind,omitzero" jsonschema:"minLength=4"`
}

// Lengths takes LengthsArgs.
//
//tool:register
func Lengths(LengthsArgs) {}

// PatternsArgs has patterns, with examples to start from.
type PatternsArgs struct {
	Anywhere string   `json:"anywhere" jsonschema:"pattern=b+,example=abc"`
	Whole    string   `json:"whole,omitzero" jsonschema:"pattern=^[a-zé]+$,example=été"`
	Counted  Slug     `json:"counted,omitzero" jsonschema:"pattern=^[a-z]{1\\,3}$,example=abc"`
	Choice   *string  `json:"choice" jsonschema:"pattern=^(?:one|two\\.)$,example=two."`
	Items    []string `json:"items,omitzero" jsonschema:"pattern=^x,minItems=1,example=x1,example=x"`
	Digits   string   `json:"digits,omitzero" jsonschema:"pattern=^\\d+$,maxLength=3,example=12"`
	Any      string   `json:"any,omitzero" jsonschema:"pattern=^.$,example=😀"`
}

// Patterns takes PatternsArgs.
//
//tool:register
func Patterns(PatternsArgs) {}

// FormatsArgs has every format.
type FormatsArgs struct {
	At       string            `json:"at,omitzero" jsonschema:"format=date-time"`
	Day      string            `json:"day,omitzero" jsonschema:"format=date"`
	Time     string            `json:"time,omitzero" jsonschema:"format=time"`
	Length   string            `json:"length,omitzero" jsonschema:"format=duration"`
	Mail     string            `json:"mail,omitzero" jsonschema:"format=email"`
	Host     *string           `json:"host" jsonschema:"format=hostname"`
	Address  []string          `json:"address,omitzero" jsonschema:"format=ipv4"`
	Address6 string            `json:"address6,omitzero" jsonschema:"format=ipv6"`
	Link     string            `json:"link,omitzero" jsonschema:"format=uri,maxLength=40"`
	ID       Slug              `json:"id,omitzero" jsonschema:"format=uuid"`
	Days     map[string]string `json:"days,omitzero" jsonschema:"format=date"`
}

// Formats takes FormatsArgs.
//
//tool:register
func Formats(FormatsArgs) {}

// ItemsArgs has numbers of items.
type ItemsArgs struct {
	Least   []int            `json:"least" jsonschema:"minItems=1"`
	Most    []string         `json:"most,omitzero" jsonschema:"maxItems=2"`
	Exactly []Point          `json:"exactly,omitzero" jsonschema:"minItems=2,maxItems=2"`
	None    []bool           `json:"none,omitzero" jsonschema:"maxItems=0"`
	Pointer *[]int           `json:"pointer" jsonschema:"minItems=1"`
	Values  map[string][]int `json:"values,omitzero" jsonschema:"minItems=1,maxItems=2"`
	Named   Names            `json:"named,omitzero" jsonschema:"minItems=1,minLength=1"`
	Rows    [][]int          `json:"rows,omitzero" jsonschema:"maxItems=2,maximum=9"`
}

// Items takes ItemsArgs.
//
//tool:register
func Items(ItemsArgs) {}

// UniqueArgs has items that must differ.
type UniqueArgs struct {
	Texts  []string         `json:"texts" jsonschema:"uniqueItems"`
	Ints   []int            `json:"ints,omitzero" jsonschema:"uniqueItems"`
	Floats []float64        `json:"floats,omitzero" jsonschema:"uniqueItems"`
	Pairs  [][2]int         `json:"pairs,omitzero" jsonschema:"uniqueItems"`
	Kinds  *[]Kind          `json:"kinds" jsonschema:"uniqueItems"`
	Array  [3]string        `json:"array,omitzero" jsonschema:"uniqueItems"`
	Points []Point          `json:"points,omitzero" jsonschema:"uniqueItems"`
	Maps   []map[string]int `json:"maps,omitzero" jsonschema:"uniqueItems"`
	Any    []Payload        `json:"any,omitzero" jsonschema:"uniqueItems"`
	Bools  []bool           `json:"bools,omitzero" jsonschema:"uniqueItems"`
}

// Unique takes UniqueArgs.
//
//tool:register
func Unique(UniqueArgs) {}

// AnnotatedArgs has keywords without constraints.
type AnnotatedArgs struct {
	// The name.
	Title string `json:"title" jsonschema:"title=A title,description=Said <in> a tag."`
	Read  string `json:"read,omitzero" jsonschema:"readOnly=true"`
	Write *int   `json:"write" jsonschema:"writeOnly=true"`
	Old   Kind   `json:"old,omitzero" jsonschema:"deprecated"`
	Extra []int  `json:"extra,omitzero" jsonschema_extras:"x-order=1" jsonschema_description:"One, two & three."`
	Named bool   `json:"named,omitzero" jsonschema:"anchor=named"`
}

// Annotated takes AnnotatedArgs.
//
//tool:register
func Annotated(AnnotatedArgs) {}
