package browser

import (
	"context"
	"net/http"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// SnapshotArgs says what to show of the page.
type SnapshotArgs struct {
	// The first line to show, for pages that are longer than one answer.
	StartLine int `json:"start_line,omitzero" jsonschema:"minimum=1,default=1"`
	// How long to wait before reading the page, for pages that are still
	// loading.
	WaitSeconds int `json:"wait_seconds,omitzero" jsonschema:"minimum=0,maximum=30,default=0"`
}

// Snapshot shows the open page as it is now.
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
		if err := s.wait(ctx, time.Duration(args.WaitSeconds)*time.Second); err != nil {
			return err
		}
		var err error
		view, err = s.viewWhenIdle(ctx, args.StartLine)
		return err
	})
	return view, err
}

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
