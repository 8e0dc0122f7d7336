// Command mutants puts faults into the source of the runtime and of the packages
// that it uses, one at a time, and checks that a test catches each. It changes no
// file: the go command reads the faulty source in place of the real one (see
// -overlay in go help build).
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

// mutant is one fault: in the file, the text from, which occurs once, is replaced
// by the text to. The test, in the form of go test -run, must fail then.
//
// The file is a path from the root of the module; a name without a directory is a
// file of package runtime. The test is in the directory of the file, or, in the
// form "directory:test", in that directory.
type mutant struct {
	name, file, from, to, test string
}

// path returns the path of the file from the root of the module.
func (m mutant) path() string {
	if strings.Contains(m.file, "/") {
		return filepath.FromSlash(m.file)
	}
	return filepath.Join("runtime", m.file)
}

// run returns the directory of the test, as go test takes it, and the pattern that
// selects the test.
func (m mutant) run() (dir, pattern string) {
	dir, test, ok := strings.Cut(m.test, ":")
	if !ok {
		dir, test = filepath.ToSlash(filepath.Dir(m.path())), m.test
	}
	return "./" + dir, "^" + strings.ReplaceAll(test, "/", "$/^") + "$"
}

// try reports whether the test fails with the fault in place.
func (m mutant) try(dir string) (caught bool, err error) {
	overlay, err := m.overlay(dir)
	if err != nil {
		return false, err
	}
	testDir, pattern := m.run()
	output, err := exec.Command("go", "test", "-short", "-count=1", "-timeout=120s", "-overlay", overlay, "-run", pattern, testDir).CombinedOutput()
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
	original, err := filepath.Abs(m.path())
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
	faulty := filepath.Join(dir, filepath.Base(m.path()))
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
