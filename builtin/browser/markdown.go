package browser

import (
	"context"
	"net/url"
	"strings"

	"github.com/chromedp/cdproto/cdp"

	"github.com/toolgen/toolgen/builtin/web"
)

// markdown returns the lines of the main text of the page, as it is after its scripts
// have run.
func (t *tab) markdown(ctx context.Context, address string) ([]string, error) {
	var parts struct {
		Parts []string `json:"parts"`
		More  bool     `json:"more"`
	}
	if err := t.eval(ctx, cdp.FrameID(t.target), "source()", &parts); err != nil {
		return nil, err
	}
	at, err := url.Parse(address)
	if err != nil {
		at = new(url.URL)
	}
	text, notes, err := web.Markdown(ctx, strings.Join(parts.Parts, ""), at, t.session.redact)
	if err != nil {
		return nil, failure(ReasonLoadFailed, "the text of the page cannot be shown: %w", err)
	}
	for _, note := range notes {
		t.session.note("%s", note)
	}
	if parts.More {
		t.session.note("the page is too large: only its first part is shown")
	}
	return strings.SplitAfter(replaceReferences(t.session.redact(text), "(at)"), "\n"), nil
}
