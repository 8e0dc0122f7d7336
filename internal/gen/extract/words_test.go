package extract

import "testing"

func TestSentence(t *testing.T) {
	tests := []struct{ reason, doc, want string }{
		{"the name is dropped", "Search finds notes.", "Finds notes."},
		{"a name that begins another word stays", "Searching is fun.", "Searching is fun."},
		{"a possessive stays", "Search's work.", "Search's work."},
		{"no name", "Finds notes.", "Finds notes."},
		{"the name alone stays", "Search", "Search"},
		{"a line break after the name", "Search\nfinds notes.", "Finds notes."},
		{"letters beyond ASCII", "Search öffnet.", "Öffnet."},
		{"space around", "\n Search finds. \n", "Finds."},
		{"nothing", "", ""},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			if got := sentence(test.doc, "Search"); got != test.want {
				t.Errorf("%q becomes %q, want %q", test.doc, got, test.want)
			}
		})
	}
}

func TestImportable(t *testing.T) {
	tests := []struct {
		reason, importer, path string
		want                   bool
	}{
		{"a package that is not internal", "a/b", "c/d", true},
		{"a sibling", "a/b", "a/internal/c", true},
		{"the parent itself", "a", "a/internal", true},
		{"below the parent", "a/b/c/d", "a/internal/c", true},
		{"outside", "b", "a/internal/c", false},
		{"a parent whose name begins alike", "ab/c", "a/internal", false},
		{"the innermost counts", "a/b", "a/internal/c/internal", false},
		{"internal to the standard library", "a", "internal/abi", false},
		{"a name that contains the word", "b", "a/internals", true},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			if got := canImportPath(test.importer, test.path); got != test.want {
				t.Errorf("%s importing %s: %v, want %v", test.importer, test.path, got, test.want)
			}
		})
	}
}
