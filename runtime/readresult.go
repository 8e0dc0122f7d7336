package runtime

import (
	"context"
	"errors"
	"fmt"
	"math"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/measure"
	"github.com/toolgen/toolgen/internal/untrusted"
	"github.com/toolgen/toolgen/runtime/decode"
)

// ReadResultTool is the name of the tool that returns a range of a result that
// was cut. A registry has the tool if its options have a spill store.
const ReadResultTool = "read_result"

// ErrNoSpill is the error of a [SpillStore] if the session has no text under
// the handle.
var ErrNoSpill = errors.New("runtime: no text has this handle")

// readResultArgs is a range of a stored text, in code points.
type readResultArgs struct {
	Handle     string
	Start, End int // negative if not given
}

// readResultInput is the schema of the arguments of read_result.
const readResultInput = `{"type":"object","properties":{` +
	`"handle":{"type":"string","description":"The handle at the end of the cut result."},` +
	`"start":{"type":"integer","description":"The first character to return, counted from 0. Default: where the result was cut.","minimum":0},` +
	`"end":{"type":"integer","description":"The character to stop before. Default: as many as fit.","minimum":0}},` +
	`"required":["handle"],"additionalProperties":false}`

// readResultType describes readResultArgs to the decoder.
var readResultType = decode.Type{Kind: decode.KindStruct, Fields: []decode.Field{
	{Key: `"handle":`, Type: &decode.Type{Kind: decode.KindString}, Required: true},
	{Key: `"start":`, Type: &decode.Type{Kind: decode.KindInt, Limits: "minimum=0"}},
	{Key: `"end":`, Type: &decode.Type{Kind: decode.KindInt, Limits: "minimum=0"}},
}}

// decodeReadResult decodes the arguments of read_result.
func decodeReadResult(d *decode.D) any {
	return decode.Arguments(d, &readResultType, func(d *decode.D, i int, v *readResultArgs) int {
		v.Start, v.End = -1, -1
		property, i, seen := d.Object(i, &readResultType)
		for ; property >= 0; property, i, seen = d.Property(i, property, seen, &readResultType) {
			switch property {
			case 0:
				i = decode.String(d, i, &v.Handle)
			case 1:
				i = decode.Int(d, i, &v.Start)
				i = decode.Minimum(i, v.Start, 0)
			case 2:
				i = decode.Int(d, i, &v.End)
				i = decode.Minimum(i, v.End, 0)
			}
		}
		if seen&1 == 0 {
			return -1
		}
		return i
	})
}

// readResultEntry returns the entry of the tool read_result.
func (r *Registry) readResultEntry() *entry {
	store := r.options.Spill
	e := &entry{isReadResult: true, revision: firstRevision, tool: Tool{
		ID: "github.com/toolgen/toolgen/runtime." + ReadResultTool, Name: ReadResultTool, Title: "Read more of a result",
		Description: "Returns a range of a tool result that was cut. The end of the cut result has the handle.",
		Input:       readResultInput, AlwaysInclude: true, Hints: Hints{ReadOnly: true, Idempotent: true},
		Concurrent: true, // a stored text never changes
		Decode:     decodeReadResult,
		Invoke: func(ctx context.Context, c *Call) Result {
			return c.readSpilled(ctx, store, c.Args().(*readResultArgs))
		},
	}}
	e.handler, _ = r.wrapOrRefuse(&e.tool, nil)
	return e
}

// widest is a position with the maximum number of digits.
const widest = math.MaxInt32

// readSpilled returns the part of the range that fits into the budget, with a
// note that says how to read further.
func (c *Call) readSpilled(ctx context.Context, store SpillStore, args *readResultArgs) Result {
	session := c.turn.Session
	if session == nil {
		return c.noSpillResult(args.Handle)
	}
	kept, fence := recallSpillNote(store, session, args.Handle)
	start := args.Start
	if start < 0 {
		start = kept
	}
	start = min(start, math.MaxInt/2)
	if args.End >= 0 && args.End <= start {
		return Fail(InputInvalid, "end is %d, but must be greater than start, which is %d", args.End, start)
	}
	limit := c.budget - utf8.RuneCountInString(rangeNote(widest, widest-1, widest))
	if fence != nil {
		limit -= fence.Chars()
	}
	limit = max(limit, 1)
	end := start + limit
	if args.End >= 0 {
		end = min(end, args.End)
	}
	text, total, err := store.Get(ctx, session, args.Handle, start, end)
	switch {
	case errors.Is(err, ErrNoSpill):
		return c.noSpillResult(args.Handle)
	case err != nil:
		result := Fail(ExecutionFailed, "The text with the handle %s cannot be read", measure.Clip(c.redact(args.Handle), maxNameLength))
		result.Cause = err
		return result
	case start >= total:
		return Fail(InputInvalid, "start is %d, but the text has %d chars", start, total)
	}
	shown := text
	if fence != nil {
		shown, text = neutralSlice(text, limit)
		shown = fence.Enclose(shown)
	}
	return Text(shown + rangeNote(start, start+utf8.RuneCountInString(text), total))
}

// neutralSlice neutralizes a slice of a text, because the beginning of the
// slice may have a meaning that it did not have inside the text. If the neutral
// slice is longer than the limit, neutralSlice shortens the slice first. used
// is the part of the slice that shown has.
func neutralSlice(text string, limit int) (shown, used string) {
	shown = untrusted.Neutralize(text)
	if over := utf8.RuneCountInString(shown) - limit; over > 0 {
		text = text[:measure.Offset(text, max(1, utf8.RuneCountInString(text)-over))]
		shown = untrusted.Neutralize(text)
	}
	return shown, text
}

// rangeNote returns a note with the range of the text, and the start of the
// next range.
func rangeNote(start, end, total int) string {
	if end < total {
		return fmt.Sprintf("\n[chars %d to %d of %d; read on with start %d]", start, end, total, end)
	}
	return fmt.Sprintf("\n[chars %d to %d of %d: the end]", start, end, total)
}

// noSpillResult returns the result for a handle under which the session has no text.
func (c *Call) noSpillResult(handle string) Result {
	return Fail(NotAvailable, "No result has the handle %s in this session. It may have expired: call the tool again", measure.Clip(c.redact(handle), maxNameLength))
}
