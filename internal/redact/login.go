package redact

import "strings"

// login is a password in a URL.
type login struct {
	scheme        int // the index of "://"
	password, end int // the indexes of the password
}

// maxLogin is the maximum distance from "://" to the end of a password.
const maxLogin = 256

// nextLogin returns the first login from i on. If there is none, scheme and end are the length of the text.
func nextLogin(text string, i int) login {
	for {
		at := strings.IndexByte(text[i:], '@')
		if at < 0 {
			return login{scheme: len(text), end: len(text)}
		}
		i = max(i, i+at-maxLogin) // most texts have fewer @ than colons
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

// loginAt returns the password after the user name at i: it is between the first colon and an @, and not
// empty. limit is the index where the search ends.
func loginAt(text string, i, limit int) (password, end int) {
	for ; i < limit; i++ {
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
