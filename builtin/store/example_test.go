package store_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/toolgen/toolgen/builtin/store"
	"github.com/toolgen/toolgen/runtime"
)

// An agent loop records the messages of a session. A later session finds them.
func Example() {
	dir, err := os.MkdirTemp("", "store")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	s, err := store.Open(filepath.Join(dir, "store.db"), &store.Options{DefaultPersonality: "me"})
	if err != nil {
		fmt.Println(err)
		return
	}
	registry := runtime.NewRegistry(nil)
	if err := registry.Register(store.StoreTools(s)...); err != nil {
		fmt.Println(err)
	}
	defer registry.Close(context.Background()) // also closes the store
	err = s.AppendMessages(context.Background(), store.Message{
		Session: "monday", Role: "user", Time: time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC), Text: "The release needs a tag first.",
	})
	if err != nil {
		fmt.Println(err)
	}
	results := registry.ExecuteParallel(context.Background(), []runtime.ToolCall{
		{ID: "1", Name: "session_search", Args: []byte(`{"query": "release tag"}`)},
	}, &runtime.Turn{Session: runtime.NewSession("friday", "chat")})
	fmt.Println(results[0].Result.Value)
	// Output:
	// <untrusted source="release tag" tool="session_search">
	// 1. 2026-01-05T09:00:00Z, user in session monday:
	//    The [release] needs a [tag] first.
	// </untrusted>
}
