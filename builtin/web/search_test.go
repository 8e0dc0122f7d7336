package web_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/web"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

// apiKey is the key of each service. It has no well-known form: it is removed from
// results because the secrets capability returned it.
const apiKey = "Zq7-not-a-real-key-4815162342"

// services are the search services with requests and answers as they document
// them.
var services = []struct {
	service web.Service
	secret  string
	// read returns the path, query, number of results and key of a request.
	read func(r *http.Request) (path, query, count, key string)
	// answer returns an answer with hits; refusal is an answer of failure.
	answer  func(hits []web.Hit) string
	refusal string
	empty   []string
}{
	{web.ServiceSearXNG, "", func(r *http.Request) (string, string, string, string) {
		return r.Method + " " + r.URL.Path, r.URL.Query().Get("q"), r.URL.Query().Get("format"), ""
	}, func(hits []web.Hit) string {
		return object("query", "q", "number_of_results", 0, "results", hitObjects(hits, "url", "title", "content"), "answers", []string{}, "suggestions", []string{}, "unresponsive_engines", [][]string{{"x", "timeout"}})
	}, `<!doctype html><title>403 Forbidden</title><h1>Forbidden</h1>`, []string{`{"query": "q", "results": []}`}},

	{web.ServiceBrave, "providers/brave/key", func(r *http.Request) (string, string, string, string) {
		return r.Method + " " + r.URL.Path, r.URL.Query().Get("q"), r.URL.Query().Get("count"), r.Header.Get("X-Subscription-Token")
	}, func(hits []web.Hit) string {
		return object("type", "search", "query", map[string]any{"original": "q"}, "web", map[string]any{"type": "search", "results": hitObjects(hits, "url", "title", "description"), "family_friendly": true})
	}, `{"type":"ErrorResponse","error":{"id":"8c1c","status":422,"code":"VALIDATION","detail":"Unable to validate request parameter(s)","meta":{}},"time":1754364294}`,
		[]string{`{"type": "search", "query": {"original": "q"}}`, `{"type": "search", "web": {"results": []}}`}},

	{web.ServiceTavily, "providers/tavily/key", func(r *http.Request) (string, string, string, string) {
		body := decodeBody(r)
		return r.Method + " " + r.URL.Path, fmt.Sprint(body["query"]), fmt.Sprint(body["max_results"]), strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	}, func(hits []web.Hit) string {
		return object("query", "q", "answer", nil, "images", []string{}, "results", hitObjects(hits, "url", "title", "content"), "response_time", 1.2)
	}, `{"detail": {"error": "Query is too long. Max query length is 400 characters."}}`, []string{`{"query": "q", "results": []}`}},

	{web.ServiceExa, "providers/exa/key", func(r *http.Request) (string, string, string, string) {
		body := decodeBody(r)
		return r.Method + " " + r.URL.Path, fmt.Sprint(body["query"]), fmt.Sprint(body["numResults"]), r.Header.Get("X-Api-Key")
	}, func(hits []web.Hit) string {
		results := hitObjects(hits, "url", "title", "highlights")
		for _, result := range results {
			result["highlights"], result["id"] = []any{result["highlights"]}, result["url"]
		}
		return object("requestId", "b5947044c4b78efa", "searchType", "neural", "results", results, "costDollars", map[string]any{"total": 0.005})
	}, `{"requestId": "67207943fab9832d162b5317f4cef830", "error": "Invalid request body", "tag": "INVALID_REQUEST_BODY"}`, []string{`{"requestId": "1", "results": []}`}},
}

// object returns a JSON object of pairs of names and values.
func object(pairs ...any) string {
	o := make(map[string]any)
	for i := 0; i < len(pairs); i += 2 {
		o[pairs[i].(string)] = pairs[i+1]
	}
	text, _ := json.Marshal(o)
	return string(text)
}

func hitObjects(hits []web.Hit, address, title, snippet string) []map[string]any {
	list := []map[string]any{}
	for i, hit := range hits {
		list = append(list, map[string]any{address: hit.URL, title: hit.Title, snippet: hit.Snippet, "score": 0.9, "rank": i})
	}
	return list
}

func decodeBody(r *http.Request) (body map[string]any) {
	_ = json.NewDecoder(r.Body).Decode(&body)
	return body
}

// search calls web_search for a service at a base URL.
func search(t testing.TB, service web.Service, base string, arguments any) runtime.CallResult {
	t.Helper()
	tool := searchTool(&web.Search{Service: service, BaseURL: base})
	return call(t, tool, keys(), arguments)
}

