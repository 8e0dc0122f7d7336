package untrusted

import "slices"

// Placeholder replaces a token of a chat template.
const Placeholder = "[STRIPPED-TEMPLATE-TOKEN]"

// family is one form of template tokens, after folding: opener, name, closer.
type family struct {
	opener, closer string
	// names are the possible names; nil means any name that is not empty.
	names []string
}

// families are the forms in use, collected in 2026 from the tokenizer configurations that model makers
// publish. Words that occur in brackets in ordinary text, such as [ARGS], are left out.
var families = []family{
	{opener: "<|", closer: "|>"},                                 // ChatML, Llama 3, DeepSeek, Phi, GLM, gpt-oss
	{opener: "<|", closer: ">", names: asymmetric},               // Gemma 4
	{opener: "<", closer: "|>", names: asymmetric},               // the same
	{opener: "<<", closer: ">>", names: []string{"sys", "/sys"}}, // Llama 2
	{opener: "<", closer: ">", names: []string{ // Llama, Mistral, Gemma, Qwen, Hermes, GLM
		"s", "/s", "bos", "eos", "sop", "eop", "start_of_turn", "end_of_turn", "start_of_image", "end_of_image",
		"tool_call", "/tool_call", "tool_calls", "/tool_calls", "tool_response", "/tool_response", "tool_result", "/tool_result",
		"function_call", "/function_call", "function_calls", "/function_calls", "function_results", "/function_results",
		"start_function_call", "end_function_call", "start_function_response", "end_function_response", "think", "/think",
	}},
	{opener: "[|", closer: "|]"}, // EXAONE
	{opener: "[", closer: "]", names: []string{ // Llama 2, Mistral, GLM
		"inst", "/inst", "tool_calls", "/tool_calls", "tool_results", "/tool_results", "tool_content", "/tool_content",
		"available_tools", "/available_tools", "system_prompt", "/system_prompt", "call_id", "img_break", "img_end",
		"think", "/think", "gmask", "smask",
	}},
	// MiniMax writes ]~b], ]~!b[ and [e~[. Their outer brackets are left out, because together with a
	// bracket of the Placeholder they would match.
	{opener: "~b]", names: nameless}, {opener: "~!b", names: nameless}, {opener: "[e~", names: nameless},
}

var (
	asymmetric = []string{"turn", "tool", "tool_call", "tool_response", "channel", "think", "image", "audio", `"`}
	nameless   = []string{""}
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

// has reports whether the family has tokens with that name.
func (f *family) has(name []byte) bool {
	if f.names == nil {
		return len(name) > 0
	}
	return slices.Contains(f.names, string(name))
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
