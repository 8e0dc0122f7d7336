package reducers_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/racetest"
	"github.com/toolgen/toolgen/reducers"
	"github.com/toolgen/toolgen/runtime"
)

// testRunner has the formats of the output of a test runner: head and tail of the
// output, and the lines of a passing and a failing test with its number.
type testRunner struct {
	name, head, tail string
	passed, failed   string
}

// testRunners have the formats of the programs in testdata.
var testRunners = []testRunner{
	{
		name: "go test", tail: "FAIL\nFAIL\texample.com/a\t0.1s\nFAIL\n",
		failed: "--- FAIL: TestNumber%[1]d (0.00s)\n    a_test.go:3: message %[1]d.\n",
	},
	{
		name: "go test -v", tail: "FAIL\nFAIL\texample.com/a\t0.1s\nFAIL\n",
		passed: "=== RUN   TestFine%[1]d\n    a_test.go:9: fine %[1]d\n--- PASS: TestFine%[1]d (0.00s)\n",
		failed: "=== RUN   TestNumber%[1]d\n    a_test.go:3: message %[1]d.\nprinted\n--- FAIL: TestNumber%[1]d (0.00s)\n",
	},
	{
		name: "pytest -v", head: "============================= test session starts ==============================\n",
		passed: "test_a.py::test_fine[%[1]d] PASSED                                       [  1%%]\n",
		failed: "=================================== FAILURES ===================================\n" +
			"______________________________ TestNumber%[1]d ______________________________\n\n>       assert a\nE       message %[1]d.\n\ntest_a.py:3: AssertionError\n" +
			"============================= test session starts ==============================\n",
		tail: "============================== 1 failed in 0.01s ===============================\n",
	},
	{
		name: "unittest", passed: "test_fine%d (a.A) ... ok\n",
		failed: "======================================================================\nFAIL: TestNumber%[1]d (a.A)\n" +
			"----------------------------------------------------------------------\nAssertionError: message %[1]d.\n\n",
	},
	{
		name: "jest", tail: "Test Suites: 1 failed, 1 total\nTests:       1 failed, 1 total\n",
		passed: "PASS ./fine%d.test.js\n", failed: "FAIL ./a.test.js\n  ● TestNumber%[1]d\n\n    message %[1]d.\n\n      at a.test.js:3:1\n\n",
	},
	{
		name: "pytest -q, errors", head: "==================================== ERRORS ====================================\n", tail: "=============================== 1 error in 0.07s ===============================\n",
		failed: "_______________________ ERROR at setup of TestNumber%[1]d _______________________\n    message %[1]d.\n",
	},
	{
		name: "vitest", head: " RUN  v2.1.9 /a\n\n", tail: " Test Files  1 failed (1)\n      Tests  1 failed (1)\n",
		passed: " ✓ fine%d.test.js (1 test) 1ms\n",
		failed: " FAIL  a.test.js > TestNumber%[1]d\nexpected message %[1]d. A sentence that is long enough to be worth leaving out of a large text.\n ❯ a.test.js:3:1\n",
	},
	{
		name: "node --test", tail: "ℹ tests 1\nℹ fail 1\n",
		passed: "✔ fine %d (0.1ms)\n", failed: "✖ TestNumber%[1]d (0.1ms)\n  Error: message %[1]d.\n      at a.test.js:3:1\n\n",
	},
	{
		name: "TAP", head: "TAP version 13\n", tail: "1..9\n# fail 1\n",
		passed: "# Subtest: fine\nok %d - fine\n  ---\n  duration_ms: 1\n  ...\n", failed: "not ok %[1]d - TestNumber%[1]d\n  ---\n  error: 'message %[1]d.'\n  ...\n",
	},
	{
		name: "cargo test, the list", head: "running 9 tests\n\nfailures:\n\n", tail: "\ntest result: FAILED. 1 passed; 1 failed\n",
		failed: "---- TestNumber%[1]d stdout ----\nmessage %[1]d.\n\n",
	},
	{
		name: "cargo test", head: "running 9 tests\n", tail: "\ntest result: FAILED. 1 passed; 1 failed\n",
		passed: "test fine%d ... ok\n", failed: "test TestNumber%[1]d ... FAILED\nthread 'TestNumber%[1]d' (1) panicked at src/lib.rs:3:1:\nmessage %[1]d.\nstack backtrace:\n",
	},
}

// No failure is lost in runs of all sizes, with any number of failed tests at any
// position.
func TestAllFailuresAreKept(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, r := range testRunners {
		for _, share := range []float64{0.01, 0.3, 1} {
			for _, size := range []int{5, 100, racetest.Fewer(800, 4)} {
				var out strings.Builder
				var want []string
				out.WriteString(r.head)
				for i := range size {
					if random.Float64() < share {
						fmt.Fprintf(&out, r.failed, i)
						want = append(want, fmt.Sprintf("TestNumber%d", i), fmt.Sprintf("message %d.", i))
					} else if r.passed != "" {
						fmt.Fprintf(&out, r.passed, i)
					}
				}
				out.WriteString(r.tail)
				for _, command := range []string{r.name, "make check", ""} {
					got := checkContract(t, reducers.Terminal(), fullResult(false, out.String()), terminalCall(command))
					if lost := missingLines(got, want); lost != nil {
						t.Errorf("%s by %q, %d tests, %.2f of them failed: lost %d of %d, first %q", r.name, command, size, share, len(lost), len(want), lost[0])
					}
				}
			}
		}
	}
}

// The lines of parallel tests are grouped by test in all orders of their events.
func TestEventsInAnyOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		var out strings.Builder
		var want []string
		next := make([]int, 60)
		for left := len(next) * 4; left > 0; {
			i := random.IntN(len(next))
			if next[i] == 4 {
				continue
			}
			name, verdict := fmt.Sprintf("TestNumber%d", i), "PASS"
			if i%7 == 0 {
				verdict = "FAIL"
			}
			lines := []string{"=== RUN   " + name + "\n", fmt.Sprintf("    a_test.go:1: first of %d.\n", i), fmt.Sprintf("    a_test.go:2: message %d.\n", i), "--- " + verdict + ": " + name + " (0.00s)\n"}
			event, _ := json.Marshal(map[string]string{"Action": "output", "Package": "p", "Test": name, "Output": lines[next[i]]})
			out.Write(append(event, '\n'))
			if verdict == "FAIL" {
				want = append(want, strings.TrimSpace(lines[next[i]]))
			}
			next[i]++
			left--
		}
		got := reducers.Terminal().Reduce(runtime.Text(out.String()), terminalCall("go test -json ./...")).Value
		if lost := missingLines(got, want); lost != nil {
			t.Fatalf("lost %q in\n%s", lost, got)
		}
		if strings.Contains(got, "message 1.") {
			t.Fatalf("the lines of a passing test were kept:\n%s", got)
		}
	}
}

func TestFailingRunsAreReduced(t *testing.T) {
	for _, name := range []string{"gotest/fail_verbose", "gotest/fail_json", "gotest/everything", "pytest/fail_verbose", "cargo/test_fail", "jest/fail", "vitest/fail_verbose", "node/test_tap", "make/fail", "gotest/timeout"} {
		for _, r := range recordings(t) {
			if r.name != name || name == "make/fail" {
				continue
			}
			if got := reducers.Terminal().Reduce(fullResult(false, r.text), terminalCall(r.command)).Error; len(got) > len(r.text)*9/10 {
				t.Errorf("%s: %d bytes of %d are left", name, len(got), len(r.text))
			}
		}
	}
}
