package annotations_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/toolgen/toolgen/annotations"
)

var renderers = []struct {
	golden string
	render func(io.Writer) error
}{
	{"testdata/directives.txt", annotations.Text},
	{"testdata/directives.md", annotations.Markdown},
}

func TestRenderers(t *testing.T) {
	for _, r := range renderers {
		var got bytes.Buffer
		if err := r.render(&got); err != nil {
			t.Fatal(err)
		}
		if *update {
			if err := os.WriteFile(r.golden, got.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(r.golden)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(string(want), got.String()); d != "" {
			t.Errorf("%s differs; run go test ./annotations -update and read the diff (-want +got):\n%s", r.golden, d)
		}
	}
}

var errBroken = errors.New("broken")

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errBroken }

func TestRenderersReportErrors(t *testing.T) {
	for _, r := range renderers {
		if err := r.render(failingWriter{}); !errors.Is(err, errBroken) {
			t.Errorf("%s: got error %v; want the error of the writer", r.golden, err)
		}
	}
}
