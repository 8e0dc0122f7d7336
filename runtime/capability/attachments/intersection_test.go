package attachments_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/attachments"
)

// TestIntersection opens the attachments of a turn under every set of declared kinds: a tool gets those
// of the turn that are of a declared kind.
func TestIntersection(t *testing.T) {
	dir := t.TempDir()
	var all []capability.Attachment
	for _, a := range []struct{ id, kind string }{{"1", "image"}, {"2", "file"}, {"3", "image"}, {"4", "audio"}} {
		path := filepath.Join(dir, a.id)
		if err := os.WriteFile(path, []byte(a.id), 0o600); err != nil {
			t.Fatal(err)
		}
		all = append(all, capability.Attachment{ID: a.id, Kind: a.kind, Path: path})
	}
	kinds := []string{"image", "file", "audio", "video", "*"}
	for set := range 1 << len(kinds) {
		var declared, want, got []string
		for i, kind := range kinds {
			if set>>i&1 == 1 {
				declared = append(declared, kind)
			}
		}
		for _, attachmentsOfTurn := range [][]capability.Attachment{all, all[:2], nil} {
			scoped, err := attachments.New(nil).Open(t.Context(), &capability.Request{Attachments: attachmentsOfTurn, Needs: &capability.Needs{Attachments: declared}})
			if err != nil {
				t.Fatal(err)
			}
			want, got = nil, nil
			for i, a := range all {
				allowed := i < len(attachmentsOfTurn) && (slices.Contains(declared, a.Kind) || slices.Contains(declared, "*"))
				if allowed {
					want = append(want, a.ID)
				}
				file, err := scoped.Open(t.Context(), a.ID)
				if (err == nil) != allowed {
					t.Errorf("%s, declared %q of %d: %v", a.ID, declared, len(attachmentsOfTurn), err)
				}
				if err == nil {
					_ = file.Close()
				}
			}
			for _, a := range scoped.List() {
				got = append(got, a.ID)
			}
			if !slices.Equal(got, want) {
				t.Errorf("declared %q of %d: listed %q, want %q", declared, len(attachmentsOfTurn), got, want)
			}
		}
	}
}

func TestNothingDeclared(t *testing.T) {
	scoped, err := attachments.New(nil).Open(t.Context(), &capability.Request{Attachments: []capability.Attachment{{ID: "1", Kind: "file"}}})
	if _, ok := errors.AsType[*capability.Denied](err); !ok {
		t.Errorf("without needs: %v, %v", scoped, err)
	}
}
