package redact

// The properties of a byte, as bits of kinds.
const (
	inValue = 1 << iota // a value can contain it
	inWord              // a word in a value can contain it
	special             // a secret can begin with it

	no = 0
	ss = inValue
	bs = inValue | special
	ww = inValue | inWord
	bw = inValue | inWord | special
)

// byteKinds are the properties of all bytes. Bytes that are not ASCII are not part of values.
var byteKinds = [256]uint8{
	no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, // 0x00
	no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, // 0x10
	no, no, no, no, no, no, no, no, no, no, no, ss, no, bs, ss, ss, // 0x20
	ww, ww, ww, ww, ww, ww, ww, ww, ww, ww, no, no, no, bs, no, no, // 0x30
	no, bw, ww, ww, ww, ww, ww, ww, ww, ww, ww, ww, ww, ww, ww, ww, // 0x40
	ww, ww, ww, bw, ww, ww, ww, ww, ww, ww, ww, no, no, no, no, ww, // 0x50
	no, ww, ww, ww, bw, bw, ww, bw, bw, ww, ww, ww, bw, ww, bw, ww, // 0x60
	bw, ww, bw, bw, bw, ww, ww, bw, bw, bw, ww, no, no, no, ss, no, // 0x70
}

func isValue(c byte) bool { return byteKinds[c]&inValue != 0 }
func isWord(c byte) bool  { return byteKinds[c]&inWord != 0 }