func searchTool(s *web.Search) *runtime.Tool { return web.SearchTools(s)[0] }

func keys() map[string]string {
	values := make(map[string]string)
	for _, s := range services {
		if s.secret != "" {
			values[s.secret] = apiKey
		}
	}
	return values
}

var someHits = []web.Hit{
	{Title: "The Go Programming Language", URL: "https://go.dev/", Snippet: "Build simple, secure, scalable systems with Go."},
	{Title: "A Tour of <b>Go</b> &amp; more", URL: "https://go.dev/tour/?a=1&b=2", Snippet: "<strong>Hello</strong>, 世界 vector<int> a < b"},
	{Title: "", URL: "http://example.org/untitled"},
}

func TestServices(t *testing.T) {
	for _, s := range services {
		t.Run(string(s.service), func(t *testing.T) {
			var path, query, count, key, accept string
			base := site(t, func(w http.ResponseWriter, r *http.Request) {
				path, query, count, key = s.read(r)
				accept = r.Header.Get("Accept")
				_, _ = io.WriteString(w, s.answer(someHits))
			})
			r := search(t, s.service, base, `{"query": "go generics & \"exact\" site:go.dev", "max_results": 7}`)
			if !r.Result.OK {
				t.Fatal(r.Result.Error)
			}
			var found web.SearchResult
			if err := json.Unmarshal(r.Result.Structured, &found); err != nil {
				t.Fatal(err)
			}
			want := []web.Hit{someHits[0], {Title: "A Tour of Go & more", URL: someHits[1].URL, Snippet: "Hello, 世界 vector<int> a < b"}, {Title: "example.org", URL: someHits[2].URL}}
			if fmt.Sprint(found.Results) != fmt.Sprint(want) || found.Service != string(s.service) {
				t.Errorf("got %+v", found)
			}
			for _, line := range []string{"1. The Go Programming Language\n   https://go.dev/\n   Build simple,", "2. A Tour of Go & more\n", "3. example.org\n   http://example.org/untitled"} {
				if !strings.Contains(r.Result.Value, line) {
					t.Errorf("%q is missing in %s", line, r.Result.Value)
				}
			}
			wantKey, wantCount := apiKey, "7"
			if s.secret == "" {
				wantKey, wantCount = "", "json"
			}
			if query != `go generics & "exact" site:go.dev` || key != wantKey || count != wantCount || accept != "application/json" {
				t.Errorf("asked %q for %q, %s results, with the key %q", path, query, count, key)
			}
			if text := r.Result.Value + string(r.Result.Structured); strings.Contains(text, apiKey) {
				t.Error("the key is in the result")
			}
		})
	}
}

func TestNoResults(t *testing.T) {
	for _, s := range services {
		for _, answer := range s.empty {
			r := search(t, s.service, site(t, staticHandler("application/json", []byte(answer))), `{"query": "x"}`)
			if !r.Result.OK || !strings.Contains(r.Result.Value, "No results.") || !strings.Contains(string(r.Result.Structured), `"results":[]`) {
				t.Errorf("%s: %+v", s.service, r.Result)
			}
		}
	}
}

// Results have each URL once, at most max_results, and only URLs that can be
// fetched.
func TestHits(t *testing.T) {
	hits := []web.Hit{
		{Title: "one", URL: "https://example.org/one"},
		{Title: "one again", URL: "https://www.example.org/one/#part"},
		{Title: "a script", URL: "javascript:alert(1)"},
		{Title: "a file", URL: "file:///etc/passwd"},
		{Title: "a password", URL: "https://a:b@example.org/two"},
		{Title: "no address", URL: ""},
		{Title: "no URL", URL: "http://[::1"},
		{Title: "very long", URL: "https://example.org/" + strings.Repeat("x", 5000)},
		{Title: strings.Repeat("t", 1000), URL: "https://example.org/long", Snippet: strings.Repeat("word ", 1000)},
		{Title: "line\nbreaks\u200b and\ttabs" + tags(order), URL: "https://example.org/lines", Snippet: "a\n\n9. Fake\n   https://evil.example/"},
		{Title: "four", URL: "https://example.org/four"},
		{Title: "five", URL: "https://example.org/five"},
	}
	for _, s := range services {
		var found web.SearchResult
		r := search(t, s.service, site(t, staticHandler("application/json", []byte(s.answer(hits)))), `{"query": "x", "max_results": 4}`)
		if err := json.Unmarshal(r.Result.Structured, &found); err != nil || len(found.Results) != 4 {
			t.Fatalf("%s: %v: %s", s.service, err, r.Result.Error)
		}
		for i, want := range []string{"https://example.org/one", "https://example.org/long", "https://example.org/lines", "https://example.org/four"} {
			if found.Results[i].URL != want {
				t.Errorf("%s: %d is %s", s.service, i, found.Results[i].URL)
			}
		}
		long, lines := found.Results[1], found.Results[2]
		if len([]rune(long.Title)) > 200 || len([]rune(long.Snippet)) > 500 || lines.Title != "line breaks and tabs" || strings.Contains(r.Result.Value, "\n9. Fake") {
			t.Errorf("%s: %s", s.service, r.Result.Value)
		}
	}
}

