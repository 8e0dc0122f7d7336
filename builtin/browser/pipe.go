package browser

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"

	"github.com/chromedp/cdproto"
)

// maxMessage is the maximum length of a message of Chromium in bytes, after its
// strings are cut. A screenshot of maxScreenshotBytes fits.
const maxMessage = 6 << 20

// pipe transports messages from and to Chromium: each ends with a zero byte. A
// message that is too long is replaced by an error while it arrives, so that a
// page that is too large uses little memory and does not end the connection. One goroutine
// may read and one may write.
type pipe struct {
	source *bufio.Reader
	sink   io.WriteCloser
	cutter cutter
	skip   func(message []byte) bool // reports whether a message is dropped before it is decoded
}

func newPipe(source io.Reader, sink io.WriteCloser, limit int, skip func([]byte) bool) *pipe {
	return &pipe{source: bufio.NewReaderSize(source, 64<<10), sink: sink, cutter: cutter{limit: limit}, skip: skip}
}

// Read reads the next message.
func (p *pipe) Read(message *cdproto.Message) error {
	for {
		text, err := p.next()
		if err != nil {
			return err
		}
		if len(text) > 0 && !p.skip(text) {
			return json.Unmarshal(text, message)
		}
	}
}

// Write writes a message.
func (p *pipe) Write(message *cdproto.Message) error {
	text, err := json.Marshal(message)
	if err != nil {
		return err
	}
	_, err = p.sink.Write(append(text, 0))
	return err
}

// Close closes Chromium's input. The owner of Chromium ends the process.
func (p *pipe) Close() error { return p.sink.Close() }

// next returns the next message without the zero byte, or the error that
// replaces it. The message is valid until the next call.
func (p *pipe) next() ([]byte, error) {
	p.cutter.reset()
	for {
		part, err := p.source.ReadSlice(0)
		p.cutter.add(bytes.TrimSuffix(part, []byte{0}))
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil:
			return nil, err
		case p.cutter.isTooLong:
			return tooLongAnswer(p.cutter.message), nil
		}
		return p.cutter.message, nil
	}
}

// answerID matches the beginning of an answer, which has the number of its
// call.
var answerID = regexp.MustCompile(`^\{"id":(\d{1,18}),`)

// tooLongAnswer returns the message that replaces one that is too long. Events have
// no number: the replacement is empty, and is ignored.
func tooLongAnswer(message []byte) []byte {
	id := answerID.FindSubmatch(message[:min(len(message), 64)])
	if id == nil {
		return nil
	}
	return fmt.Appendf(nil, `{"id":%s,"error":{"code":%d,"message":"the answer is too long"}}`, id[1], codeTooLong)
}

// codeTooLong is the code of the error that replaces an answer that is too
// long.
const codeTooLong = -39001
