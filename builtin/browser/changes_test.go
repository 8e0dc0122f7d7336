package browser

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// apply applies edits to lines.
func apply(before []string, edits []edit) []string {
	after := slices.Clone(before)
	for _, e := range edits {
		if e.kind == '+' {
			after = slices.Insert(after, e.line, e.text)
		} else {
			after = slices.Delete(after, e.line, e.line+1)
		}
	}
	return after
}

func TestCompare(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var before, after []string
		for range random.IntN(12) {
			before = append(before, fmt.Sprint(random.IntN(4)))
		}
		for range random.IntN(12) {
			after = append(after, fmt.Sprint(random.IntN(4)))
		}
		edits, ok := compare(before, after)
		if got := apply(before, edits); !ok || !slices.Equal(got, after) {
			t.Fatalf("%v to %v: %v gives %v", before, after, edits, got)
		}
	}
	if _, ok := compare(slices.Repeat([]string{"a"}, maxEdits), slices.Repeat([]string{"b"}, maxEdits)); ok {
		t.Error("too many differences are listed")
	}
}

func TestChanges(t *testing.T) {
	page := strings.SplitAfter(strings.Repeat("text\n", 20), "\n")
	page = page[:20]
	changed := slices.Clone(page)
	changed[7] = "  @e1 button \"New\"\n"
	if text, ok := changes(page, changed); !ok || text != "  text\n- text\n+ @e1 button \"New\"\n" {
		t.Errorf("%v %q", ok, text)
	}
	if text, ok := changes(page, page); !ok || text != "" {
		t.Errorf("the same page: %v %q", ok, text)
	}
	if _, ok := changes(page, slices.Repeat([]string{"x\n"}, 20)); ok {
		t.Error("another page is not a list of changes")
	}
}

// Few lines of an element are shown together, such as a row with its buttons.
func TestMatches(t *testing.T) {
	var lines []string
	for i := range 30 {
		lines = append(lines, "  row\n", fmt.Sprintf("    cell \"row %d\"\n", i), fmt.Sprintf("    @e%d button \"Choose\"\n", i))
	}
	lines = append([]string{"table\n"}, lines...)
	lines = append(lines, "text \"end\"\n")
	if text, _ := matches(lines, "row 7", 1); text != "23:   row\n24:     cell \"row 7\"\n25:     @e7 button \"Choose\"\n" {
		t.Errorf("a row: %s", text)
	}
	if text, _ := matches(lines, "END", 1); text != "91:     @e29 button \"Choose\"\n92: text \"end\"\n" {
		t.Errorf("a line that is in no element: %s", text)
	}
	if text, _ := matches(slices.Concat([]string{"list\n"}, slices.Repeat([]string{"  item\n"}, 20), []string{"  last\n"}, slices.Repeat([]string{"  item\n"}, 20)), "last", 1); text != "21:   item\n22:   last\n23:   item\n" {
		t.Errorf("a long list: %s", text)
	}
}
