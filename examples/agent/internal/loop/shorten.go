package loop

import (
	"context"

	"github.com/toolgen/toolgen/examples/agent/internal/model"
	"github.com/toolgen/toolgen/runtime"
)

// shorten shortens results, the oldest first, until the conversation has that many tokens less. At least keep code points
// of each text remain. It returns the indices of the entries that it changed.
func (a *Agent) shorten(ctx context.Context, owner *runtime.Session, conversation []model.Entry, keep, excess int) (changed []int) {
	before := tokens(conversation)
	for i := range conversation {
		if before-tokens(conversation) >= excess {
			break
		}
		if short, ok := a.shortResults(ctx, owner, conversation[i].Results, keep); ok {
			conversation[i].Results = short
			changed = append(changed, i)
		}
	}
	return changed
}

// shortResults returns shorter results; ok is false if none of them is long.
func (a *Agent) shortResults(ctx context.Context, owner *runtime.Session, all []runtime.CallResult, keep int) (short []runtime.CallResult, ok bool) {
	for _, result := range all {
		result, changed := a.Registry.Shorten(ctx, result, keep, owner)
		short, ok = append(short, result), ok || changed
	}
	return short, ok
}

// bytesPerToken is the assumed length of a token in bytes: less than the average of English and code.
const bytesPerToken = 3

// imageTokens is more than what an image of the usual size takes.
const imageTokens = 2000

// tokens estimates the tokens of a conversation.
func tokens(conversation []model.Entry) int {
	size := 0
	for i := range conversation {
		e := &conversation[i]
		size += len(e.Prompt)
		if e.Answer != nil {
			size += sizeOfAnswer(e.Answer)
		}
		for j := range e.Results {
			size += sizeOfResult(&e.Results[j].Result)
		}
	}
	return size / bytesPerToken
}

// sizeOfAnswer returns the size of an answer in bytes: as its provider wants it back, or as other models get it.
func sizeOfAnswer(a *model.Answer) int {
	own, other := 0, len(a.Text)
	for _, message := range a.Messages {
		own += len(message)
	}
	for _, call := range a.Calls {
		other += len(call.Name) + len(call.Args)
	}
	return max(own, other)
}

// sizeOfResult returns the size of what a model gets of a result, in bytes.
func sizeOfResult(r *runtime.Result) int {
	size := len(r.Value) + len(r.Error)
	for i := range r.Parts {
		switch p := &r.Parts[i]; p.Kind {
		case runtime.PartImage:
			size += imageTokens * bytesPerToken
		default:
			size += len(p.Text) + len(p.URI) + len(p.Data)
		}
	}
	return size
}
