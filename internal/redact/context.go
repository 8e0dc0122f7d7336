package redact

import "strings"

// minAssigned is the least length of a value that counts as assigned to a name.
const minAssigned = 20

// maxName is how far a name may reach before an assignment.
const maxName = 40

// secretNames are the last words of names whose values are secrets. Others may
// be assigned to "key" alone, so that its values must look random.
var secretNames = []string{"token", "secret", "password", "passwd", "pwd", "passphrase", "apikey", "api_key", "access_key", "accesskey", "secret_key", "credential", "credentials", "key"}

// assigned finds the value behind the sign at i when the name before it says
// that it is a secret.
func assigned(text string, i int) finding {
	name := nameBefore(text, i)
	if name == "" {
		return finding{}
	}
	start := skip(text, i+1, " \t", 4)
	spaced := start > i+1
	start = skip(text, start, "\"'`", 1)
	end, letters, digits := value(text, start)
	switch random := letters && digits; {
	case end-start < minAssigned, !random && (name == "key" || spaced || text[i] == ':'):
		return finding{}
	}
	return finding{start, end, "generic-secret"}
}

// nameBefore is the word of secretNames with which the text before i ends.
func nameBefore(text string, i int) string {
	before := strings.TrimRight(text[max(0, i-maxName):i], " \t\"'`:")
	for _, name := range secretNames {
		if n := len(before) - len(name); n >= 0 && strings.EqualFold(before[n:], name) && (n == 0 || startsWord(before, n)) {
			return name
		}
	}
	return ""
}

// startsWord says that a word of a name begins at i: after a sign, or with a
// capital in camel case.
func startsWord(text string, i int) bool {
	before, c := text[i-1], text[i]
	return !isLetter(before) && !isDigit(before) || 'a' <= before && before <= 'z' && 'A' <= c && c <= 'Z'
}

func skip(text string, i int, cutset string, most int) int {
	for ; most > 0 && i < len(text) && strings.IndexByte(cutset, text[i]) >= 0; most-- {
		i++
	}
	return i
}

// value is the end of the value at i, and what it is made of. A value that
// something is called with or selected from is an expression. One of more than
// maxSparse characters without a digit is none.
func value(text string, i int) (end int, letters, digits bool) {
	start := i
	for ; i < len(text) && isValue(text[i]); i++ {
		if i-start > maxSparse && !digits {
			return 0, false, false
		}
		letters = letters || isLetter(text[i])
		digits = digits || isDigit(text[i])
	}
	if i < len(text) && strings.IndexByte("([{", text[i]) >= 0 {
		return 0, false, false
	}
	return i, letters, digits
}

// bearer finds the credentials behind the word Bearer or Basic at i.
func bearer(text string, i int) finding {
	for _, scheme := range []string{"bearer", "basic"} {
		rest := i + len(scheme)
		if rest >= len(text) || !strings.EqualFold(text[i:rest], scheme) {
			continue
		}
		start := skip(text, rest, " ", 2)
		end, _, digits := value(text, start)
		if start > rest && end-start >= minAssigned && digits {
			return finding{start, end, "authorization"}
		}
	}
	return finding{}
}

// maxUserInfo is the longest user and password of a URL that is looked for.
const maxUserInfo = 256

// password finds the password before the @ at i in a URL.
func password(text string, i, done int) finding {
	from := max(done, i-maxUserInfo)
	scheme := strings.LastIndex(text[from:i], "://")
	if scheme < 0 {
		return finding{}
	}
	user := from + scheme + len("://")
	colon := strings.IndexByte(text[user:i], ':')
	if colon < 0 || strings.ContainsAny(text[user:i], " \t\n\r\"'<>/?#") || user+colon+1 == i {
		return finding{}
	}
	return finding{user + colon + 1, i, "url-password"}
}

const (
	keyBegin = "-----BEGIN "
	keyName  = "PRIVATE KEY"
	keyEnd   = "-----END "
	// maxKeyName is the longest kind that stands before keyName.
	maxKeyName = 32
)

// privateKey finds a private key in PEM. One without its end goes up to the end of
// what Base64 may be. RFC 7468.
func privateKey(text string, i int) finding {
	if !strings.HasPrefix(text[i:], keyBegin) {
		return finding{}
	}
	head := text[i+len(keyBegin):]
	head = head[:min(len(head), maxKeyName+len(keyName))]
	if !strings.Contains(head, keyName) {
		return finding{}
	}
	start := i + len(keyBegin) + strings.Index(head, keyName) + len(keyName)
	end := start
	for end < len(text) && (isValue(text[end]) || strings.IndexByte(" \r\n\t\\:,", text[end]) >= 0) {
		if strings.HasPrefix(text[end:], keyEnd) {
			return finding{i, footer(text, end), "private-key"}
		}
		end++
	}
	return finding{i, end, "private-key"}
}

// footer is the index behind the line that ends a key.
func footer(text string, i int) int {
	i += len(keyEnd)
	for n := 0; n < maxKeyName+len(keyName) && i < len(text) && text[i] != '-' && text[i] != '\n'; n++ {
		i++
	}
	return skip(text, i, "-", 5)
}
