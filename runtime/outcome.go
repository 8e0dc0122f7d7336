package runtime

import (
	"encoding/json"
	"math"
	"time"

	"github.com/toolgen/toolgen/internal/measure"
	"github.com/toolgen/toolgen/internal/untrusted"
)

// Outcome is the answer to an executed call before the budget: its text is
// whole and has no fence. It is plain data, which can be stored and sent to the
// process that calls [Registry.Fit].
//
// Fit checks what did not come from Execute in the same process: it measures and
// bounds every field, and neutralizes the text of an untrusted tool again, so that
// a text that was changed on the way cannot leave its fence. A form without its
// fence is not read.
type Outcome struct {
	// ID and Name are those of the call.
	ID, Name string
	// Result is the answer, without secrets and after its reducer.
	Result Result
	// Duration is how long workers were at the call; see CallResult.
	Duration time.Duration
	// Repairs are what the decoder changed in the arguments.
	Repairs []Repair
	// Approval is the request of a call that waits for consent; see CallResult.
	Approval *ApprovalRequest

	// CharsProduced is the length of the text before its reducer, Chars its
	// length after it, in code points, without text parts. If Kept is not 0,
	// Chars is the length of the whole text, with the text parts and a line
	// break between them.
	CharsProduced, Chars int
	// MaxChars is the tool's own maximum, fence included; 0 for none.
	MaxChars int
	// JSON reports that the text of a success is JSON, so that a cut must leave
	// it valid.
	JSON bool
	// Fence is set for an untrusted text.
	Fence *Fence
	// Cached reports that the result comes from the cache.
	Cached bool
	// Handle is where the spill store has the whole text if Result has only its
	// beginning, and Kept is the length of that beginning, text parts included;
	// see Options.MaxOutcomeChars. Kept is 0 when the text is whole.
	Handle string
	Kept   int

	// measured is the text that Execute measured and neutralized. It is lost on
	// the way through JSON, and no longer the text of Result if that was
	// changed.
	measuredText string
}

// Fence names where an untrusted text comes from.
type Fence struct {
	// Source is a path, an address or a command.
	Source string `json:"source"`
	// Tool is the tool's name.
	Tool string `json:"tool"`
}

// export makes the answer to one call of a batch an Outcome.
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

// maxTextChars bounds the lengths that an outcome states, so that they can be
// added up: 8 million where int has 32 bits, and more than any memory holds elsewhere.
const maxTextChars = math.MaxInt >> 8

// split makes the outcome a result whose text waits for the budget.
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
	e.setPartSizes(result.Result.measureParts())
	if o.Kept > 0 {
		shown := e.partSizes().joinedLength(e.chars)
		begin := &spilledText{kept: shown}
		e.chars, e.extras = max(min(o.Chars, maxTextChars), shown), &textExtras{spilled: begin}
		if isPortable(o.Handle) { // the model reads it
			begin.handle = o.Handle
		}
	}
	return result, e
}

// check makes the texts of a result that did not come from Execute in this
// process what Execute guarantees.
func (o *Outcome) checkTexts(result *Result) {
	result.cleanText()
	if o.Fence != nil {
		result.neutralizeTexts(untrusted.Neutralize)
	} else if result.Parts != nil {
		o.checkParts(result)
	}
}

// checkParts does so with the parts alone: nothing says whether they are those
// that Execute returned.
func (o *Outcome) checkParts(result *Result) {
	change := func(text string) string { return text }
	if o.Fence != nil {
		change = untrusted.Neutralize
	}
	result.Parts = mapParts(result.Parts, change)
}
