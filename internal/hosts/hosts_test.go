package hosts_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/hosts"
)

func TestCovers(t *testing.T) {
	for _, c := range []struct {
		reason, pattern, other string
		want                   bool
	}{
		{"the same name", "a.com", "a.com", true},
		{"in capitals", "A.com", "a.COM", true},
		{"with a dot at the end", "a.com.", "a.com", true},
		{"everything", "*", "a.com", true},
		{"everything and all names below one", "*", "*.a.com", true},
		{"everything and everything", "*", "*", true},
		{"a name below", "*.a.com", "x.a.com", true},
		{"a name far below", "*.a.com", "y.x.a.com", true},
		{"all names below a name below", "*.a.com", "*.x.a.com", true},
		{"the same pattern", "*.a.com", "*.A.com.", true},
		{"an address in brackets", "[::1]", "0:0::1", true},
		{"a mapped address", "::ffff:8.8.8.8", "8.8.8.8", true},
		{"the port of HTTP", "a.com", "a.com:80", true},
		{"the port of HTTPS", "*", "a.com:443", true},
		{"the same port", "*.a.com:8080", "x.a.com:8080", true},
		{"every port", "a.com:*", "a.com:8080", true},
		{"every port and the usual ones", "a.com:*", "a.com", true},
		{"a port of an IPv6 address", "[::1]:8080", "[0:0::1]:8080", true},
		{"every port of an IPv6 address", "[::1]:*", "::1", true},
		{"another port", "a.com", "a.com:8080", false},
		{"one port and the usual ones", "a.com:80", "a.com", false},
		{"the usual ports and every port", "a.com", "a.com:*", false},
		{"another IPv6 address", "::1", "::1:80", false},
		{"a port that is not valid", "a.com:*", "a.com:080", false},
		{"another name", "a.com", "b.com", false},
		{"the name itself is not below it", "*.a.com", "a.com", false},
		{"a name that ends so", "*.a.com", "xa.com", false},
		{"a name above", "*.x.a.com", "*.a.com", false},
		{"a name and all below it", "a.com", "*.a.com", false},
		{"a name and everything", "a.com", "*", false},
		{"all below a name, and everything", "*.com", "*", false},
		{"an empty pattern", "", "a.com", false},
		{"an empty pattern and an empty name", "", "", false},
		{"nothing below nothing", "*.", "a.com", false},
		{"an asterisk in a name", "a*.com", "ab.com", false},
		{"an empty name below", "*.a.com", ".a.com", false},
	} {
		if got := hosts.Covers(c.pattern, c.other); got != c.want {
			t.Errorf("%s: %q covers %q: %t", c.reason, c.pattern, c.other, got)
		}
	}
}

func TestReachable(t *testing.T) {
	for _, c := range []struct {
		reason, declared string
		allowed, denied  string
		want             bool
	}{
		{"the same", "a.com", "a.com", "", true},
		{"declared further in", "x.a.com", "*.a.com", "", true},
		{"allowed further in", "*.a.com", "x.a.com", "", true},
		{"all declared", "*", "a.com", "", true},
		{"all allowed", "a.com", "*", "", true},
		{"nothing allowed", "a.com", "", "", false},
		{"another host", "a.com", "b.com *.a.com", "", false},
		{"denied", "a.com", "*", "a.com", false},
		{"denied by the names below it, too", "a.com", "*", "*.a.com", false},
		{"everything denied", "*", "* a.com", "*", false},
		{"a part of it denied", "*.a.com", "*", "x.a.com", true},
		{"what is allowed of it denied", "*.a.com", "x.a.com", "x.a.com", false},
		{"what is allowed of it denied, but for one", "*.a.com", "x.a.com y.a.com", "x.a.com", true},
		{"one denied of all", "*", "*", "a.com", true},
		{"a declared port", "a.com:8080", "a.com:*", "", true},
		{"a declared port that is not allowed", "a.com:8080", "a.com", "", false},
		{"all declared, and a port allowed", "*", "a.com:8080", "", true},
		{"a port of all names", "*.a.com:8080", "x.a.com:*", "", true},
		{"a port denied", "a.com", "*", "a.com:80", true},
		{"both ports denied", "a.com", "*", "a.com:80 a.com:443", false},
		{"every port denied", "a.com:8080", "*:*", "a.com", false},
		{"a port of all denied", "a.com:8080", "*:*", "*:8080", false},
	} {
		if got := hosts.Reachable(c.declared, strings.Fields(c.allowed), strings.Fields(c.denied)); got != c.want {
			t.Errorf("%s: %t", c.reason, got)
		}
	}
}

// TestReachableIsSomeHost compares Reachable with a search through all hosts of a small set. On each level the
// set has one name, z, that no pattern contains; it represents all other names.
func TestReachableIsSomeHost(t *testing.T) {
	labels := []string{"a", "b", "c", "z"}
	var world, patterns []string
	for _, x := range labels {
		for _, y := range labels {
			for _, z := range labels {
				world = append(world, x, x+"."+y, x+"."+y+"."+z, "z."+x+"."+y+"."+z)
			}
		}
	}
	slices.Sort(world)
	world = slices.Compact(world)
	for _, host := range world {
		if !strings.Contains(host, "z") {
			patterns = append(patterns, host, "*."+host)
		}
	}
	patterns = append(patterns, "*", "*", "*", "*")
	random := rand.New(rand.NewPCG(1, 2))
	choose := func(max int) (list []string) {
		for range random.IntN(max + 1) {
			list = append(list, patterns[random.IntN(len(patterns))])
		}
		return list
	}
	reached := 0
	for range 20_000 {
		declared, allowed, denied := patterns[random.IntN(len(patterns))], choose(6), choose(2)
		want := slices.ContainsFunc(world, func(host string) bool {
			return matchesOne([]string{declared}, host) && matchesOne(allowed, host) && !deniedHost(denied, host)
		})
		if want {
			reached++
		}
		if got := hosts.Reachable(declared, allowed, denied); got != want {
			t.Fatalf("%q, allowed %q, denied %q: %t", declared, allowed, denied, got)
		}
	}
	if reached < 2000 || reached > 18_000 {
		t.Errorf("%d of 20000 are reached", reached)
	}
}

func matchesOne(patterns []string, host string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		below, ok := strings.CutPrefix(pattern, "*")
		return pattern == host || ok && strings.HasSuffix(host, below)
	})
}

func deniedHost(denied []string, host string) bool {
	return matchesOne(denied, host) || slices.Contains(denied, "*."+host)
}
