package runtime

import (
	"context"
	"errors"
	"fmt"
	"math"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/cut"
	"github.com/toolgen/toolgen/internal/measure"
	"github.com/toolgen/toolgen/internal/untrusted"
	"github.com/toolgen/toolgen/runtime/decode"
)

// ReadResultTool is the name of the tool that returns a range of the full text of
// a result of which something was omitted, and searches in it. A registry has the
// tool if its options have a spill store.
const ReadResultTool = cut.ReadTool

// ErrNoSpill is the error of a [SpillStore] if the session has no text under
// the handle.
var ErrNoSpill = errors.New("runtime: no text has this handle")

// readResultArgs are the arguments of read_result: a range of a stored text, in
// code points, and a text to find in it.
type readResultArgs struct {
	Handle     string
	Start, End int    // negative if not given
	Query      string // empty if not given
}

// readResultInput is the schema of the arguments of read_result.
const readResultInput = `{"type":"object","properties":{` +
	`"handle":{"type":"string","description":"The handle in the notice about the omitted text."},` +
	`"start":{"type":"integer","description":"The first character to return, counted from 0. Default: the first omitted one; with query, 0.","minimum":0},` +
	`"end":{"type":"integer","description":"The character to stop before. Default: as many as fit.","minimum":0},` +
	`"query":{"type":"string","description":"Returns only the lines from start to end that contain this text in any case, each with its number and the start for reading from there."}},` +
	`"required":["handle"],"additionalProperties":false}`

// readResultType describes readResultArgs to the decoder.
var readResultType = decode.Type{Kind: decode.KindStruct, Fields: []decode.Field{
	{Key: `"handle":`, Type: &decode.Type{Kind: decode.KindString}, Required: true},
	{Key: `"start":`, Type: &decode.Type{Kind: decode.KindInt, Limits: "minimum=0"}},
	{Key: `"end":`, Type: &decode.Type{Kind: decode.KindInt, Limits: "minimum=0"}},
	{Key: `"query":`, Type: &decode.Type{Kind: decode.KindString}},
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
			case 3:
				i = decode.String(d, i, &v.Query)
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
	e := &entry{revision: firstRevision, entryParts: &entryParts{isReadResult: true}, tool: &Tool{
		ID: "github.com/toolgen/toolgen/runtime." + ReadResultTool, Name: ReadResultTool, Title: "Read more of a result",
		Description: "Returns a range of the full text of a tool result from which text was omitted, or the lines of it that contain a query. The notice about the omitted text has the handle.",
		Input:       readResultInput, AlwaysInclude: true, Hints: Hints{ReadOnly: true, Idempotent: true},
		Concurrent: true, // a stored text never changes
		Decode:     decodeReadResult,
		Invoke: func(ctx context.Context, c *Call) Result {
			return c.readSpilled(ctx, store, c.Args().(*readResultArgs))
		},
	}}
	e.handler, _ = r.wrapOrRefuse(e.tool, nil)
	return e
}

// readSpilled returns the range of the stored text, or the lines in it that
// contain the query.
func (c *Call) readSpilled(ctx context.Context, store SpillStore, args *readResultArgs) Result {
	session := c.turn.Session
	if session == nil {
		return c.noSpillResult(args.Handle)
	}
	kept, fence := recallSpillNote(store, session, args.Handle)
	r := spillReader{Call: c, ctx: ctx, store: store, handle: args.Handle, start: args.Start, end: args.End, fence: fence}
	if r.start < 0 && args.Query == "" {
		r.start = kept
	}
	r.start = min(max(0, r.start), math.MaxInt/2)
	switch {
	case args.End >= 0 && args.End <= r.start:
		return Fail(InputInvalid, "end is %d, but must be greater than start, which is %d", args.End, r.start)
	case args.Query != "":
		return r.search(args.Query)
	}
	return r.read()
}

// spillReader reads the stored text with a handle.
type spillReader struct {
	*Call
	ctx        context.Context
	store      SpillStore
	handle     string
	start, end int              // the range to read; end is negative for the end of the text
	fence      *untrusted.Fence // nil for a trusted text
}

// widest is a position with the maximum number of digits.
const widest = math.MaxInt32

// read returns the part of the range that fits into the budget, with a note that
// says how to read further.
func (r *spillReader) read() Result {
	limit := r.limit(rangeNote(widest, widest-1, widest))
	end := r.start + limit
	if r.end >= 0 {
		end = min(end, r.end)
	}
	text, total, refusal := r.get(end)
	if refusal != nil {
		return *refusal
	}
	shown := text
	if r.fence != nil {
		shown, text = neutralSlice(text, limit)
		shown = r.fence.Enclose(shown)
	}
	return Text(shown + rangeNote(r.start, r.start+utf8.RuneCountInString(text), total))
}

// limit returns the maximum length of the text before a note, at least 1.
func (r *spillReader) limit(note string) int {
	limit := r.budget - utf8.RuneCountInString(note)
	if r.fence != nil {
		limit -= r.fence.Chars()
	}
	return max(limit, 1)
}

// get returns the text from start to end and the length of the full text, or a
// failure.
func (r *spillReader) get(end int) (text string, total int, refusal *Result) {
	text, total, err := r.store.Get(r.ctx, r.turn.Session, r.handle, r.start, end)
	switch {
	case errors.Is(err, ErrNoSpill):
		return "", 0, new(r.noSpillResult(r.handle))
	case err != nil:
		result := Fail(ExecutionFailed, "The text with the handle %s cannot be read", visibleName(r.redact(r.handle)))
		result.Cause = err
		return "", 0, &result
	case r.start >= total:
		return "", 0, new(startError(r.start, total))
	}
	return text, total, nil
}

// startError returns the result for a start after the end of the text.
func startError(start, total int) Result {
	return Fail(InputInvalid, "start is %d, but the text has %d chars", start, total)
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
	return Fail(NotAvailable, "No result has the handle %s in this session. It may have expired: call the tool again", visibleName(c.redact(handle)))
}
