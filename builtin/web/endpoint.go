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

// service is what search services differ in.
type service interface {
	// request asks the question. The key is empty for a service without one.
	request(ctx context.Context, base *url.URL, key string, args SearchArgs) (*http.Request, error)
	// hits reads an answer of success.
	hits(body []byte) ([]Hit, error)
	// problem is what an answer of failure says, and a code that it may have.
	problem(body []byte) (code, text string)
}

// endpoint is a service with what is known of it.
type endpoint struct {
	name    string // for people
	base    string // its address; empty for none of its own
	secret  string // the reference of its key; empty for none
	service service
}

var endpoints = map[Service]endpoint{
	ServiceSearXNG: {"SearXNG", "", "", searxng{}},
	ServiceBrave:   {"Brave Search", "https://api.search.brave.com", "providers/brave/key", brave{}},
	ServiceTavily:  {"Tavily", "https://api.tavily.com", "providers/tavily/key", tavily{}},
	ServiceExa:     {"Exa", "https://api.exa.ai", "providers/exa/key", exa{}},
}

// maxAnswer is how long an answer of a service may be, in bytes.
const maxAnswer = 4 << 20

// ask sends the question and reads the answer.
func (e endpoint) ask(ctx context.Context, client *http.Client, base *url.URL, key string, args SearchArgs) ([]byte, error) {
	request, err := e.service.request(ctx, base, key, args)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "application/json")
	own := *client
	if key != "" { // goes nowhere else
		own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	}
	response, err := own.Do(request)
	if err != nil {
		return nil, explain(ctx, e.name, err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer+1))
	switch {
	case response.StatusCode != http.StatusOK:
		return nil, e.refused(response, body)
	case err != nil:
		return nil, explain(ctx, e.name, err)
	case len(body) > maxAnswer:
		return nil, e.failed(ReasonTooLarge, nil, "answered with more than %s", texts.Bytes(maxAnswer))
	}
	return body, nil
}

func (e endpoint) failed(reason string, cause error, format string, args ...any) error {
	return failure(e.name, reason, cause, format, args...)
}

// refusal is what a status of a service means. Trying again is no use where a
// person must do something first.
type refusal struct {
	code         runtime.Code
	reason, text string
}

var refusals = map[int]refusal{
	http.StatusUnauthorized:    {runtime.NotAvailable, ReasonUnauthorized, "refused its key: a person must set a valid one"},
	http.StatusForbidden:       {runtime.NotAvailable, ReasonForbidden, "does not allow this search with the key it was given"},
	http.StatusPaymentRequired: {runtime.NotAvailable, ReasonQuota, "wants to be paid: its credit or budget is used up"},
	432:                        {runtime.NotAvailable, ReasonQuota, "has answered as many searches as its plan allows"},
	433:                        {runtime.NotAvailable, ReasonQuota, "has answered as many searches as its limit of costs allows"},
	http.StatusTooManyRequests: {runtime.ExecutionFailed, ReasonRateLimited, "was asked too often"},
}

// codes are refusals by the code of the answer, whatever its status.
var codes = map[string]refusal{
	// Brave answers 422 to a key that is none.
	"SUBSCRIPTION_TOKEN_INVALID": refusals[http.StatusUnauthorized],
	"SUBSCRIPTION_TOKEN_MISSING": refusals[http.StatusUnauthorized],
	"JSON_DISABLED":              {runtime.NotAvailable, ReasonFormatDisabled, "does not answer in JSON: a person must add json to search.formats in its settings.yml"},
}

// refused is the failure for a status other than 200.
func (e endpoint) refused(response *http.Response, body []byte) error {
	status := response.StatusCode
	code, told := e.service.problem(body[:min(len(body), excerptBytes)])
	if _, plainly := e.service.(searxng); plainly && status == http.StatusForbidden {
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
	if wait := waitFor(response.Header); wait > 0 && status != http.StatusUnauthorized {
		text += fmt.Sprintf(" Try again in %s.", wait)
	}
	if told = short(plain(told), 200); told != "" {
		text += " It says: " + told
	}
	return texts.Error(found.code, found.reason, "", "%s", text)
}

// waitFor is how long to wait: by Retry-After, or by the windows that Brave
// lists in X-RateLimit-Remaining and X-RateLimit-Reset, of which the one that
// is used up counts
// (https://api-dashboard.search.brave.com/documentation/guides/rate-limiting).
func waitFor(h http.Header) (wait time.Duration) {
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

// post is a request with a JSON body.
func post(ctx context.Context, address string, body any) (*http.Request, error) {
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
