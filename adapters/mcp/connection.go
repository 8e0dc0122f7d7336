package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Pauses before a new connection is tried, after one, two and more failures.
const (
	firstPause = 500 * time.Millisecond
	maxPause   = 30 * time.Second
)

// link is one connection with a server.
type link struct {
	session *sdk.ClientSession
	raw     *rawResults
}

// connected returns the connection, and makes one when there is none.
func (b *Bridge) connected(ctx context.Context) (*link, error) {
	b.connecting.Lock()
	defer b.connecting.Unlock()
	b.mu.Lock()
	l, wait := b.link, time.Until(b.retryAt)
	b.mu.Unlock()
	switch {
	case b.ctx.Err() != nil:
		return nil, fmt.Errorf("mcp: the bridge to %s is closed", b.options.Name)
	case l != nil:
		return l, nil
	case wait > 0:
		return nil, fmt.Errorf("mcp: the server %s cannot be reached; the next attempt is in %s", b.options.Name, wait.Round(100*time.Millisecond))
	}
	l, err := b.connect(ctx)
	b.mu.Lock()
	defer b.mu.Unlock()
	if err != nil {
		b.retryAt = time.Now().Add(pause(b.failures))
		b.failures++
		return nil, fmt.Errorf("mcp: the server %s cannot be reached: %w", b.options.Name, err)
	}
	b.link, b.failures, b.retryAt = l, 0, time.Time{}
	return l, nil
}

// pause is how long to wait after that many failures before this one.
func pause(failures int) time.Duration {
	return min(firstPause<<min(failures, 10), maxPause)
}

// connect makes a connection and lists the tools.
func (b *Bridge) connect(ctx context.Context) (*link, error) {
	ctx, cancel := context.WithTimeout(ctx, b.options.ConnectTimeout)
	defer cancel()
	defer context.AfterFunc(b.ctx, cancel)()
	transport, err := b.options.Transport(ctx)
	if err != nil {
		return nil, err
	}
	raw := &rawResults{transport: transport}
	session, err := b.client.Connect(ctx, raw, nil)
	if err != nil {
		return nil, err
	}
	l := &link{session, raw}
	if err := b.list(ctx, l); err != nil {
		return nil, errors.Join(err, session.Close())
	}
	go func() {
		err := session.Wait()
		b.lost(l, err)
	}()
	return l, nil
}

// lost forgets a connection that has ended.
func (b *Bridge) lost(l *link, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.link == l {
		b.link = nil
		b.options.Logger.Info("the connection with the server has ended", "server", b.options.Name, "error", err)
	}
}

// watch lists the tools again when the server says that they have changed.
func (b *Bridge) watch() {
	for {
		select {
		case <-b.ctx.Done():
			return
		case <-b.refresh:
		}
		b.mu.Lock()
		l := b.link
		b.mu.Unlock()
		if l == nil {
			continue
		}
		ctx, cancel := context.WithTimeout(b.ctx, b.options.ConnectTimeout)
		if err := b.list(ctx, l); err != nil {
			b.options.Logger.Warn("the tools of the server cannot be listed", "server", b.options.Name, "error", err)
		}
		cancel()
	}
}

// rawResults is a transport that keeps the bytes of results. The SDK turns
// schemas and structured content into maps, which lose the order of keys. A
// request names the result that is to be kept by a member of its _meta.
type rawResults struct {
	transport sdk.Transport
	mu        sync.Mutex
	wanted    map[jsonrpc.ID]string // tokens of requests
	results   map[string]json.RawMessage
}

// rawToken is the key in _meta of the name under which a result is kept. It
// never leaves this program.
const rawToken = "io.github.toolgen/raw"

// Connect connects the transport.
func (r *rawResults) Connect(ctx context.Context) (sdk.Connection, error) {
	c, err := r.transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	r.wanted, r.results = make(map[jsonrpc.ID]string), make(map[string]json.RawMessage)
	return &rawConnection{c, r}, nil
}

// take returns the bytes of a result, and forgets them.
func (r *rawResults) take(token string) json.RawMessage {
	r.mu.Lock()
	defer r.mu.Unlock()
	result := r.results[token]
	delete(r.results, token)
	for id, wanted := range r.wanted {
		if wanted == token {
			delete(r.wanted, id)
		}
	}
	return result
}

type rawConnection struct {
	sdk.Connection
	results *rawResults
}

// Write notes which request wants its result kept.
func (c *rawConnection) Write(ctx context.Context, m jsonrpc.Message) error {
	if request, ok := m.(*jsonrpc.Request); ok && request.ID.IsValid() {
		if token, params, ok := withoutToken(request.Params); ok {
			c.results.mu.Lock()
			c.results.wanted[request.ID] = token
			c.results.mu.Unlock()
			copied := *request
			copied.Params = params
			m = &copied
		}
	}
	return c.Connection.Write(ctx, m)
}

// withoutToken takes the token out of the parameters of a request.
func withoutToken(params json.RawMessage) (token string, rest json.RawMessage, ok bool) {
	var members, meta map[string]json.RawMessage
	if json.Unmarshal(params, &members) != nil || json.Unmarshal(members["_meta"], &meta) != nil || json.Unmarshal(meta[rawToken], &token) != nil {
		return "", nil, false
	}
	delete(meta, rawToken)
	delete(members, "_meta")
	var err error
	if len(meta) > 0 {
		if members["_meta"], err = json.Marshal(meta); err != nil {
			return "", nil, false
		}
	}
	rest, err = json.Marshal(members)
	return token, rest, err == nil
}

// Read keeps the results that are wanted.
func (c *rawConnection) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := c.Connection.Read(ctx)
	if response, ok := m.(*jsonrpc.Response); ok && err == nil {
		c.results.mu.Lock()
		if token, wanted := c.results.wanted[response.ID]; wanted {
			c.results.results[token] = response.Result
		}
		c.results.mu.Unlock()
	}
	return m, err
}

// environment is what a server's program gets by default.
func environment() []string {
	var all []string
	for _, name := range []string{"PATH", "HOME", "LANG", "TMPDIR", "SystemRoot", "USERPROFILE", "TEMP", "APPDATA", "LOCALAPPDATA", "PATHEXT"} {
		if value, ok := os.LookupEnv(name); ok {
			all = append(all, name+"="+value)
		}
	}
	return all
}
