package models_test

import (
	"encoding/json"
	"strings"
	"testing"
)

// ReadReply does not panic for any body, and the messages of a reply are JSON.
func FuzzReadReply(f *testing.F) {
	for _, r := range replies {
		f.Add(r.api, r.body)
	}
	f.Fuzz(func(t *testing.T, name, body string) {
		api := apis[name]
		if api == nil {
			t.Skip()
		}
		reply, err := api.ReadReply([]byte(body))
		if err != nil {
			return
		}
		for _, m := range reply.Messages {
			if !json.Valid(m) {
				t.Errorf("the message %s is not JSON", m)
			}
		}
	})
}

// A Stream does not panic for any events, and the messages of its reply are JSON.
func FuzzStream(f *testing.F) {
	for _, s := range streams {
		f.Add(s.api, strings.Join(s.events, "\n"))
	}
	f.Fuzz(func(t *testing.T, name, events string) {
		api := apis[name]
		if api == nil {
			t.Skip()
		}
		s := api.NewStream()
		for event := range strings.SplitSeq(events, "\n") {
			_, _ = s.Add([]byte(event))
		}
		reply, err := s.Reply()
		if err != nil {
			return
		}
		for _, m := range reply.Messages {
			if !json.Valid(m) {
				t.Errorf("the message %s is not JSON", m)
			}
		}
	})
}
