//go:build unix

package files_test

import (
	"errors"
	"io/fs"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// The error of a name that leads out of the working directory says what to write, because a
// model sees it. It is fs.ErrInvalid.
func TestInvalidNamesAreExplained(t *testing.T) {
	f := newFixture(t).all(nil)
	for _, name := range []string{"../etc/passwd.csv", "a/../../b", "./a", "a/", "a//b"} {
		for operation, call := range operations {
			_, err := call(f, name)
			if !errors.Is(err, fs.ErrInvalid) || !strings.Contains(err.Error(), `not a path within the working directory: write a path such as "a/b.txt"`) {
				t.Errorf("%s of %q: %v", operation, name, err)
			}
		}
	}
	_, err := f.Open("../etc/passwd.csv")
	if got := runtime.FromError(err); !strings.HasPrefix(got.Error, "open ../etc/passwd.csv: not a path within") {
		t.Errorf("the model sees %q", got.Error)
	}
}
