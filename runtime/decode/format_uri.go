package decode

import "strings"

// isURI accepts the absolute URIs that url.Parse of the standard library accepts,
// except those that have an address with a zone. It does not use net/url, because
// that would make all programs larger, also those without a URI.
func isURI(s string) bool {
	s, fragment, _ := strings.Cut(s, "#")
	scheme, rest, found := strings.Cut(s, ":")
	if !found || !isScheme(scheme) || !isEscaped(fragment) || !every(s, isNoControl) {
		return false
	}
	rest, _, _ = strings.Cut(rest, "?")
	if !strings.HasPrefix(rest, "/") { // mailto:name@example.com
		return true
	}
	if authority, ok := strings.CutPrefix(rest, "//"); ok {
		end := strings.IndexByte(authority, '/')
		if end < 0 {
			end = len(authority)
		}
		rest = authority[end:]
		if !isAuthority(authority[:end]) {
			return false
		}
	}
	return isEscaped(rest)
}

func isNoControl(c byte) bool { return c >= 0x20 && c != 0x7f }

func isScheme(s string) bool {
	return s != "" && isLetter(s[0]) && every(s, isSchemeByte)
}

func isSchemeByte(c byte) bool {
	return isLetter(c) || isDigit(c) || c == '+' || c == '-' || c == '.'
}

// isEscaped reports whether two hexadecimal digits follow every percent sign.
func isEscaped(s string) bool {
	for {
		i := strings.IndexByte(s, '%')
		if i < 0 {
			return true
		}
		if !isHex(peek(s, i+1)) || !isHex(peek(s, i+2)) {
			return false
		}
		s = s[i+3:]
	}
}

// isAuthority reports whether a text is the authority of a URI: the user, the host
// and the port.
func isAuthority(s string) bool {
	if at := strings.LastIndexByte(s, '@'); at >= 0 {
		if !every(s[:at], isUserByte) || !isEscaped(s[:at]) {
			return false
		}
		s = s[at+1:]
	}
	if address, ok := strings.CutPrefix(s, "["); ok {
		end := strings.LastIndexByte(address, ']')
		return end >= 0 && isIPv6(address[:end]) && isPort(address[end+1:])
	}
	host := s
	if i := strings.IndexByte(s, ':'); i >= 0 {
		host = s[:i]
	}
	return isURIHost(host) && isPort(s[len(host):])
}

func isUserByte(c byte) bool {
	return isLetter(c) || isDigit(c) || strings.IndexByte("-._:~!$&'()*+,;=%@", c) >= 0
}

// isPort accepts the empty text, and a colon followed by any number of digits.
func isPort(s string) bool {
	return s == "" || s[0] == ':' && every(s[1:], isDigit)
}

// isURIHost accepts a name in which the escapes are those of the percent sign and
// of bytes that are not ASCII.
func isURIHost(s string) bool {
	if !isEscaped(s) {
		return false
	}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '%' && s[i+1] < '8' && s[i+1:i+3] != "25":
			return false
		case c == '%':
			i += 2
		case c < 0x80 && !isLetter(c) && !isDigit(c) && strings.IndexByte(`-._~!$&'()*+,;=]<>"`, c) < 0:
			return false
		}
	}
	return true
}
