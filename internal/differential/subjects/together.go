package subjects

import (
	"encoding/json"
	"net/netip"
	"time"

	"github.com/toolgen/toolgen/internal/differential/subjects/other"
)

// CrossedArgs has keys and values of all kinds together.
type CrossedArgs struct {
	Colors   map[netip.Addr]Box[Color]        `json:"colors,omitzero"`
	Times    map[Kind]*time.Time              `json:"times,omitzero"`
	Numbers  map[Level][2]json.Number         `json:"numbers,omitzero" jsonschema:"minimum=0"`
	Actions  map[other.Weekday]Action         `json:"actions,omitzero"`
	Blobs    Pair[int8, Blob]                 `json:"blobs,omitzero"`
	Filters  [2]*Options                      `json:"filters,omitzero"`
	Deep     map[Kind][2][]*Slug              `json:"deep,omitzero" jsonschema:"maxLength=3"`
	Inline   []struct{ A [1][]byte }          `json:"inline,omitzero"`
	Ranges   map[uint8]map[Slug][]other.Range `json:"ranges,omitzero"`
	Anything *other.Page[map[string]Payload]  `json:"anything"`
}

// Crossed takes CrossedArgs.
//
//tool:register
func Crossed(CrossedArgs) {}

// Mixin is embedded as a pointer, and has a union, a default and a limit.
type Mixin struct {
	Action Action        `json:"action,omitzero"`
	Level  Level         `json:"level,omitzero" jsonschema:"default=1"`
	Wait   time.Duration `json:"wait,omitzero" jsonschema:"example=1s"`
	Must   string        `json:"must" jsonschema:"minLength=1"`
}

// MixedInArgs embeds Mixin twice.
type MixedInArgs struct {
	*Mixin
	*Link[Kind]
	Inner []struct {
		*Mixin
		Own int `json:"own,omitzero" jsonschema:"default=4"`
	} `json:"inner,omitzero"`
}

// MixedIn takes MixedInArgs.
//
//tool:register
func MixedIn(MixedInArgs) {}

// FixedArgs has unions, recursion and maps.
type FixedArgs struct {
	Expr  Expr             `json:"expr"`
	Tree  *Tree            `json:"tree"`
	Table map[Kind][]Shape `json:"table,omitzero"`
	Own   *Amount          `json:"own"`
	Sizes []Size           `json:"sizes,omitzero" jsonschema:"uniqueItems,maxItems=2"`
}

// Fixed takes FixedArgs, and repairs nothing.
//
//tool:register
//tool:no-repair
func Fixed(FixedArgs) {}

// ChosenArgs has lists of values of a few types.
type ChosenArgs struct {
	Value  any             `json:"value" jsonschema:"anyof_type=number;boolean"`
	Raw    json.RawMessage `json:"raw,omitzero" jsonschema:"oneof_type=string;number"`
	Values []Payload       `json:"values,omitzero" jsonschema:"minItems=1,maxItems=3"`
	Loose  []Filter        `json:"loose,omitzero" jsonschema:"uniqueItems"`
}

// Chosen takes ChosenArgs.
//
//tool:register
func Chosen(ChosenArgs) {}

// Every has a pointer to each kind of type.
type Every struct {
	Bool     *bool          `json:"bool"`
	Int      *int16         `json:"int"`
	Uint     *uint32        `json:"uint"`
	Float    *float32       `json:"float"`
	Number   *json.Number   `json:"number"`
	Text     *Slug          `json:"text"`
	Kind     *Kind          `json:"kind"`
	Level    *Level         `json:"level"`
	Time     *time.Time     `json:"time"`
	Duration *time.Duration `json:"duration"`
	Address  *netip.Addr    `json:"address" jsonschema:"example=::1"`
	Amount   *Amount        `json:"amount"`
	List     *[]*int        `json:"list"`
	Table    *map[Kind]*int `json:"table"`
	Array    *[2]*string    `json:"array"`
	Self     *Every         `json:"self"`
}

// EveryArgs has fields of type Every, and lists of lists of it.
type EveryArgs struct {
	Every  *Every              `json:"every"`
	Lists  [][]*Every          `json:"lists,omitzero"`
	Tables map[string][]*Every `json:"tables,omitzero"`
}

// EveryTool takes EveryArgs.
//
//tool:register every
func EveryTool(EveryArgs) {}

// OrderArgs has an unusual order of properties, long names
// and a name of one letter.
type OrderArgs struct {
	Z                                  int    `json:"z"`
	A                                  *int   `json:"a"`
	ALongNameThatGoesOnAndOnUntilItIs  string `json:"a_long_name_that_goes_on_and_on_until_it_is_as_long_as_it_may_be"`
	ALongNameThatGoesOnAndOnUntilItIs2 string `json:"a_long_name_that_goes_on_and_on_until_it_is_as_long_as_it_may_b2,omitzero"`
	Underscore                         bool   `json:"_,omitzero"`
	AA                                 int    `json:"aa,omitzero"`
	M                                  int    `json:"m"`
}

// Order takes OrderArgs.
//
//tool:register
func Order(OrderArgs) {}
