package mcp

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// checkedTransport returns a transport that reads messages, one on each line, and
// checks each before the SDK reads it. The maximum length of a message is that of
// [sdk.IOTransport].
func checkedTransport(r io.ReadCloser, w io.WriteCloser, most int) *sdk.IOTransport {
	if most == 0 {
		most = sdk.DefaultMaxLineLength
	}
	return &sdk.IOTransport{Reader: &messageReader{Closer: r, source: bufio.NewReader(r), most: most}, Writer: w, MaxLineLength: -1}
}

// messageReader reads messages and checks them.
type messageReader struct {
	io.Closer
	source *bufio.Reader
	most   int // the maximum length of a message, in bytes; negative means no limit
	rest   []byte
	err    error
}

// Read reads from one message.
func (r *messageReader) Read(p []byte) (int, error) {
	if len(r.rest) == 0 && r.err == nil {
		r.rest, r.err = r.next()
	}
	if len(r.rest) == 0 {
		return 0, r.err
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// next returns the next line, which can be empty. At the end of the input, it
// returns the rest of the input and an error.
func (r *messageReader) next() (line []byte, err error) {
	for {
		part, err := r.source.ReadSlice('\n')
		if r.most >= 0 && len(line)+len(part) > r.most+1 {
			return nil, fmt.Errorf("mcp: a message has more than %d bytes, which is the limit: send less in one message", r.most)
		}
		line = append(line, part...)
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if invalid := checkMessage(line); invalid != nil {
			return nil, fmt.Errorf("mcp: %w", invalid)
		}
		return line, err
	}
}
