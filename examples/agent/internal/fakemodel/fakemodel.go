// Package fakemodel is a server with the streaming APIs of the model vendors, for tests: it sends the answers of a script
// and keeps the requests.
package fakemodel

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// Answer is one answer of the script.
type Answer struct {
	Text  string
	Calls []Call
	// Fault is what goes wrong; empty for nothing.
	Fault Fault
}

// Call is one tool call. Arguments need not be JSON.
type Call struct{ Name, Arguments string }

// Fault is something that goes wrong with an answer.
type Fault string

// The faults. After all but CutOff the next request gets the same answer without a fault.
const (
	RateLimit Fault = "rate limit" // the status 429
	Drop      Fault = "drop"       // the connection ends in the middle of the stream
	Garbage   Fault = "garbage"    // the body is a page of a proxy
	Malformed Fault = "malformed"  // Gemini could not read a call of the model
	CutOff    Fault = "cut off"    // the answer reached the limit of its length
)

// Server answers with the answers of the script, one for each request.
type Server struct {
	mu       sync.Mutex
	script   []Answer
	requests []string
}

// New returns a server with a script.
func New(script ...Answer) *Server { return &Server{script: slices.Clone(script)} }

// Requests returns the bodies of the requests so far.
func (s *Server) Requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.requests...)
}

// next records a request and returns its answer.
func (s *Server) next(body string) (Answer, int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, body)
	if len(s.script) == 0 {
		return Answer{Text: "the script has ended"}, len(s.requests)
	}
	answer := s.script[0]
	if answer.Fault != "" && answer.Fault != CutOff {
		s.script[0].Fault = ""
	} else {
		s.script = s.script[1:]
	}
	return answer, len(s.requests)
}

// ServeHTTP answers a request of one of the APIs.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil || !json.Valid(body) {
		http.Error(w, "the request is not JSON", http.StatusBadRequest)
		return
	}
	answer, number := s.next(string(body))
	switch answer.Fault {
	case RateLimit:
		w.Header().Set("Retry-After", "0")
		w.WriteHeader(http.StatusTooManyRequests)
		fmt.Fprint(w, `{"error": {"type": "rate_limit_error", "message": "too many requests"}}`)
		return
	case Garbage:
		fmt.Fprint(w, "<html>proxy</html>")
		return
	}
	var events []string
	switch path := r.URL.Path; {
	case strings.HasSuffix(path, "/chat/completions"):
		events = chat(&answer, number)
	case strings.HasSuffix(path, "/responses"):
		events = responses(&answer, number)
	case strings.HasSuffix(path, "/messages"):
		events = anthropic(&answer, number)
	case strings.Contains(path, ":streamGenerateContent"):
		events = gemini(&answer)
	default:
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	if answer.Fault == Drop {
		events = events[:len(events)/2]
	}
	for _, event := range events {
		fmt.Fprintf(w, "data: %s\n\n", event)
		w.(http.Flusher).Flush()
	}
	if answer.Fault == Drop {
		panic(http.ErrAbortHandler)
	}
}

type object = map[string]any

func encode(value any) string {
	text, _ := json.Marshal(value) // texts, numbers, maps and slices
	return string(text)
}

// halves splits a text, to send it in pieces.
func halves(text string) []string { return []string{text[:len(text)/2], text[len(text)/2:]} }

func callID(number, i int) string { return fmt.Sprintf("call_%d_%d", number, i) }

// chat returns an answer as the events of OpenAI's chat completions.
func chat(a *Answer, number int) []string {
	chunk := func(delta object, finish any) string {
		return encode(object{"id": "c", "object": "chat.completion.chunk", "choices": []any{object{"index": 0, "delta": delta, "finish_reason": finish}}})
	}
	events := []string{chunk(object{"role": "assistant", "content": a.Text}, nil)}
	for i, call := range a.Calls {
		parts := halves(call.Arguments)
		events = append(events,
			chunk(object{"tool_calls": []any{object{"index": i, "id": callID(number, i), "type": "function", "function": object{"name": call.Name, "arguments": parts[0]}}}}, nil),
			chunk(object{"tool_calls": []any{object{"index": i, "function": object{"arguments": parts[1]}}}}, nil))
	}
	finish := "stop"
	switch {
	case a.Fault == CutOff:
		finish = "length"
	case len(a.Calls) > 0:
		finish = "tool_calls"
	}
	return append(events, chunk(object{}, finish), encode(object{"choices": []any{}, "usage": object{"prompt_tokens": 100, "completion_tokens": 10}}), "[DONE]")
}

