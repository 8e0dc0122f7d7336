package loop

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/toolgen/toolgen/examples/agent/internal/model"
	"github.com/toolgen/toolgen/runtime"
)

// shortener shortens the results of a conversation.
type shortener struct {
	texts runtime.SpillStore
	owner *runtime.Session // of the stored texts
}

// shorten shortens results, the oldest first, until the conversation has that many tokens less. At least keep code points
// of each text remain. It returns the indices of the entries that it changed.
func (s *shortener) shorten(ctx context.Context, conversation []model.Entry, keep, excess int) (changed []int) {
	before := tokens(conversation)
	for i := range conversation {
		if before-tokens(conversation) >= excess {
			break
		}
		if short, ok := s.results(ctx, conversation[i].Results, keep); ok {
			conversation[i].Results = short
			changed = append(changed, i)
		}
	}
	return changed
}

// results returns shorter results; ok is false if none of them is long.
func (s *shortener) results(ctx context.Context, all []runtime.CallResult, keep int) (short []runtime.CallResult, ok bool) {
	for _, r := range all {
		short = append(short, s.result(ctx, r, keep))
		ok = ok || sizeOfResult(&short[len(short)-1].Result) < sizeOfResult(&r.Result)
	}
	return short, ok
}

// result returns a result with the beginning of its text and without other content.
func (s *shortener) result(ctx context.Context, r runtime.CallResult, keep int) runtime.CallResult {
	text := &r.Result.Value
	if !r.Result.OK {
		text = &r.Result.Error
	}
	if len(r.Result.Parts) > 0 {
		*text += "\n[further content omitted; call the tool again]"
		r.Result.Parts = nil
	}
	chars := utf8.RuneCountInString(*text)
	if chars <= keep+maxNotice {
		return r
	}
	cut := runtime.Truncation{Total: chars}
	if r.Truncated != nil {
		cut = *r.Truncated
	} else {
		cut.Handle = s.store(ctx, &r, *text)
	}
	cut.Kept = keep
	*text, r.Truncated = beginning(*text, keep)+notice(cut.Total-cut.Kept, cut.Handle), &cut
	return r
}

// store stores the full text of a result and returns its handle; empty if this is not possible.
func (s *shortener) store(ctx context.Context, r *runtime.CallResult, text string) string {
	if r.Name == runtime.ReadResultTool {
		return "" // it is a part of a stored text
	}
	handle, err := s.texts.Put(ctx, s.owner, text, time.Now().Add(time.Hour))
	if err != nil {
		return ""
	}
	return handle
}

// maxNotice is more than the length of a notice in code points.
const maxNotice = 120

// notice says how many code points are omitted, in the words of the runtime, and how to get them.
func notice(omitted int, handle string) string {
	if handle == "" {
		return fmt.Sprintf("\n[%d chars omitted; not stored: call the tool again for a smaller part]", omitted)
	}
	return fmt.Sprintf("\n[%d chars omitted; call %s with handle %s]", omitted, runtime.ReadResultTool, handle)
}

// The tags of the fence around an untrusted text. The runtime removes them from the text.
const (
	openingTag = "<untrusted "
	closingTag = "</untrusted>"
)

// beginning returns the first n code points of a text. It cuts no tag in two, and closes a fence that it cuts.
func beginning(text string, n int) string {
	end := len(text)
	for i := range text {
		if n == 0 {
			end = i
			break
		}
		n--
	}
	short := text[:end]
	if tag := strings.LastIndexByte(short, '<'); tag >= 0 && isCutTag(text[tag:], end-tag) {
		short = short[:tag]
	}
	if strings.Count(short, openingTag) > strings.Count(short, closingTag) {
		short = strings.TrimSuffix(short, "\n") + "\n" + closingTag
	}
	return short
}

// isCutTag reports whether a text begins with a tag of a fence that has more than n bytes.
func isCutTag(text string, n int) bool {
	return (strings.HasPrefix(text, openingTag) || strings.HasPrefix(text, closingTag)) && strings.IndexByte(text, '>') >= n
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
