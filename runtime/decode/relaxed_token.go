package decode

import (
	"strings"

	"github.com/toolgen/toolgen/runtime/arguments"
)

// member reads the name, the colon and the value at i.
func (x *relaxedReader) member(i int) int {
	if c := peek(x.text, i); c == '"' || c == '\'' {
		i = x.str(i)
	} else {
		i = x.bareName(i)
	}
	if i = x.space(i); i < 0 || peek(x.text, i) != ':' {
		return -1
	}
	if i = x.space(i + 1); i < 0 {
		return i
	}
	return x.value(i)
}

// number reads a number. At the end of the text, digits could be missing.
func (x *relaxedReader) number(i int) int {
	if i = number(x.text, i); i == len(x.text) {
		return -1
	}
	return i
}

// pythonLiteral returns the literal of JSON for a literal of Python; empty for other names.
func pythonLiteral(name string) string {
	switch name {
	case "True":
		return "true"
	case "False":
		return "false"
	case "None":
		return "null"
	}
	return ""
}

// literal reads a literal of JSON or Python.
func (x *relaxedReader) literal(i int) int {
	end := nameEnd(x.text, i)
	switch word := x.text[i:end]; word {
	case "true", "false", "null":
		return end
	case "True", "False", "None":
		return x.replace(i, end, pythonLiteral(word), arguments.RepairLiteral)
	}
	return -1
}

// bareName quotes the name at i. A literal is not a name: Python and JavaScript
// convert it to different names.
func (x *relaxedReader) bareName(i int) int {
	end := nameEnd(x.text, i)
	name := x.text[i:end]
	switch {
	case name == "", name == "true", name == "false", name == "null", pythonLiteral(name) != "":
		return -1
	case name[0]-'0' <= 9 || name[0] == '-':
		if name != "0" && (name[0] == '0' || strings.Trim(name, "0123456789") != "") {
			return -1
		}
	}
	return x.replace(i, end, `"`+name+`"`, arguments.RepairName)
}

// nameEnd returns the index after the letters, digits and signs of a name at i.
func nameEnd(s string, i int) int {
	for i < len(s) && (s[i]|0x20-'a' < 26 || s[i]-'0' <= 9 || s[i] == '_' || s[i] == '-' || s[i] == '$') {
		i++
	}
	return i
}

// str reads the string at i, which may have single quotes.
func (x *relaxedReader) str(i int) int {
	quote := x.text[i : i+1]
	if quote == `"` {
		check := syntax{text: x.text}
		i = check.str(i)
	} else {
		i = x.singleQuoted(i)
	}
	if !strings.Contains(x.lineQuotes, quote) {
		x.lineQuotes += quote
	}
	return i
}

// singleQuoted replaces the quotes of the string at i. Double quotes in it get a
// backslash, and escaped single quotes lose theirs.
func (x *relaxedReader) singleQuoted(i int) int {
	s, from, start := x.text, i, x.copyTo(i)
	x.out = append(x.out, '"')
	for i++; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\'':
			x.out = append(x.out, '"')
			return x.recordReplacement(from, i+1, start, arguments.RepairQuotes)
		case c == '"':
			x.out = append(x.out, '\\', '"')
		case c == '\\' && peek(s, i+1) == '\'':
			x.out = append(x.out, '\'')
			i++
		case c == '\\':
			if i++; strings.IndexByte(`\"nrtbfu`, peek(s, i)) < 0 {
				return -1 // not an escape, or one that Python and JavaScript read differently
			}
			x.out = append(x.out, c, s[i])
		case c < 0x20:
			return -1
		default:
			x.out = append(x.out, c)
		}
	}
	return -1
}
