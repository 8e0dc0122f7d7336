package search_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/search"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
)

// A secret of which only a part is in the shown part of a long line is replaced.
func TestSecretsInLongLines(t *testing.T) {
	const secret = "ghp_abcdefghijklmnopqrstuvwxyz0123456789"
	for _, lead := range []int{20, 40, 59, 70, 150, 170, 200} {
		for _, gap := range []int{1, 100, 170} {
			line := strings.Repeat("-", 500) + secret + strings.Repeat(" ", lead) + "needle" + strings.Repeat(" ", gap) + secret + strings.Repeat("-", 500)
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte(line), 0o600); err != nil {
				t.Fatal(err)
			}
			registry := runtime.NewRegistry(&runtime.Options{Backends: &capability.Backends{Files: files.New(nil).Open}})
			if err := registry.Register(search.Tools()...); err != nil {
				t.Fatal(err)
			}
			turn := &runtime.Turn{WorkingDir: dir, Policy: runtime.Policy{Files: capability.FilePolicy{Read: []string{"."}}}}
			calls := []runtime.ToolCall{{ID: "1", Name: "search_files", Args: []byte(`{"query": "needle"}`)}}
			got := registry.ExecuteParallel(t.Context(), calls, turn)[0].Result
			all := got.Value + string(got.Structured)
			if !strings.Contains(all, "needle") {
				t.Fatalf("%s", all)
			}
			for n := 0; n+8 <= len(secret); n++ {
				if strings.Contains(all, secret[n:n+8]) {
					t.Fatalf("lead %d, gap %d: a part of the secret is shown: %s", lead, gap, all)
				}
			}
		}
	}
}

// A line of a private key is not shown without its first line.
func TestLinesOfPrivateKeys(t *testing.T) {
	text := "-----BEGIN PRIVATE KEY-----\n" + strings.Repeat(strings.Repeat("MIIEabcd", 8)+"\n", 20) + "-----END PRIVATE KEY-----\n"
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	call := runtime.NewCall(&runtime.Turn{WorkingDir: dir, Policy: runtime.Policy{Files: capability.FilePolicy{Read: []string{"."}}}}, runtime.ToolCall{Name: "search_files"})
	in, err := files.New(nil).Open(t.Context(), &capability.Request{
		Needs: &capability.Needs{Kinds: capability.KindRead}, WorkingDir: dir, Files: capability.FilePolicy{Read: []string{"."}},
	})
	if err != nil {
		t.Fatal(err)
	}
	got, err := search.Search(t.Context(), call, in, search.Args{Query: "abcd", ContextLines: 2})
	if err != nil || len(got.Matches) == 0 || strings.Contains(got.String(), "MIIE") {
		t.Errorf("%v %s", err, got)
	}
}
