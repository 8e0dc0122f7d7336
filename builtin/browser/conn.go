package browser

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"sync"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/target"
)

// conn is the connection to a Chromium. The goroutine that reads calls the
// handlers of events one after the other; handlers must not wait. Events are
// not queued, however many a page causes. Messages are read and written with
// encoding/json: the package jsonv2 of cdproto would add 0.6 MB to a program.
type conn struct {
	transport *pipe
	outgoing  chan *cdproto.Message
	done      chan struct{} // closed when the connection has ended

	mu       sync.Mutex
	last     int64                            // the id of the last call
	answers  map[int64]func(*cdproto.Message) // functions that take the answers and never wait
	handlers map[target.SessionID]func(*cdproto.Message)
	muted    map[target.SessionID]func() // called for each console event that is dropped
}

// maxOutgoing is the size of the queue of commands. A page causes some with each
// of its events, whose number the limits of pages restrict. A full queue would
// stop the goroutine that reads, and Chromium, which waits for it.
const maxOutgoing = 1 << 16

// errEnded is the error of calls whose Chromium has ended, errGone that of calls
// whose page has crashed or was closed.
var (
	errEnded = errors.New("browser: Chromium has ended")
	errGone  = errors.New("browser: the page is gone")
)

// connect starts the goroutines that read from Chromium and write to it. They end
// when the source ends.
func connect(source io.Reader, sink io.WriteCloser, group *sync.WaitGroup) *conn {
	c := &conn{
		outgoing: make(chan *cdproto.Message, maxOutgoing), done: make(chan struct{}),
		answers: make(map[int64]func(*cdproto.Message)), handlers: make(map[target.SessionID]func(*cdproto.Message)),
		muted: make(map[target.SessionID]func()),
	}
	c.transport = newPipe(source, sink, maxMessage, c.isMuted)
	group.Go(c.read)
	group.Go(c.write)
	return c
}

// read reads messages from Chromium and delivers them until the connection ends.
func (c *conn) read() {
	defer c.transport.Close()
	defer close(c.done)
	for {
		message := new(cdproto.Message)
		if err := c.transport.Read(message); err != nil {
			if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
				continue // the next message may be valid
			}
			return
		}
		c.deliver(message)
	}
}

// deliver calls the function that waits for an answer, or the handler of an
// event.
func (c *conn) deliver(message *cdproto.Message) {
	c.mu.Lock()
	answer := c.answers[message.ID]
	delete(c.answers, message.ID)
	handle := c.handlers[message.SessionID]
	c.mu.Unlock()
	switch {
	case message.ID != 0 && answer != nil:
		answer(message)
	case message.ID == 0 && handle != nil:
		handle(message)
	}
}

// write writes the queued commands to Chromium until the connection ends.
func (c *conn) write() {
	for {
		select {
		case <-c.done:
			return
		case message := <-c.outgoing:
			_ = c.transport.Write(message) // the goroutine that reads sees the end
		}
	}
}

// handle sets the handler of the events of a target; nil removes it. The empty
// id is that of Chromium itself.
func (c *conn) handle(id target.SessionID, handler func(*cdproto.Message)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if handler == nil {
		delete(c.handlers, id)
		delete(c.muted, id)
		return
	}
	c.handlers[id] = handler
}

// mute drops the console events of a target before they are decoded, and calls
// missed for each. With nil they are handled again.
func (c *conn) mute(id target.SessionID, missed func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if missed == nil {
		delete(c.muted, id)
		return
	}
	c.muted[id] = missed
}

// consoleEvent matches the beginning of a console event, eventTarget its end:
// Chromium writes the name first and the target last.
var (
	consoleEvent = regexp.MustCompile(`^\{"method":"Runtime\.(consoleAPICalled|exceptionThrown)"`)
	eventTarget  = regexp.MustCompile(`"sessionId":"([0-9A-F]{1,64})"\}$`)
)

// isMuted reports whether a message is a console event of a muted target.
func (c *conn) isMuted(message []byte) bool {
	if !consoleEvent.Match(message[:min(len(message), 64)]) {
		return false
	}
	id := eventTarget.FindSubmatch(message[max(0, len(message)-96):])
	if id == nil {
		return false
	}
	c.mu.Lock()
	missed := c.muted[target.SessionID(id[1])]
	c.mu.Unlock()
	if missed != nil {
		missed()
	}
	return missed != nil
}

// isEnded reports whether Chromium has ended.
func (c *conn) isEnded() bool {
	select {
	case <-c.done:
		return true
	default:
		return false
	}
}

// targetSession is one target as a cdp.Session. The empty id is that of Chromium
// itself, whose channel gone is nil.
type targetSession struct {
	conn *conn
	id   target.SessionID
	gone chan struct{} // closed when the target has crashed or was closed
}

// Call sends a command, and waits for the answer or the end of the context.
func (a targetSession) Call(ctx context.Context, method string, params, result any) error {
	answer := make(chan *cdproto.Message, 1)
	id, err := a.send(ctx, method, params, func(message *cdproto.Message) { answer <- message }) // the buffer of the channel takes the message
	if err != nil {
		return err
	}
	defer func() {
		a.conn.mu.Lock()
		delete(a.conn.answers, id)
		a.conn.mu.Unlock()
	}()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-a.conn.done:
		return errEnded
	case <-a.gone:
		return errGone
	case message := <-answer:
		if message.Error != nil {
			return fmt.Errorf("%s: %w", method, message.Error)
		}
		if result == nil {
			return nil
		}
		return json.Unmarshal(message.Result, result)
	}
}

// send queues a command. Without a function for the answer, the answer is
// ignored.
func (a targetSession) send(ctx context.Context, method string, params any, answer func(*cdproto.Message)) (int64, error) {
	message := &cdproto.Message{SessionID: a.id, Method: cdproto.MethodType(method)}
	if params != nil {
		data, err := json.Marshal(params)
		if err != nil {
			return 0, err
		}
		message.Params = data
	}
	a.conn.mu.Lock()
	a.conn.last++
	message.ID = a.conn.last
	if answer != nil {
		a.conn.answers[message.ID] = answer
	}
	a.conn.mu.Unlock()
	select {
	case a.conn.outgoing <- message:
		return message.ID, nil
	case <-a.conn.done:
		return message.ID, errEnded
	case <-ctx.Done():
		return message.ID, ctx.Err()
	}
}

// post sends a command whose answer is ignored. It never waits, so that
// handlers of events may call it. The command is dropped when Chromium has
// stopped reading.
func (a targetSession) post(method string, params any) { a.postWith(method, params, nil) }

// postWith is post with a function that takes the answer and never waits; nil
// ignores the answer.
func (a targetSession) postWith(method string, params any, answer func(*cdproto.Message)) {
	if len(a.conn.outgoing) < maxOutgoing/2 {
		_, _ = a.send(context.Background(), method, params, answer)
	}
}

// Subscribe is required by cdp.Session. Events go to handlers instead.
func (a targetSession) Subscribe(string) (<-chan jsonv2.Value, func()) {
	none := make(chan jsonv2.Value)
	close(none)
	return none, func() {}
}
