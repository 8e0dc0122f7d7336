package browser

import (
	"fmt"
	"strings"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/network"
)

// request is one request of a page, for the log of the network. Its texts are as the
// page wrote them.
type request struct {
	id                        network.RequestID
	method, url, kind, result string
	status                    int
}

// maxLogged is the maximum number of requests that are kept.
const maxLogged = 200

// log handles an event of the network, for the log.
func (s *session) log(m *cdproto.Message) {
	switch m.Method {
	case "Network.requestWillBeSent":
		decode(m, func(e *network.EventRequestWillBeSent) {
			if e.Request != nil {
				s.logRequest(&request{id: e.RequestID, method: e.Request.Method, url: e.Request.URL, kind: string(e.Type)}, e.RedirectResponse)
			}
		})
	case "Network.responseReceived":
		decode(m, func(e *network.EventResponseReceived) {
			s.withRequest(e.RequestID, func(r *request) {
				if e.Response != nil {
					r.status, r.result = int(e.Response.Status), e.Response.MimeType
				}
			})
		})
	case "Network.loadingFailed":
		decode(m, func(e *network.EventLoadingFailed) {
			s.withRequest(e.RequestID, func(r *request) { r.result = e.ErrorText })
		})
	}
}

// logRequest adds a request, and sets the status of the one that was redirected to it.
func (s *session) logRequest(r *request, redirected *network.Response) {
	r.url, r.method = cutText(r.url, maxStored), cutText(r.method, 100)
	if redirected != nil {
		s.withRequest(r.id, func(before *request) { before.status, before.id = int(redirected.Status), "" })
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.requests) >= maxLogged {
		s.requests = append(s.requests[:0], s.requests[1:]...)
	}
	s.requests = append(s.requests, r)
}

// withRequest changes the newest request with an id.
func (s *session) withRequest(id network.RequestID, change func(*request)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := len(s.requests) - 1; i >= 0; i-- {
		if s.requests[i].id == id {
			change(s.requests[i])
			return
		}
	}
}

// describe returns the line of a request.
func (r *request) describe(redact redactor) string {
	status := "no answer"
	if r.status != 0 {
		status = fmt.Sprint(r.status)
	}
	line := fmt.Sprintf("%s %s %s", status, clean(redact(r.method), 20), printableURL(r.url, redact))
	if details := strings.TrimSpace(strings.ToLower(r.kind) + " " + clean(redact(r.result), 100)); details != "" {
		line += " (" + details + ")"
	}
	return line
}
