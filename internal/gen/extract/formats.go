package extract

import (
	"fmt"
	"maps"
	"net/mail"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
)

// formats are those that the decoder checks. A value in a tag is checked when
// code is generated.
var formats = map[string]func(string) bool{
	"date-time": parses(time.RFC3339Nano),
	"date":      parses(time.DateOnly),
	"time":      func(s string) bool { return parses(time.RFC3339Nano)("2006-01-02T" + s) },
	"duration":  isDuration,
	"email":     isEmail,
	"hostname":  isHostname,
	"ipv4":      func(s string) bool { a, err := netip.ParseAddr(s); return err == nil && a.Is4() },
	"ipv6":      func(s string) bool { a, err := netip.ParseAddr(s); return err == nil && a.Is6() && a.Zone() == "" },
	"uri":       func(s string) bool { u, err := url.Parse(s); return err == nil && u.IsAbs() },
	"uuid":      regexp.MustCompile(`^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$`).MatchString,
}

func parses(layout string) func(string) bool {
	return func(s string) bool {
		_, err := time.Parse(layout, s)
		return err == nil
	}
}

// isoDuration is the form of durations in RFC 3339, appendix A.
var isoDuration = regexp.MustCompile(`^P(\d+W|(\d+Y(\d+M(\d+D)?)?|\d+M(\d+D)?|\d+D)?(T(\d+H(\d+M(\d+S)?)?|\d+M(\d+S)?|\d+S))?)$`)

func isDuration(s string) bool { return s != "P" && isoDuration.MatchString(s) }

// isEmail takes an address alone, without a name.
func isEmail(s string) bool {
	address, err := mail.ParseAddress(s)
	return err == nil && address.Address == s
}

var hostname = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$`)

// isHostname is about names as RFC 1123 has them, of at most 253 characters.
func isHostname(s string) bool { return len(s) <= 253 && hostname.MatchString(s) }

// formatNames are the names of the formats, sorted.
func formatNames() []string { return slices.Sorted(maps.Keys(formats)) }

// checkFormat refuses a format that nothing checks.
func checkFormat(name string) error {
	if formats[name] == nil {
		return fmt.Errorf("%q is none of the formats that are checked: %s", name, strings.Join(formatNames(), ", "))
	}
	return nil
}
