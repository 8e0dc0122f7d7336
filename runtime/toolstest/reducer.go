package toolstest

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
)

// Sample is a result with which a reducer is checked.
type Sample struct {
	// Name is the name of the sample in messages.
	Name string
	// Arguments are the arguments of the call, as JSON.
	Arguments string
	// Result is the result of the tool.
	Result runtime.Result
	// Keep are texts that the reduced result must contain, such as the name of a test that failed
	// or an exit status.
	Keep []string
}

// CheckReducer checks that a reducer fulfils its contract, with the samples and with unusual texts. A
// reducer names a tool. It does not make a text longer, in code points or in bytes. It keeps structured
// content, parts, cost, success or failure, the code, and the texts of Sample.Keep. It returns the same
// result each time, also to concurrent callers. Reducing a reduced result changes nothing. It keeps the
// notice that a text was cut. It does not panic.
func CheckReducer(reducer runtime.Reducer, samples ...Sample) error {
	c := &checker{subject: "reducer"}
	if reducer == nil {
		c.fault("names", "the reducer is nil")
		return c.err()
	}
	c.guard("Tool", func() {
		if c.subject += " " + reducer.Tool(); reducer.Tool() == "" {
			c.fault("names", "the reducer names no tool")
		}
	})
	for _, sample := range append(samples, oddSamples()...) {
		c.guard("with "+sample.Name+" Reduce", func() { c.reduce(reducer, sample) })
	}
	return c.err()
}

// notice is the end of a text that was cut.
const notice = "[123,456 chars and 789 lines omitted; call read_result with handle r3]"

// oddSamples returns samples with unusual texts.
func oddSamples() []Sample {
	texts := []struct{ name, text string }{
		{"an empty text", ""},
		{"a line without end", strings.Repeat("x", 100_000)},
		{"empty lines", strings.Repeat("\n", 30_000)},
		{"bytes that are not UTF-8", strings.Repeat("\xff\xfe\n", 3000)},
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

// reduce checks a reducer with one sample.
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
		c.fault("length", "%s: the text of %d characters became empty", sample.Name, utf8.RuneCountInString(before))
	}
	if short.OK != full.OK || short.Code != full.Code || short.CostUSD != full.CostUSD || len(short.Parts) != 1 ||
		string(short.Structured) != string(full.Structured) || short.Reason != full.Reason || short.ConflictKey != full.ConflictKey {
		c.fault("kept", "%s: only the text may change: %+v", sample.Name, short)
	}
	c.checkKept(sample, before, after)
	if again := textOf(reducer.Reduce(short, arguments)); again != after {
		c.fault("idempotent", "%s: reducing the reduced text changes it: %q became %q", sample.Name, excerpt(after), excerpt(again))
	}
	c.checkStable(reducer, sample, full, arguments, after)
}

// checkKept checks that the reduced text contains what must be kept.
func (c *checker) checkKept(sample Sample, before, after string) {
	for _, text := range sample.Keep {
		if !strings.Contains(after, text) {
			c.fault("kept", "%s: %q is missing", sample.Name, excerpt(text))
		}
	}
	if strings.HasSuffix(before, notice) && !strings.Contains(after, notice) {
		c.fault("kept", "%s: the notice that the text was cut is missing", sample.Name)
	}
}

// checkStable checks that concurrent callers get the same text.
func (c *checker) checkStable(reducer runtime.Reducer, sample Sample, full runtime.Result, arguments runtime.ReduceContext, want string) {
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

// textOf returns the text of a result: its value, or its error if it failed.
func textOf(r runtime.Result) string {
	if r.OK {
		return r.Value
	}
	return r.Error
}
