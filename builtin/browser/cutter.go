package browser

import (
	"bytes"
	"regexp"
	"unicode/utf8"
)

// maxString is how much of each text in a message is kept, in bytes of JSON. No
// line of a snapshot and no message of the console shows as much.
const maxString = 4 << 10

// cutter takes in one message of JSON in parts, and cuts the strings in it, so
// that a page of any size takes little memory.
type cutter struct {
	limit   int // of the message, in bytes
	message []byte
	over    bool // the message is longer
	inside  bool // a string
	room    int  // how much of the string may still come
	escape  int  // how many bytes of an escape sequence are still to come
	first   bool // the next of these says which sequence it is
	whole   bool // the sequence is kept
}

// maxKept is how large a buffer is kept for the next message.
const maxKept = 256 << 10

// reset begins a message.
func (c *cutter) reset() {
	kept := c.message[:0]
	if cap(kept) > maxKept {
		kept = nil
	}
	*c = cutter{limit: c.limit, message: kept}
}

// picture finds a message whose next string is the data of a screenshot, which
// would be spoilt by a cut.
var picture = regexp.MustCompile(`^\{"id":\d{1,18},"result":\{"data":"$`)

// add takes in the next part.
func (c *cutter) add(part []byte) {
	for len(part) > 0 && !c.over {
		switch {
		case c.escape > 0:
			part = c.escaped(part)
		case c.inside:
			part = c.text(part)
		default:
			part = c.structure(part)
		}
		c.over = len(c.message) > c.limit
	}
}

// structure keeps what is between strings, and returns what comes after it.
func (c *cutter) structure(part []byte) []byte {
	end := bytes.IndexByte(part, '"') + 1
	if end == 0 {
		c.message = append(c.message, part...)
		return nil
	}
	c.message = append(c.message, part[:end]...)
	c.inside, c.room = true, maxString
	if len(c.message) < 64 && picture.Match(c.message) {
		c.room = c.limit + 1
	}
	return part[end:]
}

// text keeps what there is room for of a string, up to its end or to an escape
// sequence.
func (c *cutter) text(part []byte) []byte {
	end := bytes.IndexByte(part, '"')
	if end < 0 {
		end = len(part)
	}
	if escape := bytes.IndexByte(part[:end], '\\'); escape >= 0 {
		end = escape
	}
	kept := min(end, c.room)
	for kept > 0 && kept < end && !utf8.RuneStart(part[kept]) {
		kept--
	}
	c.message = append(c.message, part[:kept]...)
	if c.room -= kept; kept < end {
		c.room = 0
	}
	if end == len(part) {
		return nil
	}
	if part[end] == '"' {
		c.message, c.inside = append(c.message, '"'), false
		return part[end+1:]
	}
	c.escape, c.first, c.whole = 2, true, c.room >= len(`\u0000`)
	return c.escaped(part[end:])
}

// escaped takes one byte of an escape sequence, which is kept as a whole or not at all.
func (c *cutter) escaped(part []byte) []byte {
	c.escape--
	if c.first && c.escape == 0 {
		c.first = false
		if part[0] == 'u' {
			c.escape = 4
		}
	}
	if c.whole {
		c.message = append(c.message, part[0])
		c.room--
	} else {
		c.room = 0
	}
	return part[1:]
}
