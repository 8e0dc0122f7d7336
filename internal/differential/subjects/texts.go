package subjects

import (
	"errors"
	"math/big"
	"net"
	"net/netip"
	"strings"
	"time"
)

// Color is a text such as #ff0000.
type Color struct{ R, G, B uint8 }

const hexadecimal = "0123456789abcdef"

// MarshalText writes a color.
func (c Color) MarshalText() ([]byte, error) {
	text := []byte("#")
	for _, part := range []uint8{c.R, c.G, c.B} {
		text = append(text, hexadecimal[part>>4], hexadecimal[part&15])
	}
	return text, nil
}

// UnmarshalText reads a color in either case.
func (c *Color) UnmarshalText(text []byte) error {
	var parts [3]uint8
	if len(text) != 7 || text[0] != '#' {
		return errors.New("not a colour such as #ff0000")
	}
	for i, digit := range []byte(strings.ToLower(string(text[1:]))) {
		n := strings.IndexByte(hexadecimal, digit)
		if n < 0 {
			return errors.New("not a hexadecimal digit")
		}
		parts[i/2] = parts[i/2]<<4 | uint8(n)
	}
	c.R, c.G, c.B = parts[0], parts[1], parts[2]
	return nil
}

// Folded is a string that UnmarshalText converts to lower case.
type Folded string

// UnmarshalText converts a text to lower case.
func (f *Folded) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		return errors.New("empty")
	}
	*f = Folded(strings.ToLower(string(text)))
	return nil
}

// TextsArgs has types with text methods.
type TextsArgs struct {
	Color   Color            `json:"color" jsonschema:"example=#ff00AA"`
	Address netip.Addr       `json:"address,omitzero" jsonschema:"example=::1"`
	Prefix  *netip.Prefix    `json:"prefix" jsonschema:"example=10.0.0.0/8"`
	IP      net.IP           `json:"ip,omitzero" jsonschema:"example=192.0.2.1"`
	Port    netip.AddrPort   `json:"port,omitzero" jsonschema:"example=1.2.3.4:80"`
	Folded  Folded           `json:"folded,omitzero" jsonschema:"example=Word"`
	Palette []Color          `json:"palette,omitzero" jsonschema:"example=#000000,maxItems=3"`
	Named   map[string]Color `json:"named,omitzero"`
	Pair    [2]*Color        `json:"pair,omitzero" jsonschema:"example=#010203,example=#040506"`
}

// Texts takes TextsArgs.
//
//tool:register
func Texts(TextsArgs) {}

// NarrowTextsArgs has constraints on types with text methods.
type NarrowTextsArgs struct {
	Four    netip.Addr   `json:"four" jsonschema:"format=ipv4"`
	Six     *netip.Addr  `json:"six" jsonschema:"format=ipv6"`
	Short   Color        `json:"short,omitzero" jsonschema:"pattern=^#00,example=#001122"`
	Length  Folded       `json:"length,omitzero" jsonschema:"minLength=2,maxLength=3,example=ab"`
	Set     []netip.Addr `json:"set,omitzero" jsonschema:"format=ipv4,uniqueItems"`
	Default *netip.Addr  `json:"default" jsonschema:"default=192.0.2.1"`
	Color   Color        `json:"color,omitzero" jsonschema:"default=#010203"`
}

// NarrowTexts takes NarrowTextsArgs.
//
//tool:register
func NarrowTexts(NarrowTextsArgs) {}

// TimesArgs has times.
type TimesArgs struct {
	At      time.Time            `json:"at"`
	Pointer *time.Time           `json:"pointer"`
	List    []time.Time          `json:"list,omitzero"`
	Table   map[string]time.Time `json:"table,omitzero"`
	Since   time.Time            `json:"since,omitzero" jsonschema:"default=2024-02-29T12:00:00.5+01:00"`
}

// Times takes TimesArgs.
//
//tool:register
func Times(TimesArgs) {}

// DurationsArgs has durations.
type DurationsArgs struct {
	Wait    time.Duration            `json:"wait" jsonschema:"example=1m30s"`
	Pointer *time.Duration           `json:"pointer" jsonschema:"example=-5ms"`
	List    []time.Duration          `json:"list,omitzero" jsonschema:"example=1h,example=2.5h"`
	Table   map[string]time.Duration `json:"table,omitzero"`
	Default time.Duration            `json:"default,omitzero" jsonschema:"default=250ms"`
}

// Durations takes DurationsArgs.
//
//tool:register
func Durations(DurationsArgs) {}

// BigsArgs has integers beyond 64 bits, which have a JSON form.
type BigsArgs struct {
	//tool:schema {"type":"integer","minimum":-5}
	Int *big.Int `json:"int" jsonschema:"required"`
	//tool:schema {"type":"integer","exclusiveMaximum":18446744073709551616,"multipleOf":3}
	Step *big.Int `json:"step,omitzero"`
}

// Bigs takes BigsArgs.
//
//tool:register
func Bigs(BigsArgs) {}
