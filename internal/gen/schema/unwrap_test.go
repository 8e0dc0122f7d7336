package schema

import "testing"

func TestUnwrap(t *testing.T) {
	for _, c := range []struct{ reason, doc, want string }{
		{"lines of a paragraph are joined", "One\ntwo  three.\n\nFour\nfive.", "One two three.\n\nFour five."},
		{"code keeps its lines", "Such as:\n\n\ta := 1\n\tb := 2\n\nand so\non.", "Such as:\n\n\ta := 1\n\tb := 2\n\nand so on."},
		{"lists keep their lines", "All of:\n\n- one\n- two", "All of:\n\n- one\n- two"},
		{"lists with numbers keep their lines", "1. one\n2. two", "1. one\n2. two"},
		{"a dash without a space is not a list", "One\n-two.", "One -two."},
	} {
		if got := unwrap(c.doc); got != c.want {
			t.Errorf("%s: got %q, want %q", c.reason, got, c.want)
		}
	}
}
