package pdf

import (
	"math"
	"strings"
)

// point is a position on the page.
type point struct{ x, y float64 }

// writer joins the strings of a page to lines. A new line begins where the next string has
// another baseline, and a space is added for a gap.
type writer struct {
	b     strings.Builder
	left  int // bytes that may still be written
	last  point
	begun bool
}

// The distances, in sizes of the font.
const (
	lineDistance      = 0.5
	paragraphDistance = 2.2
	spaceDistance     = 0.17
	backDistance      = 1
)

// write writes a string that is shown from one point to another. height is the size of its font.
func (w *writer) write(s string, from, to point, height float64) {
	if s == "" || w.left <= 0 {
		return
	}
	if w.begun && height > 0 {
		w.separate(s, from, to, height)
	}
	w.last, w.begun = to, true
	if len(s) > w.left {
		s = strings.ToValidUTF8(s[:w.left], "")
		w.left = 0
	}
	w.left -= len(s)
	w.b.WriteString(s)
}

// separate writes what is between two strings.
func (w *writer) separate(s string, from, to point, height float64) {
	along := point{1, 0} // the direction of the text
	if length := math.Hypot(to.x-from.x, to.y-from.y); length > 0 {
		along = point{(to.x - from.x) / length, (to.y - from.y) / length}
	}
	moved := point{from.x - w.last.x, from.y - w.last.y}
	gap := (moved.x*along.x + moved.y*along.y) / height
	line := math.Abs(moved.x*along.y-moved.y*along.x) / height
	switch {
	case line > paragraphDistance:
		w.end("\n\n")
	case line > lineDistance || gap < -backDistance:
		w.end("\n")
	case gap > spaceDistance && !strings.HasSuffix(w.b.String(), " ") && !strings.HasPrefix(s, " "):
		w.end(" ")
	}
}

// end writes the end of a line or word.
func (w *writer) end(s string) {
	w.left -= len(s)
	w.b.WriteString(s)
}

// withoutLigatures writes the ligatures of Unicode as letters, so that words can be found.
var withoutLigatures = strings.NewReplacer("ﬀ", "ff", "ﬁ", "fi", "ﬂ", "fl", "ﬃ", "ffi", "ﬄ", "ffl")

// text returns the lines of the page.
func (w *writer) text() string {
	lines := strings.Split(withoutLigatures.Replace(w.b.String()), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
