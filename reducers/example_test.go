package reducers_test

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/reducers"
	"github.com/toolgen/toolgen/runtime"
)

func ExampleTerminal() {
	output := `=== RUN   TestTotal
--- PASS: TestTotal (0.00s)
=== RUN   TestRound
    price_test.go:24: Round(150) = 100, want 200
--- FAIL: TestRound (0.00s)
=== RUN   TestEmpty
--- PASS: TestEmpty (0.00s)
=== RUN   TestLast
--- PASS: TestLast (0.00s)
=== RUN   TestDiscount
--- PASS: TestDiscount (0.00s)
FAIL
FAIL	example.com/shop	0.008s
`
	result := runtime.Fail(runtime.ExecutionFailed, "%s", output)
	call := runtime.ReduceContext{Args: json.RawMessage(`{"command":"cd shop && go test -v ./... 2>&1 | cat"}`)}
	fmt.Println(reducers.Terminal().Reduce(result, call).Error)
	// Output:
	// === RUN   TestRound
	//     price_test.go:24: Round(150) = 100, want 200
	// --- FAIL: TestRound (0.00s)
	// FAIL
	// FAIL	example.com/shop	0.008s
	// [4 passing tests, 4 lines of progress omitted]
}

func ExampleRunTests() {
	result := runtime.Text("test tests::adds ... ok\ntest tests::rounds_up ... ok\ntest tests::rounds_down ... ok\n" +
		"test tests::sums ... ok\ntest tests::discounts ... ok\n\ntest result: ok. 5 passed; 0 failed\n")
	fmt.Println(reducers.RunTests().Reduce(result, runtime.ReduceContext{}).Value)
	// Output:
	//
	// test result: ok. 5 passed; 0 failed
	// [5 passing tests omitted]
}

func ExampleReadFile() {
	result := runtime.Text(strings.Repeat("a line of a long file, one of very many\n", 1000))
	short := reducers.ReadFile().Reduce(result, runtime.ReduceContext{Args: json.RawMessage(`{"path":"a.txt"}`)})
	fmt.Println(short.Value[strings.LastIndexByte(short.Value, '\n')+1:])
	// Output: [500 lines omitted; call read_file with start_line=501]
}

func ExampleKanbanList() {
	result := runtime.Text(ticketList(12, "updated_at", "todo", "done"))
	fmt.Println(reducers.KanbanList().Reduce(result, runtime.ReduceContext{}).Value)
	// Output:
	// 12 tickets. By status: todo=6, done=6. Open and updated last:
	// T-11: Ticket 11 (todo)
	// T-9: Ticket 9 (todo)
	// T-7: Ticket 7 (todo)
	// T-5: Ticket 5 (todo)
	// T-3: Ticket 3 (todo)
	// Not named here: 7. To see them, call kanban_list with status, assignee or query: it then names up to 100 tickets, and shows up to 10 tickets in full.
}

func ExampleSearchFiles() {
	result := runtime.Text("shop/price.go:3: func Round\nshop/price.go:17: Round(cents)\nshop/cart.go:8: Round(sum)\n")
	fmt.Print(reducers.SearchFiles().Reduce(result, runtime.ReduceContext{}).Value)
	// Output:
	// shop/price.go
	//   3: func Round
	//   17: Round(cents)
	// shop/cart.go:8: Round(sum)
}

func ExampleFetchURL() {
	result := runtime.Text("Skip to content\nAccept all cookies\nManage preferences\nShare on Facebook\nShare on Twitter\n# Prices\n\nA pen is 1.50.\n\n" +
		"Privacy Policy\nTerms of Service\nAll rights reserved.\n")
	fmt.Print(reducers.FetchURL().Reduce(result, runtime.ReduceContext{}).Value)
	// Output:
	// # Prices
	//
	// A pen is 1.50.
	//
	// [8 lines of page boilerplate omitted]
}

func ExampleLint() {
	warnings := strings.Repeat("shop/cart.go:3:1: warning: exported function without a comment\n", 3)
	result := runtime.Text(warnings + "shop/price.go:9:2: error: undefined: Round\n")
	fmt.Print(reducers.Lint().Reduce(result, runtime.ReduceContext{}).Value)
	// Output:
	// shop/cart.go:3:1: warning: exported function without a comment
	// shop/cart.go:3:1: warning: exported function without a comment
	// shop/cart.go:3:1: warning: exported function without a comment
	// shop/price.go:9:2: error: undefined: Round
}

func ExampleFor() {
	mine := reducers.For("my_build", reducers.StripEscapes, reducers.FoldRepeats)
	fmt.Println(mine.Reduce(runtime.Text("\x1b[33mwaiting for the lock\x1b[0m\n"+strings.Repeat("waiting for the lock\n", 41)+"built"), runtime.ReduceContext{}).Value)
	// Output:
	// waiting for the lock
	// [the line above 41 more times]
	// built
}
