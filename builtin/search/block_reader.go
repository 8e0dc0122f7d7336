package search

import (
	"bytes"
	"context"
	"errors"
	"io"
)

const (
	// initialBlockBytes is the initial size of a block.
	initialBlockBytes = 128 << 10
	// maxBlockBytes is the maximum size of a block. A longer line is read in
	// parts.
	maxBlockBytes = 1 << 20
)

// blockReader reads a file in blocks of complete lines. Its buffer has at most
// maxBlockBytes.
type blockReader struct {
	ctx        context.Context
	file       io.Reader
	countRead  func(bytes int) // called with the number of bytes of each read
	buffer     []byte
	start, end int // the part of the buffer that next has not returned yet
	atEOF      bool
}

// reset starts to read another file. It keeps the buffer.
func (b *blockReader) reset(ctx context.Context, file io.Reader, count func(int)) {
	*b = blockReader{ctx: ctx, file: file, countRead: count, buffer: b.buffer}
	if b.buffer == nil {
		b.buffer = make([]byte, initialBlockBytes)
	}
}

// next returns the next block, which is valid until the next call. A block
// ends at the end of a line; if more is true, it is instead the beginning of a
// line that is longer than the buffer. After the last block, next returns an
// empty block.
func (b *blockReader) next() (block []byte, more bool, err error) {
	for {
		if err := b.fill(); err != nil {
			return nil, false, err
		}
		end := b.end
		if !b.atEOF {
			end = bytes.LastIndexByte(b.buffer[:b.end], '\n') + 1
		}
		switch {
		case end > 0 || b.atEOF:
			b.start = end
			return b.buffer[:end], false, nil
		case len(b.buffer) == maxBlockBytes:
			b.start = b.end
			return b.buffer, true, nil
		}
		b.buffer = append(b.buffer, make([]byte, min(3*len(b.buffer), maxBlockBytes-len(b.buffer)))...)
	}
}

// fill moves the unread part to the beginning of the buffer, and reads until
// the buffer is full or the file ends.
func (b *blockReader) fill() error {
	b.end = copy(b.buffer, b.buffer[b.start:b.end])
	b.start = 0
	for !b.atEOF && b.end < len(b.buffer) {
		if err := b.ctx.Err(); err != nil {
			return err
		}
		n, err := b.file.Read(b.buffer[b.end:])
		b.end += n
		b.countRead(n)
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		b.atEOF = err != nil
	}
	return nil
}

// searchRest reads the rest of a line that is longer than the buffer, and
// searches it for the matcher's needle. It also searches the last keep bytes
// of the current block, because the needle can begin there; if keep is 0, it
// does not search. It returns the text around the first needle, and the offset
// of the needle in that text. The text is nil if there is no needle.
func (b *blockReader) searchRest(m *matcher, keep int, scratch *[]byte) (around []byte, at int, err error) {
	found := keep == 0
	b.start = max(0, b.end-keep)
	for {
		if err := b.fill(); err != nil {
			return around, at, err
		}
		end := bytes.IndexByte(b.buffer[:b.end], '\n')
		part := b.buffer[:b.end]
		if end >= 0 {
			part = part[:end]
		}
		if !found {
			if i := bytes.Index(m.foldCase(part, scratch), m.needle); i >= 0 {
				found = true
				start := max(0, i-leadWindow)
				around, at = bytes.Clone(part[start:min(len(part), i+maxLineBytes+trailWindow)]), i-start
			}
		}
		if end >= 0 || b.atEOF {
			b.start = end + 1
			if end < 0 {
				b.start = b.end
			}
			return around, at, nil
		}
		if b.start = b.end; !found {
			b.start = max(0, b.end-keep)
		}
	}
}
