package web

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
)

// brave calls the web search of Brave.
// https://api-dashboard.search.brave.com/documentation/services/web-search and
// https://api-dashboard.search.brave.com/documentation/guides/authentication
type brave struct{}

// request returns the request for a search.
func (brave) request(ctx context.Context, base *url.URL, key string, args SearchArgs) (*http.Request, error) {
	query := url.Values{"q": {args.Query}, "count": {strconv.Itoa(args.MaxResults)}, "text_decorations": {"false"}, "result_filter": {"web"}}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, base.String()+"/res/v1/web/search?"+query.Encode(), nil)
	if err == nil {
		request.Header.Set("X-Subscription-Token", key)
	}
	return request, err
}

// hits decodes an answer. An answer without results has no member web, but its
// type is search.
func (brave) hits(body []byte) ([]Hit, error) {
	var answer struct {
		Type string
		Web  *struct {
			Results []struct{ Title, URL, Description string }
		}
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return nil, err
	}
	if answer.Web == nil {
		if answer.Type != "search" {
			return nil, errNoResults
		}
		return nil, nil
	}
	var hits []Hit
	for _, r := range answer.Web.Results {
		hits = append(hits, Hit{r.Title, r.URL, r.Description})
	}
	return hits, nil
}

// problem reads {"type": "ErrorResponse", "error": {"code": …, "detail": …}}.
func (brave) problem(body []byte) (code, text string) {
	var answer struct {
		Error struct{ Code, Detail string }
	}
	_ = json.Unmarshal(body, &answer) // an answer that is not JSON has no text
	return answer.Error.Code, answer.Error.Detail
}
