//go:build unix

package files_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/toolgen/toolgen/internal/racetest"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
)

// TestIntersectionOfLinks uses links in the paths of policies and declarations. A call never reaches a file
// that the policy alone or the declaration alone does not reach.
func TestIntersectionOfLinks(t *testing.T) {
	f := newKnownTree(t)
	links := map[string]string{
		"ws/l1": "a", "ws/l2": "../out", "ws/l3": "$ROOT/ws/b/c", "ws/a/up": "..", "ws/a/b/side": "../../b", "ws/b/l4": "../l1/b", "ws/b/c/out": "$ROOT/out/a", "out/in": "../ws/b",
		"ws/a/b/c/file": "../../../b/f", "ws/l5": "l1/b/side/c", "ws/l6": "nowhere", "ws/b/a/top": "/",
	}
	for name, target := range links {
		f.link(name, target)
		f.dirs = append(f.dirs, f.at(name), f.at(name+"/b"), f.at(name+"/c"))
	}
	random := rand.New(rand.NewPCG(13, 17))
	backend := files.New(&files.Options{Mounts: true})
	reached, refused := 0, 0
	for range racetest.Fewer(100, 2) {
		m := &reachModel{read: f.choose(random, 2), write: append(f.choose(random, 1), f.at([]string{"ws", "ws/a", "ws/b", "out"}[random.IntN(4)])), declaredRead: f.choose(random, 2), declaredWrite: append(f.choose(random, 1), f.at([]string{"ws", "ws/b", "ws/l1", "ws/l3"}[random.IntN(4)])), writes: true}
		request := f.requestOf(random, m)
		got := f.reachedOperations(backend, request)
		policy, declaration := *request, *request
		policy.Needs = &allPaths
		declaration.Files = capability.FilePolicy{Write: []string{"/"}}
		byPolicy, byDeclaration := f.reachedOperations(backend, &policy), f.reachedOperations(backend, &declaration)
		for operation := range got {
			if !byPolicy[operation] || !byDeclaration[operation] {
				t.Fatalf("%s: by policy alone %t, by declaration alone %t: %+v under %+v", operation, byPolicy[operation], byDeclaration[operation], request.Needs, request.Files)
			}
		}
		reached += len(got)
		refused += len(byPolicy) - len(got)
	}
	t.Logf("%d operations succeeded, %d were refused because of the declaration", reached, refused)
	if reached < 100 || refused < 100 {
		t.Error("there are too few of them")
	}
}

// reachedOperations returns the operations that succeed, "read" or "write" with the content of the file. Some of the
// names lead through links.
func (f *knownTree) reachedOperations(backend *files.Backend, request *capability.Request) map[string]bool {
	f.t.Helper()
	all := make(map[string]bool)
	opened, err := backend.Open(f.t.Context(), request)
	if err != nil {
		if !isDenied(err) {
			f.t.Errorf("%+v: %v", request, err)
		}
		return all
	}
	names := slices.Clone(f.files)
	for _, dir := range f.dirs {
		names = append(names, dir+"/f", dir+"/a/f", dir+"/c/g")
	}
	for _, path := range names {
		name := f.name(path)
		content, err := opened.ReadFile(name)
		if err != nil {
			continue
		}
		all["read "+string(content)] = true
		if err := opened.Append(name, nil); err == nil {
			all["write "+string(content)] = true
		}
	}
	return all
}
