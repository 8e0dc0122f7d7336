package subjects

import (
	"encoding/json"
	"net/netip"
	"time"
)

// DefaultsArgs has defaults of scalars.
type DefaultsArgs struct {
	Text  string      `json:"text,omitzero" jsonschema:"default=some <b>text</b>"`
	Slug  *Slug       `json:"slug" jsonschema:"default=a-b"`
	Yes   bool        `json:"yes,omitzero" jsonschema:"default=true"`
	No    *bool       `json:"no" jsonschema:"default=false"`
	Int   int         `json:"int,omitzero" jsonschema:"default=-20"`
	Wide  *int64      `json:"wide" jsonschema:"default=9223372036854775807"`
	Uint  uint64      `json:"uint,omitzero" jsonschema:"default=18446744073709551615"`
	Float float64     `json:"float,omitzero" jsonschema:"default=0.1"`
	Small *float32    `json:"small" jsonschema:"default=1.5"`
	Exact json.Number `json:"exact,omitzero" jsonschema:"default=1.50e3"`
	Flag  *Flag       `json:"flag" jsonschema:"default=true"`
}

// Defaults takes DefaultsArgs.
//
//tool:register
func Defaults(DefaultsArgs) {}

// MoreDefaultsArgs has defaults of other types.
type MoreDefaultsArgs struct {
	Kind     Kind           `json:"kind,omitzero" jsonschema:"default=fact"`
	Level    *Level         `json:"level" jsonschema:"default=-1"`
	Wait     time.Duration  `json:"wait,omitzero" jsonschema:"default=1m30s"`
	Pause    *time.Duration `json:"pause" jsonschema:"default=250ms"`
	At       time.Time      `json:"at,omitzero" jsonschema:"default=2024-02-29T12:00:00.5+01:00"`
	Data     []byte         `json:"data,omitzero" jsonschema:"default=aGk="`
	Address  netip.Addr     `json:"address,omitzero" jsonschema:"default=192.0.2.1"`
	List     []string       `json:"list,omitzero" jsonschema:"default=a,default=b"`
	Numbers  []*int         `json:"numbers,omitzero" jsonschema:"default=1,default=2"`
	Pair     [2]int         `json:"pair,omitzero" jsonschema:"default=3,default=4"`
	Kinds    *[]Kind        `json:"kinds" jsonschema:"default=Idea"`
	Link     string         `json:"link,omitzero" jsonschema:"format=uri,default=https://example.com/?q=1"`
	Bounded  float32        `json:"bounded,omitzero" jsonschema:"minimum=0,maximum=1,default=1"`
	Embedded struct {
		*Common
		Deep int `json:"deep,omitzero" jsonschema:"default=3"`
	} `json:"embedded,omitzero"`
}

// MoreDefaults takes MoreDefaultsArgs.
//
//tool:register
func MoreDefaults(MoreDefaultsArgs) {}

// Settings has fields with defaults.
type Settings struct {
	Depth int      `json:"depth,omitzero" jsonschema:"default=2,minimum=1"`
	Modes []Kind   `json:"modes,omitzero" jsonschema:"default=task"`
	Inner *Setting `json:"inner"`
}

// Setting is the type of fields of other structs.
type Setting struct {
	Name  string `json:"name"`
	Value string `json:"value,omitzero" jsonschema:"default=off"`
}

// InnerDefaultsArgs has structs with defaults in all positions.
type InnerDefaultsArgs struct {
	*Settings
	Own   Settings            `json:"own,omitzero"`
	List  []Settings          `json:"list,omitzero"`
	Table map[string]*Setting `json:"table,omitzero"`
	Box   *Box[Setting]       `json:"box"`
}

// InnerDefaults takes InnerDefaultsArgs.
//
//tool:register
func InnerDefaults(InnerDefaultsArgs) {}
