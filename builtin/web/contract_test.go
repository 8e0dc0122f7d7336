package web_test

import (
	"fmt"
	"io"
	"net/http"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/toolgen/toolgen/builtin/web"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

func TestContract(t *testing.T) {
	base := site(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/search":
			_, _ = io.WriteString(w, services[0].answer(someHits))
		case "/missing":
			http.NotFound(w, r)
		case "/picture":
			_, _ = io.WriteString(w, "\x89PNG\r\n\x1a\n\x00\x00")
		default:
			_, _ = io.WriteString(w, "<title>T</title>"+body)
		}
	})
	for _, c := range []struct {
		tool           *runtime.Tool
		calls, invalid []string
	}{
		{web.Tools()[0],
			[]string{fmt.Sprintf(`{"url": "%s/"}`, base), fmt.Sprintf(`{"url": "%s/", "format": "text"}`, base), fmt.Sprintf(`{"url": "%s/missing"}`, base), fmt.Sprintf(`{"url": "%s/picture"}`, base)},
			[]string{`{}`, `{"url": ""}`, `{"url": 7}`, `{"url": "ftp://example.org/"}`, `{"url": "https://example.org/", "format": "pdf"}`}},
		{searchTool(&web.Search{Service: web.ServiceSearXNG, BaseURL: base}),
			[]string{`{"query": "x"}`},
			[]string{`{}`, `{"query": ""}`, `{"query": "x", "max_results": 0}`, `{"query": 7}`}},
	} {
		if err := toolstest.CheckTool(c.tool, &toolstest.ToolOptions{Registry: &runtime.Options{Backends: backends(nil)}, Turn: &runtime.Turn{Policy: local}, Calls: c.calls, Invalid: c.invalid, Grace: 10 * time.Second}); err != nil {
			t.Error(err)
		}
		if n := utf8.RuneCountInString(c.tool.Description); n > 200 {
			t.Errorf("%s: a description of %d characters", c.tool.Name, n)
		}
	}
}

// The registry is valid with a search service and without one.
func TestRegistry(t *testing.T) {
	for _, service := range []web.Service{web.ServiceBrave, ""} {
		registry := runtime.NewRegistry(&runtime.Options{Backends: backends(nil)})
		for _, tool := range append(web.Tools(), web.SearchTools(&web.Search{Service: service})...) {
			if err := registry.Register(tool); err != nil {
				t.Fatal(err)
			}
		}
		if err := toolstest.CheckRegistry(registry, local); err != nil {
			t.Error(err)
		}
	}
}
