package web_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/web"
	"github.com/toolgen/toolgen/runtime"
)

// The refusal of the URL of a call has no fence; that of a redirect has one, because a
// server chose its host.
func TestRefusalFence(t *testing.T) {
	own := fetch(t, "http://10.0.0.1/x", "")
	failure(t, "the URL of the call", own, runtime.NotAvailable, "network")
	if strings.Contains(own.Result.Error, "<untrusted") {
		t.Errorf("a fence around own words: %s", own.Result.Error)
	}
	redirect := fetch(t, site(t, http.RedirectHandler("http://obey.example/", http.StatusFound).ServeHTTP), web.Format(""))
	failure(t, "a redirect", redirect, runtime.NotAvailable, "network")
	if !strings.Contains(redirect.Result.Error, "<untrusted") {
		t.Errorf("no fence: %s", redirect.Result.Error)
	}
}
