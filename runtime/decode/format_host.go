package decode

import "strings"

// Lengths in bytes: RFC 1123 and RFC 5321.
const (
	maxHostname = 253
	maxLabel    = 63
	maxEmail    = 254
	maxLocal    = 64
)

// isHostname takes labels of letters, digits and inner hyphens, and a dot at
// the end.
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

// isEmail takes a local part, quoted or of words with dots between them, and a
// host name or an address in brackets.
func isEmail(s string) bool {
	at := strings.LastIndexByte(s, '@')
	return at > 0 && at <= maxLocal && len(s) <= maxEmail && isLocalPart(s[:at]) && isMailDomain(s[at+1:])
}

func isLocalPart(s string) bool {
	if len(s) > 1 && s[0] == '"' && s[len(s)-1] == '"' {
		return !strings.ContainsAny(s[1:len(s)-1], `"\`)
	}
	return s[0] != '.' && s[len(s)-1] != '.' && !strings.Contains(s, "..") && every(s, isLocalByte)
}

func isLocalByte(c byte) bool {
	return isLetter(c) || isDigit(c) || strings.IndexByte("!#$%&'*+-./=?^_`{|}~", c) >= 0
}

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

// isIPv4 takes four decimals up to 255, without leading zeros.
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

func isOctet(s string) bool {
	if s == "" || len(s) > 3 || len(s) > 1 && s[0] == '0' || !every(s, isDigit) {
		return false
	}
	return len(s) < 3 || s <= "255"
}

// isIPv6 takes eight groups, of which "::" once stands for one or more, and of
// which the last two may be written as an IPv4 address.
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

// countGroups returns how many groups of an address a text is, or a number
// that makes any sum negative. The last may be an IPv4 address where that is
// allowed.
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
