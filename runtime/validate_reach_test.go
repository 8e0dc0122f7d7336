//go:build unix

package runtime_test

import (
	"errors"
	"math/rand/v2"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	filebackend "github.com/toolgen/toolgen/runtime/capability/files"
	"github.com/toolgen/toolgen/runtime/capability/network"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

// reachProblems returns the problems of a tool with these needs.
func reachProblems(t *testing.T, needs capability.Needs, turn *runtime.Turn) (problems []runtime.PolicyError) {
	t.Helper()
	registry := newRegistry(t, &runtime.Options{Backends: backends(toolstest.NewFS(nil))}, runtime.Tool{Name: "x", Needs: &needs})
	errs := registry.ValidateTurn(turn)
	if turn.WorkingDir == "" {
		errs = registry.Validate(turn.Policy)
	}
	for _, err := range errs {
		problem, ok := errors.AsType[*runtime.PolicyError](err)
		if !ok {
			t.Fatalf("%v is no *PolicyError", err)
		}
		problems = append(problems, *problem)
	}
	return problems
}

// TestValidateNames compares the texts of the problems.
func TestValidateNames(t *testing.T) {
	const r, w, rw, n = capability.KindRead, capability.KindWrite, capability.KindRead | capability.KindWrite, capability.KindNetwork
	for _, c := range []struct {
		reason string
		needs  capability.Needs
		dir    string
		policy runtime.Policy
		want   []string
	}{
		{"a path that is not allowed", capability.Needs{Kinds: w, Write: []string{"data/out"}}, "", filePolicy("", "docs", ""), []string{`tool x: writes "data/out", but Policy.Files.Write allows only "docs"`}},
		{"a path in an allowed one", capability.Needs{Kinds: w, Write: []string{"data/out"}}, "", filePolicy("", "data", ""), nil},
		{"an allowed path in a declared one", capability.Needs{Kinds: w, Write: []string{"data"}}, "", filePolicy("", "data/out", ""), nil},
		{"one path of three", capability.Needs{Kinds: w, Write: []string{"a", "b", "c"}}, "", filePolicy("", "a/x c", ""), []string{`tool x: writes "b", but Policy.Files.Write allows only "a/x", "c"`}},
		{"reading a path that is allowed for writing", capability.Needs{Kinds: r, Read: []string{"a", "b"}}, "", filePolicy("c", "a", ""), []string{`tool x: reads "b", but Policy.Files.Read and Policy.Files.Write allow only "c", "a"`}},
		{"writing a path that is allowed for reading", capability.Needs{Kinds: rw, Read: []string{"a"}, Write: []string{"b"}}, "", filePolicy("a b", "", ""), []string{`tool x: writes "b", but Policy.Files.Write allows nothing`}},
		{"no path declared", capability.Needs{Kinds: rw}, "", filePolicy("a", "", ""), []string{`tool x: writes files, but Policy.Files.Write allows none`}},
		{"no path allowed", capability.Needs{Kinds: rw}, "", runtime.Policy{}, []string{`tool x: reads files, but Policy.Files.Read and Policy.Files.Write allow none`, `tool x: writes files, but Policy.Files.Write allows none`}},
		{"no path allowed, and paths declared", capability.Needs{Kinds: r, Read: []string{"a", "b"}}, "", runtime.Policy{}, []string{`tool x: reads "a", but Policy.Files.Read and Policy.Files.Write allow nothing`, `tool x: reads "b", but Policy.Files.Read and Policy.Files.Write allow nothing`}},
		{"a path that is denied", capability.Needs{Kinds: w, Write: []string{"data/out"}}, "", filePolicy("", ".", "data"), []string{`tool x: writes "data/out", but Policy.Files.Deny denies "data"`}},
		{"all allowed parts are denied", capability.Needs{Kinds: w, Write: []string{"data"}}, "", filePolicy("", "data/a data/b", "data/a data/b"), []string{`tool x: writes "data", but Policy.Files.Deny denies "data/a", "data/b"`}},
		{"a part of it is denied", capability.Needs{Kinds: w, Write: []string{"data"}}, "", filePolicy("", "data/a data/b", "data/b data/a/x"), nil},
		{"an empty path", capability.Needs{Kinds: r, Read: []string{""}}, "", filePolicy(".", "", ""), []string{`tool x: reads "", but an empty text is not valid`}},
		{"paths that start alike", capability.Needs{Kinds: r, Read: []string{"docs"}}, "", filePolicy("docs2 doc", "", ""), []string{`tool x: reads "docs", but Policy.Files.Read and Policy.Files.Write allow only "docs2", "doc"`}},
		{"dots", capability.Needs{Kinds: r, Read: []string{"./a/../docs/.", "a/../../x"}}, "", filePolicy("docs/", "", ""), nil},

		{"an absolute path in no absolute one", capability.Needs{Kinds: r, Read: []string{"/etc/hosts"}}, "", filePolicy("docs /srv", "", ""), []string{`tool x: reads "/etc/hosts", but Policy.Files.Read and Policy.Files.Write allow only "docs", "/srv"`}},
		{"an absolute path in an absolute one", capability.Needs{Kinds: r, Read: []string{"/srv/data"}}, "", filePolicy("docs /srv", "", ""), nil},
		{"an allowed path with a slash at its end", capability.Needs{Kinds: r, Read: []string{"/srv/toolgen/data/x"}}, "", filePolicy("/srv/toolgen/data/", "", ""), nil},
		{"a path next to one with a slash at its end", capability.Needs{Kinds: r, Read: []string{"/srv/toolgen/x"}}, "", filePolicy("/srv/toolgen/data/", "", ""), []string{`tool x: reads "/srv/toolgen/x", but Policy.Files.Read and Policy.Files.Write allow only "/srv/toolgen/data/"`}},
		{"a denied path with a slash at its end", capability.Needs{Kinds: r, Read: []string{"/srv/toolgen/data/x"}}, "", filePolicy("/srv", "", "/srv/toolgen/data/"), []string{`tool x: reads "/srv/toolgen/data/x", but Policy.Files.Deny denies "/srv/toolgen/data/"`}},
		{"a relative path, where it is not known", capability.Needs{Kinds: r, Read: []string{"docs"}}, "", filePolicy("/srv", "", ""), nil},
		{"a relative path, where it is known", capability.Needs{Kinds: r, Read: []string{"docs"}}, "/home", filePolicy("/srv", "", ""), []string{`tool x: reads "docs", but Policy.Files.Read and Policy.Files.Write allow only "/srv"`}},
		{"a relative path in an absolute one", capability.Needs{Kinds: r, Read: []string{"docs"}}, "/srv", filePolicy("/srv", "", ""), nil},
		{"an absolute path in a relative one", capability.Needs{Kinds: r, Read: []string{"/srv/docs/x"}}, "/srv", filePolicy("docs", "", ""), nil},
		{"an absolute path next to a relative one", capability.Needs{Kinds: r, Read: []string{"/srv/src"}}, "/srv", filePolicy("docs", "", ""), []string{`tool x: reads "/srv/src", but Policy.Files.Read and Policy.Files.Write allow only "docs"`}},
		{"dots out of the working directory", capability.Needs{Kinds: r, Read: []string{"../b"}}, "/srv/a", filePolicy(".", "", ""), []string{`tool x: reads "../b", but Policy.Files.Read and Policy.Files.Write allow only "."`}},
		{"dots out of it and back", capability.Needs{Kinds: r, Read: []string{"../a/docs"}}, "/srv/a", filePolicy(".", "", ""), nil},
		{"denied by an absolute path", capability.Needs{Kinds: r, Read: []string{"docs"}}, "/srv/a", filePolicy(".", "", "/srv/a/docs"), []string{`tool x: reads "docs", but Policy.Files.Deny denies "/srv/a/docs"`}},

		{"a host that is not allowed", capability.Needs{Kinds: n, Hosts: []string{"a.com", "b.com"}}, "", hostPolicy("b.com", ""), []string{`tool x: connects to "a.com", but Policy.Network.Allow allows only "b.com"`}},
		{"a host that is denied", capability.Needs{Kinds: n, Hosts: []string{"a.com"}}, "", hostPolicy("*", "*.a.com"), []string{`tool x: connects to "a.com", but Policy.Network.Deny denies "*.a.com"`}},
		{"all hosts", capability.Needs{Kinds: n, Hosts: []string{"*"}}, "", hostPolicy("b.com", ""), nil},
		{"all hosts, none allowed", capability.Needs{Kinds: n, Hosts: []string{"*"}}, "", hostPolicy("", ""), []string{`tool x: connects to "*", but Policy.Network.Allow allows nothing`}},
		{"names below another", capability.Needs{Kinds: n, Hosts: []string{"*.a.com", "*.b.com"}}, "", hostPolicy("x.a.com a.com b.com", ""), []string{`tool x: connects to "*.b.com", but Policy.Network.Allow allows only "x.a.com", "a.com", "b.com"`}},
		{"an address in another spelling", capability.Needs{Kinds: n, Hosts: []string{"[::1]"}}, "", hostPolicy("0::1", ""), nil},
		{"no host declared", capability.Needs{Kinds: n}, "", hostPolicy("*", ""), []string{`tool x: connects to hosts, but declares none`}},
	} {
		var got []string
		for _, problem := range reachProblems(t, c.needs, &runtime.Turn{Policy: c.policy, WorkingDir: c.dir}) {
			got = append(got, problem.Error())
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.reason, diff)
		}
	}
}

