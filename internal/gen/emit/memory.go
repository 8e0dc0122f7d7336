package emit

import (
	"bytes"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"unsafe"
)

// memory has the pieces of lines and their texts, which are many and short: it allocates
// them together. Another file uses the same memory after a file is complete.
type memory struct {
	pieces  []piece // the rest of the last block
	texts   []byte  // the last block; a text that is complete does not change
	blocks  [][]piece
	buffers [][]byte
	used    int // the number of blocks in use
	filled  int // the number of buffers in use

	body   []byte       // the declarations for jennifer
	source bytes.Buffer // the file as jennifer writes it
}

// The number of pieces, and of bytes of texts, that are allocated together. A text that
// needs more bytes than are left moves to larger memory.
const (
	piecesTogether = 256
	textsTogether  = 16 << 10
	textsLeft      = 1 << 10
)

// memories has memory that no file uses.
var memories = sync.Pool{New: func() any { return new(memory) }}

// release makes the memory free for another file. No piece, and no text of a piece, may be
// used any more.
func (m *memory) release() {
	for _, block := range m.blocks[:m.used] {
		clear(block)
	}
	m.pieces, m.texts, m.used, m.filled = nil, nil, 0, 0
	m.body = m.body[:0]
	m.source.Reset()
	memories.Put(m)
}

// textOf returns b as a text, without a copy. The bytes must not change while it is in use.
func textOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// begin returns the beginning of a new text in m.texts.
func (m *memory) begin() int {
	if cap(m.texts)-len(m.texts) < textsLeft {
		if m.filled == len(m.buffers) {
			m.buffers = append(m.buffers, make([]byte, 0, textsTogether))
		}
		m.texts = m.buffers[m.filled]
		m.filled++
	}
	return len(m.texts)
}

// end returns a piece with the text since begin, without imports.
func (m *memory) end(begin int) code { return m.piece(textOf(m.texts[begin:])) }

// piece returns a piece with a text, without imports.
func (m *memory) piece(text string) code {
	if len(m.pieces) == 0 {
		if m.used == len(m.blocks) {
			m.blocks = append(m.blocks, make([]piece, piecesTogether))
		}
		m.pieces = m.blocks[m.used]
		m.used++
	}
	p := &m.pieces[0]
	m.pieces = m.pieces[1:]
	p.text = text
	return p
}

// verbatim appends the text before the first verb of a format, and returns the rest.
func (m *memory) verbatim(format string) (rest string) {
	for {
		n := strings.IndexByte(format, '%')
		if n < 0 {
			m.texts = append(m.texts, format...)
			return ""
		}
		m.texts = append(m.texts, format[:n]...)
		if format[n+1] != '%' {
			return format[n:]
		}
		m.texts = append(m.texts, '%')
		format = format[n+2:]
	}
}

// operand appends an operand for a verb. It has no other rules, such as those of package fmt,
// so that the compiler need not allocate memory for operands.
func (m *memory) operand(verb string, operand any) {
	switch value := operand.(type) {
	case code:
		m.texts = append(m.texts, ' ') // so that an operator and its operand are never one token
		m.texts = append(value.appendTo(m.texts), ' ')
		return
	case string:
		if verb == "%s" {
			m.texts = append(m.texts, value...)
			return
		}
	case int:
		if verb == "%d" {
			m.texts = strconv.AppendInt(m.texts, int64(value), 10)
			return
		}
	}
	panic("emit: no rule for the verb " + verb + " with an operand of the type " + reflect.TypeOf(operand).String())
}
