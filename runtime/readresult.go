package runtime

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/untrusted"
	"github.com/toolgen/toolgen/runtime/decode"
)

// ReadResultTool is the name of the tool by which a model reads on in a result
// that was cut. A registry whose options have a spill store registers it.
const ReadResultTool = "read_result"

// ErrNoSpill is the error of a [SpillStore] for a handle that the session has
// no text under.
var ErrNoSpill = errors.New("runtime: no text is kept under this handle")

// readResultArgs is a range of a kept text, in code points.
type readResultArgs struct {
	Handle     string
	Start, End int // negative: not given
}

const readResultInput = `{"type":"object","properties":{` +
	`"handle":{"type":"string","description":"The handle that the end of the cut result names."},` +
	`"start":{"type":"integer","description":"The first character to return, counted from 0. Default: where the result was cut.","minimum":0},` +
	`"end":{"type":"integer","description":"The character to stop before. Default: as many as fit.","minimum":0}},` +
	`"required":["handle"],"additionalProperties":false}`

var readResultType = decode.Type{Kind: decode.KindStruct, Fields: []decode.Field{
	{Key: `"handle":`, Type: &decode.Type{Kind: decode.KindString}, Required: true},
	{Key: `"start":`, Type: &decode.Type{Kind: decode.KindInt, Limits: "minimum=0"}},
	{Key: `"end":`, Type: &decode.Type{Kind: decode.KindInt, Limits: "minimum=0"}},
}}

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

// readResultEntry is the entry of the tool that reads from the options' store.
func (r *Registry) readResultEntry() *entry {
	store := r.options.Spill
	e := &entry{reads: true, born: firstRevision, tool: Tool{
		ID: "github.com/toolgen/toolgen/runtime." + ReadResultTool, Name: ReadResultTool, Title: "Read on in a result",
		Description: "Returns a range of a tool result that was cut, by the handle that its end names.",
		Input:       readResultInput, AlwaysInclude: true, Hints: Hints{ReadOnly: true, Idempotent: true},
		Decode: decodeReadResult,
		Invoke: func(ctx context.Context, c *Call) Result {
			return c.readSpilled(ctx, store, c.Args().(*readResultArgs))
		},
	}}
	e.run, _ = r.wrappedOrShut(&e.tool, nil)
	return e
}

// widest is a position with as many digits as any has.
const widest = math.MaxInt32

// readSpilled returns as much of the range as fits, and how to go on.
func (c *Call) readSpilled(ctx context.Context, store SpillStore, args *readResultArgs) Result {
	session := c.turn.Session
	if session == nil {
		return c.noSpill(args.Handle)
	}
	known := recall(store, session, args.Handle)
	start := min(args.Start, math.MaxInt/2)
	if start < 0 {
		start = known.kept
	}
	if args.End >= 0 && args.End <= start {
		return Fail(InputInvalid, "end is %d, but must be greater than start, which is %d", args.End, start)
	}
	room := c.budget - utf8.RuneCountInString(rangeNote(widest, widest-1, widest))
	if known.fence != nil {
		room -= known.fence.Chars()
	}
	room = max(room, 1)
	end := start + room
	if args.End >= 0 {
		end = min(end, args.End)
	}
	text, total, err := store.Get(ctx, session, args.Handle, start, end)
	switch {
	case errors.Is(err, ErrNoSpill):
		return c.noSpill(args.Handle)
	case err != nil:
		result := Fail(ExecutionFailed, "The text kept under %s cannot be read", clip(c.redact(args.Handle), maxNameLength))
		result.Cause = err
		return result
	case start >= total:
		return Fail(InputInvalid, "start is %d, but the text has %d chars", start, total)
	}
	shown := text
	if known.fence != nil {
		shown, text = neutralSlice(text, room)
		shown = known.fence.Enclose(shown)
	}
	return Text(shown + rangeNote(start, start+utf8.RuneCountInString(text), total))
}

// neutralSlice neutralizes a slice of a text, which may begin in a way that the
// text did not. It returns also how much of the slice was used, so that the
// result fits the room if the slice did.
func neutralSlice(text string, room int) (shown, used string) {
	shown = untrusted.Neutralize(text)
	if over := utf8.RuneCountInString(shown) - room; over > 0 {
		text = text[:offset(text, max(1, utf8.RuneCountInString(text)-over))]
		shown = untrusted.Neutralize(text)
	}
	return shown, text
}

// rangeNote says which part of a text this is, and how to go on.
func rangeNote(start, end, total int) string {
	if end < total {
		return fmt.Sprintf("\n[chars %d to %d of %d; read on with start %d]", start, end, total, end)
	}
	return fmt.Sprintf("\n[chars %d to %d of %d: the end]", start, end, total)
}

func (c *Call) noSpill(handle string) Result {
	return Fail(NotAvailable, "No result is kept under the handle %s in this session; it may have expired: make the call again", clip(c.redact(handle), maxNameLength))
}

// spills are what a session knows of its kept texts, by handle.
type spills map[string]spilled

// spilled is one kept text.
type spilled struct {
	kept    int   // how much of it the model saw
	fence   fence // that was around it
	expires time.Time
}

// spillNotes is a store that keeps with a text what is known of it. What the
// runtime notes it recalls for every Session of the same id.
type spillNotes interface {
	note(session *Session, handle string, known spilled)
	recall(session *Session, handle string) (known spilled, ok bool)
}

// noteSpill notes how much of a text the model saw when it was cut, and what
// fence it had.
func (b *batch) noteSpill(handle string, kept int, f fence) {
	known := spilled{kept, f, time.Now().Add(spillTTL)}
	if store, ok := b.registry.options.Spill.(spillNotes); ok {
		store.note(b.turn.Session, handle, known)
		return
	}
	b.turn.Session.noteSpill(handle, known)
}

// recall is what is known of the text. One of which nothing is known, because
// another run of the program was given its handle, is taken for untrusted.
func recall(store SpillStore, session *Session, handle string) spilled {
	known, ok := spilled{}, false
	if store, notes := store.(spillNotes); notes {
		known, ok = store.recall(session, handle)
	} else {
		known, ok = session.recall(handle)
	}
	if !ok {
		known.fence = untrusted.NewFence(ReadResultTool, "")
	}
	return known
}

// noteSpill notes what is known of a text, and forgets what is over.
func (s *Session) noteSpill(handle string, known spilled) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	for old, text := range s.spills {
		if now.After(text.expires) {
			delete(s.spills, old)
		}
	}
	if s.spills == nil {
		s.spills = make(spills)
	}
	s.spills[handle] = known
}

// recall is what the session knows of the text, if it knows it.
func (s *Session) recall(handle string) (known spilled, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	known, ok = s.spills[handle]
	return known, ok
}
