package browser

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"sync"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// conn is the connection to a Chromium: calls go out, answers and events come
// in. Events are handed to handlers one after the other, in their order, by the
// goroutine that reads; so handlers must not wait for anything, and nothing is
// queued here, however much a page has to say.
type conn struct {
	transport *pipe
	outgoing  chan *cdproto.Message
	done      chan struct{} // closed when the connection has ended

	mu       sync.Mutex
	last     int64                            // the id of the last call
	waiting  map[int64]func(*cdproto.Message) // what is told of answers; never waits
	handlers map[target.SessionID]func(*cdproto.Message)
	muted    map[target.SessionID]func() // what is told of messages of the console that nobody hears
}

// maxOutgoing is how many commands are queued. A page can cause some for each event of its own.
const maxOutgoing = 1024

// The errors of calls whose Chromium has ended, and of those whose page has
// crashed or was closed.
var (
	errEnded = errors.New("browser: Chromium has ended")
	errGone  = errors.New("browser: the page is gone")
)

// connect starts to read and write. The two goroutines end when the source does.
func connect(source io.Reader, sink io.WriteCloser, group *sync.WaitGroup) *conn {
	c := &conn{
		outgoing: make(chan *cdproto.Message, maxOutgoing), done: make(chan struct{}),
		waiting: make(map[int64]func(*cdproto.Message)), handlers: make(map[target.SessionID]func(*cdproto.Message)),
		muted: make(map[target.SessionID]func()),
	}
	c.transport = newPipe(source, sink, maxMessage, c.unheard)
	group.Go(c.read)
	group.Go(c.write)
	return c
}

func (c *conn) read() {
	defer c.transport.Close()
	defer close(c.done)
	for {
		message := new(cdproto.Message)
		if err := c.transport.Read(context.Background(), message); err != nil {
			if syntax := (*jsonv2.SyntacticError)(nil); errors.As(err, &syntax) {
				continue // one message that is none: the next one may be
			}
			return
		}
		c.deliver(message)
	}
}

func (c *conn) deliver(message *cdproto.Message) {
	c.mu.Lock()
	answer := c.waiting[message.ID]
	delete(c.waiting, message.ID)
	handle := c.handlers[message.SessionID]
	c.mu.Unlock()
	switch {
	case message.ID != 0 && answer != nil:
		answer(message)
	case message.ID == 0 && handle != nil:
		handle(message)
	}
}

func (c *conn) write() {
	for {
		select {
		case <-c.done:
			return
		case message := <-c.outgoing:
			_ = c.transport.Write(context.Background(), message) // the reader learns of the end
		}
	}
}

// handle sets who is told of the events of a target; nil: nobody. The empty id
// stands for those of Chromium itself.
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

// mute sets that a target's messages of the console are passed over before they
// are decoded, and what is told of each; nil: they are heard again.
func (c *conn) mute(id target.SessionID, missed func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if missed == nil {
		delete(c.muted, id)
		return
	}
	c.muted[id] = missed
}

// spoken finds the events of the console, which Chromium writes so: the name
// first, and the target last.
var (
	spoken  = regexp.MustCompile(`^\{"method":"Runtime\.(consoleAPICalled|exceptionThrown)"`)
	speaker = regexp.MustCompile(`"sessionId":"([0-9A-F]{1,64})"\}$`)
)

// unheard reports whether a message is of the console of a target that is muted.
func (c *conn) unheard(message []byte) bool {
	if !spoken.Match(message[:min(len(message), 64)]) {
		return false
	}
	id := speaker.FindSubmatch(message[max(0, len(message)-96):])
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

// ended reports whether Chromium is gone.
func (c *conn) ended() bool {
	select {
	case <-c.done:
		return true
	default:
		return false
	}
}

// attached is one target as a cdp.Session; the empty id stands for Chromium
// itself, which has no channel gone.
type attached struct {
	conn *conn
	id   target.SessionID
	gone chan struct{} // closed when the target has crashed or was closed
}

// Call sends a command and waits for the answer or the context's end.
func (a attached) Call(ctx context.Context, method string, params, result any) error {
	answer := make(chan *cdproto.Message, 1)
	id, err := a.send(ctx, method, params, func(message *cdproto.Message) { answer <- message }) // has room
	if err != nil {
		return err
	}
	defer func() {
		a.conn.mu.Lock()
		delete(a.conn.waiting, id)
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
		return jsonv2.Unmarshal(message.Result, result, chromedp.DefaultUnmarshalOptions)
	}
}

// send queues a command. The answer may be nil: then nobody waits for it.
func (a attached) send(ctx context.Context, method string, params any, answer func(*cdproto.Message)) (int64, error) {
	message := &cdproto.Message{SessionID: a.id, Method: cdproto.MethodType(method)}
	if params != nil {
		data, err := jsonv2.Marshal(params, chromedp.DefaultMarshalOptions)
		if err != nil {
			return 0, err
		}
		message.Params = data
	}
	a.conn.mu.Lock()
	a.conn.last++
	message.ID = a.conn.last
	if answer != nil {
		a.conn.waiting[message.ID] = answer
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

// post sends a command whose answer is of no interest, without ever waiting:
// handlers of events may use it. Where Chromium has stopped reading, the
// command is dropped.
func (a attached) post(method string, params any) {
	if len(a.conn.outgoing) < maxOutgoing/2 {
		_, _ = a.send(context.Background(), method, params, nil)
	}
}

// Subscribe is part of cdp.Session. Events go to handlers instead.
func (a attached) Subscribe(string) (<-chan jsonv2.Value, func()) {
	none := make(chan jsonv2.Value)
	close(none)
	return none, func() {}
}
