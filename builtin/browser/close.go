package browser

import (
	"context"

	"github.com/toolgen/toolgen/runtime"
)

// Close closes the session's pages and forgets their cookies and storage.
//
//tool:register browser_close
//tool:destructive
//tool:idempotent
//tool:exclusive
//tool:available func=Ready
//tool:dry-run DescribeClose
//tool:example {}
func (b *Browser) Close(_ context.Context, call *runtime.Call) (string, error) {
	id, err := sessionID(call)
	if err != nil {
		return "", err
	}
	if s, err := b.session(id); err == nil {
		b.closeSession(s)
	}
	return "closed", nil
}

// DescribeClose describes what Close would do.
func (b *Browser) DescribeClose(_ context.Context, call *runtime.Call) (string, error) {
	if _, err := sessionID(call); err != nil {
		return "", err
	}
	return "would close the session's pages and forget their cookies and storage", nil
}
