package models_test

import (
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/models"
)

// pieceForms are, for each API, an event with a piece of the text and the events
// that end the response. The verb %s is replaced by a JSON string.
var pieceForms = map[string]struct {
	begin, piece string
	end          []string
}{
	"chat": {piece: `{"choices":[{"delta":{"content":%s}}]}`, end: []string{`{"choices":[{"finish_reason":"stop"}]}`}},
	"anthropic": {
		begin: `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`,
		piece: `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":%s}}`,
		end:   []string{`{"type":"message_delta","delta":{"stop_reason":"end_turn"}}`, `{"type":"message_stop"}`},
	},
	"gemini": {piece: `{"candidates":[{"content":{"parts":[{"text":%s}]}}]}`, end: []string{`{"candidates":[{"finishReason":"STOP"}]}`}},
}

// streamText streams a text in pieces. It returns the text of the deltas and the
// text of the reply.
func streamText(t *testing.T, api string, pieces []string) (deltas, reply string) {
	t.Helper()
	form, s := pieceForms[api], apis[api].NewStream()
	var events []string
	if form.begin != "" {
		events = append(events, form.begin)
	}
	for _, piece := range pieces {
		events = append(events, fmt.Sprintf(form.piece, piece))
	}
	var text strings.Builder
	for _, event := range append(events, form.end...) {
		delta, err := s.Add([]byte(event))
		if err != nil {
			t.Fatal(err)
		}
		text.WriteString(delta.Text)
	}
	complete, err := s.Reply()
	if err != nil {
		t.Fatal(err)
	}
	return text.String(), complete.Text
}

// A code point that is split between two pieces is complete in the deltas and in
// the reply.
func TestSplitCodePoints(t *testing.T) {
	for _, test := range []struct {
		reason string
		pieces []string
		want   string
	}{
		{"a surrogate pair", []string{`"a\ud83d"`, `"\ude00b"`}, "a😀b"},
		{"the bytes of a code point", []string{"\"a\xf0\x9f\"", "\"\x98\"", "\"\x80b\""}, "a😀b"},
		{"an escaped backslash before the letters of a surrogate", []string{`"\\ud83d"`, `"b"`}, `\ud83db`},
		{"a backslash and a surrogate", []string{`"\\\ud83d"`, `"\ude00"`}, `\😀`},
		{"a surrogate without its pair", []string{`"\ud83d"`, `"b"`}, "\uFFFDb"},
	} {
		for api := range pieceForms {
			deltas, reply := streamText(t, api, test.pieces)
			if deltas != test.want || reply != test.want {
				t.Errorf("%s, %s: the deltas are %q, the reply %q, want %q", api, test.reason, deltas, reply, test.want)
			}
		}
	}
}

// The arguments of a call may be split within a code point, too.
func TestSplitArguments(t *testing.T) {
	want := `{"a":"😀"}`
	for name, events := range map[string][]string{
		"chat": {
			`{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"1","function":{"name":"add","arguments":"{\"a\":\"\ud83d"}}]}}]}`,
			`{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"\ude00\"}"}}]},"finish_reason":"stop"}]}`,
		},
		"anthropic": {
			`{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"1","name":"add","input":{}}}`,
			`{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"a\":\"\ud83d"}}`,
			`{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"\ude00\"}"}}`,
			`{"type":"message_delta","delta":{"stop_reason":"tool_use"}}`, `{"type":"message_stop"}`,
		},
	} {
		s := apis[name].NewStream()
		for _, event := range events {
			if _, err := s.Add([]byte(event)); err != nil {
				t.Fatal(err)
			}
		}
		reply, err := s.Reply()
		if err != nil || len(reply.Calls) != 1 || string(reply.Calls[0].Args) != want {
			t.Errorf("%s: %+v, %v", name, reply, err)
		}
	}
}

// The memory that a stream allocates is proportional to its length. It would be
// more than 1 GB if each piece copied all pieces before it.
func TestLongStream(t *testing.T) {
	const n, limit = 20_000, 400 << 20
	pieces := make([]string, n)
	for i := range pieces {
		pieces[i] = `"12345678"`
	}
	for api := range pieceForms {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		deltas, reply := streamText(t, api, pieces)
		runtime.ReadMemStats(&after)
		if len(deltas) != 8*n || deltas != reply {
			t.Errorf("%s: the deltas have %d bytes, the reply %d", api, len(deltas), len(reply))
		}
		if allocated := after.TotalAlloc - before.TotalAlloc; allocated > limit {
			t.Errorf("%s: %d bytes were allocated", api, allocated)
		}
	}
}

// Calls of a server that gives all of them the index 0 and no ids are separate
// calls.
func TestCallsWithoutIDsAndIndexes(t *testing.T) {
	for _, event := range []string{
		`{"choices":[{"finish_reason":"stop","delta":{"tool_calls":[{"index":0,"function":{"name":"add","arguments":"{\"a\":1}"}},{"index":0,"function":{"name":"add","arguments":"{\"a\":2}"}}]}}]}`,
		`{"choices":[{"finish_reason":"stop","delta":{"tool_calls":[{"function":{"name":"add","arguments":"{\"a\":1}"}},{"function":{"name":"add","arguments":"{\"a\":2}"}}]}}]}`,
		`{"choices":[{"finish_reason":"stop","delta":{"tool_calls":[{"index":0,"id":"","function":{"name":"add","arguments":{"a":1}}},{"index":0,"id":"","function":{"name":"add","arguments":{"a":2}}}]}}]}`,
	} {
		s := models.OpenAIChat.NewStream()
		if _, err := s.Add([]byte(event)); err != nil {
			t.Fatal(err)
		}
		reply, err := s.Reply()
		if err != nil || len(reply.Calls) != 2 || string(reply.Calls[1].Args) != `{"a":2}` || reply.Calls[0].ID == reply.Calls[1].ID {
			t.Errorf("%s: %+v, %v", event, reply, err)
		}
		var message struct {
			Calls []json.RawMessage `json:"tool_calls"`
		}
		if json.Unmarshal(reply.Messages[0], &message) != nil || len(message.Calls) != 2 {
			t.Errorf("the message is %s", reply.Messages[0])
		}
	}
}
