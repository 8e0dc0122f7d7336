package browser

import (
	"bytes"
	"regexp"
	"unicode/utf8"
)

// maxString is the maximum length of a string in a message, in bytes of JSON.
// It leaves room for the longest text that is shown and for cutMargin, also where a
// character takes six bytes.
const maxString = 16 << 10

// cutter reads one JSON message in parts and cuts its strings, so that a page
// of any size takes little memory.
type cutter struct {
	limit      int // maximum length of the message, in bytes
	message    []byte
	isTooLong  bool // the message is longer than the limit
	inString   bool // inside a string
	isCut      bool // the string has lost a part
	remaining  int  // bytes of the string that are still kept
	escape     int  // bytes of an escape sequence that are still to come
	isFirst    bool // the next byte is the kind of the sequence
	keepEscape bool // the escape sequence is kept
}

// maxKept is the size of the largest buffer that is used again for the next
// message.
const maxKept = 256 << 10

// reset prepares the cutter for the next message.
func (c *cutter) reset() {
	kept := c.message[:0]
	if cap(kept) > maxKept {
		kept = nil
	}
	*c = cutter{limit: c.limit, message: kept}
}

// screenshotAnswer matches the beginning of a message whose next string is the
// data of a screenshot, which is not cut.
var screenshotAnswer = regexp.MustCompile(`^\{"id":\d{1,18},"result":\{"data":"$`)

// add reads the next part of the message.
func (c *cutter) add(part []byte) {
	for len(part) > 0 && !c.isTooLong {
		switch {
		case c.escape > 0:
			part = c.escapeByte(part)
		case c.inString:
			part = c.text(part)
		default:
			part = c.structure(part)
		}
		c.isTooLong = len(c.message) > c.limit
	}
}

// structure keeps everything up to the next string, and returns the rest of the
// part.
func (c *cutter) structure(part []byte) []byte {
	end := bytes.IndexByte(part, '"') + 1
	if end == 0 {
		c.message = append(c.message, part...)
		return nil
	}
	c.message = append(c.message, part[:end]...)
	c.inString, c.isCut, c.remaining = true, false, maxString
	if len(c.message) < 64 && screenshotAnswer.Match(c.message) {
		c.remaining = c.limit + 1
	}
	return part[end:]
}

// text keeps a string as far as the limit allows, up to its end or an escape
// sequence.
func (c *cutter) text(part []byte) []byte {
	end := bytes.IndexByte(part, '"')
	if end < 0 {
		end = len(part)
	}
	if escape := bytes.IndexByte(part[:end], '\\'); escape >= 0 {
		end = escape
	}
	kept := min(end, c.remaining)
	for kept > 0 && kept < end && !utf8.RuneStart(part[kept]) {
		kept--
	}
	c.message = append(c.message, part[:kept]...)
	if c.remaining -= kept; kept < end {
		c.remaining, c.isCut = 0, true
	}
	if end == len(part) {
		return nil
	}
	if part[end] == '"' {
		if c.isCut {
			c.message = append(c.message, cutMark...)
		}
		c.message, c.inString = append(c.message, '"'), false
		return part[end+1:]
	}
	c.escape, c.isFirst, c.keepEscape = 2, true, c.remaining >= len(`\u0000`)
	return c.escapeByte(part[end:])
}

// escapeByte reads one byte of an escape sequence, which is kept completely or not
// at all.
func (c *cutter) escapeByte(part []byte) []byte {
	c.escape--
	if c.isFirst && c.escape == 0 {
		c.isFirst = false
		if part[0] == 'u' {
			c.escape = 4
		}
	}
	if c.keepEscape {
		c.message = append(c.message, part[0])
		c.remaining--
	} else {
		c.remaining, c.isCut = 0, true
	}
	return part[1:]
}
