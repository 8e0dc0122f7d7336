package untrusted

import "slices"

// Placeholder stands where a token of a chat template was.
const Placeholder = "[STRIPPED-TEMPLATE-TOKEN]"

// family is one form that tokens of chat templates have, after folding: opener,
// a name, closer.
type family struct {
	opener, closer string
	// names are the only ones; nil takes any that is not empty.
	names []string
}

// families are the forms in use, gathered in 2026 from the tokenizer
// configurations that model makers publish. Words that stand in brackets in
// ordinary text, such as [ARGS], are not among them.
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
	// MiniMax writes ]~b], ]~!b[ and [e~[. The outer brackets are left out, because
	// those of the Placeholder would do for them.
	{opener: "~b]", names: nameless}, {opener: "~!b", names: nameless}, {opener: "[e~", names: nameless},
}

var (
	asymmetric = []string{"turn", "tool", "tool_call", "tool_response", "channel", "think", "image", "audio", `"`}
	nameless   = []string{""}
)

// maxName is the longest name of a token, in code points. Those in use have at
// most 32.
const maxName = 64

// tokenEnd is the index behind the token that begins at i, or i. First is the
// folded character there.
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

// end is the index behind the token of the family at i, or i.
func (f *family) end(text string, start int) int {
	i := match(text, start, f.opener)
	if i < 0 {
		return start
	}
	var room [maxName]byte
	for name := room[:0]; ; {
		if end := match(text, i, f.closer); end >= 0 && f.has(name) {
			return end
		}
		r, size := folded(text, i)
		if size == 0 || !isName(r) || len(name) == maxName {
			return start
		}
		name = append(name, byte(r))
		i += size
	}
}

func (f *family) has(name []byte) bool {
	if f.names == nil {
		return len(name) > 0
	}
	return slices.Contains(f.names, string(name))
}

// isName says that a token's name may hold the folded rune.
func isName(r rune) bool {
	return 'a' <= r && r <= 'z' || '-' <= r && r <= '9' || r == '_' || r == '!' || r == '~' || r == '"'
}

// match is the index behind the folded text want at i, negative when something
// else is there.
func match(text string, i int, want string) int {
	for n := range len(want) {
		r, size := folded(text, i)
		if size == 0 || r != rune(want[n]) {
			return -1
		}
		i += size
	}
	return i
}
