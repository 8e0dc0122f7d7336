package extract

import (
	"go/token"
	"slices"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// positions converts positions of a file set. It does what [token.FileSet.PositionFor] does
// without comments //line, but remembers the last file and line, because most positions are
// near the one before.
type positions struct {
	fset  *token.FileSet
	file  *token.File
	name  string
	lines []int // the offsets of the lines of the file
	last  int   // the index of a line
}

// of returns the position in the file that was read. It is the zero value for a position
// that no file has.
func (p *positions) of(pos token.Pos) token.Position {
	if !p.find(pos) {
		return token.Position{}
	}
	offset := int(pos) - p.file.Base()
	return token.Position{Filename: p.name, Offset: offset, Line: p.last + 1, Column: offset - p.lines[p.last] + 1}
}

// isBelow reports whether a position is on a line after that of another one in the same file.
func (p *positions) isBelow(pos, other token.Pos) bool {
	if !p.find(other) {
		return pos.IsValid()
	}
	return p.last+1 < len(p.lines) && p.lines[p.last+1] <= int(pos)-p.file.Base()
}

// line returns the line of a position, or 0.
func (p *positions) line(pos token.Pos) int {
	if !p.find(pos) {
		return 0
	}
	return p.last + 1
}

// find sets the file and the line of a position. It reports false if there are none.
func (p *positions) find(pos token.Pos) bool {
	if !pos.IsValid() {
		return false
	}
	if p.file == nil || int(pos) < p.file.Base() || p.file.Base()+p.file.Size() < int(pos) {
		if p.file = p.fset.File(pos); p.file == nil {
			return false
		}
		p.name, p.lines, p.last = p.file.Name(), p.file.Lines(), 0
	}
	offset := int(pos) - p.file.Base()
	if p.isOnLine(offset, p.last) {
		return true
	}
	if p.isOnLine(offset, p.last+1) {
		p.last++
		return true
	}
	after, exact := slices.BinarySearch(p.lines, offset)
	if exact {
		after++
	}
	p.last = max(after-1, 0)
	return len(p.lines) > 0
}

// isOnLine reports whether an offset is on the line with that index.
func (p *positions) isOnLine(offset, line int) bool {
	return line < len(p.lines) && p.lines[line] <= offset && (line+1 == len(p.lines) || offset < p.lines[line+1])
}

// position returns a position in the file that was read. A comment //line has no effect.
func (e *extractor) position(pos token.Pos) token.Position { return e.positions.of(pos) }

func (e *extractor) span(r diag.Range) model.Span {
	return model.Span{Start: e.position(r.Pos()), End: e.position(r.End())}
}