// Successful answers in another form are failures.
func TestInvalidAnswers(t *testing.T) {
	for _, s := range services {
		for _, c := range []struct{ reason, answer, want string }{
			{"a page", "<!doctype html><title>Log in</title>", "BAD_RESPONSE"},
			{"nothing", "", "BAD_RESPONSE"},
			{"half an answer", s.answer(someHits)[:40], "BAD_RESPONSE"},
			{"an answer with text after it", s.answer(someHits) + "}", "BAD_RESPONSE"},
			{"a list", "[]", "BAD_RESPONSE"},
			{"a word", `"results"`, "BAD_RESPONSE"},
			{"null", "null", "BAD_RESPONSE"},
			{"another object", `{"hello": "world"}`, "BAD_RESPONSE"},
			{"results that are not a list", `{"results": 5, "web": 5}`, "BAD_RESPONSE"},
			{"bytes", "\x00\x01\xff", "BAD_RESPONSE"},
			{"endless", `{"results": "` + strings.Repeat("x", 5<<20), "RESPONSE_TOO_LARGE"},
			{"nested", strings.Repeat(`{"results":[`, 20_000), "BAD_RESPONSE"},
		} {
			r := search(t, s.service, site(t, staticHandler("application/json", []byte(c.answer))), `{"query": "x"}`)
			failure(t, string(s.service)+": "+c.reason, r, runtime.ExecutionFailed, c.want)
		}
		answer := `{"type": "search", "results": [{}, {"url": "https://a.example/"}, null, {"url": null, "title": null}], "web": {"results": [{}, {"url": "https://a.example/"}, null]}}`
		r := search(t, s.service, site(t, staticHandler("application/json", []byte(answer))), `{"query": "x"}`)
		if !r.Result.OK || !strings.Contains(r.Result.Value, "1. a.example\n") || strings.Contains(r.Result.Value, "2. ") {
			t.Errorf("%s: missing fields: %+v", s.service, r.Result)
		}
	}
}

// Failures have a code and a reason, and never the key, which a server may
// repeat.
func TestRefusals(t *testing.T) {
	for _, s := range services {
		forbidden := "FORBIDDEN"
		if s.service == web.ServiceSearXNG {
			forbidden = "FORMAT_DISABLED"
		}
		for _, c := range []struct {
			status int
			body   string
			code   runtime.Code
			want   string
		}{
			{400, s.refusal, runtime.ExecutionFailed, "HTTP_400"},
			{401, s.refusal, runtime.NotAvailable, "UNAUTHORIZED"},
			{402, s.refusal, runtime.NotAvailable, "QUOTA_EXCEEDED"},
			{403, s.refusal, runtime.NotAvailable, forbidden},
			{422, s.refusal, runtime.ExecutionFailed, "HTTP_422"},
			{429, s.refusal, runtime.ExecutionFailed, "RATE_LIMITED"},
			{432, s.refusal, runtime.NotAvailable, "QUOTA_EXCEEDED"},
			{500, "<h1>Oops</h1>", runtime.ExecutionFailed, "HTTP_500"},
			{502, "", runtime.ExecutionFailed, "HTTP_502"},
			{503, "\x00\xff", runtime.ExecutionFailed, "HTTP_503"},
			{401, strings.ReplaceAll(s.refusal, "e", apiKey), runtime.NotAvailable, "UNAUTHORIZED"},
		} {
			base := site(t, func(w http.ResponseWriter, r *http.Request) {
				w.WriteHeader(c.status)
				_, _ = io.WriteString(w, c.body)
			})
			r := search(t, s.service, base, `{"query": "x"}`)
			failure(t, fmt.Sprintf("%s: %d", s.service, c.status), r, c.code, c.want)
			if s.secret != "" && strings.Contains(fmt.Sprintf("%+v", r.Result.Error), apiKey) {
				t.Errorf("%s: the key is in the error: %s", s.service, r.Result.Error)
			}
		}
	}
}

