package extract_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"
)

// TestTimeIsLinear checks that the time for a package is proportional to its number of tools, also if all of
// them are in one file. It compares times of a thread, which do not depend on the load of the machine.
func TestTimeIsLinear(t *testing.T) {
	const few, factor = 200, 16
	before := extractionTime(t, few)
	after := extractionTime(t, few*factor)
	if after > 3*factor*before {
		t.Errorf("%d tools take %v, and %d tools %v, which is more than %d times as long", few, before, few*factor, after, 3*factor)
	}
}

// extractionTime returns the time of the processor for a file with n tools.
func extractionTime(t *testing.T, n int) time.Duration {
	t.Helper()
	var source bytes.Buffer
	source.WriteString("package many\n")
	for i := range n {
		fmt.Fprintf(&source, `
// Mode%[1]d is a mode.
type Mode%[1]d string

const (
	Fast%[1]d Mode%[1]d = "fast"
	Slow%[1]d Mode%[1]d = "slow" // the default
)

// Args%[1]d are the arguments.
type Args%[1]d struct {
	// How to do it.
	Mode Mode%[1]d `+"`json:\"mode,omitzero\" jsonschema:\"default=slow\"`"+`
	// How often.
	Count int `+"`json:\"count\" jsonschema:\"minimum=1\"`"+`
}

// Do%[1]d does it.
//
//tool:register
func Do%[1]d(args Args%[1]d) error { return nil }
`, i)
	}
	root := writeModule(t)
	writeFile(t, filepath.Join(root, "many", "many.go"), source.Bytes())
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	begin := threadTime(t)
	models, problems := extractModule(t, root, "./many")
	if len(problems) > 0 || len(models) != 1 || len(models[0].Tools) != n {
		t.Fatalf("%d models, problems: %v", len(models), problems)
	}
	return threadTime(t) - begin
}

// threadTime returns the time that the thread has used.
func threadTime(t *testing.T) time.Duration {
	t.Helper()
	const thread = 1 // RUSAGE_THREAD, which package syscall does not have
	var usage syscall.Rusage
	if err := syscall.Getrusage(thread, &usage); err != nil {
		t.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
