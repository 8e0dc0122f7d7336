package redact

import "strings"

// unfinishedKey returns the index in the text from which the rest may be the beginning of a key or of the value of a
// secret name, or the length of the text.
func unfinishedKey(text string) int {
	start := len(text)
	for start > 0 && isValue(text[start-1]) {
		start--
	}
	return min(unfinishedLogin(text), unfinishedFormat(text, start), unfinishedValue(text, start))
}

// unfinishedFormat returns the index of the beginning of a key in the run of value characters from start to the end of
// the text, or the length of the text.
func unfinishedFormat(text string, start int) int {
	for i := start; i < len(text); i++ {
		if i > 0 && isWord(text[i-1]) || byteKinds[text[i]]&special == 0 {
			continue
		}
		for n := range formats[text[i]%128] {
			if f := &formats[text[i]%128][n]; f.isUnfinished(text[i:]) {
				return i
			}
		}
	}
	return len(text)
}

// isUnfinished reports whether the text has the prefix of the format and then only characters that can follow it.
func (f *format) isUnfinished(text string) bool {
	rest, ok := strings.CutPrefix(text, f.prefix)
	if !ok || len(rest) > maxSparse {
		return false
	}
	for i := range len(rest) {
		if !f.has.has(rest[i]) {
			return false
		}
	}
	return rest != ""
}

// unfinishedValue returns the index of the value of a secret name, which the run of value characters from start to the
// end of the text has, or the length of the text.
func unfinishedValue(text string, start int) int {
	if start == len(text) || len(text)-start > maxUnfinished/4 {
		return len(text)
	}
	for i := start; i < len(text)-1; i++ {
		if text[i] == '=' && nameBefore(text, i) != "" {
			return i + 1
		}
	}
	sign := start
	if sign > 0 && isQuote(text[sign-1]) {
		sign--
	}
	for sign > 0 && isBlank(text[sign-1]) {
		sign--
	}
	switch {
	case sign > 0 && (text[sign-1] == '=' || text[sign-1] == ':') && nameBefore(text, sign-1) != "":
		return start
	case sign < start && (&scan{text: text}).hasSchemeBefore(sign):
		return start
	}
	return len(text)
}

// unfinishedLogin returns the index of a password in a URL at the end of the text that has no end yet, or the length of
// the text. A number can be a port.
func unfinishedLogin(text string) int {
	from := max(0, len(text)-maxLogin)
	sign := strings.LastIndex(text[from:], "://")
	if sign < 0 {
		return len(text)
	}
	user := text[from+sign+len("://"):]
	name, password, ok := strings.Cut(user, ":")
	if !ok || strings.ContainsAny(user, " \t\n\r\"'<>/?#@") || name == "" || strings.Trim(password, "0123456789") == "" {
		return len(text)
	}
	return len(text) - len(password)
}
