package decode

import "sort"

// textEdit is a part of a text that was replaced: from text to textEnd in the text, from
// out to outEnd in the output.
type textEdit struct{ out, outEnd, text, textEnd int }

// edits are the edits of one text, in its order. Without edits, text and output are
// equal.
type edits []textEdit

// original returns the index in the text of the byte at i of the output. For a byte
// of a replacement it returns the index of the part that was replaced.
func (e edits) original(i int) int {
	n := sort.Search(len(e), func(n int) bool { return e[n].out > i })
	if n == 0 {
		return i
	}
	last := e[n-1]
	if i < last.outEnd {
		return last.text
	}
	return last.textEnd + i - last.outEnd
}
