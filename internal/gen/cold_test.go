package gen_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/internal/gen"
)

// coldSource has tools with many types of the standard library, and a package of another
// module.
var coldSource = map[string]string{
	"go.mod": "module example.com/app\n\ngo 1.26\n\nrequire example.com/other v0.0.0\n\nreplace example.com/other => ./other\n",
	"a/a.go": `package a

import (
	"context"
	"encoding/json"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"net/netip"
	"regexp"
	"time"

	"example.com/other"
)

// Args are arguments.
type Args struct {
	//tool:schema {"type": "string"}
	Level slog.Level
	//tool:schema {"type": "integer"}
	Big     *big.Int
	Address netip.Addr
	IP      net.IP
	Pattern *regexp.Regexp
	After   time.Time
	Pause   time.Duration
	//tool:any
	Raw     json.RawMessage
	Month   time.Month
	Other   other.T
	other.Embedded
}

// F does it.
//
//tool:register
//tool:network example.com
func F(ctx context.Context, client *http.Client, args Args) (netip.Prefix, error) { return netip.Prefix{}, nil }
`,
	"other/go.mod":   "module example.com/other\n\ngo 1.26\n",
	"other/other.go": "package other\n\nimport \"os/user\"\n\n// T is a user.\ntype T struct {\n\t// The user.\n\tUser user.User\n}\n\n// Embedded has fields.\ntype Embedded struct{ Deep []time }\n\ntype time = string\n",
}

// TestColdBuildCache compares a run with an empty build cache, which reads packages of the
// standard library from source, with a run with export data. It checks that the go command
// compiled nothing.
func TestColdBuildCache(t *testing.T) {
	t.Setenv("GOWORK", "off")
	dir := t.TempDir()
	write(t, dir, coldSource)
	config := gen.Config{Dir: dir, Patterns: []string{"./..."}}
	files, diagnostics, err := gen.Generate(t.Context(), config)
	if err != nil || len(diagnostics) > 0 || len(files) != 1 {
		t.Fatal(len(files), diagnostics, err)
	}
	empty := t.TempDir()
	config.Env = append(os.Environ(), "GOCACHE="+empty)
	cold, diagnostics, err := gen.Generate(t.Context(), config)
	if diff := cmp.Diff(files, cold); diff != "" || err != nil || len(diagnostics) > 0 {
		t.Errorf("%v, %v, -warm +cold\n%s", err, diagnostics, diff)
	}
	if compiled := archives(t, empty); compiled > 0 {
		t.Errorf("the go command compiled %d packages", compiled)
	}
	if archives(t, goCache(t)) == 0 {
		t.Error("the build cache of the test has no compiled packages")
	}
}

// goCache returns the directory of the build cache.
func goCache(t *testing.T) string {
	t.Helper()
	if dir := os.Getenv("GOCACHE"); dir != "" {
		return dir
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		t.Skip(err)
	}
	return filepath.Join(dir, "go-build")
}

// archives returns the number of compiled packages in a build cache.
func archives(t *testing.T, dir string) (count int) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, "-d") || count > 0 {
			return err
		}
		content, err := os.ReadFile(path)
		if bytes.HasPrefix(content, []byte("!<arch>\n")) {
			count++
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return count
}