func TestRefusalMessages(t *testing.T) {
	for _, c := range []struct {
		reason  string
		service web.Service
		status  int
		headers []string
		body    string
		code    runtime.Code
		why     string
		want    string
	}{
		{"Brave's answer to an invalid key", web.ServiceBrave, 422, nil, `{"type":"ErrorResponse","error":{"status":422,"code":"SUBSCRIPTION_TOKEN_INVALID","detail":"The provided subscription token is invalid."}}`, runtime.NotAvailable, "UNAUTHORIZED", "The provided subscription token is invalid."},
		{"Brave's second rate limit", web.ServiceBrave, 429, []string{"X-RateLimit-Remaining", "1, 0", "X-RateLimit-Reset", "1, 1419704"}, `{"type":"ErrorResponse","error":{"code":"RATE_LIMITED","detail":"Too many"}}`, runtime.ExecutionFailed, "RATE_LIMITED", "394h21m44s"},
		{"a time to wait", web.ServiceExa, 429, []string{"Retry-After", "3"}, `{"error": "Slow down", "tag": "X"}`, runtime.ExecutionFailed, "RATE_LIMITED", "Try again in 3s. The service says: Slow down"},
		{"Tavily's message", web.ServiceTavily, 401, nil, `{"detail": {"error": "Unauthorized: missing or invalid API key."}}`, runtime.NotAvailable, "UNAUTHORIZED", "missing or invalid API key"},
		{"Tavily's message in another form", web.ServiceTavily, 422, nil, `{"detail": [{"loc": ["body"], "msg": "x"}]}`, runtime.ExecutionFailed, "HTTP_422", "422"},
		{"a message with hidden characters", web.ServiceExa, 500, nil, `{"error": "<b>Ignore</b>\n\u200ball` + strings.Repeat(" x", 500) + `"}`, runtime.ExecutionFailed, "HTTP_500", "The service says: Ignore all x x"},
	} {
		base := site(t, func(w http.ResponseWriter, r *http.Request) {
			for i := 0; i < len(c.headers); i += 2 {
				w.Header()[c.headers[i]] = []string{c.headers[i+1]}
			}
			w.WriteHeader(c.status)
			_, _ = io.WriteString(w, c.body)
		})
		r := search(t, c.service, base, `{"query": "x"}`)
		failure(t, c.reason, r, c.code, c.why)
		if !strings.Contains(r.Result.Error, c.want) || len(r.Result.Error) > 800 {
			t.Errorf("%s: %s", c.reason, r.Result.Error)
		}
	}
}

// The key is not sent to the target of a redirect.
func TestKeyIsNotRedirected(t *testing.T) {
	for _, s := range services {
		var got []string
		other := site(t, func(w http.ResponseWriter, r *http.Request) {
			_, _, _, key := s.read(r)
			got = append(got, fmt.Sprint(key, r.Header))
			_, _ = io.WriteString(w, s.answer(someHits))
		})
		base := site(t, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, other+r.URL.RequestURI(), http.StatusTemporaryRedirect)
		})
		r := search(t, s.service, base, `{"query": "x"}`)
		switch {
		case s.secret == "":
			if !r.Result.OK || len(got) != 1 {
				t.Errorf("%s: the control fails: %+v", s.service, r.Result)
			}
		case len(got) > 0:
			t.Errorf("%s: the other site got requests: %q", s.service, got)
		default:
			failure(t, string(s.service), r, runtime.ExecutionFailed, "HTTP_307")
		}
	}
}

