package decode

import (
	"strings"
	"testing"
)

// TestCapacity checks the memory that is reserved for arrays with several texts after them: for numbers exactly as much as
// needed, and for other items not much more.
func TestCapacity(t *testing.T) {
	const after = `,"note":"` + "a long text, with [brackets] and, commas" + `"`
	type point struct{ X, Y int }
	fields := Type{Kind: KindStruct, Fields: []Field{{Key: `"x":`}, {Key: `"y":`}}}
	readPoint := func(d *D, i int, v *point) int {
		property, i, seen := d.Object(i, &fields)
		for ; property >= 0; property, i, seen = d.Property(i, property, seen, &fields) {
			i = Int(d, i, &v.X)
		}
		return i
	}
	for _, count := range []int{1, 2, 4, 5, 63, 64, 65, 100, 1000, 20_000} {
		var numbers []int
		d := D{text: "[" + strings.Repeat("12345678,", count-1) + "1]" + strings.Repeat(after, 100)}
		if end := Slice(&d, 0, &numbers, 0, Unbounded, Int); end < 0 || len(numbers) != count || cap(numbers) != count {
			t.Errorf("%d numbers: %d items, capacity %d", count, len(numbers), cap(numbers))
		}
		var points []point
		d = D{text: "[" + strings.Repeat(`{"x":12,"y":345},`, count-1) + `{"x":1,"y":2}]` + strings.Repeat(after, 100)}
		if end := Slice(&d, 0, &points, 0, Unbounded, readPoint); end < 0 || len(points) != count || cap(points) > count+count/2+initialItems {
			t.Errorf("%d objects: %d items, capacity %d", count, len(points), cap(points))
		}
	}
}

// TestCapacityOfHostileText checks that a text with many commas that are no items reserves little memory.
func TestCapacityOfHostileText(t *testing.T) {
	d := D{text: "[1,1,1" + strings.Repeat(",", 1_000_000) + "]"}
	if got := d.firstCapacity(1, 0); got > maxGuessedItems {
		t.Errorf("firstCapacity = %d, want at most %d", got, maxGuessedItems)
	}
	if got := d.capacity(2, 1, 5); got > 2*maxGrowth {
		t.Errorf("capacity after 2 items = %d, want at most %d", got, 2*maxGrowth)
	}
}

// TestArraysOfOneLength checks that a tree whose arrays have the same length has no memory for more items, except in the
// first array of each level.
func TestArraysOfOneLength(t *testing.T) {
	d := D{text: "[" + strings.Repeat("[{},{}],", 9) + "[{},{}]]"}
	item := func(d *D, i int, _ *struct{}) int { return d.skip(i) }
	list := func(d *D, i int, v *[]struct{}) int { return Slice(d, i, v, 0, Unbounded, item) }
	var lists [][]struct{}
	if Slice(&d, 0, &lists, 0, Unbounded, list) < 0 || len(lists) != 10 {
		t.Fatal(len(lists))
	}
	for n := range lists[1:] {
		if got := cap(lists[n+1]); got != 2 {
			t.Errorf("list %d has memory for %d items, want 2", n+1, got)
		}
	}
}
