package reducers_test

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/reducers"
	"github.com/toolgen/toolgen/runtime"
)

func TestLintCountsWarnings(t *testing.T) {
	text := repeatNumbered("pkg/a.go:%d:1: warning: unused\n", 9000) + "pkg/b.go:3:1: error: undefined: x\n"
	got := checkContract(t, reducers.Lint(), fullResult(false, text), runtime.ReduceContext{})
	if !strings.Contains(got, "pkg/b.go:3:1: error: undefined: x\n") || !strings.Contains(got, " warnings omitted]") || len(got) > 200 {
		t.Errorf("got %s", beginningOf(got))
	}
	few := "pkg/a.go:3:1: warning: unused\npkg/b.go:3:1: error: undefined: x\n"
	if got := checkContract(t, reducers.Typecheck(), fullResult(true, few), runtime.ReduceContext{}); got != few {
		t.Errorf("got %s", got)
	}
}
