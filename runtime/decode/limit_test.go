package decode_test

import (
	"testing"

	"github.com/toolgen/toolgen/runtime/decode"
)

// TestEachAndTarget checks values that are read together. A value that the
// reader refused stays refused, and values that were not read are not checked.
func TestEachAndTarget(t *testing.T) {
	atMostTwo := func(i int, v string) int { return decode.MaxLength(i, v, 2) }
	short, long := "ab", "abc"
	for _, test := range []struct {
		reason string
		got    int
		want   int
	}{
		{"all items pass", decode.Each(7, []string{"a", "bb"}, atMostTwo), 7},
		{"no items pass", decode.Each(7, []string(nil), atMostTwo), 7},
		{"one item fails", decode.Each(7, []string{"a", "bbb", "c"}, atMostTwo), -1},
		{"refused before", decode.Each(-1, []string{"a"}, atMostTwo), -1},
		{"the target passes", decode.Target(7, &short, atMostTwo), 7},
		{"the target fails", decode.Target(7, &long, atMostTwo), -1},
		{"refused before, and no target", decode.Target(-1, nil, atMostTwo), -1},
	} {
		if test.got != test.want {
			t.Errorf("%s: %d, want %d", test.reason, test.got, test.want)
		}
	}
}
