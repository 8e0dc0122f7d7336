package extract

import (
	"go/token"
	"math/rand/v2"
	"testing"
)

// TestPositions checks that positions are those of the file set, in any order.
func TestPositions(t *testing.T) {
	fset := token.NewFileSet()
	for _, content := range []string{"package a\n\nvar x int\n", "", "package b", "\n\n\n"} {
		file := fset.AddFile("file"+string(rune('a'+fset.Base()%26)), -1, len(content))
		file.SetLinesForContent([]byte(content))
	}
	p := positions{fset: fset}
	random := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		pos, other := token.Pos(random.IntN(fset.Base()+3)), token.Pos(random.IntN(fset.Base()+3))
		want := fset.PositionFor(pos, false)
		if got := p.of(pos); got != want && want.Line > 0 {
			t.Fatalf("position %d is %v, want %v", pos, got, want)
		}
		if got := p.line(pos); got != want.Line {
			t.Fatalf("position %d is on line %d, want %d", pos, got, want.Line)
		}
		if want.Line > 0 && fset.File(pos) == fset.File(other) {
			if got, below := p.isBelow(pos, other), want.Line > fset.PositionFor(other, false).Line; got != below {
				t.Fatalf("position %d is below %d: %t, want %t", pos, other, got, below)
			}
		}
	}
}
