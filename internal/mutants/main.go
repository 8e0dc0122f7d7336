// Command mutants puts faults into the runtime's source, one at a time, and
// shows that a test catches each. It changes no file: the go command takes the
// faulty source in the place of the real one (go help build, -overlay).
//
// Run it in the module's root; names of faults as arguments select. It exits
// with 1 when a fault is not caught, and when one cannot be put in, because the
// source has changed.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	dir, err := os.MkdirTemp("", "mutants-*")
	if err != nil {
		fail(err)
	}
	defer os.RemoveAll(dir)
	if err := run(dir, os.Args[1:]); err != nil {
		os.RemoveAll(dir)
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "mutants:", err)
	os.Exit(1)
}

// run tries the selected faults, all if none is selected.
func run(dir string, selected []string) error {
	escaped, tried := 0, 0
	for _, m := range mutants {
		if len(selected) > 0 && !slices.Contains(selected, m.name) {
			continue
		}
		tried++
		caught, err := m.try(dir)
		switch {
		case err != nil:
			return fmt.Errorf("%s: %w", m.name, err)
		case caught:
			fmt.Printf("caught   %-28s by %s\n", m.name, m.test)
		default:
			escaped++
			fmt.Printf("ESCAPED  %-28s %s passes all the same\n", m.name, m.test)
		}
	}
	if escaped > 0 {
		return fmt.Errorf("%d of %d faults are not caught", escaped, tried)
	}
	fmt.Printf("%d faults, all caught\n", tried)
	return nil
}

// mutant is one fault: in the file, the text from, which stands there once,
// becomes the text to. The test, as go test -run takes it, must catch it.
type mutant struct {
	name, file, from, to, test string
}

// try reports whether the test fails with the fault in place.
func (m mutant) try(dir string) (caught bool, err error) {
	overlay, err := m.overlay(dir)
	if err != nil {
		return false, err
	}
	anchored := "^" + strings.ReplaceAll(m.test, "/", "$/^") + "$"
	output, err := exec.Command("go", "test", "-short", "-count=1", "-timeout=120s", "-overlay", overlay, "-run", anchored, "./runtime").CombinedOutput()
	var exit *exec.ExitError
	switch text := string(output); {
	case err == nil && strings.Contains(text, "no tests to run"):
		return false, fmt.Errorf("there is no test %s", m.test)
	case err == nil:
		return false, nil
	case !errors.As(err, &exit):
		return false, err
	case strings.Contains(text, "[build failed]") || strings.Contains(text, "[setup failed]"):
		return false, fmt.Errorf("the faulty source does not build:\n%s", text)
	}
	return true, nil
}

// overlay writes the faulty source, and the file that puts it in place.
func (m mutant) overlay(dir string) (path string, err error) {
	original, err := filepath.Abs(filepath.Join("runtime", m.file))
	if err != nil {
		return "", err
	}
	source, err := os.ReadFile(original)
	if err != nil {
		return "", err
	}
	if n := strings.Count(string(source), m.from); n != 1 {
		return "", fmt.Errorf("%s has the text %q %d times, want once; bring internal/mutants up to date", m.file, m.from, n)
	}
	faulty := filepath.Join(dir, m.file)
	if err := os.WriteFile(faulty, []byte(strings.Replace(string(source), m.from, m.to, 1)), 0o600); err != nil {
		return "", err
	}
	content, err := json.Marshal(map[string]map[string]string{"Replace": {original: faulty}})
	if err != nil {
		return "", err
	}
	path = filepath.Join(dir, "overlay.json")
	return path, os.WriteFile(path, content, 0o600)
}
