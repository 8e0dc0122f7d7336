package models

import (
	"errors"
	"strings"
	"testing"
)

// A stream with too many events is refused, and the error remains.
func TestStreamLimit(t *testing.T) {
	s := Gemini.NewStream()
	s.size = maxStreamBytes - 2
	if _, err := s.Add([]byte(`{}`)); err != nil {
		t.Error(err)
	}
	_, err := s.Add([]byte(`{}`))
	if err == nil || !strings.Contains(err.Error(), "256 MiB") {
		t.Errorf("the error is %v", err)
	}
	if _, reply := s.Reply(); !errors.Is(reply, err) {
		t.Errorf("Reply returns %v, want the same error", reply)
	}
}
