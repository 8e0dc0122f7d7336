// Command mutants changes the source of the runtime and of the packages that it
// uses, one change at a time, and checks that a test fails for each change. It
// writes no file of the module: the go command reads the changed source instead
// of the original file (see -overlay in go help build).
//
// Run it in the root directory of the module. Arguments are names of mutants;
// without arguments it tries all of them. It exits with 1 when the tests pass
// with a mutant, when a mutant does not apply to exactly one location, and when no
// mutant has a name.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
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

// run tries the selected mutants, or all of them if none is selected.
func run(dir string, selected []string) error {
	if unknown := unknownNames(selected); len(unknown) > 0 {
		return fmt.Errorf("no mutant is named %s: see the first column of internal/mutants/table.go", strings.Join(unknown, ", "))
	}
	tried, failed := 0, 0
	for _, m := range mutants {
		if len(selected) > 0 && !slices.Contains(selected, m.name) {
			continue
		}
		tried++
		caught, err := m.try(dir)
		switch {
		case err != nil:
			failed++
			fmt.Printf("ERROR       %s: %v\n", m.name, err)
		case caught:
			fmt.Printf("caught      %-28s by %s\n", m.name, m.test)
		default:
			failed++
			fmt.Printf("NOT CAUGHT  %-28s %s passes with this change\n", m.name, m.test)
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d mutants are not caught", failed, tried)
	}
	fmt.Printf("%d mutants, all caught\n", tried)
	return nil
}

// unknownNames returns the names that no mutant has.
func unknownNames(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return slices.ContainsFunc(mutants, func(m mutant) bool { return m.name == name })
	})
}

// try reports whether the test fails with the mutant. It writes the changed source
// to dir.
func (m mutant) try(dir string) (caught bool, err error) {
	overlay, err := m.writeOverlay(".", dir)
	if err != nil {
		return false, err
	}
	testDir, pattern := m.testArguments()
	output, err := exec.Command("go", "test", "-short", "-count=1", "-timeout=120s", "-overlay", overlay, "-run", pattern, testDir).CombinedOutput()
	var exit *exec.ExitError
	switch text := string(output); {
	case err == nil && strings.Contains(text, "no tests to run"):
		return false, fmt.Errorf("%s has no test %s", testDir, m.test)
	case err == nil:
		return false, nil
	case !errors.As(err, &exit):
		return false, err
	case strings.Contains(text, "[build failed]") || strings.Contains(text, "[setup failed]"):
		return false, fmt.Errorf("the changed source does not build:\n%s", text)
	}
	return true, nil
}
