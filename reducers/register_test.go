package reducers_test

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/reducers"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

func TestOneReducerPerTool(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range reducers.All() {
		if r.Tool() == "" || seen[r.Tool()] {
			t.Errorf("the tool %q has several reducers or no name", r.Tool())
		}
		seen[r.Tool()] = true
	}
}

func TestReducersConform(t *testing.T) {
	for _, r := range reducers.All() {
		if err := toolstest.CheckReducer(r); err != nil {
			t.Error(err)
		}
	}
}

func TestFor(t *testing.T) {
	r := reducers.For("mine", strings.ToUpper, reducers.FoldRepeats, func(text string) string { return text + "longer" }, func(string) string { return "" })
	if r.Tool() != "mine" {
		t.Errorf("tool %q", r.Tool())
	}
	if got := r.Reduce(runtime.Text(notice+strings.Repeat("\nsame line", 9)), runtime.ReduceContext{}).Value; !strings.Contains(got, notice) || strings.Contains(got, "longer") {
		t.Errorf("got %q", got)
	}
	if got := reducers.For("mine", func(text string) string { return strings.ReplaceAll(text, "aa", "漢") }).Reduce(runtime.Text("aaaa"), runtime.ReduceContext{}).Value; got != "aaaa" {
		t.Errorf("a pass that returns more bytes was applied: %q", got)
	}
	registry := &runtime.Reducers{}
	undo, err := reducers.Register(registry)
	if err != nil {
		t.Fatal(err)
	}
	for _, each := range reducers.All() {
		if _, ok := registry.Get(each.Tool()); !ok {
			t.Errorf("%s is not registered", each.Tool())
		}
	}
	if _, err := reducers.Register(registry); err == nil {
		t.Error("a second registration succeeded")
	}
	undo()
	undo()
	if _, ok := registry.Get("terminal"); ok {
		t.Error("undo did not remove the reducers")
	}
}