func filePolicy(read, write, deny string) runtime.Policy {
	return runtime.Policy{Files: runtime.FilePolicy{Read: strings.Fields(read), Write: strings.Fields(write), Deny: strings.Fields(deny)}}
}

func hostPolicy(allow, deny string) runtime.Policy {
	return runtime.Policy{Network: runtime.NetworkPolicy{Allow: strings.Fields(allow), Deny: strings.Fields(deny)}}
}

// TestValidateFields compares the fields of the problems.
func TestValidateFields(t *testing.T) {
	needs := capability.Needs{
		Kinds: capability.KindRead | capability.KindWrite | capability.KindNetwork | capability.KindProcess,
		Read:  []string{"docs", "src"}, Write: []string{"out", "docs"}, Hosts: []string{"a.com", "b.com"}, Binaries: []string{"git"},
	}
	policy := runtime.Policy{Files: runtime.FilePolicy{Read: []string{"docs"}, Write: []string{"tmp"}}, Network: runtime.NetworkPolicy{Allow: []string{"a.com"}}}
	registry := newRegistry(t, &runtime.Options{Backends: &capability.Backends{Files: filebackend.New(nil).Open, Network: network.New(nil).Open}}, runtime.Tool{Name: "x", Needs: &needs})
	want := []runtime.PolicyError{
		{Tool: "x", Capability: capability.KindProcess},
		{Tool: "x", Capability: capability.KindRead, Path: "src", Partial: true},
		{Tool: "x", Capability: capability.KindWrite, Path: "out"},
		{Tool: "x", Capability: capability.KindWrite, Path: "docs"},
		{Tool: "x", Capability: capability.KindNetwork, Host: "b.com", Partial: true},
	}
	for _, errs := range [][]error{registry.Validate(policy), registry.ValidateTurn(&runtime.Turn{Policy: policy, WorkingDir: t.TempDir()})} {
		var got []runtime.PolicyError
		for _, err := range errs {
			problem := *err.(*runtime.PolicyError)
			problem.Problem = ""
			got = append(got, problem)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	if errs := registry.ValidateTurn(nil); len(errs) != len(registry.Validate(runtime.Policy{})) || len(errs) == 0 {
		t.Errorf("of no turn: %v", errs)
	}
}

// TestValidateEqualsFiles compares the problems with what the file backend
// allows, for random paths and symbolic links.
func TestValidateEqualsFiles(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"ws/a/b/c", "ws/b/a", "ws/ab", "out/a/b"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range map[string]string{"linked": "ws", "ws/l": "a", "ws/b/l": "../a/b"} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	links := []string{"l", "l/b", "b/l", "b/l/c", filepath.Join(dir, "linked"), filepath.Join(dir, "linked/a")}
	paths := []string{".", "a", "a/b", "a/b/c", "a/new", "b", "b/a", "ab", "..", "../ws/a", "../out", "../out/a", "new", "new/x"}
	for _, name := range []string{"", "ws", "ws/a", "ws/a/b", "out", "out/a/b", "ws/b/new"} {
		paths = append(paths, filepath.Join(dir, name))
	}
	random := rand.New(rand.NewPCG(3, 5))
	backend, reported, opened := filebackend.New(nil), 0, 0
	for i := range 2000 {
		from := paths
		if i%2 == 0 {
			from = slices.Concat(paths, links)
		}
		choose := func(max int) (list []string) {
			for range random.IntN(max + 1) {
				list = append(list, from[random.IntN(len(from))])
			}
			return list
		}
		policy := runtime.Policy{Files: runtime.FilePolicy{Read: choose(2), Write: choose(2)}}
		for _, working := range []string{"ws", "linked"} {
			needs := capability.Needs{Kinds: capability.KindRead, Read: append(choose(2), ".")}
			turn := &runtime.Turn{Policy: policy, WorkingDir: filepath.Join(dir, working)}
			problems := reachProblems(t, needs, turn)
			for _, declared := range needs.Read {
				_, err := backend.Open(t.Context(), &capability.Request{Needs: &capability.Needs{Kinds: capability.KindRead, Read: []string{declared}}, WorkingDir: turn.WorkingDir, Files: policy.Files})
				closed := slices.ContainsFunc(problems, func(p runtime.PolicyError) bool { return p.Path == declared })
				// Validate does not detect that a link leads from one path of the
				// policy to another.
				if closed && err == nil || !closed && err != nil && !slices.Contains(links, declared) {
					t.Fatalf("%q in %s under %+v: reported %t, opened with %v", declared, working, policy.Files, closed, err)
				}
				if closed {
					reported++
				} else {
					opened++
				}
			}
			if i%2 == 0 {
				continue
			}
			for _, p := range reachProblems(t, needs, &runtime.Turn{Policy: policy}) {
				if !filepath.IsAbs(p.Path) && !slices.ContainsFunc(problems, func(q runtime.PolicyError) bool { return q.Path == p.Path }) {
					t.Fatalf("%q under %+v: without links, it is reported without a working directory only", p.Path, policy.Files)
				}
			}
		}
	}
	if t.Logf("%d reported, %d opened", reported, opened); reported < 500 || opened < 500 {
		t.Error("there are too few of them")
	}
}

// TestValidateEqualsNetwork compares the problems with the hosts that the
// network backend allows. Names with a z represent all names that no pattern
// contains.
func TestValidateEqualsNetwork(t *testing.T) {
	hosts := []string{"a.com", "x.a.com", "y.x.a.com", "z.a.com", "z.x.a.com", "z.y.x.a.com", "b.com", "z.b.com", "z.com", "c.org", "z.org", "z.c.org", "z.z", "93.184.216.34"}
	patterns := []string{"*", "a.com", "A.com.", "*.a.com", "x.a.com", "*.x.a.com", "y.x.a.com", "b.com", "*.b.com", "*.com", "c.org", "*.org", "93.184.216.34", "::ffff:93.184.216.34"}
	random := rand.New(rand.NewPCG(8, 9))
	choose := func(max int) (list []string) {
		for range random.IntN(max + 1) {
			list = append(list, patterns[random.IntN(len(patterns))])
		}
		return list
	}
	backend := network.New(nil)
	counts := map[bool]int{}
	for range 3000 {
		policy := runtime.NetworkPolicy{Allow: choose(3), Deny: choose(2)}
		declared := patterns[random.IntN(len(patterns))]
		needs := capability.Needs{Kinds: capability.KindNetwork, Hosts: []string{declared}}
		client, err := backend.Open(t.Context(), &capability.Request{Needs: &needs, Network: policy})
		if err != nil {
			t.Fatal(err)
		}
		checker := client.(*http.Client).Transport.(interface {
			CheckHost(hostPort string, address netip.Addr) error
		})
		reached := slices.ContainsFunc(hosts, func(host string) bool { return checker.CheckHost(host+":443", netip.Addr{}) == nil })
		problems := reachProblems(t, needs, &runtime.Turn{Policy: runtime.Policy{Network: policy}})
		if reported := len(problems) > 0; reported == reached {
			t.Fatalf("%q under %+v: reported %v, reached %t", declared, policy, problems, reached)
		}
		counts[reached]++
	}
	if counts[true] < 300 || counts[false] < 300 {
		t.Errorf("reached: %v", counts)
	}
}
