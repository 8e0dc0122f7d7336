package search

import (
	"bytes"
	"context"
	"errors"
	"io"
)

const (
	// firstBlock is how much of a file is read at a time.
	firstBlock = 128 << 10
	// maxBlock is how long a line is that is still looked at as a whole.
	maxBlock = 1 << 20
)

// blocks cuts what it reads into blocks of whole lines. Its memory is bounded.
type blocks struct {
	ctx      context.Context
	file     io.Reader
	count    func(bytes int) // told how much is read
	buffer   []byte
	from, to int // what was read and not handed out
	ended    bool
}

// reset begins with another file and keeps the buffer.
func (b *blocks) reset(ctx context.Context, file io.Reader, count func(int)) {
	*b = blocks{ctx: ctx, file: file, count: count, buffer: b.buffer}
	if b.buffer == nil {
		b.buffer = make([]byte, firstBlock)
	}
}

// next is the next block, which is valid until the next call. It ends with a
// line, or is the beginning of a line that goes on. After the last block it is
// empty.
func (b *blocks) next() (block []byte, more bool, err error) {
	for {
		if err := b.fill(); err != nil {
			return nil, false, err
		}
		end := b.to
		if !b.ended {
			end = bytes.LastIndexByte(b.buffer[:b.to], '\n') + 1
		}
		switch {
		case end > 0 || b.ended:
			b.from = end
			return b.buffer[:end], false, nil
		case len(b.buffer) == maxBlock:
			b.from = b.to
			return b.buffer, true, nil
		}
		b.buffer = append(b.buffer, make([]byte, min(3*len(b.buffer), maxBlock-len(b.buffer)))...)
	}
}

// fill reads on until the buffer is full or the file ends. What was not handed
// out moves to its beginning.
func (b *blocks) fill() error {
	b.to = copy(b.buffer, b.buffer[b.from:b.to])
	b.from = 0
	for !b.ended && b.to < len(b.buffer) {
		if err := b.ctx.Err(); err != nil {
			return err
		}
		n, err := b.file.Read(b.buffer[b.to:])
		b.to += n
		b.count(n)
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		b.ended = err != nil
	}
	return nil
}

// rest reads to the end of the line that goes on, and looks for a needle that
// it holds, not necessarily whole in one block. With it comes what is around
// it, and where it is in there.
func (b *blocks) rest(m *matcher, keep int, scratch *[]byte) (around []byte, at int, err error) {
	found := keep == 0 // then nothing is looked for
	b.from = max(0, b.to-keep)
	for {
		if err := b.fill(); err != nil {
			return around, at, err
		}
		end := bytes.IndexByte(b.buffer[:b.to], '\n')
		part := b.buffer[:b.to]
		if end >= 0 {
			part = part[:end]
		}
		if !found {
			if i := bytes.Index(m.hay(part, scratch), m.needle); i >= 0 {
				found = true
				start := max(0, i-maxText)
				around, at = bytes.Clone(part[start:min(len(part), i+maxText)]), i-start
			}
		}
		if end >= 0 || b.ended {
			b.from = end + 1
			if end < 0 {
				b.from = b.to
			}
			return around, at, nil
		}
		if b.from = b.to; !found {
			b.from = max(0, b.to-keep)
		}
	}
}
