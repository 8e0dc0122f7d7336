package decode

import (
	"fmt"
	"slices"
	"testing"
)

// TestIndex checks that indexes find nearly all fields, and never a wrong one.
func TestIndex(t *testing.T) {
	for _, test := range []struct {
		reason string
		name   func(n int) string
		fields int
		missed int // the maximum number of fields that the index does not find
	}{
		{"numbers at the end", func(n int) string { return fmt.Sprintf("option_%02d", n) }, 32, 0},
		{"numbers at the beginning", func(n int) string { return fmt.Sprintf("%02d_option", n) }, 59, 0},
		{"one letter", func(n int) string { return string(rune('a' + n)) }, 26, 0},
		{"different lengths", func(n int) string { return "xxxxxxxxxxxxxxxxxxxxxxxxxxxx"[:n+1] }, 20, 1},
		{"more than a set has", func(n int) string { return fmt.Sprintf("p%d", n) }, 200, 20},
		{"words", func(n int) string {
			return []string{"city", "country", "days", "hourly", "lat", "lon", "units", "note"}[n]
		}, 8, 0},
		{"equal hashes", func(n int) string { return fmt.Sprintf("long_name_%02d_of_the", n) }, 20, 19},
	} {
		fields := make([]Field, test.fields)
		for n := range fields {
			fields[n].Key = `"` + test.name(n) + `":`
		}
		index := NewIndex(fields)
		if missed := len(fields) - countIndexed(fields, index); index == "" || missed > test.missed {
			t.Errorf("%s: the index %q misses %d fields, want at most %d", test.reason, index, missed, test.missed)
		}
		for _, key := range []string{`"":`, `"a":`, `"other":`, `"option_99":`, `"Ab":`} {
			if n, _ := (&Type{Fields: fields, Index: index}).indexed(key+indexPadding, 0); n >= 0 && fields[n].Key != key {
				t.Errorf("%s: %s is field %d", test.reason, key, n)
			}
		}
	}
}

// countIndexed returns the number of fields that an index finds in a text.
func countIndexed(fields []Field, index string) (found int) {
	t := &Type{Fields: fields, Index: index}
	for n := range fields {
		if got, _ := t.indexed(fields[n].Key+indexPadding, 0); got == n {
			found++
		}
	}
	return found
}

// TestIndexOfFewOrManyFields checks that only types have an index for which it is faster and possible.
func TestIndexOfFewOrManyFields(t *testing.T) {
	fields := make([]Field, 224)
	for n := range fields {
		fields[n].Key = fmt.Sprintf(`"p%d":`, n)
	}
	for n, want := range map[int]bool{0: false, 4: false, 5: true, 223: true, 224: false} {
		if got := NewIndex(fields[:n]) != ""; got != want {
			t.Errorf("%d fields: has an index: %v, want %v", n, got, want)
		}
	}
}

// TestPropertiesInAnyOrder checks that a reader finds all properties in any order, with an index, without one, and with
// wrong ones.
func TestPropertiesInAnyOrder(t *testing.T) {
	fields := make([]Field, 9)
	for n := range fields[1:] {
		fields[n+1].Key = fmt.Sprintf(`"property_%d":`, n)
	}
	fields[0].Key = `"":` // an empty name is not in the index
	order := []int{7, 2, 8, 0, 5, 1, 3, 6, 4}
	text := "{"
	for _, n := range order {
		text += fields[n].Key + "1,"
	}
	text = text[:len(text)-1] + "}"
	for _, index := range []string{NewIndex(fields), "", " ", "    ", "[[[", NewIndex(fields[1:])} {
		typ := &Type{Kind: KindStruct, Fields: fields, Index: index}
		d := D{text: text}
		var got []int
		property, i, seen := d.Object(0, typ)
		for ; property >= 0; property, i, seen = d.Property(i+1, property, seen, typ) {
			got = append(got, property)
		}
		if !slices.Equal(got, order) || i != len(text) {
			t.Errorf("index %q: properties %v until %d, want %v until %d", index, got, i, order, len(text))
		}
	}
}
