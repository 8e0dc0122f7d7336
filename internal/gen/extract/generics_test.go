package extract_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/extract"
)

// TestRandomGenerics extracts tools with random generic types as arguments and
// results. The extraction of each package must end, also for types with infinitely
// many instances.
func TestRandomGenerics(t *testing.T) {
	root := writeModule(t)
	for seed := range uint64(60) {
		declarations := extract.RandomGenerics(rand.New(rand.NewPCG(seed, 0)))
		source := fmt.Sprintf("package p%d\n\n%s\n// Args are the arguments.\ntype Args struct {\n\tA *Instance\n\tF0 G0[%s]\n}\n\n"+
			"// Instance is one.\ntype Instance struct{ G0[%[3]s] }\n\n// Use uses them.\n//\n//tool:register\nfunc Use(args Args) (result *Instance) { return nil }\n\n"+
			"var missing = notGenerated() // the type checker does not look for cycles then\n",
			seed, declarations, []string{"int", "int, string"}[countParameters(declarations)-1])
		writeFile(t, filepath.Join(root, fmt.Sprintf("p%d", seed), "p.go"), []byte(source))
	}
	extracted := make(chan []diag.Diagnostic, 1)
	go func() {
		_, diagnostics := extractModule(t, root, "./...")
		extracted <- diagnostics
	}()
	select {
	case diagnostics := <-extracted:
		if len(diagnostics) == 0 {
			t.Error("no package has a cycle")
		}
	case <-time.After(time.Minute):
		t.Fatal("the extraction does not end")
	}
}

// countParameters returns the number of type parameters of G0.
func countParameters(declarations string) int {
	if declarations[:len("type G0[T, ")] == "type G0[T, " {
		return 2
	}
	return 1
}
