package file

import (
	"context"
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// alike is how similar a line must be to be shown, from 0 to 1.
const alike = 0.6

// nearest is the error for a text that does not occur: it shows the lines that are
// most like it, if any are.
func nearest(ctx context.Context, in *loaded, old string) error {
	lines := strings.SplitAfter(strings.TrimSuffix(old, "\n"), "\n")
	anchor := 0
	for i, line := range lines {
		if len(short(line)) > len(short(lines[anchor])) {
			anchor = i
		}
	}
	at, err := mostAlike(ctx, in.text, lines[anchor])
	if err != nil {
		return err
	}
	if at < 0 {
		return texts.Failed("TEXT_NOT_FOUND", "old_text", "old_text is not in %s, and nothing like it: read the file, and give the text exactly as it is there", names.Shown(in.name))
	}
	start := linesBack(in.text, at, anchor)
	end := linesOn(in.text, start, min(len(lines), maxPlaces)-1)
	return texts.Failed("TEXT_NOT_FOUND", "old_text", "old_text is not in %s. The lines most like it are those from line %d on; give the text exactly as it is there:\n%s",
		names.Shown(in.name), 1+strings.Count(in.text[:start], "\n"), listed(in.text[start:end], plain))
}

// plain is a line of a list as it stands, without its end.
func plain(line string) string { return strings.TrimRight(line, "\r\n") }

// mostAlike is where the line begins that is most like a given one, the first of
// several; -1 where none is alike. It takes linear time.
func mostAlike(ctx context.Context, text, line string) (at int, err error) {
	wanted := newPairs(strings.TrimFunc(line, isBlank))
	at, best, start := -1, float64(alike), 0
	for candidate := range strings.Lines(text) {
		if err := ctx.Err(); err != nil {
			return -1, err
		}
		if likeness := wanted.likeness(strings.TrimFunc(candidate, isBlank)); likeness > best {
			at, best = start, likeness
		}
		start += len(candidate)
	}
	return at, nil
}

// pairs are how often each pair of neighbouring bytes occurs in a text.
type pairs struct {
	counts [1 << 16]int32
	total  int
}

func newPairs(text string) *pairs {
	p := &pairs{total: max(len(text)-1, 0)}
	for i := range p.total {
		p.counts[pair(text, i)]++
	}
	return p
}

func pair(text string, i int) uint16 { return uint16(text[i])<<8 | uint16(text[i+1]) }

// likeness is the share of pairs that two texts have in common (Dice's
// coefficient): 1 for equal ones.
func (p *pairs) likeness(text string) float64 {
	total := max(len(text)-1, 0)
	if p.total == 0 || float64(2*min(total, p.total)) < alike*float64(total+p.total) {
		return 0 // one is so much longer that they cannot be alike
	}
	common := 0
	for i := range total {
		n := &p.counts[pair(text, i)]
		if *n > 0 {
			common++
		}
		*n--
	}
	for i := range total {
		p.counts[pair(text, i)]++
	}
	return 2 * float64(common) / float64(total+p.total)
}
