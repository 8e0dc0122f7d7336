package extract

import "testing"

func TestSnakeCase(t *testing.T) {
	tests := []struct{ reason, name, want string }{
		{"one word", "Search", "search"},
		{"two words", "SearchNotes", "search_notes"},
		{"an initialism", "HTTP", "http"},
		{"an initialism before a word", "HTTPGet", "http_get"},
		{"an initialism after a word", "GetURL", "get_url"},
		{"an initialism between words", "GetHTTPServer", "get_http_server"},
		{"digits belong to the word before", "SHA256Sum", "sha256_sum"},
		{"digits at the end", "Base64", "base64"},
		{"an unexported name", "findAll", "find_all"},
		{"underscores stay single", "Find_All", "find_all"},
		{"one letter", "X", "x"},
		{"a letter and a word", "ATool", "a_tool"},
		{"plural of an initialism", "GetIDs", "get_ids"},
		{"plural of an initialism before a word", "GetURLsByName", "get_urls_by_name"},
		{"letters beyond ASCII", "ÜberÄrger", "über_ärger"},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			if got := snakeCase(test.name); got != test.want {
				t.Errorf("%s becomes %s, want %s", test.name, got, test.want)
			}
		})
	}
}

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
		{"beside it", "a/b", "a/internal/c", true},
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
			if got := importable(test.importer, test.path); got != test.want {
				t.Errorf("%s importing %s: %v, want %v", test.importer, test.path, got, test.want)
			}
		})
	}
}
