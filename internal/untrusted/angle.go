package untrusted

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// isDoubtful reports whether a text in angle brackets at i may be a token of a chat template, or a part of the
// output of a model, by its structure. size is the length of the opening bracket. Such a text also occurs as a
// placeholder in ordinary text, so only its bracket is replaced.
//
//   - The name has an underscore, such as <arg_key>. A type argument such as vector<size_t> and a header such as
//     #include <string_view> are ordinary.
//   - The name is that of a role, the name of an end, or the beginning of a call, such as <AI>, <eoh> and
//     <invoke name="x">.
//   - The tag has the name of a tool or an argument, such as <function=read> and <parameter=path>.
//   - The name is that of the beginning or the end of a text, s, which HTML has too. As a type parameter, it is <S>.
//   - The name is one of a call without the underscore, in one case, such as <TOOLCALL>. <ToolCall> is a component.
//   - The name is that of a message of the system, such as <system-reminder>.
//   - One of the brackets is ASCII and the other one only looks like it.
//
// A namespace before the name, as in <seed:bos>, does not matter.
func isDoubtful(text string, i, size int) bool {
	if isCallPart(text[i+size:]) {
		return true
	}
	if text[i] == '<' && !hasDoubtfulName(text[i+size:]) {
		return false
	}
	name, closer, ok := bracketName(text, i+size)
	if !ok {
		return false
	}
	if closer != ' ' && (text[i] == '<') != (closer == '>') {
		return true
	}
	name, isEnd := strings.CutPrefix(name, "/")
	if n := strings.LastIndexByte(name, ':'); n >= 0 {
		name = name[n+1:]
	}
	if closer == ' ' {
		return name == callName
	}
	if name == textName {
		return isEnd || !strings.HasPrefix(text[i:], "<S>")
	}
	if !isEnd && isTypeArgument(text[:i]) {
		return false
	}
	if slices.Contains(joinedNames, name) {
		return hasOneCase(text[i+size:])
	}
	if slices.Contains(doubtful, name) || slices.Contains(angleNames, name) {
		return true
	}
	inner := strings.Trim(name, "_")
	return strings.IndexByte(inner, '_') >= 0 && isTag(inner)
}

// callParts are the beginnings of tags with which models write the name of a tool or of an argument, after the bracket.
var callParts = []string{"function=", "parameter=", `parameter name="`}

// isCallPart reports whether the text after a bracket is such a tag with a name.
func isCallPart(after string) bool {
	for _, part := range callParts {
		if name, ok := strings.CutPrefix(after, part); ok && name != "" && isTag(strings.ToLower(name[:1])) {
			return true
		}
	}
	return false
}

// hasDoubtfulName reports whether the name at the beginning of a text, in ASCII brackets, can be doubtful. Most tags
// of HTML are excluded here.
func hasDoubtfulName(after string) bool {
	for n, c := range []byte(after[:min(len(after), maxName)]) {
		switch {
		case c == '_' || c == ':' || c >= utf8.RuneSelf:
			return true
		case c == '>' || c == ' ':
			first := byte(0)
			if name := strings.TrimPrefix(after[:n], "/"); name != "" {
				first = name[0] | 0x20
			}
			return strings.IndexByte(doubtfulBegins, first) >= 0
		}
	}
	return false
}

// doubtfulBegins are the first letters of the names in doubtful and joined, of textName and of callName.
const doubtfulBegins = "uashbreitf"

// textName is the name of the tokens <s> and </s> at the beginning and the end of a text.
const textName = "s"

// callName is the name of the tag with which models write a call. It has an attribute.
const callName = "invoke"

// doubtful are names of roles and of ends in angle brackets.
var doubtful = []string{
	"user", "assistant", "system", "human", "ai", "bot", "role", "eoh", "eoa", "eot", "eod", "eom",
	"用户", "助手", "系统", "人类", "invoke", "system-reminder", "system-message", "system-prompt", "system-instructions",
}

// joinedNames are names of calls and their results without the underscore.
var joinedNames = []string{"toolcall", "toolcalls", "toolresponse", "toolresult", "functioncall", "functionresponse"}

// hasOneCase reports whether the letters of the name at the beginning of a text are all in upper case, or all in
// lower case.
func hasOneCase(after string) bool {
	name, _, _ := strings.Cut(after[:min(len(after), maxName)], ">")
	return name == strings.ToUpper(name) || name == strings.ToLower(name)
}

// bracketName returns the folded name from i to the closing bracket, and that bracket. If white space follows the
// name, closer is a space.
func bracketName(text string, i int) (name string, closer rune, ok bool) {
	var b strings.Builder
	for n := 0; n < maxName && i < len(text); n++ {
		r, size := utf8.DecodeRuneInString(text[i:])
		folded := fold(r)
		switch {
		case folded == '>':
			return b.String(), r, b.Len() > 0
		case folded == ' ':
			return b.String(), ' ', b.Len() > 0
		case !isTagRune(folded):
			return "", 0, false
		}
		b.WriteRune(folded)
		i += size
	}
	return "", 0, false
}

// isTagRune reports whether a name in angle brackets can have the folded rune.
func isTagRune(r rune) bool {
	return r == '_' || r == ':' || r == '/' || r == '-' || r == '.' || '0' <= r && r <= '9' || unicode.IsLetter(r)
}

// isTag reports whether a name consists of ASCII letters, digits and underscores.
func isTag(name string) bool {
	for _, c := range []byte(name) {
		if c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return name != ""
}

// isTypeArgument reports whether an angle bracket after the text begins a type argument or the name of a header: it
// follows a name, a colon, or the word include.
func isTypeArgument(before string) bool {
	if before == "" {
		return false
	}
	last := before[len(before)-1]
	if last == ':' || last == '_' || '0' <= last && last <= '9' || 'a' <= last|0x20 && last|0x20 <= 'z' {
		return true
	}
	before = strings.TrimRight(before[max(0, len(before)-len("include")-4):], " \t")
	return strings.HasSuffix(before, "include") || strings.HasSuffix(before, "template")
}
