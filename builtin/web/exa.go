package web

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
)

// exa calls Exa. https://exa.ai/docs/reference/search and, for its failures,
// https://exa.ai/docs/reference/error-codes
type exa struct{}

// request returns the request for a search.
func (exa) request(ctx context.Context, base *url.URL, key string, args SearchArgs) (*http.Request, error) {
	request, err := newPost(ctx, base.String()+"/search", map[string]any{
		"query": args.Query, "numResults": args.MaxResults, "type": "auto",
		"contents": map[string]any{"highlights": true},
	})
	if err == nil {
		request.Header.Set("X-Api-Key", key)
	}
	return request, err
}

// hits returns the results in the body of an answer.
func (exa) hits(body []byte) ([]Hit, error) {
	var answer struct {
		Results *[]struct {
			Title, URL, Text string
			Highlights       []string
		}
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return nil, err
	}
	if answer.Results == nil {
		return nil, errNoResults
	}
	var hits []Hit
	for _, r := range *answer.Results {
		snippet := strings.Join(r.Highlights, " … ")
		if snippet == "" {
			snippet = r.Text
		}
		hits = append(hits, Hit{r.Title, r.URL, snippet})
	}
	return hits, nil
}

// problem reads {"requestId": …, "error": …, "tag": …}.
func (exa) problem(body []byte) (code, text string) {
	var answer struct{ Error, Tag string }
	_ = json.Unmarshal(body, &answer) // an answer that is not JSON has no text
	return answer.Tag, answer.Error
}
