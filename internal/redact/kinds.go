package redact

// What a character of a text can be, for a first look.
const (
	inValue = 1 << iota // of a value
	inWord              // of a word in it
	special             // something may begin with it

	no = 0
	ss = inValue
	bs = inValue | special
	ww = inValue | inWord
	bw = inValue | inWord | special
)

// kinds are those of all bytes. What is not ASCII is of no value.
var kinds = [256]uint8{
	no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, // 0x00
	no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, // 0x10
	no, no, no, no, no, no, no, no, no, no, no, ss, no, bs, ss, ss, // 0x20
	ww, ww, ww, ww, ww, ww, ww, ww, ww, ww, no, no, no, bs, no, no, // 0x30
	no, bw, ww, ww, ww, ww, ww, ww, ww, ww, ww, ww, ww, ww, ww, ww, // 0x40
	ww, ww, ww, bw, ww, ww, ww, ww, ww, ww, ww, no, no, no, no, ww, // 0x50
	no, ww, ww, ww, bw, bw, ww, bw, bw, ww, ww, ww, bw, ww, bw, ww, // 0x60
	bw, ww, bw, bw, bw, ww, ww, bw, bw, bw, ww, no, no, no, ss, no, // 0x70
}

func isValue(c byte) bool { return kinds[c]&inValue != 0 }
func isWord(c byte) bool  { return kinds[c]&inWord != 0 }
