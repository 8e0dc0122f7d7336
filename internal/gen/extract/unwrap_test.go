package extract

import "testing"

func TestUnwrap(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"one line", "One.", "One."},
		{"a paragraph", "One\ntwo\nthree.", "One two three."},
		{"two paragraphs", "One\ntwo.\n\nThree\nfour.", "One two.\n\nThree four."},
		{"code", "See:\n\n\ta\n\tb\n\nThe\nend.", "See:\n\n\ta\n\tb\n\nThe end."},
		{"code without a blank line", "See:\n\ta\n\tb\nThe end.", "See:\n\ta\n\tb\nThe end."},
		{"a list", "All:\n\n  - a\n    of b\n  - c\n\nThe\nend.", "All:\n\n  - a of b\n  - c\n\nThe end."},
		{"a list that is not indented", "All:\n- a\nof b\n- c\n  of d", "All:\n- a of b\n- c of d"},
		{"a numbered list", "All:\n 1. a\n    of b\n 2. c", "All:\n 1. a of b\n 2. c"},
		{"code after an item", "- a\n\n\tcode\n\tmore", "- a\n\n\tcode\n\tmore"},
		{"a heading", "One.\n\n# Head\nTwo\nthree.", "One.\n\n# Head\nTwo three."},
		{"a dash within a sentence", "One - or\n-1 - is\nmore.", "One - or -1 - is more."},
		{"CRLF", "One\r\ntwo.\r\n\r\nThree.", "One two.\n\nThree."},
	} {
		if got := unwrap(c.text); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
