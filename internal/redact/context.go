package redact

import (
	"slices"
	"strings"
)

// minAssigned is the minimum length of a value that counts as assigned to a name.
const minAssigned = 20

// maxName is the maximum length of a name before an assignment.
const maxName = 40

// secretNames are the last words of names whose values are secrets. Other values are often assigned to a
// "key", so the values of such a name must look random, and the word alone does not count.
var secretNames = []string{"token", "secret", "password", "passwd", "pwd", "passphrase", "apikey", "api_key", "access_key", "accesskey", "secret_key", "secretkey", "private_key", "privatekey", "credential", "credentials", anyKey}

const anyKey = "key"

// publicNames are words before those that make the value public: a position in a list, a column of a table.
var publicNames = []string{"page", "next", "cursor", "continuation", "public", "cache", "sort", "primary", "foreign", "partition"}

// findAssigned returns a finding if a run is the value of an assignment, or the credentials of an authorization. It
// examines the text before the run, from the last finding on.
func (s *scan) findAssigned(start, end int) span {
	if end-start < minAssigned {
		return span{}
	}
	i := start
	if i > s.done && isQuote(s.text[i-1]) {
		i--
	}
	blanks := i
	for i > s.done && blanks-i < 4 && isBlank(s.text[i-1]) {
		i--
	}
	if i == s.done {
		return span{}
	}
	switch s.text[i-1] {
	case '=', ':':
		return s.valueAfter(i-1, start, end)
	case 'r', 'R', 'c', 'C':
		return s.credentialsAfter(i, start, end)
	}
	return span{}
}

func isQuote(c byte) bool { return c == '"' || c == '\'' || c == '`' }
func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// credentialsAfter returns the credentials after the name of a scheme that ends at i, if there is one.
func (s *scan) credentialsAfter(i, start, end int) span {
	if blanks := s.text[i:start]; blanks != " " && blanks != "  " || !s.hasSchemeBefore(i) {
		return span{}
	}
	if digits, _, ok := s.value(start, end); ok && digits {
		return span{start, end, "authorization"}
	}
	return span{}
}

// hasSchemeBefore reports whether the name of a scheme of HTTP authentication ends at i.
func (s *scan) hasSchemeBefore(i int) bool {
	for _, scheme := range []string{"bearer", "basic"} {
		n := i - len(scheme)
		if n >= s.done && strings.EqualFold(s.text[n:i], scheme) && (n == 0 || !isWord(s.text[n-1])) {
			return true
		}
	}
	return false
}

// valueAfter returns the value after the sign, if the name before the sign is that of a secret.
func (s *scan) valueAfter(sign, start, end int) span {
	if end-start < minAssigned {
		return span{}
	}
	name := nameBefore(s.text, sign)
	if name == "" {
		return span{}
	}
	spaced := isBlank(s.text[sign+1])
	digits, letters, ok := s.value(start, end)
	random := letters && digits
	if !ok || !random && (name == anyKey || spaced || s.text[sign] == ':') {
		return span{}
	}
	if value := s.text[start:end]; isPath(value) || value[0] == '/' && isWorkingDir(s.text[:sign]) || name == anyKey && isDigest(value) {
		return span{}
	}
	return span{start, end, "generic-secret"}
}

// isPath reports whether a value is the path of a file: its last component has an extension of 1 to
// maxExtension bytes that begins with a letter.
func isPath(value string) bool {
	value = value[max(0, len(value)-maxSparse):]
	point := strings.LastIndexByte(value, '.')
	slash := strings.LastIndexByte(value, '/')
	extension := len(value) - point - 1
	return slash >= 0 && slash < point && extension > 0 && extension <= maxExtension && isLetter(value[point+1])
}

const maxExtension = 6

// isWorkingDir reports whether a text ends with PWD, the variable of shells for the working directory.
func isWorkingDir(text string) bool {
	before, ok := strings.CutSuffix(text, "PWD")
	return ok && (before == "" || !isWord(before[len(before)-1]) && before[len(before)-1] != '-')
}

