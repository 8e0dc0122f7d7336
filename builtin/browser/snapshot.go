package browser

import (
	"context"
	"net/http"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// Format is the form in which a page is shown.
type Format string

// The formats of browser_snapshot: elements with references, or the main text.
const (
	FormatTree     Format = "tree"
	FormatMarkdown Format = "markdown"
)

// SnapshotArgs says what to show of the page.
type SnapshotArgs struct {
	// Markdown is the main text.
	Format Format `json:"format,omitzero" jsonschema:"default=tree"`
	// Shows only lines with this text.
	Find      string `json:"find,omitzero" tool:"alias=query,alias=search,alias=filter"`
	StartLine int    `json:"start_line,omitzero" jsonschema:"minimum=1,default=1" tool:"alias=offset"`
	// Waits until the page shows this text.
	WaitFor string `json:"wait_for,omitzero" tool:"alias=wait_for_text"`
	// Time to wait first; with wait_for at most, 10 by default.
	WaitSeconds int `json:"wait_seconds,omitzero" jsonschema:"minimum=0,maximum=30" tool:"alias=timeout,alias=time,alias=seconds"`
	// A PDF to show.
	Download int `json:"download,omitzero" jsonschema:"minimum=1"`
}

// Snapshot shows the whole open page as it is now.
//
//tool:register browser_snapshot
//tool:open-world
//tool:read-only
//tool:exclusive
//tool:available func=Ready
//tool:network *
//tool:untrusted-output
//tool:max-result-chars 20000
//tool:example {"start_line": 401}
func (b *Browser) Snapshot(ctx context.Context, call *runtime.Call, client *http.Client, args SnapshotArgs) (*Page, error) {
	var view *Page
	err := b.withSession(ctx, call, client, func(s *session) error {
		limit := time.Duration(args.WaitSeconds) * time.Second
		if args.WaitFor != "" {
			if limit == 0 {
				limit = defaultWait
			}
			if err := s.waitForText(ctx, args.WaitFor, limit); err != nil {
				return err
			}
		} else if err := s.wait(ctx, limit); err != nil {
			return err
		}
		s.began = time.Now()
		var err error
		view, err = s.viewWhenIdle(ctx, part{whole: true, from: args.StartLine, find: args.Find, markdown: args.Format == FormatMarkdown, download: args.Download})
		return err
	})
	return view, err
}

const (
	// defaultWait is the time to wait for a text.
	defaultWait = 10 * time.Second
	// textInterval is the time between two searches for it.
	textInterval = 300 * time.Millisecond
)

// wait waits for a time, or until the context or Chromium ends.
func (s *session) wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-s.chromium.done:
		return errEnded
	}
}

// waitForText waits until the current page shows a text. A page that does not show
// it in time gets a note.
func (s *session) waitForText(ctx context.Context, wanted string, limit time.Duration) error {
	for end := time.Now().Add(limit); ; {
		t, err := s.currentPage()
		if err != nil {
			return err
		}
		document := t.currentDocument()
		bounded, cancel := context.WithTimeout(ctx, snapshotTimeout)
		root, err := t.tree(bounded)
		cancel()
		if err != nil && !isProtocol(err) { // another document
			return s.markHung(ctx, err)
		}
		if err == nil {
			if found, _ := matches(s.linesOf(t, document, root), wanted, 1); found != "" {
				return nil
			}
		}
		if time.Now().After(end) {
			s.note("the page did not show the text %s within %v", quote(wanted, 100), limit)
			return nil
		}
		if err := s.wait(ctx, textInterval); err != nil {
			return err
		}
	}
}
