package network

import (
	"errors"
	"math/rand/v2"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/capability"
)

// TestIntersection compares the hosts that a client can reach, for random declarations and policies, with
// a model: a host must be declared and allowed, and not denied.
func TestIntersection(t *testing.T) {
	list := []string{"a.com", "x.a.com", "y.x.a.com", "xa.com", "b.com", "x.b.com", "com", "c.org", "8.8.8.8", "8.8.4.4"}
	patterns := append([]string{"*", "*", "*.com", "*.a.com", "*.x.a.com", "*.b.com", "*.org"}, list...)
	random := rand.New(rand.NewPCG(21, 22))
	choose := func(max int) (chosen []string) {
		for range random.IntN(max + 1) {
			pattern := patterns[random.IntN(len(patterns))]
			chosen = append(chosen, []string{pattern, strings.ToUpper(pattern)}[random.IntN(2)])
		}
		return chosen
	}
	model := func(patterns []string, host string) bool {
		return slices.ContainsFunc(patterns, func(pattern string) bool {
			below, ok := strings.CutPrefix(strings.ToLower(pattern), "*")
			return below == host || ok && strings.HasSuffix(host, below)
		})
	}
	counts := map[bool]int{}
	for range 3000 {
		declared, policy := choose(3), capability.NetworkPolicy{Allow: choose(3), Deny: choose(2)}
		client, err := New(nil).Open(t.Context(), &capability.Request{Needs: &capability.Needs{Hosts: declared}, Network: policy})
		if err != nil {
			t.Fatal(err)
		}
		for _, host := range list {
			deniedAbove := slices.ContainsFunc(policy.Deny, func(d string) bool { return strings.EqualFold(d, "*."+host) })
			want := model(declared, host) && model(policy.Allow, host) && !model(policy.Deny, host) && !deniedAbove
			err := client.(*http.Client).Transport.(*guard).CheckHost(host+":443", netip.Addr{})
			if got := err == nil; got != want {
				t.Fatalf("%s, declared %q under %+v: %v, want %t", host, declared, policy, err, want)
			}
			counts[want]++
		}
	}
	if counts[true] < 1000 || counts[false] < 1000 {
		t.Errorf("reached: %v", counts)
	}
}

func TestNothingDeclared(t *testing.T) {
	_, err := New(nil).Open(t.Context(), &capability.Request{Network: capability.NetworkPolicy{Allow: []string{"*"}}})
	if _, ok := errors.AsType[*capability.Denied](err); !ok {
		t.Errorf("without needs: %v", err)
	}
}

// TestDeniedInAnotherSpelling denies an address in the spelling of IPv6.
func TestDeniedInAnotherSpelling(t *testing.T) {
	w := newFixture(t, Options{}, hello)
	for _, deny := range []string{"::ffff:93.184.216.34", "[::FFFF:5db8:d822]"} {
		client := w.client([]string{"*"}, capability.NetworkPolicy{Allow: []string{"*"}, Deny: []string{deny}})
		w.checkRefused(client, attempt{"by its address", "http://93.184.216.34/"}, attempt{"mapped", "http://[::ffff:93.184.216.34]/"}, attempt{"by name", "http://a.com/"})
		if got := w.answer(client, "http://b.com/"); got != "hello" {
			t.Errorf("the allowed request got %q", got)
		}
	}
}
