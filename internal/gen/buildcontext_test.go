package gen

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// The key of a run depends on the flags of the C compiler, in the environment and in the file of "go env -w".
func TestKeyDependsOnFlagsOfC(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "env")
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(dir, "go.mod"), "module example.com/keys\n\ngo 1.26\n")
	key := func(variables ...string) string {
		t.Helper()
		config := Config{Dir: dir, Patterns: []string{"./..."}, Env: append(os.Environ(), append(variables, "GOENV="+file)...)}
		build := newBuildContext(context.Background(), config)
		if build == nil {
			t.Fatal("there is no build context")
		}
		hash := build.key(config, "generate")
		return string(hash[:])
	}
	before := key()
	if key() != before {
		t.Error("the key of the same run differs")
	}
	for _, variable := range cVariables {
		if key(variable+"=-DX=1") == before {
			t.Errorf("the key does not depend on %s", variable)
		}
	}
	write(file, "CGO_CFLAGS=-DX=2\n")
	if key() == before {
		t.Error("the key does not depend on the file GOENV")
	}
}
