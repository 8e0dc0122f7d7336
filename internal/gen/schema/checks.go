package schema

import (
	"math/big"
	"net"
	"net/netip"
	"regexp"

	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/runtime/decode"
)

// formats are the conditions of the decoder that check a format.
var formats = map[string]decode.Check{
	"date-time": decode.DateTime{},
	"date":      decode.Date{},
	"time":      decode.TimeOfDay{},
	"duration":  decode.ISODuration{},
	"email":     decode.Email{},
	"hostname":  decode.Hostname{},
	"ipv4":      decode.IPv4{},
	"ipv6":      decode.IPv6{},
	"uri":       decode.URI{},
	"uuid":      decode.UUID{},
}

// FormatCheck is the condition that checks the format of a text, or nil. A
// time is a date-time already.
func FormatCheck(t *model.Type, c *model.Constraints) decode.Check {
	if t.Kind == model.KindTime && c.Format == "date-time" {
		return nil
	}
	return formats[c.Format]
}

// Wants say what types of the standard library read, by their import paths and
// names, to stand behind "must be": the errors of their own methods name
// functions of Go, which mean nothing to a model. What an author's type says is
// the author's.
var Wants = map[string]string{
	"net/netip.Addr":     `an IP address such as "192.0.2.1" or "2001:db8::1"`,
	"net/netip.AddrPort": `an IP address with a port such as "192.0.2.1:80"`,
	"net/netip.Prefix":   `a network such as "192.0.2.0/24"`,
	"net.IP":             `an IP address such as "192.0.2.1" or "2001:db8::1"`,
	"math/big.Int":       `an integer without a fraction or an exponent such as 12`,
	"math/big.Float":     `a number such as "1.5"`,
	"math/big.Rat":       `a fraction such as "3/4"`,
	"regexp.Regexp":      `a regular expression as RE2 has them`,
	"log/slog.Level":     `a level such as "INFO" or "WARN+1"`,
}

// standardTexts check the texts of types of the standard library. Whether
// another type reads a text, only its own method knows.
var standardTexts = map[string]decode.Check{
	"net/netip.Addr":     decode.TextOf[netip.Addr, *netip.Addr]{Want: Wants["net/netip.Addr"]},
	"net/netip.AddrPort": decode.TextOf[netip.AddrPort, *netip.AddrPort]{Want: Wants["net/netip.AddrPort"]},
	"net/netip.Prefix":   decode.TextOf[netip.Prefix, *netip.Prefix]{Want: Wants["net/netip.Prefix"]},
	"math/big.Float":     decode.TextOf[big.Float, *big.Float]{Want: Wants["math/big.Float"]},
	"math/big.Rat":       decode.TextOf[big.Rat, *big.Rat]{Want: Wants["math/big.Rat"]},
	"net.IP":             decode.TextOf[net.IP, *net.IP]{Want: Wants["net.IP"]},
	"regexp.Regexp":      decode.TextOf[regexp.Regexp, *regexp.Regexp]{Want: Wants["regexp.Regexp"]},
}

// standardValues do the same for types that read JSON.
var standardValues = map[string]decode.Check{
	"math/big.Int": decode.JSONOf[big.Int, *big.Int]{Want: Wants["math/big.Int"]},
}

// checksOf are the conditions on the text of a value.
func checksOf(t *model.Type, c *model.Constraints) []decode.Check {
	var all []decode.Check
	own := standardTexts
	if t.Kind == model.KindJSON {
		own = standardValues
	}
	for _, check := range []decode.Check{own[t.Go.String()], patternCheck(c.Pattern), FormatCheck(t, c)} {
		if check != nil {
			all = append(all, check)
		}
	}
	return all
}

func patternCheck(expression string) decode.Check {
	if expression == "" {
		return nil
	}
	return &decode.Pattern{Expr: expression}
}