// responses returns an answer as the events of OpenAI's responses.
func responses(a *Answer, number int) []string {
	output := []any{}
	if a.Text != "" {
		output = append(output, object{"type": "message", "id": "m", "role": "assistant", "status": "completed", "content": []any{object{"type": "output_text", "text": a.Text, "annotations": []any{}}}})
	}
	for i, call := range a.Calls {
		output = append(output, object{"type": "function_call", "id": fmt.Sprintf("f%d", i), "call_id": callID(number, i), "name": call.Name, "arguments": call.Arguments, "status": "completed"})
	}
	response := object{"id": "r", "object": "response", "status": "completed", "output": output, "usage": object{"input_tokens": 100, "output_tokens": 10}}
	kind := "response.completed"
	if a.Fault == CutOff {
		kind, response["status"], response["incomplete_details"] = "response.incomplete", "incomplete", object{"reason": "max_output_tokens"}
	}
	events := []string{encode(object{"type": "response.created", "response": object{"id": "r", "status": "in_progress"}})}
	for _, piece := range halves(a.Text) {
		events = append(events, encode(object{"type": "response.output_text.delta", "delta": piece}))
	}
	return append(events, encode(object{"type": kind, "response": response}))
}

// anthropic returns an answer as the events of Anthropic's messages.
func anthropic(a *Answer, number int) []string {
	events := []string{encode(object{"type": "message_start", "message": object{"id": "m", "role": "assistant", "content": []any{}, "usage": object{"input_tokens": 100, "output_tokens": 1}}})}
	index := 0
	add := func(block object, deltas ...object) {
		events = append(events, encode(object{"type": "content_block_start", "index": index, "content_block": block}))
		for _, delta := range deltas {
			events = append(events, encode(object{"type": "content_block_delta", "index": index, "delta": delta}))
		}
		events = append(events, encode(object{"type": "content_block_stop", "index": index}))
		index++
	}
	if a.Text != "" {
		add(object{"type": "text", "text": ""}, object{"type": "text_delta", "text": a.Text})
	}
	for i, call := range a.Calls {
		parts := halves(call.Arguments)
		add(object{"type": "tool_use", "id": callID(number, i), "name": call.Name, "input": object{}},
			object{"type": "input_json_delta", "partial_json": parts[0]}, object{"type": "input_json_delta", "partial_json": parts[1]})
	}
	stop := "end_turn"
	switch {
	case a.Fault == CutOff:
		stop = "max_tokens"
	case len(a.Calls) > 0:
		stop = "tool_use"
	}
	return append(events, encode(object{"type": "message_delta", "delta": object{"stop_reason": stop}, "usage": object{"output_tokens": 10}}), encode(object{"type": "message_stop"}))
}

// gemini returns an answer as the events of Gemini.
func gemini(a *Answer) []string {
	chunk := func(parts []any, finish string) string {
		candidate := object{"index": 0, "content": object{"role": "model", "parts": parts}}
		if finish != "" {
			candidate["finishReason"] = finish
		}
		return encode(object{"candidates": []any{candidate}, "usageMetadata": object{"promptTokenCount": 100, "candidatesTokenCount": 10}})
	}
	events := []string{chunk([]any{object{"text": a.Text}}, "")}
	for _, call := range a.Calls {
		var arguments any
		if json.Unmarshal([]byte(call.Arguments), &arguments) != nil {
			continue // the API has arguments as JSON: a broken call does not reach the client
		}
		events = append(events, chunk([]any{object{"functionCall": object{"name": call.Name, "args": arguments}}}, ""))
	}
	finish := "STOP"
	switch a.Fault {
	case CutOff:
		finish = "MAX_TOKENS"
	case Malformed:
		finish = "MALFORMED_FUNCTION_CALL"
	}
	return append(events, chunk([]any{}, finish))
}
