package untrusted

import (
	"slices"
	"strings"
	"unicode"
)

// Placeholder replaces a token of a chat template.
const Placeholder = "[STRIPPED-TEMPLATE-TOKEN]"

// family is one form of template tokens, after folding: opener, name, closer.
type family struct {
	opener, closer string
	// names are the possible names; nil means any name that is not empty.
	names []string
	// anyName means that a name can have letters of all scripts and spaces. It does not begin or end with a space, as
	// the operands of operators in programming languages do.
	anyName bool
	// numbered are the beginnings of names whose rest is a number.
	numbered []string
	// isCompound means that a name is any words with underscores between them. Sets of characters in patterns, such as
	// <[a-z_]>, are none.
	isCompound bool
}

// families are the forms in use, collected in 2026 from the tokenizer configurations that model makers
// publish. Words that occur in brackets in ordinary text, such as [ARGS], are left out.
var families = []family{
	{opener: "<|", closer: "|>", anyName: true},                  // ChatML, Llama 3, DeepSeek, Phi, GLM, gpt-oss
	{opener: "<|", closer: ">", names: asymmetric},               // Gemma 4
	{opener: "<", closer: "|>", names: asymmetric},               // the same
	{opener: "<<", closer: ">>", names: []string{"sys", "/sys"}}, // Llama 2
	{opener: "<", closer: ">", names: angleNames},
	{opener: "<", closer: ">", numbered: []string{"unused", "ctrl"}},                      // Gemma
	{opener: "[", closer: "]", numbered: []string{"unused", "unused_token_"}},             // BERT, InternLM
	{opener: "<[", closer: "]>", isCompound: true},                                        // Seed
	{opener: "<|", closer: "|", names: marks}, {opener: "</|", closer: "|", names: marks}, // DeepSeek
	{opener: "|", closer: "|", names: marks},
	{opener: "[|", closer: "|]"}, // EXAONE
	{opener: "[", closer: "]", names: []string{ // Llama 2, Mistral, GLM
		"inst", "/inst", "tool_calls", "/tool_calls", "tool_results", "/tool_results", "tool_content", "/tool_content",
		"available_tools", "/available_tools", "system_prompt", "/system_prompt", "model_settings", "/model_settings", "call_id", "img_break", "img_end",
		"think", "/think", "gmask", "smask", "bos", "eos", "eot", "eod", "eom", "sop", "eop",
	}},
	// MiniMax writes ]~b], ]~!b[ and [e~[. Their outer brackets are left out, because together with a
	// bracket of the Placeholder they would match.
	{opener: "~b]", names: nameless}, {opener: "~!b", names: nameless}, {opener: "[e~", names: nameless},
}

// angleNames are the names in angle brackets of Llama, Mistral, Gemma, Qwen, Hermes, GLM and StarCoder.
var angleNames = []string{
	"bos", "eos", "sop", "eop", "start_of_turn", "end_of_turn", "start_of_image", "end_of_image",
	"tool_call", "/tool_call", "tool_calls", "/tool_calls", "tool_response", "/tool_response", "tool_result", "/tool_result",
	"function_call", "/function_call", "function_calls", "/function_calls", "function_results", "/function_results",
	"start_function_call", "end_function_call", "start_function_response", "end_function_response", "think", "/think",
	"fim_prefix", "fim_middle", "fim_suffix", "fim_pad", "repo_name", "file_sep", "arg_key", "/arg_key", "arg_value", "/arg_value",
	"bos_token", "eos_token",
}

var (
	asymmetric = []string{"turn", "tool", "tool_call", "tool_response", "channel", "think", "image", "audio", `"`}
	nameless   = []string{""}
	marks      = []string{"dsml"} // between bars, without the closing bracket
)

// maxName is the maximum length of the name of a token, in code points. Names in use have at most 32.
const maxName = 64

// tokenEnd returns the index after the token that begins at i, or i if there is none. first is the folded
// character at i.
func tokenEnd(text string, i int, first byte) int {
	for n := range families {
		if families[n].opener[0] != first {
			continue
		}
		if end := families[n].end(text, i); end > i {
			return end
		}
	}
	return i
}

// end returns the index after the token of the family at start, or start if there is none.
func (f *family) end(text string, start int) int {
	i := match(text, start, f.opener)
	if i < 0 {
		return start
	}
	if f.anyName {
		return f.anyEnd(text, start, i)
	}
	var buffer [maxName]byte
	for name := buffer[:0]; ; {
		if end := match(text, i, f.closer); end >= 0 && f.has(name) {
			return end
		}
		r, size := foldedAt(text, i)
		if size == 0 || !isName(r) || len(name) == maxName {
			return start
		}
		name = append(name, byte(r))
		i += size
	}
}

// anyEnd returns the index after the token at start, whose name begins at i, or start if there is none.
func (f *family) anyEnd(text string, start, i int) int {
	last := ' ' // the last rune of the name
	for n := 0; ; n++ {
		if last != ' ' {
			if end := match(text, i, f.closer); end >= 0 {
				return end
			}
		}
		r, size := foldedAt(text, i)
		switch {
		case size == 0 || n == maxName:
			return start
		case r == ' ' && n > 0, isName(r), r == ':', unicode.IsLetter(r), unicode.IsNumber(r), unicode.Is(unicode.M, r), unstyled(r) > 0:
		default:
			return start
		}
		last = r
		i += size
	}
}

// has reports whether the family has tokens with that name.
func (f *family) has(name []byte) bool {
	switch {
	case f.isCompound:
		return isCompoundName(string(name))
	case f.numbered != nil:
		return slices.ContainsFunc(f.numbered, func(begin string) bool { return isNumbered(string(name), begin) })
	case f.names == nil:
		return len(name) > 0
	}
	return slices.Contains(f.names, string(name))
}

// isNumbered reports whether a name is the beginning and a decimal number.
func isNumbered(name, begin string) bool {
	number, ok := strings.CutPrefix(name, begin)
	return ok && number != "" && strings.Trim(number, "0123456789") == ""
}

// isCompoundName reports whether a name consists of ASCII letters and digits with an underscore between them.
func isCompoundName(name string) bool {
	return strings.IndexByte(strings.Trim(name, "_"), '_') >= 0 && isTag(name)
}

// isName reports whether the name of a token can contain the folded rune.
func isName(r rune) bool {
	return 'a' <= r && r <= 'z' || '-' <= r && r <= '9' || r == '_' || r == '!' || r == '~' || r == '"'
}

// match returns the index after the text want, which is compared with the folded text at i, or -1.
func match(text string, i int, want string) int {
	for n := range len(want) {
		r, size := foldedAt(text, i)
		if size == 0 || r != rune(want[n]) {
			return -1
		}
		i += size
	}
	return i
}
