package web

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
)

// searxng calls an instance of SearXNG whose settings allow JSON; other
// instances answer 403. https://docs.searxng.org/dev/search_api
type searxng struct{}

// request returns the request for a search.
func (searxng) request(ctx context.Context, base *url.URL, _ string, args SearchArgs) (*http.Request, error) {
	query := url.Values{"q": {args.Query}, "format": {"json"}}
	return http.NewRequestWithContext(ctx, http.MethodGet, base.String()+"/search?"+query.Encode(), nil)
}

// errNoResults is the error of an answer without a list of results; the list
// may be empty.
var errNoResults = errors.New("no list of results")

// hits returns the results in the body of an answer.
func (searxng) hits(body []byte) ([]Hit, error) {
	var answer struct {
		Results *[]struct{ URL, Title, Content string }
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return nil, err
	}
	if answer.Results == nil {
		return nil, errNoResults
	}
	var hits []Hit
	for _, r := range *answer.Results {
		hits = append(hits, Hit{r.Title, r.URL, r.Content})
	}
	return hits, nil
}

// problem returns nothing: failures of SearXNG are HTML pages.
func (searxng) problem([]byte) (code, text string) { return "", "" }
