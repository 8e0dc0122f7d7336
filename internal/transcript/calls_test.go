package transcript_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/transcript"
	"github.com/toolgen/toolgen/runtime"
)

func TestParse(t *testing.T) {
	for _, test := range []struct{ reason, text, want string }{
		{"nothing", "", ""},
		{"a call without arguments", "todo_list", "todo_list {};"},
		{"two calls", "a {\"x\": 1}\nb {}\n", `a {"x": 1};b {};`},
		{"arguments on several lines", "a {\n \"x\": \"}\"\n}\nb", "a {\n \"x\": \"}\"\n};b {};"},
		{"comments, results and empty lines", "# why\n\na {}\n| text\n| more\n  b", "a {};b {};"},
		{"an expected failure", "!a {}", "!a {};"},
		{"arguments that are the name", "a a", "error line 1: the arguments of a are not a JSON object"},
		{"text after the arguments", "b\na {} {}", "error line 2: \" {}\" is after the arguments of a"},
		{"a JSON object without an end", "a {", "error line 1"},
	} {
		calls, err := transcript.Parse(test.text)
		got := ""
		for _, c := range calls {
			if c.IsProvoked {
				got += "!"
			}
			got += c.Name + " " + c.Args + ";"
		}
		if err != nil {
			got = "error " + err.Error()
		}
		if got != test.want && (err == nil || !strings.HasPrefix(got, test.want)) {
			t.Errorf("%s: %q, want %q", test.reason, got, test.want)
		}
	}
}

func TestTotals(t *testing.T) {
	calls, err := transcript.Parse("a {}\n!b {\"x\":1}\nc\n")
	if err != nil {
		t.Fatal(err)
	}
	failed := runtime.Fail(runtime.NotAvailable, "no")
	reasoned := failed
	reasoned.Reason = "WHY"
	var all, part transcript.Totals
	part.Add(calls, []runtime.CallResult{{Result: runtime.Text("äö")}, {Result: failed}, {Result: reasoned}})
	all.Merge(part)
	all.Merge(part)
	want := "calls: 6, failed: 4 (2 on purpose)\n  WHY: 2\n  not_available: 2\ncharacters of arguments: 22, of results: 12\n"
	if got := all.String(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if ids := fmt.Sprint(transcript.Batch(calls, "t")[2].ID); ids != "t3" {
		t.Errorf("the id is %s", ids)
	}
}
