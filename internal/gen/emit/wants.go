package emit

import (
	"strconv"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// wants say what types of the standard library read: the errors of their own
// methods name functions of Go, which mean nothing to a model. What an author's
// type says is the author's.
var wants = map[string]string{
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

// ownChecks are those of a type with a form of its own: what its methods say.
func (f *file) ownChecks(t *model.Type) []code {
	check := ""
	switch {
	case t.Kind == model.KindText:
		check = "TextOf"
	case t.Kind == model.KindJSON && t.Elem == nil:
		check = "JSONOf"
	default:
		return nil
	}
	want := ""
	if text := wants[t.Go.String()]; text != "" {
		want = "Want: " + strconv.Quote(text)
	}
	return []code{f.line("%s[%s, *%s]{%s}", f.decode(check), f.goType(t.Go), f.goType(t.Go), want)}
}
