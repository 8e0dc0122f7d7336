// Package standard describes the texts and JSON values that types of the standard
// library read: the phrase that describes them to a model, and a check that
// validates a value in a tag or in a schema when code is generated. It has no
// information about other types.
//
// Its tables never change, so all functions are safe for concurrent use.
package standard

import (
	"math/big"
	"net"
	"net/netip"
	"regexp"

	"github.com/toolgen/toolgen/runtime/decode"
)

// Form describes the values that a type reads.
type Form struct {
	// Want completes "must be ..." in error messages. The errors of the methods of
	// these types name Go functions, which a model does not know. It is empty for
	// unknown types.
	Want string
	// Check validates the text of a string or, if the type reads JSON, the JSON
	// text. It is nil if nothing is checked.
	Check decode.Check
}

// Of returns the form of a type by its import path and name, such as
// "net/netip.Addr". It returns the zero Form for unknown types.
func Of(name string) Form { return forms[name] }

const (
	address  = `an IP address such as "192.0.2.1" or "2001:db8::1"`
	port     = `an IP address with a port such as "192.0.2.1:80"`
	network  = `a network such as "192.0.2.0/24"`
	integer  = `an integer without a large exponent such as 12`
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
