package reducers_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/reducers"
)

func TestLargeDiff(t *testing.T) {
	var diff strings.Builder
	for i, lines := range []int{1, 2, 900, 3} {
		fmt.Fprintf(&diff, "diff --git a/f%[1]d.go b/f%[1]d.go\nindex 1..2 100644\n--- a/f%[1]d.go\n+++ b/f%[1]d.go\n@@ -1,3 +1,9 @@\n the same as before\n", i)
		for j := range lines {
			fmt.Fprintf(&diff, "+added %d.%d\n", i, j)
		}
	}
	diff.WriteString("diff --git a/go.sum b/go.sum\n--- a/go.sum\n+++ b/go.sum\n@@ -1 +1,99 @@\n" + strings.Join(strings.SplitAfter(repeatNumbered("+golang.org/x/mod v0.%d.0 h1:x\n", 9000), "\n")[:99], "") +
		"diff --git a/old.go b/new.go\nsimilarity index 100%\nrename from old.go\nrename to new.go\n")
	got := checkContract(t, reducers.Terminal(), fullResult(true, diff.String()), terminalCall("git diff"))
	want := []string{"b/f0.go\n@@", "+added 0.0\n", "+added 1.1\n", "+added 2.113\n[… 786 more lines left out]\ndiff", "+added 3.2\n", "b/go.sum\n[… 100 lines of a lock file left out]\n", "rename to new.go\n", "[left out: 4 unchanged lines]\n"}
	if lost := missingLines(got, want); lost != nil {
		t.Errorf("lost %q in\n%s", lost, got)
	}
	small := diff.String()[:4000]
	if got := reduceTerminal("git diff", small); got != small {
		t.Error("a small diff changed")
	}
}
