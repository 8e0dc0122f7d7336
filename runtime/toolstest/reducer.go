package toolstest

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
)

// Sample is a result that a reducer is checked with.
type Sample struct {
	// Name is for messages.
	Name string
	// Arguments are those of the call, JSON.
	Arguments string
	// Result is what the tool answered.
	Result runtime.Result
	// Keep are texts that must still be in the result: the name of a test that
	// failed, an exit status.
	Keep []string
}

// CheckReducer checks that a reducer keeps its contract, with the samples and
// with texts that no tool should answer: it names a tool; it never makes a text longer, in code points or
// bytes; it keeps structured content, parts, cost, success or failure and code, and what a sample says; it gives the same
// every time, also to concurrent callers; reducing what it reduced changes nothing; it keeps the notice that a text was
// cut; it does not panic.
func CheckReducer(reducer runtime.Reducer, samples ...Sample) error {
	c := &checker{subject: "reducer"}
	if reducer == nil {
		c.fault("names", "the reducer is nil")
		return c.err()
	}
	c.guarded("Tool", func() {
		if c.subject += " " + reducer.Tool(); reducer.Tool() == "" {
			c.fault("names", "it names no tool")
		}
	})
	for _, sample := range append(samples, oddSamples()...) {
		c.guarded("with "+sample.Name+" Reduce", func() { c.reduce(reducer, sample) })
	}
	return c.err()
}

// notice closes a text that was cut.
const notice = "[truncated — 123456 chars total]"

// oddSamples are texts that a reducer must survive.
func oddSamples() []Sample {
	texts := []struct{ name, text string }{
		{"an empty text", ""},
		{"a line without end", strings.Repeat("x", 100_000)},
		{"empty lines", strings.Repeat("\n", 30_000)},
		{"bytes that are no text", strings.Repeat("\xff\xfe\n", 3000)},
		{"wide characters", strings.Repeat("漢字😀\n", 3000)},
		{"control characters", strings.Repeat("\x1b[31mred\x1b[0m\r\x00\b", 2000)},
		{"a cut text", strings.Repeat("line\n", 3000) + notice},
		{"JSON", `[` + strings.Repeat(`{"a":1},`, 3000) + `{}]`},
	}
	var samples []Sample
	for _, arguments := range []string{``, `{}`, `{"command":"x"`, `[1]`, `{"command":7,"file_path":null}`} {
		for _, t := range texts {
			for _, ok := range []bool{true, false} {
				result := runtime.Result{OK: ok, Value: t.text}
				if !ok {
					result = runtime.Result{Error: t.text, Code: runtime.ExecutionFailed}
				}
				samples = append(samples, Sample{Name: fmt.Sprintf("%s, arguments %q", t.name, arguments), Arguments: arguments, Result: result})
			}
		}
	}
	return samples
}

func (c *checker) reduce(reducer runtime.Reducer, sample Sample) {
	full := sample.Result
	full.Structured, full.CostUSD = json.RawMessage(`{"kept":true}`), 0.25
	full.Parts = []runtime.Part{{Kind: runtime.PartImage, MIME: "image/png"}}
	arguments := runtime.ReduceContext{Args: json.RawMessage(sample.Arguments), Turn: 1}
	short := reducer.Reduce(full, arguments)
	before, after := textOf(full), textOf(short)
	switch {
	case utf8.RuneCountInString(after) > utf8.RuneCountInString(before) || len(after) > len(before):
		c.fault("length", "%s: %d characters became %d", sample.Name, utf8.RuneCountInString(before), utf8.RuneCountInString(after))
	case before != "" && after == "":
		c.fault("length", "%s: nothing is left of %d characters", sample.Name, utf8.RuneCountInString(before))
	}
	if short.OK != full.OK || short.Code != full.Code || short.CostUSD != full.CostUSD || len(short.Parts) != 1 ||
		string(short.Structured) != string(full.Structured) || short.Reason != full.Reason || short.ConflictKey != full.ConflictKey {
		c.fault("kept", "%s: beside the text, only the text may change: %+v", sample.Name, short)
	}
	c.keeps(sample, before, after)
	if again := textOf(reducer.Reduce(short, arguments)); again != after {
		c.fault("idempotent", "%s: reducing the reduced text changes it: %q became %q", sample.Name, excerpt(after), excerpt(again))
	}
	c.repeats(reducer, sample, full, arguments, after)
}

func (c *checker) keeps(sample Sample, before, after string) {
	for _, text := range sample.Keep {
		if !strings.Contains(after, text) {
			c.fault("kept", "%s: %q is gone", sample.Name, excerpt(text))
		}
	}
	if strings.HasSuffix(before, notice) && !strings.Contains(after, notice) {
		c.fault("kept", "%s: the notice that the text was cut is gone", sample.Name)
	}
}

// repeats checks that concurrent callers get the same.
func (c *checker) repeats(reducer runtime.Reducer, sample Sample, full runtime.Result, arguments runtime.ReduceContext, want string) {
	var (
		wait sync.WaitGroup
		got  [2]string
	)
	for i := range got {
		wait.Go(func() {
			defer func() { _ = recover() }()
			got[i] = textOf(reducer.Reduce(full, arguments))
		})
	}
	wait.Wait()
	for _, text := range got {
		if text != want {
			c.fault("stable", "%s: the same result is reduced to %q and to %q", sample.Name, excerpt(want), excerpt(text))
			return
		}
	}
}

func textOf(r runtime.Result) string {
	if r.OK {
		return r.Value
	}
	return r.Error
}
