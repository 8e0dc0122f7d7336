package browser

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
)

// maxMessage is how long a message of Chromium may be, in bytes. How long it is
// a page decides.
const maxMessage = 64 << 20

// frames reads messages that end with a zero byte, and puts an error in the
// place of those that are too long, so that neither the memory nor the
// connection is lost over a page that is too large.
type frames struct {
	source *bufio.Reader
	limit  int
	rest   []byte // of the message that is being handed out
}

func newFrames(source io.Reader, limit int) *frames {
	return &frames{source: bufio.NewReaderSize(source, 64<<10), limit: limit}
}

// Read hands out messages with the zero byte that ends each.
func (f *frames) Read(p []byte) (int, error) {
	if len(f.rest) == 0 {
		message, err := f.next()
		if err != nil {
			return 0, err
		}
		f.rest = message
	}
	n := copy(p, f.rest)
	f.rest = f.rest[n:]
	return n, nil
}

// Close does nothing: who started Chromium ends it.
func (f *frames) Close() error { return nil }

// next is the next message, or what stands for it.
func (f *frames) next() ([]byte, error) {
	var message []byte
	long := false
	for {
		part, err := f.source.ReadSlice(0)
		if !long {
			message = append(message, part...)
			long = len(message) > f.limit
			message = message[:min(len(message), f.limit)]
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil:
			return nil, err
		case long:
			return tooLong(message), nil
		}
		return message, nil
	}
}

// answered finds which call a message answers: Chromium writes that first.
var answered = regexp.MustCompile(`^\{"id":(\d{1,18}),`)

// tooLong is what stands for a message that was dropped. Events have no id:
// they become an empty message, which is passed over.
func tooLong(message []byte) []byte {
	id := answered.FindSubmatch(message[:min(len(message), 64)])
	if id == nil {
		return []byte{0}
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `{"id":%s,"error":{"code":%d,"message":"the answer is too long"}}`, id[1], codeTooLong)
	b.WriteByte(0)
	return b.Bytes()
}

// codeTooLong is the code of the error that stands for an answer that was too long.
const codeTooLong = -39001
