package search

import (
	"cmp"
	"context"
	"math"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
)

// Limits are the limits of a search or a list, for tests. Zero means no limit.
type Limits struct {
	Entries int
	Bytes   int64
	Time    time.Duration
	Size    int
}

// withDefaults returns the limits with large values instead of zero.
func (l Limits) withDefaults() limits {
	return limits{
		entries: cmp.Or(l.Entries, math.MaxInt), bytes: cmp.Or(l.Bytes, math.MaxInt64),
		time: cmp.Or(l.Time, time.Hour), size: cmp.Or(l.Size, math.MaxInt),
	}
}

// openDir opens a directory for reading.
func openDir(ctx context.Context, tb testing.TB, dir string) capability.FS {
	tb.Helper()
	opened, err := files.New(nil).Open(ctx, &capability.Request{
		Needs: &capability.Needs{Kinds: capability.KindRead}, WorkingDir: dir, Files: capability.FilePolicy{Read: []string{"."}},
	})
	if err != nil {
		tb.Fatal(err)
	}
	return opened
}

// keepText returns text[start:end].
func keepText(text string, start, end int) string { return text[start:end] }

// SearchWithLimits searches a real directory with limits.
func SearchWithLimits(ctx context.Context, tb testing.TB, dir string, args Args, l Limits) *Result {
	tb.Helper()
	result, err := search(ctx, openDir(ctx, tb, dir), keepText, dir, &args, l.withDefaults())
	if err != nil {
		tb.Fatal(err)
	}
	return result
}

// SearchDir searches a real directory without limits.
func SearchDir(tb testing.TB, dir string, args Args) *Result {
	tb.Helper()
	return SearchWithLimits(context.Background(), tb, dir, args, Limits{})
}

// ListWithLimits lists a real directory with limits.
func ListWithLimits(tb testing.TB, dir string, args ListArgs, l Limits) *ListResult {
	tb.Helper()
	result, err := list(tb.Context(), openDir(tb.Context(), tb, dir), dir, &args, l.withDefaults())
	if err != nil {
		tb.Fatal(err)
	}
	return result
}

// SearchFS searches a file system without limits.
func SearchFS(tb testing.TB, in capability.FS, args Args) *Result {
	tb.Helper()
	result, err := search(tb.Context(), in, keepText, "", &args, Limits{}.withDefaults())
	if err != nil {
		tb.Fatal(err)
	}
	return result
}

// ListFS lists a file system without limits.
func ListFS(tb testing.TB, in capability.FS, args ListArgs) *ListResult {
	tb.Helper()
	return ListFSWithLimits(tb, in, args, Limits{})
}

// ListFSWithLimits lists a file system with limits.
func ListFSWithLimits(tb testing.TB, in capability.FS, args ListArgs, l Limits) *ListResult {
	tb.Helper()
	result, err := list(tb.Context(), in, "", &args, l.withDefaults())
	if err != nil {
		tb.Fatal(err)
	}
	return result
}
