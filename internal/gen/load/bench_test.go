package load_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/toolgen/toolgen/internal/gen/load"
)

// manyPackages is the number of packages in the module of the benchmark.
const manyPackages = 50

// BenchmarkLoad compares the loader with one call of packages.Load for the same
// packages, which type-checks them with export data. The build cache is warm.
// Both measurements include the runs of the go command.
func BenchmarkLoad(b *testing.B) {
	dir := manyPackagesModule(b)
	b.Run("load", func(b *testing.B) {
		for b.Loop() {
			loaded, _, err := load.New(load.Config{}).Load(b.Context(), dir, "./...")
			if err != nil || len(loaded) != manyPackages {
				b.Fatalf("loaded %d packages: %v", len(loaded), err)
			}
		}
	})
	b.Run("packages", func(b *testing.B) {
		const mode = packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes |
			packages.NeedTypesInfo | packages.NeedImports | packages.NeedModule
		for b.Loop() {
			loaded, err := packages.Load(&packages.Config{Context: b.Context(), Dir: dir, Mode: mode}, "./...")
			if err != nil || len(loaded) != manyPackages {
				b.Fatalf("loaded %d packages: %v", len(loaded), err)
			}
		}
	})
}

// manyPackagesModule writes a module with packages that import each other and
// packages of the standard library, including net/http, which has many
// dependencies.
func manyPackagesModule(b *testing.B) (dir string) {
	dir = b.TempDir()
	write(b, filepath.Join(dir, "go.mod"), "module example.com/many\n\ngo 1.26\n")
	for i := range manyPackages {
		var imports, fields strings.Builder
		for j := max(0, i-2); j < i; j++ {
			fmt.Fprintf(&imports, "\t\"example.com/many/p%d\"\n", j)
			fmt.Fprintf(&fields, "\tP%d *p%d.Args `json:\"p%d,omitzero\"`\n", j, j, j)
		}
		source := strings.NewReplacer("PACKAGE", fmt.Sprintf("p%d", i), "IMPORTS", imports.String(), "FIELDS", fields.String()).Replace(manySource)
		write(b, filepath.Join(dir, fmt.Sprintf("p%d", i), "tools.go"), source)
	}
	return dir
}

func write(tb testing.TB, name, content string) {
	tb.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		tb.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
		tb.Fatal(err)
	}
}

const manySource = "package PACKAGE\n" + `
import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
IMPORTS)

// Args are the arguments.
type Args struct {
	Query string
	Since time.Time
FIELDS}

// Fetch fetches something.
//
//tool:register
func Fetch(ctx context.Context, client *http.Client, args Args) (string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, args.Query, nil)
	if err != nil {
		return "", fmt.Errorf("fetching: %w", err)
	}
	response, err := client.Do(request)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	data, err := json.Marshal(args)
	return string(data), err
}
`