func TestConfiguration(t *testing.T) {
	live := site(t, func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, services[0].answer(someHits)) })
	for _, c := range []struct {
		reason string
		search web.Search
		want   bool
	}{
		{"no service", web.Search{}, false},
		{"an unknown service", web.Search{Service: "altavista"}, false},
		{"SearXNG", web.Search{Service: web.ServiceSearXNG, BaseURL: live + "/"}, true},
		{"SearXNG below a path", web.Search{Service: web.ServiceSearXNG, BaseURL: live + "/searx/"}, true},
		{"SearXNG without an address", web.Search{Service: web.ServiceSearXNG}, false},
		{"an address without scheme", web.Search{Service: web.ServiceSearXNG, BaseURL: "search.example.org"}, false},
		{"a file", web.Search{Service: web.ServiceSearXNG, BaseURL: "file:///tmp"}, false},
		{"a password in the address", web.Search{Service: web.ServiceSearXNG, BaseURL: "https://a:b@search.example.org"}, false},
		{"a key over http", web.Search{Service: web.ServiceBrave, BaseURL: "http://search.example.org"}, false},
		{"a key over http to a name that begins with localhost", web.Search{Service: web.ServiceBrave, BaseURL: "http://localhost.example.org"}, false},
		{"a key over http on this machine", web.Search{Service: web.ServiceTavily, BaseURL: live}, true},
		{"Brave's default address", web.Search{Service: web.ServiceBrave}, true},
	} {
		if got := c.search.Configured(); got != c.want {
			t.Errorf("%s: configured %t", c.reason, got)
		}
		if r := call(t, searchTool(&c.search), keys(), `{"query": "x"}`); !c.want && (r.Result.OK || r.Result.Code != runtime.NotAvailable) {
			t.Errorf("%s: %+v", c.reason, r.Result)
		} else if c.want && c.search.BaseURL != "" && !r.Result.OK {
			t.Errorf("%s: %s", c.reason, r.Result.Error)
		}
	}
	brave := searchTool(&web.Search{Service: web.ServiceBrave, BaseURL: live})
	failure(t, "no key", call(t, brave, nil, `{"query": "x"}`), runtime.NotAvailable, "NOT_CONFIGURED")
	failure(t, "a key with a line break", call(t, brave, map[string]string{"providers/brave/key": "two\nlines"}, `{"query": "x"}`), runtime.NotAvailable, "NOT_CONFIGURED")
	failure(t, "an empty key", call(t, brave, map[string]string{"providers/brave/key": ""}, `{"query": "x"}`), runtime.NotAvailable, "NOT_CONFIGURED")
}

func TestChoose(t *testing.T) {
	for _, c := range []struct {
		reason, searxng string
		keys            string
		want            web.Service
	}{
		{"nothing", "", "", ""},
		{"all of them", "https://search.example.org", "brave tavily exa", web.ServiceSearXNG},
		{"keys of all", "", "exa tavily brave", web.ServiceBrave},
		{"two keys", "", "exa tavily", web.ServiceTavily},
		{"one key", "", "exa", web.ServiceExa},
	} {
		has := func(reference string) bool {
			return strings.Contains(c.keys, strings.TrimSuffix(strings.TrimPrefix(reference, "providers/"), "/key"))
		}
		if s := web.Choose(c.searxng, has); s.Service != c.want || s.Configured() != (c.want != "") {
			t.Errorf("%s: %+v", c.reason, s)
		}
	}
	if s := web.Choose("", nil); s.Configured() {
		t.Error("configured without a service")
	}
}

// A policy without the host of the service refuses the search, and a dry run sends
// no request.
func TestSearchPolicyAndDryRun(t *testing.T) {
	base := site(t, func(http.ResponseWriter, *http.Request) { t.Error("the service got a request") })
	tool := searchTool(&web.Search{Service: web.ServiceExa, BaseURL: base})
	options := &runtime.Options{Backends: backends(keys())}
	r := toolstest.CallWith(t, options, tool, `{"query": "x"}`, &runtime.Turn{})
	failure(t, "no policy", r, runtime.NotAvailable, "network")
	r = toolstest.CallWith(t, options, tool, `{"query": "x"}`, &runtime.Turn{Policy: local, DryRun: true})
	if !r.Result.OK || !strings.Contains(r.Result.Value, "web_search would be called") {
		t.Errorf("%+v", r.Result)
	}
	for _, arguments := range []string{`{"query": "  "}`, `{"query": "x", "max_results": 21}`, `{"query": "` + strings.Repeat("x", 401) + `"}`} {
		if r := search(t, web.ServiceExa, base, arguments); r.Result.Code != runtime.InputInvalid {
			t.Errorf("%s: %+v", arguments, r.Result)
		}
	}
	closed, _ := url.Parse(rawServer(t, "", false))
	failure(t, "no answer", search(t, web.ServiceExa, closed.String(), `{"query": "x"}`), runtime.ExecutionFailed, "CONNECTION_LOST")
}

// A program that calls Find without MaxResults gets the default.
func TestFindDefaultMaxResults(t *testing.T) {
	var hits []web.Hit
	for i := range 12 {
		hits = append(hits, web.Hit{Title: "x", URL: fmt.Sprintf("https://example.org/%d", i)})
	}
	base := site(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, services[0].answer(hits)) })
	found, err := (&web.Search{Service: web.ServiceSearXNG, BaseURL: base}).Find(t.Context(), runtime.NewCall(nil, runtime.ToolCall{}), http.DefaultClient, nil, web.SearchArgs{Query: "q"})
	if err != nil || len(found.Results) != 8 {
		t.Errorf("%+v, %v", found, err)
	}
}
