package browser

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/chromedp"
)

// maxMessage is how long a message of Chromium may be, in bytes, after its texts
// were cut. How long it is a page decides. A picture of maxScreenshotBytes fits.
const maxMessage = 6 << 20

// pipe is how messages come from Chromium and go to it: each ends with a zero
// byte. Messages that are too long are replaced by an error as they arrive, so
// that neither the memory nor the connection is lost over a page that is too
// large. One goroutine may read and one may write.
type pipe struct {
	source *bufio.Reader
	sink   io.WriteCloser
	cutter cutter
	skip   func(message []byte) bool // says which messages are of no interest
}

// pipe implements chromedp.Transport.
var _ chromedp.Transport = (*pipe)(nil)

func newPipe(source io.Reader, sink io.WriteCloser, limit int, skip func([]byte) bool) *pipe {
	return &pipe{source: bufio.NewReaderSize(source, 64<<10), sink: sink, cutter: cutter{limit: limit}, skip: skip}
}

// Read reads the next message.
func (p *pipe) Read(_ context.Context, message *cdproto.Message) error {
	for {
		text, err := p.next()
		if err != nil {
			return err
		}
		if len(text) > 0 && !p.skip(text) {
			return jsonv2.Unmarshal(text, message, chromedp.DefaultUnmarshalOptions)
		}
	}
}

// Write writes a message.
func (p *pipe) Write(_ context.Context, message *cdproto.Message) error {
	text, err := jsonv2.Marshal(message, chromedp.DefaultMarshalOptions)
	if err != nil {
		return err
	}
	_, err = p.sink.Write(append(text, 0))
	return err
}

// Close closes the end that Chromium reads: who started Chromium ends it.
func (p *pipe) Close() error { return p.sink.Close() }

// next is the next message without the zero byte, or what stands for it. It is
// good until the next call.
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
		case p.cutter.over:
			return tooLong(p.cutter.message), nil
		}
		return p.cutter.message, nil
	}
}

// answered finds which call a message answers: Chromium writes that first.
var answered = regexp.MustCompile(`^\{"id":(\d{1,18}),`)

// tooLong is what stands for a message that was dropped. Events have no id:
// they become an empty message, which is passed over.
func tooLong(message []byte) []byte {
	id := answered.FindSubmatch(message[:min(len(message), 64)])
	if id == nil {
		return nil
	}
	return fmt.Appendf(nil, `{"id":%s,"error":{"code":%d,"message":"the answer is too long"}}`, id[1], codeTooLong)
}

// codeTooLong is the code of the error that stands for an answer that was too long.
const codeTooLong = -39001
