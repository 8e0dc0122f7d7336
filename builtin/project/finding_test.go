package project_test

import (
	"testing"

	"github.com/toolgen/toolgen/builtin/project"
)

// The position of a failed test is written once for each of its logs.
func TestPositionOfSeveralLogs(t *testing.T) {
	const first, second = "a_test.go:3: x = 1", "a_test.go:3: x = 2"
	got := project.Finding{Test: "TestA", File: "a_test.go", Line: 3, Message: first + "\n" + second}.String()
	if want := "--- FAIL: TestA\n    " + first + "\n    " + second; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	got = project.Finding{Test: "TestA", File: "a_test.go", Line: 9, Message: first}.String()
	if want := "--- FAIL: TestA\n    a_test.go:9: " + first; got != want {
		t.Errorf("another line: got %q, want %q", got, want)
	}
}
