package runtime

import (
	"context"
	"strings"

	"github.com/toolgen/toolgen/internal/cut"
	"github.com/toolgen/toolgen/internal/measure"
)

// maxShortenNotice is more than the length of the notice of [Registry.Shorten], in code points.
const maxShortenNotice = 120

// Shorten returns a result of an earlier turn with the first keep code points of its text, a complete fence and a notice,
// for a conversation that becomes too long for the window of its model. The full text is stored for the session, so that
// the model finds it with read_result: the notice has its handle. A result that is shortened again keeps its handle.
// Parts with other content are omitted. ok is false if the result is short already, and does not change.
func (r *Registry) Shorten(ctx context.Context, result CallResult, keep int, session *Session) (short CallResult, ok bool) {
	text := &result.Result.Value
	if !result.Result.OK {
		text = &result.Result.Error
	}
	if len(result.Result.Parts) > 0 {
		*text += "\n[further content omitted; call the tool again]"
		result.Result.Parts, ok = nil, true
	}
	chars, _ := measure.Chars(*text)
	if chars <= keep+maxShortenNotice {
		return result, ok
	}
	truncated := Truncation{Total: chars}
	if result.Truncated != nil {
		truncated = *result.Truncated
	} else if result.Name != ReadResultTool { // whose text is a part of a stored text
		truncated.Handle = r.spillEarlier(ctx, session, *text)
	}
	truncated.Kept = keep
	result.Truncated = &truncated
	*text = fencedBeginning(*text, keep) + "\n" + cut.Notice(cut.Size{Chars: truncated.Total - keep}, truncated.Handle)
	return result, true
}

// spillEarlier stores the text of an earlier result and returns its handle; empty if this is not possible.
func (r *Registry) spillEarlier(ctx context.Context, session *Session, text string) string {
	if r.options.Spill == nil || session == nil {
		return ""
	}
	handle, err := putSpill(ctx, r.options.Spill, session, text)
	if err != nil || !isPortable(handle) {
		return ""
	}
	return handle
}

// The beginnings of the tags of a fence. Texts from outside have none, because the runtime neutralizes them.
const (
	openingTag = "<untrusted "
	closingTag = "</untrusted>"
)

// fencedBeginning returns the first n code points of a text. It cuts no tag in two, and closes a fence that it cuts.
func fencedBeginning(text string, n int) string {
	end := measure.Offset(text, n)
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
