package decode

import "strings"

// The maximum lengths of RFC 1123 and RFC 5321, in bytes.
const (
	maxHostname = 253
	maxLabel    = 63
	maxEmail    = 254
	maxLocal    = 64
)

// isHostname accepts labels of letters, digits and inner hyphens, separated by
// dots, and one more dot at the end.
func isHostname(s string) bool {
	s = strings.TrimSuffix(s, ".")
	if len(s) > maxHostname {
		return false
	}
	for more := true; more; {
		var label string
		label, s, more = strings.Cut(s, ".")
		if label == "" || len(label) > maxLabel || label[0] == '-' || label[len(label)-1] == '-' || !every(label, isHostByte) {
			return false
		}
	}
	return true
}

func isHostByte(c byte) bool { return isLetter(c) || isDigit(c) || c == '-' }

// isEmail accepts a local part and a domain with an at sign between them.
func isEmail(s string) bool {
	at := strings.LastIndexByte(s, '@')
	return at > 0 && at <= maxLocal && len(s) <= maxEmail && isLocalPart(s[:at]) && isMailDomain(s[at+1:])
}

// isLocalPart accepts a quoted string, and words separated by single dots.
func isLocalPart(s string) bool {
	if len(s) > 1 && s[0] == '"' && s[len(s)-1] == '"' {
		return !strings.ContainsAny(s[1:len(s)-1], `"\`)
	}
	return s[0] != '.' && s[len(s)-1] != '.' && !strings.Contains(s, "..") && every(s, isLocalByte)
}

func isLocalByte(c byte) bool {
	return isLetter(c) || isDigit(c) || strings.IndexByte("!#$%&'*+-./=?^_`{|}~", c) >= 0
}

// isMailDomain accepts a host name and an IP address in brackets.
func isMailDomain(s string) bool {
	inner, opened := strings.CutPrefix(s, "[")
	inner, closed := strings.CutSuffix(inner, "]")
	if !opened || !closed {
		return isHostname(s)
	}
	if address, ok := strings.CutPrefix(inner, "IPv6:"); ok {
		return isIPv6(address)
	}
	return isIPv4(inner)
}

// isIPv4 accepts four decimal numbers of at most 255 without leading zeros.
func isIPv4(s string) bool {
	for n := range 4 {
		part, rest, more := strings.Cut(s, ".")
		if !isOctet(part) || more != (n < 3) {
			return false
		}
		s = rest
	}
	return true
}

// isOctet reports whether a text is a decimal number from 0 to 255 without zeros
// before it.
func isOctet(s string) bool {
	if s == "" || len(s) > 3 || len(s) > 1 && s[0] == '0' || !every(s, isDigit) {
		return false
	}
	return len(s) < 3 || s <= "255"
}

// isIPv6 accepts eight groups. One "::" may replace one or more groups, and the
// last two groups may have the form of an IPv4 address.
func isIPv6(s string) bool {
	head, tail, shortened := strings.Cut(s, "::")
	before, after := countGroups(head, !shortened), countGroups(tail, true)
	if before < 0 || after < 0 {
		return false
	}
	if shortened {
		return before+after < 8
	}
	return before == 8
}

// countGroups returns the number of groups of an address in a text, or a negative
// number if the text is malformed. The last group may be an IPv4 address if v4 is
// set.
func countGroups(s string, v4 bool) int {
	n := 0
	for more := s != ""; more; n++ {
		var group string
		group, s, more = strings.Cut(s, ":")
		switch {
		case group != "" && len(group) <= 4 && every(group, isHex):
		case !more && v4 && isIPv4(group):
			n++
		default:
			return -1
		}
	}
	return n
}
