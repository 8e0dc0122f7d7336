package web_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/toolgen/toolgen/builtin/web"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/network"
	"github.com/toolgen/toolgen/runtime/capability/secrets"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

// site starts a server on a loopback address until the test ends.
func site(t testing.TB, handler http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL
}

// backends returns the real backends, with secrets.
func backends(values map[string]string) *capability.Backends {
	return &capability.Backends{
		Network: network.New(nil).Open,
		Secrets: secrets.New(&secrets.Options{Store: secrets.Map(values)}).Open,
	}
}

// local is a policy that allows servers on loopback addresses.
var local = runtime.Policy{Network: capability.NetworkPolicy{Allow: []string{"127.0.0.1:*", "localhost:*"}, AllowPrivate: true}}

// fetch calls fetch_url under the local policy.
func fetch(t testing.TB, url string, format web.Format) runtime.CallResult {
	t.Helper()
	return call(t, web.Tools()[0], nil, web.FetchArgs{URL: url, Format: format})
}

func call(t testing.TB, tool *runtime.Tool, values map[string]string, arguments any) runtime.CallResult {
	t.Helper()
	return toolstest.CallWith(t, &runtime.Options{Backends: backends(values)}, tool, arguments, &runtime.Turn{Policy: local})
}

// testdata returns the content of a file.
func testdata(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// staticHandler returns a handler that sends a body with a content type, or without one
// if it is empty.
func staticHandler(contentType string, body []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Content-Type"] = nil
		if contentType != "" {
			w.Header().Set("Content-Type", contentType)
		}
		_, _ = w.Write(body)
	}
}

// failure checks a failed result.
func failure(t testing.TB, why string, r runtime.CallResult, code runtime.Code, reason string) {
	t.Helper()
	if r.Result.OK || r.Result.Code != code || r.Result.Reason != reason {
		t.Errorf("%s: ok %t, code %q, reason %q, want %q, %q\n%s%s", why, r.Result.OK, r.Result.Code, r.Result.Reason, code, reason, r.Result.Value, r.Result.Error)
	}
}
