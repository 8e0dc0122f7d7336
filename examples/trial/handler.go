package main

import (
	"crypto/subtle"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/toolgen/toolgen/builtin"
	"github.com/toolgen/toolgen/internal/transcript"
	"github.com/toolgen/toolgen/runtime"
)

// maxBody is the maximum length of a batch, in bytes.
const maxBody = 4 << 20

// handler serves the tools in one session. It runs one batch at a time.
type handler struct {
	tools *builtin.Set
	turn  *runtime.Turn
	hosts []string // the values of Host that are accepted
	token string
	mux   *http.ServeMux

	mu      sync.Mutex
	batches int
	sum     transcript.Totals
}

// newHandler returns a handler for requests to an address.
func newHandler(tools *builtin.Set, dir, address, token string) *handler {
	_, port, _ := net.SplitHostPort(address) // a listener's address has a port
	h := &handler{
		tools: tools, token: token, mux: http.NewServeMux(),
		hosts: []string{address, net.JoinHostPort("localhost", port), net.JoinHostPort("127.0.0.1", port)},
		turn: &runtime.Turn{
			Session: runtime.NewSession("trial", ""), WorkingDir: dir, PersonalityID: "trial",
			Policy: runtime.Policy{
				Files:   runtime.FilePolicy{Write: []string{"."}},
				Network: runtime.NetworkPolicy{Allow: []string{"*", "localhost:*", "127.0.0.1:*"}, AllowPrivate: true}, // also the servers that the model starts
			},
		},
	}
	h.mux.HandleFunc("GET /tools", h.listTools)
	h.mux.HandleFunc("POST /batch", h.runBatch)
	h.mux.HandleFunc("GET /totals", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, h.totals()) })
	return h
}

// ServeHTTP answers requests to the server's own address with the token. A web page
// that a browser shows can send requests to loopback addresses, but not with the
// right Host, Origin and token.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	isOwn := func(host string) bool {
		for _, each := range h.hosts {
			if strings.EqualFold(host, each) {
				return true
			}
		}
		return false
	}
	given, hasToken := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	origin, hasOrigin := strings.CutPrefix(r.Header.Get("Origin"), "http://")
	switch {
	case !isOwn(r.Host):
		http.Error(w, "the request is for another host", http.StatusForbidden)
	case r.Header.Get("Origin") != "" && (!hasOrigin || !isOwn(origin)):
		http.Error(w, "the request is from another origin", http.StatusForbidden)
	case !hasToken || subtle.ConstantTimeCompare([]byte(given), []byte(h.token)) != 1:
		http.Error(w, "the header Authorization must be: Bearer TOKEN", http.StatusUnauthorized)
	default:
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		h.mux.ServeHTTP(w, r)
	}
}

// listTools writes the definitions: one line for each tool, or JSON with ?json.
func (h *handler) listTools(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.turn.Visible = h.tools.Visible(h.turn)
	if r.URL.Query().Has("json") {
		_, _ = w.Write(h.tools.AppendTurnDefinitions(nil, h.turn))
		return
	}
	for _, d := range h.tools.TurnDefinitions(h.turn) {
		fmt.Fprintf(w, "%s: %s\n  %s\n", d.Name, d.Description, d.Parameters)
	}
}

// runBatch runs the calls of the body and writes their results.
func (h *handler) runBatch(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	calls, err := transcript.Parse(string(body))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.batches++
	h.turn.Visible = h.tools.Visible(h.turn)
	start := time.Now()
	results := h.tools.ExecuteParallel(r.Context(), transcript.Batch(calls, fmt.Sprintf("b%d-", h.batches)), h.turn)
	h.sum.Add(calls, results)
	for i := range results {
		result := &results[i].Result
		how := "ok"
		if !result.OK {
			how = strings.TrimSpace(fmt.Sprintf("FAILED %s %s", result.Code, result.Reason))
		}
		text := result.Value + result.Error
		fmt.Fprintf(w, "=== %d %s: %s, %d characters\n%s\n", i+1, calls[i].Name, how, utf8.RuneCountInString(text), text)
	}
	fmt.Fprintf(w, "=== %v\n", time.Since(start).Round(time.Millisecond))
}

// totals returns the totals of the session.
func (h *handler) totals() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.turn.Visible = h.tools.Visible(h.turn)
	definitions := h.tools.AppendTurnDefinitions(nil, h.turn)
	return fmt.Sprintf("%scharacters of definitions: %d\n", h.sum.String(), utf8.RuneCount(definitions))
}
