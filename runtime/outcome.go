package runtime

import (
	"encoding/json"
	"math"
	"strings"
	"time"

	"github.com/toolgen/toolgen/internal/cut"
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
	// Approval is the request of a call that waits for approval; see CallResult.
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
	// Running reports that the tool may still be running: its call was abandoned,
	// or its process was lost. A later call of the batch may have to be refused;
	// see [Registry.Blocks].
	Running bool
	// FullChars and FullLines are the numbers of code points and line feeds of the
	// full text, with its text parts, if Result has only a part of it: because the
	// reducer left something out, or because of Options.MaxOutcomeChars. Handle is
	// the handle of the full text in the spill store.
	FullChars, FullLines int
	Handle               string
	// Gap is the position of the only mark that the reducer has put in place of
	// lines, in code points; 0 if there is none. Fit puts the notice there.
	Gap int
	// Kept and KeptEnd are set if Options.MaxOutcomeChars has cut the text: they
	// are the lengths of the beginning, with its text parts, and of the end, which
	// follows the beginning immediately. Kept is 0 if the text is not cut.
	Kept, KeptEnd int

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
	o.Running = b.calls[i].mayBeRunning
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
	result.Result.Full, result.Result.Source = "", ""
	o.checkDetails(&result.Result)
	result.Duration = min(max(0, o.Duration), maxElapsed)
	text := result.Result.text()
	if o.measuredText == "" || o.measuredText != *text {
		o.checkTexts(&result.Result)
		e.chars, _ = measure.Chars(*text)
	} else if result.Result.Parts != nil {
		o.checkParts(&result.Result)
	}
	e.setPartSizes(result.Result.measureTextParts())
	e.setWords(&result.Result)
	if o.Kept > 0 || o.FullChars > 0 {
		e.setPartial(o.partialText(&result.Result, e.joinedLength()))
	}
	return result, e
}

// partialText returns the description of the full text of a result whose joined
// text has that many code points.
func (o *Outcome) partialText(result *Result, chars int) *partialText {
	p := &partialText{isCut: o.Kept > 0, same: min(max(0, o.Kept), chars), total: chars}
	if p.isCut {
		p.total = max(min(o.Chars, maxTextChars), chars)
	}
	p.fullChars = max(min(o.FullChars, maxTextChars), p.total, 1)
	full := cut.Size{Chars: p.fullChars, Lines: min(max(0, o.FullLines), p.fullChars)}
	if p.isCut && o.KeptEnd > 0 && o.Kept < chars {
		p.gap = o.Kept
	} else if !p.isCut && o.Gap > 0 && o.Gap < chars {
		p.gap, p.isMarked = o.Gap, true
	}
	p.missing = p.missingFrom(full, result.joinedText())
	if isPortable(o.Handle) { // because the model sees the handle
		p.handle = o.Handle
	}
	return p
}

// checkDetails limits and neutralizes the details of a failure and the structured
// content. They may be modified, even if the text is not.
func (o *Outcome) checkDetails(result *Result) {
	if !json.Valid(result.Structured) {
		result.Structured = nil
	}
	for _, words := range result.ownWords() {
		*words = measure.Clip(strings.ToValidUTF8(*words, "\uFFFD"), maxNoteChars)
		if o.Fence != nil {
			*words = untrusted.Neutralize(*words)
		}
	}
	for _, detail := range result.details() {
		if o.Fence != nil {
			*detail = untrusted.Neutralize(strings.ToValidUTF8(*detail, "\uFFFD"))
		}
		*detail = measure.Clip(*detail, maxDetailChars)
	}
	if o.Fence != nil && result.Structured != nil {
		result.Structured = mapStrings(result.Structured, untrusted.Neutralize)
	}
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
