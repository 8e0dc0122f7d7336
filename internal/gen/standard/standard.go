// Package standard knows what types of the standard library read from a text
// or from JSON: how that is said to a model, and how a value in a tag or in a
// schema is judged before any program runs. Whether another type reads a text,
// only its own methods know.
//
// Its tables are read only, and so safe for concurrent use.
package standard

import (
	"math/big"
	"net"
	"net/netip"
	"regexp"

	"github.com/toolgen/toolgen/runtime/decode"
)

// Form is what a type reads.
type Form struct {
	// Want stands behind "must be": the errors of the type's own methods name
	// functions of Go, which mean nothing to a model. Empty for other types,
	// whose errors are their author's.
	Want string
	// Check judges a text: of a string, or as JSON writes it where the type
	// reads JSON. Nil where nothing is checked.
	Check decode.Check
}

// Of returns the form of a type by its import path and name, such as
// "net/netip.Addr"; the zero Form for types that are not known.
func Of(name string) Form { return forms[name] }

const (
	address  = `an IP address such as "192.0.2.1" or "2001:db8::1"`
	port     = `an IP address with a port such as "192.0.2.1:80"`
	network  = `a network such as "192.0.2.0/24"`
	integer  = `an integer without a fraction or an exponent such as 12`
	number   = `a number such as "1.5"`
	fraction = `a fraction such as "3/4"`
	pattern  = `a regular expression as RE2 has them`
	level    = `a level such as "INFO" or "WARN+1"`
)

var forms = map[string]Form{
	"net/netip.Addr":     {address, decode.TextOf[netip.Addr, *netip.Addr]{Want: address}},
	"net/netip.AddrPort": {port, decode.TextOf[netip.AddrPort, *netip.AddrPort]{Want: port}},
	"net/netip.Prefix":   {network, decode.TextOf[netip.Prefix, *netip.Prefix]{Want: network}},
	"net.IP":             {address, decode.TextOf[net.IP, *net.IP]{Want: address}},
	"math/big.Int":       {integer, decode.JSONOf[big.Int, *big.Int]{Want: integer}},
	"math/big.Float":     {number, decode.TextOf[big.Float, *big.Float]{Want: number}},
	"math/big.Rat":       {fraction, decode.TextOf[big.Rat, *big.Rat]{Want: fraction}},
	"regexp.Regexp":      {pattern, decode.TextOf[regexp.Regexp, *regexp.Regexp]{Want: pattern}},
	"log/slog.Level":     {level, nil},
}
