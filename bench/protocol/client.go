package protocol

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxConnections is the maximum number of connections of a client that stay open.
const maxConnections = 64

// Client calls a tool of a server.
type Client struct {
	call  func(ctx context.Context) error
	close func() error
}

// Close ends the client.
func (c *Client) Close() error { return c.close() }

// NewSDKClient returns a client of the SDK.
func NewSDKClient(ctx context.Context, s *Server, tool string) (*Client, error) {
	client := sdk.NewClient(&sdk.Implementation{Name: "bench", Version: "1"}, nil)
	session, err := client.Connect(ctx, &sdk.StreamableClientTransport{
		Endpoint: s.web.URL, HTTPClient: newHTTPClient(), MaxRetries: -1, DisableStandaloneSSE: true,
	}, nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Name, err)
	}
	params := &sdk.CallToolParams{Name: tool, Arguments: arguments}
	return &Client{close: session.Close, call: func(ctx context.Context) error {
		result, err := session.CallTool(ctx, params)
		if err == nil && (result.IsError || len(result.Content) != 1) {
			err = fmt.Errorf("%s: the result is %+v", s.Name, result)
		}
		return err
	}}, nil
}

func newHTTPClient() *http.Client {
	return &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: maxConnections}}
}

// NewPlainClient returns a client that sends prepared bytes and does not decode
// responses, so that the time of a call is mainly that of the server.
func NewPlainClient(ctx context.Context, s *Server, tool string) (*Client, error) {
	c := plainClient{url: s.web.URL, client: newHTTPClient()}
	_, header, err := c.post(ctx, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}`)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Name, err)
	}
	c.session = header.Get("Mcp-Session-Id")
	if _, _, err := c.post(ctx, `{"jsonrpc":"2.0","method":"notifications/initialized"}`); err != nil {
		return nil, fmt.Errorf("%s: %w", s.Name, err)
	}
	args, err := json.Marshal(arguments)
	if err != nil {
		return nil, err
	}
	var ids atomic.Int64
	return &Client{close: func() error { c.client.CloseIdleConnections(); return nil }, call: func(ctx context.Context) error {
		text, _, err := c.post(ctx, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, ids.Add(1)+1, tool, args))
		if err == nil && (!bytes.Contains(text, []byte(`"type":"text"`)) || bytes.Contains(text, []byte(`"isError":true`))) {
			err = fmt.Errorf("%s: the response is %s", s.Name, text)
		}
		return err
	}}, nil
}

// plainClient has a session of a server.
type plainClient struct {
	url, session string
	client       *http.Client
}

// post sends a request, and returns the text and the header of the response.
func (c *plainClient) post(ctx context.Context, body string) ([]byte, http.Header, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, strings.NewReader(body))
	if err != nil {
		return nil, nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	r.Header.Set("Mcp-Protocol-Version", "2025-11-25")
	if c.session != "" {
		r.Header.Set("Mcp-Session-Id", c.session)
	}
	response, err := c.client.Do(r)
	if err != nil {
		return nil, nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode >= http.StatusMultipleChoices {
		err = fmt.Errorf("status %d: %s", response.StatusCode, text)
	}
	return text, response.Header, err
}

// Run makes calls, as many at a time as parallel says. It returns the time of all
// calls together, and the time of each.
func (c *Client) Run(ctx context.Context, calls, parallel int) (total time.Duration, each []time.Duration, err error) {
	each = make([]time.Duration, calls)
	errs := make([]error, parallel)
	var wg sync.WaitGroup
	begin := time.Now()
	for worker := range parallel {
		wg.Go(func() {
			for i := worker; i < calls; i += parallel {
				start := time.Now()
				if err := c.call(ctx); err != nil {
					errs[worker] = err
					return
				}
				each[i] = time.Since(start)
			}
		})
	}
	wg.Wait()
	return time.Since(begin), each, errors.Join(errs...)
}