// isDigest reports whether a value has the form of a digest of 128, 160 or 256 bits in hexadecimal.
func isDigest(value string) bool {
	if n := len(value); n != 32 && n != 40 && n != 64 {
		return false
	}
	for i := range len(value) {
		if c := value[i] | 0x20; !isDigit(value[i]) && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// value reports which characters a value contains. ok is false if the text is not a value: it is followed
// by an opening bracket, as in an expression, or has more than maxSparse characters before its first digit,
// as in ordinary text.
func (s *scan) value(start, end int) (digits, letters, ok bool) {
	if end < len(s.text) && strings.IndexByte("([{", s.text[end]) >= 0 {
		return false, false, false
	}
	digit := s.digitFrom(start, end)
	if digit-start > maxSparse && end-start > maxSparse+1 {
		return false, false, false
	}
	return digit < end, hasLetter(s.text[start:end]), true
}

// digitFrom returns the index of the first digit from i to end, or end. Callers must not decrease i.
func (s *scan) digitFrom(i, end int) int {
	if s.digit < i {
		s.digit = i
		for s.digit < end && !isDigit(s.text[s.digit]) {
			s.digit++
		}
	}
	return s.digit
}

func hasLetter(text string) bool {
	for i := range len(text) {
		if isLetter(text[i]) {
			return true
		}
	}
	return false
}

// nameBefore returns the word of secretNames with which the text before i ends, or the empty string.
func nameBefore(text string, i int) string {
	first := max(0, i-maxName)
	for i > first && (text[i-1] == ':' || isBlank(text[i-1]) || isQuote(text[i-1])) {
		i--
	}
	if i == first || !isLetter(text[i-1]) {
		return ""
	}
	before, last := text[first:i], text[i-1]|0x20
	for _, name := range secretNames {
		n := len(before) - len(name)
		if n < 0 || name[len(name)-1] != last || !strings.EqualFold(before[n:], name) {
			continue
		}
		if n > 0 && !startsWord(before, n) {
			continue
		}
		word := wordBefore(before[:n])
		if word == "" && name == anyKey || isPublic(word) {
			return ""
		}
		return name
	}
	return ""
}

// wordBefore returns the last word of the beginning of a name: up to a sign or, in camel case, from a
// capital on. It is empty if there is none.
func wordBefore(name string) string {
	end := len(name)
	if end > 0 && (name[end-1] == '_' || name[end-1] == '-') {
		end--
	}
	i := end
	for i > 0 && (isLetter(name[i-1]) || isDigit(name[i-1])) {
		i--
		if i > 0 && isCapital(name[i]) && !isCapital(name[i-1]) {
			break
		}
	}
	return name[i:end]
}

func isCapital(c byte) bool { return 'A' <= c && c <= 'Z' }

func isPublic(word string) bool {
	return slices.ContainsFunc(publicNames, func(public string) bool { return strings.EqualFold(public, word) })
}

// startsWord reports whether a word of a name begins at i: after a sign, or with a capital in camel case.
func startsWord(text string, i int) bool {
	before, c := text[i-1], text[i]
	return !isLetter(before) && !isDigit(before) || 'a' <= before && before <= 'z' && 'A' <= c && c <= 'Z'
}

// skip returns the index after at most max bytes from i on that are in the set.
func skip(text string, i int, cutset string, max int) int {
	for ; max > 0 && i < len(text) && strings.IndexByte(cutset, text[i]) >= 0; max-- {
		i++
	}
	return i
}

const (
	keyBegin = "-----BEGIN "
	keyName  = "PRIVATE KEY"
	keyEnd   = "-----END "
	// maxKeyName is the maximum length of the kind of key before keyName.
	maxKeyName = 32
)

// privateKey returns a private key in PEM at i: RFC 7468. A key without an end line extends to the last
// character that Base64 and its escapes can contain.
func privateKey(text string, i int) span {
	if !strings.HasPrefix(text[i:], keyBegin) {
		return span{}
	}
	head := text[i+len(keyBegin):]
	head = head[:min(len(head), maxKeyName+len(keyName))]
	if !strings.Contains(head, keyName) {
		return span{}
	}
	start := i + len(keyBegin) + strings.Index(head, keyName) + len(keyName)
	end := start
	for end < len(text) && (isValue(text[end]) || strings.IndexByte(" \r\n\t\\:,&#;%", text[end]) >= 0) {
		if strings.HasPrefix(text[end:], keyEnd) {
			return span{i, footer(text, end), "private-key"}
		}
		end++
	}
	return span{i, end, "private-key"}
}

// footer returns the index after the end line of a key.
func footer(text string, i int) int {
	i += len(keyEnd)
	for n := 0; n < maxKeyName+len(keyName) && i < len(text) && text[i] != '-' && text[i] != '\n'; n++ {
		i++
	}
	return skip(text, i, "-", 5)
}
