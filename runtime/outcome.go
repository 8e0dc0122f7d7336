package runtime

import (
	"encoding/json"
	"math"
	"time"

	"github.com/toolgen/toolgen/internal/measure"
	"github.com/toolgen/toolgen/internal/untrusted"
	"github.com/toolgen/toolgen/runtime/arguments"
)

// Outcome is the result of an executed call before the budget: its text is
// complete and has no fence. It is plain data, which can be stored and sent to
// the process that calls [Registry.Fit].
//
// Fit does not trust an outcome that did not come from Execute in the same
// process: it measures and limits every field, and neutralizes the text of an
// untrusted tool again, so that a modified text cannot end its fence. An
// outcome that has lost its fence cannot be read from JSON.
type Outcome struct {
	// ID and Name are copied from the call.
	ID, Name string
	// Result is the result without secrets and after its reducer.
	Result Result
	// Duration is the time that workers spent on the call; see CallResult.
	Duration time.Duration
	// Repairs lists the changes that the decoder made to the arguments.
	Repairs []arguments.Repair
	// Approval is the request of a call that waits for consent; see CallResult.
	Approval *ApprovalRequest

	// CharsProduced is the length of the text before its reducer, and Chars its
	// length after it, in code points, without text parts. If Kept is not 0,
	// Chars is the length of the full text, which includes the text parts with
	// a line break between them.
	CharsProduced, Chars int
	// MaxChars is the tool's own maximum, with the fence; 0 if there is none.
	MaxChars int
	// JSON reports that the text of a success is JSON, which a cut must keep
	// valid.
	JSON bool
	// Fence is the fence of an untrusted text; nil for a trusted text.
	Fence *Fence
	// Cached reports that the result is from the cache.
	Cached bool
	// Handle and Kept are set if Result has only the beginning of the text; see
	// Options.MaxOutcomeChars. Handle is the handle of the full text in the
	// spill store. Kept is the length of the beginning, with its text parts; it
	// is 0 if the text is complete.
	Handle string
	Kept   int

	// measuredText is the text that Execute measured and neutralized. The JSON
	// form does not have it. It differs from the text of Result if Result was
	// modified.
	measuredText string
}

// Fence identifies the origin of an untrusted text.
type Fence struct {
	// Source is a path, an address or a command.
	Source string `json:"source"`
	// Tool is the name of the tool.
	Tool string `json:"tool"`
}

// outcome returns the result of one call of the batch as an Outcome.
func (b *batch) outcome(i int) Outcome {
	result, e := &b.results[i], &b.calls[i].textInfo
	o := Outcome{
		ID: result.ID, Name: result.Name, Result: result.Result, Duration: result.Duration, Repairs: result.Repairs,
		Approval: result.Approval, CharsProduced: e.produced, Chars: e.chars, MaxChars: e.max, JSON: e.json, Cached: e.cached,
	}
	if e.fence != nil {
		o.Fence = &Fence{Source: e.fence.Source(), Tool: e.fence.Tool()}
	}
	o.measuredText = *o.Result.text()
	return o
}

// maxTextChars limits the lengths in an outcome, so that their sum cannot
// overflow: it is 8 million if int has 32 bits, and otherwise more than any
// text has.
const maxTextChars = math.MaxInt >> 8

// toResult returns the result and the text data of the outcome, as the budget
// needs them.
func (o *Outcome) toResult() (CallResult, textInfo) {
	result := CallResult{ID: o.ID, Name: o.Name, Result: o.Result, Duration: o.Duration, Repairs: o.Repairs, Approval: o.Approval}
	e := textInfo{produced: min(max(0, o.CharsProduced), maxTextChars), chars: o.Chars, max: max(0, o.MaxChars), json: o.JSON, cached: o.Cached}
	if o.Fence != nil {
		e.fence = new(untrusted.NewFence(o.Fence.Tool, untrusted.Neutralize(o.Fence.Source)))
	}
	result.Result.finalize(o.Name)
	for _, detail := range result.Result.details() {
		*detail = measure.Clip(*detail, maxDetailChars)
	}
	if !json.Valid(result.Result.Structured) {
		result.Result.Structured = nil
	}
	result.Duration = min(max(0, o.Duration), maxElapsed)
	text := result.Result.text()
	if o.measuredText == "" || o.measuredText != *text {
		o.checkTexts(&result.Result)
		e.chars, _ = measure.Chars(*text)
	} else if result.Result.Parts != nil {
		o.checkParts(&result.Result)
	}
	e.setPartSizes(result.Result.measureTextParts())
	if o.Kept > 0 {
		shown := e.partSizes().joinedLength(e.chars)
		begin := &spilledText{kept: shown}
		e.chars, e.extras = max(min(o.Chars, maxTextChars), shown), &textExtras{spilled: begin}
		if isPortable(o.Handle) { // because the model sees the handle
			begin.handle = o.Handle
		}
	}
	return result, e
}

// checkTexts makes the texts of a result from another process, or of a modified
// result, valid UTF-8 and neutralizes them.
func (o *Outcome) checkTexts(result *Result) {
	result.cleanText()
	if o.Fence != nil {
		result.neutralizeTexts(untrusted.Neutralize)
	} else if result.Parts != nil {
		o.checkParts(result)
	}
}

// checkParts normalizes the parts and neutralizes their texts. It is necessary
// even if the main text is unmodified, because the parts may be modified.
func (o *Outcome) checkParts(result *Result) {
	change := func(text string) string { return text }
	if o.Fence != nil {
		change = untrusted.Neutralize
	}
	result.Parts = mapParts(result.Parts, change)
}
