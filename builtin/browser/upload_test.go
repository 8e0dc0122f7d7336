package browser_test

import (
	"errors"
	"testing"

	"github.com/toolgen/toolgen/builtin/browser"
	"github.com/toolgen/toolgen/runtime"
)

// The uploads of a session have a limit together, because Chromium keeps a copy of each file.
func TestUploadsAreLimited(t *testing.T) {
	for _, c := range []struct {
		reason        string
		uploads       int
		uploadedBytes int64
		refused       bool
	}{
		{"the first file", 0, 0, false},
		{"up to the limit", 6, 300<<20 - 1000, false},
		{"a byte more", 6, 300<<20 - 999, true},
		{"too many files", 500, 0, true},
	} {
		err := browser.UploadAfter(t.TempDir(), c.uploads, c.uploadedBytes, 1000)
		if failed, ok := errors.AsType[*runtime.Error](err); ok != c.refused || ok && failed.Reason != browser.ReasonLimit {
			t.Errorf("%s: %v", c.reason, err)
		}
	}
}
