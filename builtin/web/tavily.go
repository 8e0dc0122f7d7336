package web

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
)

// tavily calls Tavily Search.
// https://docs.tavily.com/documentation/api-reference/endpoint/search and, for
// its failures,
// https://help.tavily.com/articles/8645538886-understanding-http-errors
type tavily struct{}

// request returns the request for a search.
func (tavily) request(ctx context.Context, base *url.URL, key string, args SearchArgs) (*http.Request, error) {
	request, err := newPost(ctx, base.String()+"/search", map[string]any{"query": args.Query, "max_results": args.MaxResults, "search_depth": "basic"})
	if err == nil {
		request.Header.Set("Authorization", "Bearer "+key)
	}
	return request, err
}

func (tavily) hits(body []byte) ([]Hit, error) { return searxng{}.hits(body) } // the members have the same names

// problem reads {"detail": {"error": …}}.
func (tavily) problem(body []byte) (code, text string) {
	var answer struct {
		Detail struct{ Error string }
	}
	_ = json.Unmarshal(body, &answer) // an answer that is not JSON has no text
	return "", answer.Detail.Error
}
