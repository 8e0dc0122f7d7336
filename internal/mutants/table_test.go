package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every fault can be put into the source as it is now: its text is in its
// file exactly once.
func TestEveryFaultHasItsText(t *testing.T) {
	for _, m := range mutants {
		file := m.file
		if !strings.Contains(file, "/") {
			file = "runtime/" + file
		}
		source, err := os.ReadFile(filepath.Join("..", "..", file))
		if err != nil {
			t.Errorf("%s: %v", m.name, err)
			continue
		}
		if n := strings.Count(string(source), m.from); n != 1 {
			t.Errorf("%s: the text is %d times in %s, want once", m.name, n, file)
		}
	}
}
