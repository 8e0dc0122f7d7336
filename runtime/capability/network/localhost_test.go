package network

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/capability"
)

// TestLocalhost reaches localhost. The hosts file has names without a dot. They are private, so the policy
// must name them and open private addresses.
func TestLocalhost(t *testing.T) {
	if found, err := net.DefaultResolver.LookupHost(t.Context(), "localhost"); err != nil || len(found) == 0 {
		t.Skipf("this machine has no localhost: %v", err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("here")) }))
	defer server.Close()
	url := strings.Replace(server.URL, "127.0.0.1", "localhost", 1)
	for _, test := range []struct {
		policy capability.NetworkPolicy
		want   bool
	}{
		{capability.NetworkPolicy{Allow: []string{"localhost:*"}, AllowPrivate: true}, true},
		{capability.NetworkPolicy{Allow: []string{"localhost:*"}}, false},
		{capability.NetworkPolicy{Allow: []string{"*:*"}, AllowPrivate: true}, false},
		{capability.NetworkPolicy{Allow: []string{"127.0.0.1:*"}, AllowPrivate: true}, false},
	} {
		backend := New(nil)
		client, err := backend.Open(t.Context(), &capability.Request{Needs: &capability.Needs{Kinds: capability.KindNetwork, Hosts: []string{"*"}}, Network: test.policy})
		if err != nil {
			t.Fatal(err)
		}
		response, err := client.(*http.Client).Get(url)
		if err == nil {
			_ = response.Body.Close()
		}
		if got := err == nil; got != test.want {
			t.Errorf("%+v: reached is %v, %v", test.policy, got, err)
		}
		backend.Close()
	}
}
