package declared

// text is a part of the source, or the string that it represents. It has the
// offset in the source of each byte.
type text struct {
	value string
	// at has the offset of every byte and, last, of the end. The bytes of one
	// escape sequence have the same offset.
	at []int
}

// plainText returns a part of the source that begins at an offset.
func plainText(value string, start int) text {
	at := make([]int, len(value)+1)
	for i := range at {
		at[i] = start + i
	}
	return text{value, at}
}

func (t text) slice(from, to int) text { return text{t.value[from:to], t.at[from : to+1]} }

// start and end are the offsets of the text in the source.
func (t text) start() int { return t.at[0] }
func (t text) end() int   { return t.at[len(t.value)] }
