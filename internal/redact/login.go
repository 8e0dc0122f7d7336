package redact

import "strings"

// login is a password in a URL.
type login struct {
	scheme        int // index of the sign behind the scheme
	password, end int
}

// maxLogin is the longest stretch from that sign to the end of a password that
// is looked at.
const maxLogin = 256

// nextLogin is the first from i on. Without one its scheme and end are the length
// of the text.
func nextLogin(text string, i int) login {
	for {
		sign := strings.Index(text[i:], "://")
		if sign < 0 {
			return login{scheme: len(text), end: len(text)}
		}
		sign += i
		i = sign + len("://")
		if password, end := loginAt(text, i, min(len(text), sign+maxLogin+1)); end > 0 {
			return login{sign, password, end}
		}
	}
}

// loginAt finds the password behind the user at i: between the first colon and
// an @, and not empty.
func loginAt(text string, i, most int) (password, end int) {
	for ; i < most; i++ {
		switch text[i] {
		case ' ', '\t', '\n', '\r', '"', '\'', '<', '>', '/', '?', '#':
			return 0, 0
		case ':':
			if password == 0 {
				password = i + 1
			}
		case '@':
			if password > 0 && i > password {
				return password, i
			}
		}
	}
	return 0, 0
}
