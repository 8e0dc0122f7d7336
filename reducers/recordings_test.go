package reducers_test

import (
	"path/filepath"
	"strings"
	"testing"
)

// recording is a recorded output; see testdata/README.md for its fields.
type recording struct {
	name, command, made, text string
	exit                      string
	keep                      []string
}

// recordings returns all recordings in the order of their names.
func recordings(t testing.TB) (all []recording) {
	t.Helper()
	files, err := filepath.Glob("testdata/*/*.out")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		r := recording{name: strings.TrimSuffix(strings.TrimPrefix(filepath.ToSlash(file), "testdata/"), ".out"), text: readTestdata(t, file)}
		for line := range strings.Lines(readTestdata(t, strings.TrimSuffix(file, ".out")+".txt")) {
			key, value, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
			if !ok {
				t.Fatalf("%s: a line without a key: %q", r.name, line)
			}
			switch key {
			case "command":
				r.command = value
			case "made":
				r.made = value
			case "exit":
				r.exit = value
			case "keep":
				r.keep = append(r.keep, value)
			default:
				t.Fatalf("%s: unknown key %q", r.name, key)
			}
		}
		all = append(all, r)
	}
	return all
}
