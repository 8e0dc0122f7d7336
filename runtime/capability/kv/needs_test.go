package kv_test

import (
	"errors"
	"testing"

	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/kv"
)

func TestNothingDeclared(t *testing.T) {
	_, err := kv.New(&kv.Options{Store: kv.Memory()}).Open(t.Context(), &capability.Request{Tool: "t", Session: "s"})
	if _, ok := errors.AsType[*capability.Denied](err); !ok {
		t.Errorf("without needs: %v", err)
	}
}
