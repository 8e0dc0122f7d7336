package models

import "encoding/json"

// Usage counts the tokens of a request and of its answer, as the provider reports them.
type Usage struct {
	// Input has all tokens of the request, also those from a cache of the provider.
	Input int `json:"input"`
	// Output has all tokens of the answer, with those of the reasoning.
	Output int `json:"output"`
}

// Add adds the tokens of another answer.
func (u *Usage) Add(other Usage) {
	u.Input += other.Input
	u.Output += other.Output
}

// read reads the numbers of a response, or of an event. Each event has the sums so far, so that the largest numbers count.
func (u *Usage) read(text []byte) {
	type counts struct {
		Prompt     int `json:"prompt_tokens"`
		Completion int `json:"completion_tokens"`
		Input      int `json:"input_tokens"`
		CacheRead  int `json:"cache_read_input_tokens"`
		CacheWrite int `json:"cache_creation_input_tokens"`
		Output     int `json:"output_tokens"`
	}
	var e struct {
		Usage    counts                 `json:"usage"`
		Message  struct{ Usage counts } `json:"message"`
		Response struct{ Usage counts } `json:"response"`
		Metadata struct {
			Prompt     int `json:"promptTokenCount"`
			Candidates int `json:"candidatesTokenCount"`
			Thoughts   int `json:"thoughtsTokenCount"`
		} `json:"usageMetadata"`
	}
	if json.Unmarshal(text, &e) != nil {
		return // members of another form are no numbers of tokens
	}
	for _, c := range []counts{e.Usage, e.Message.Usage, e.Response.Usage} {
		u.Input = max(u.Input, c.Prompt, c.Input+c.CacheRead+c.CacheWrite)
		u.Output = max(u.Output, c.Completion, c.Output)
	}
	u.Input = max(u.Input, e.Metadata.Prompt)
	u.Output = max(u.Output, e.Metadata.Candidates+e.Metadata.Thoughts)
}
