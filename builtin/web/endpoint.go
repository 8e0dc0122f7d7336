package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
)

// service is a kind of search service.
type service interface {
	// request returns the HTTP request. The key is empty for a service without
	// one.
	request(ctx context.Context, base *url.URL, key string, args SearchArgs) (*http.Request, error)
	// hits decodes a successful answer.
	hits(body []byte) ([]Hit, error)
	// problem returns the code and the text of an answer of failure; both may
	// be empty.
	problem(body []byte) (code, text string)
}

// endpoint is a search service with its address and key.
type endpoint struct {
	name    string // for messages
	base    string // the default address; empty for none
	secret  string // the reference of the key; empty for none
	service service
	redact  func(text string) string // removes secrets
}

var endpoints = map[Service]endpoint{
	ServiceSearXNG: {name: "SearXNG", service: searxng{}},
	ServiceBrave:   {name: "Brave Search", base: "https://api.search.brave.com", secret: "providers/brave/key", service: brave{}},
	ServiceTavily:  {name: "Tavily", base: "https://api.tavily.com", secret: "providers/tavily/key", service: tavily{}},
	ServiceExa:     {name: "Exa", base: "https://api.exa.ai", secret: "providers/exa/key", service: exa{}},
}

// maxAnswer is the maximum length of an answer, in bytes.
const maxAnswer = 4 << 20

// ask sends the query and returns the body of the answer.
func (e endpoint) ask(ctx context.Context, client *http.Client, base *url.URL, key string, args SearchArgs) ([]byte, error) {
	request, err := e.service.request(ctx, base, key, args)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "application/json")
	own := *client
	if key != "" { // the key is sent to no other host
		own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	}
	response, err := own.Do(request)
	if err != nil {
		return nil, requestError(ctx, e.name, err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer+1))
	switch {
	case response.StatusCode != http.StatusOK:
		return nil, e.statusError(response, body)
	case err != nil:
		return nil, requestError(ctx, e.name, err)
	case len(body) > maxAnswer:
		return nil, e.failure(ReasonTooLarge, nil, "answered with more than %s", texts.Bytes(maxAnswer))
	}
	return body, nil
}

func (e endpoint) failure(reason string, cause error, format string, args ...any) error {
	return failure(e.name, reason, cause, format, args...)
}

// refusal is the failure of a status or code. Codes that need a person are
// runtime.NotAvailable, so that the model does not try again.
type refusal struct {
	code         runtime.Code
	reason, text string
}

var refusals = map[int]refusal{
	http.StatusUnauthorized:    {runtime.NotAvailable, ReasonUnauthorized, "refused the key: a person must set a valid one"},
	http.StatusForbidden:       {runtime.NotAvailable, ReasonForbidden, "does not allow this search with the key"},
	http.StatusPaymentRequired: {runtime.NotAvailable, ReasonQuota, "requires payment: the credit or budget is used up"},
	432:                        {runtime.NotAvailable, ReasonQuota, "refused the search: the limit of the plan is reached"},
	433:                        {runtime.NotAvailable, ReasonQuota, "refused the search: the limit of costs is reached"},
	http.StatusTooManyRequests: {runtime.ExecutionFailed, ReasonRateLimited, "received too many requests"},
}

// codes are refusals by the code in the answer; they count before the status.
var codes = map[string]refusal{
	// Brave answers 422 to an invalid key.
	"SUBSCRIPTION_TOKEN_INVALID": refusals[http.StatusUnauthorized],
	"SUBSCRIPTION_TOKEN_MISSING": refusals[http.StatusUnauthorized],
	"JSON_DISABLED":              {runtime.NotAvailable, ReasonFormatDisabled, "does not answer in JSON: a person must add json to search.formats in its settings.yml"},
}

// statusError returns the failure of a status other than 200.
func (e endpoint) statusError(response *http.Response, body []byte) error {
	status := response.StatusCode
	code, detail := e.service.problem(body[:min(len(body), excerptBytes)])
	if _, isSearXNG := e.service.(searxng); isSearXNG && status == http.StatusForbidden {
		code = "JSON_DISABLED"
	}
	found, ok := codes[code]
	if !ok {
		found, ok = refusals[status]
	}
	if !ok {
		found = refusal{runtime.ExecutionFailed, reasonStatus + strconv.Itoa(status), fmt.Sprintf("answered %d %s", status, http.StatusText(status))}
	}
	text := e.name + " " + found.text + "."
	if wait := waitTime(response.Header); wait > 0 && status != http.StatusUnauthorized {
		text += fmt.Sprintf(" Try again in %s.", wait)
	}
	if detail = shortLine(e.redact(plainText(detail)), 200); detail != "" {
		text += " The service says: " + detail
	}
	return texts.Quoting(texts.Error(found.code, found.reason, "", "%s", text))
}

// waitTime returns how long to wait before the next request: by Retry-After, or
// by the reset time of the exhausted rate limit that Brave lists in
// X-RateLimit-Remaining and X-RateLimit-Reset
// (https://api-dashboard.search.brave.com/documentation/guides/rate-limiting).
func waitTime(h http.Header) (wait time.Duration) {
	if wait = retryAfter(h); wait > 0 {
		return wait
	}
	resets := strings.Split(h.Get("X-RateLimit-Reset"), ",")
	for i, remaining := range strings.Split(h.Get("X-RateLimit-Remaining"), ",") {
		if i < len(resets) && strings.TrimSpace(remaining) == "0" {
			seconds, err := strconv.Atoi(strings.TrimSpace(resets[i]))
			if err == nil && seconds > 0 && seconds < 1<<24 {
				wait = max(wait, time.Duration(seconds)*time.Second)
			}
		}
	}
	return wait
}

// newPost returns a request with a JSON body.
func newPost(ctx context.Context, address string, body any) (*http.Request, error) {
	data, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(data))
	if err == nil {
		request.Header.Set("Content-Type", "application/json")
	}
	return request, err
}
