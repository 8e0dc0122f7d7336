//go:build unix

package files_test

import (
	"testing"

	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
)

// TestDeclaredEscapes runs the attempts of TestEscapes where the intersection of the policy and the
// declaration is the working directory, and one of the two is wider.
func TestDeclaredEscapes(t *testing.T) {
	for _, side := range []struct{ reason, policy, declared string }{
		{"the policy is wider", "$ROOT", "."},
		{"the policy is everything", "/", "$ROOT/ws"},
		{"the declaration is wider", ".", "$ROOT"},
		{"the declaration is everything", "$ROOT/ws", "/"},
	} {
		for _, c := range escapeClasses() {
			t.Run(side.reason+", "+c.name, func(t *testing.T) {
				w := newFixture(t)
				ops := c.prepare(w)
				request := w.request(capability.FilePolicy{Write: w.expand([]string{side.policy})})
				request.Needs.Write = w.expand([]string{side.declared})
				request.Needs.Read = request.Needs.Write
				w.checkRefused(w.open(files.New(nil), request), ops, c.attempts)
				w.checkWorks(w.open(files.New(nil), request), "sub/control.txt")
			})
		}
	}
}

// TestDeclaredLinks uses links that lead out of a declared path into what the policy opens, and out of a
// path of the policy into what the tool declares. All are refused.
func TestDeclaredLinks(t *testing.T) {
	for _, c := range []struct{ reason, policy, declared string }{
		{"out of the declaration", ".", "sub"},
		{"out of the policy", "sub", "."},
		{"out of both", "sub", "sub"},
		{"the declaration further in", "sub", "sub/deep"},
		{"the policy further in", "sub/deep", "sub"},
	} {
		t.Run(c.reason, func(t *testing.T) {
			w := newFixture(t)
			w.write("ws/closed/secret.txt", secret)
			for name, target := range map[string]string{
				"relative": "../../closed", "absolute": "$ROOT/ws/closed", "file": "../../closed/secret.txt", "out": "$ROOT/outside", "up": "../..", "chain": "relative", "back": "../../sub/deep/relative",
				"missing": "../../closed/new", "dots": "../deep/../../closed", "self": "../deep/self",
			} {
				w.link("ws/sub/deep/"+name, target)
			}
			w.link("ws/in", "sub/deep")
			request := w.request(capability.FilePolicy{Write: []string{c.policy}})
			request.Needs.Read, request.Needs.Write = []string{c.declared}, []string{c.declared}
			f := w.open(files.New(nil), request)
			before := w.content("ws/closed/secret.txt")
			w.checkRefused(f, append([]string{"WriteFile", "Append", "MkdirBelow", "Rename away"}, readers...), []escapeAttempt{
				{"a relative link", "sub/deep/relative/secret.txt"}, {"an absolute link", "sub/deep/absolute/secret.txt"}, {"a link to a file", "sub/deep/file"}, {"a link out of the working directory", "sub/deep/out/secret.txt"},
				{"a link to above", "sub/deep/up/closed/secret.txt"}, {"a chain", "sub/deep/chain/secret.txt"}, {"a link and back", "sub/deep/back/secret.txt"}, {"a missing target", "sub/deep/missing/x"}, {"dots", "sub/deep/dots/secret.txt"},
				{"a loop", "sub/deep/self"}, {"the directory next to it", "closed/secret.txt"}, {"through another link", "in/relative/secret.txt"}, {"absolute", "$ROOT/ws/closed/secret.txt"}, {"a new file next to it", "closed/new"},
			})
			if after := w.content("ws/closed/secret.txt"); after != before {
				t.Errorf("the closed file holds %q", after)
			}
			w.checkWorks(f, "sub/deep/control.txt")
		})
	}
}
