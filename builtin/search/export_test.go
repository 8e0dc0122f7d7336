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

// Limits are those of a search, for tests.
type Limits struct {
	Entries int
	Bytes   int64
	Time    time.Duration
	Size    int
}

// orNone are the limits, where zero is none.
func (l Limits) orNone() limits {
	return limits{
		entries: cmp.Or(l.Entries, math.MaxInt), bytes: cmp.Or(l.Bytes, math.MaxInt64),
		time: cmp.Or(l.Time, time.Hour), size: cmp.Or(l.Size, math.MaxInt),
	}
}

// open gives read access to the files of a directory.
func open(ctx context.Context, tb testing.TB, dir string) capability.FS {
	tb.Helper()
	opened, err := files.New(nil).Open(ctx, &capability.Request{
		Needs: &capability.Needs{Kinds: capability.KindRead}, WorkingDir: dir, Files: capability.FilePolicy{Read: []string{"."}},
	})
	if err != nil {
		tb.Fatal(err)
	}
	return opened
}

// Limited is a search of real files with these limits; zero is none.
func Limited(ctx context.Context, tb testing.TB, dir string, args Args, l Limits) *Result {
	tb.Helper()
	result, err := search(ctx, open(ctx, tb, dir), dir, &args, l.orNone())
	if err != nil {
		tb.Fatal(err)
	}
	return result
}

// Unlimited is a search of real files without limits.
func Unlimited(tb testing.TB, dir string, args Args) *Result {
	tb.Helper()
	return Limited(context.Background(), tb, dir, args, Limits{})
}

// LimitedList is a list of real files with these limits; zero is none.
func LimitedList(tb testing.TB, dir string, args ListArgs, l Limits) *ListResult {
	tb.Helper()
	result, err := list(tb.Context(), open(tb.Context(), tb, dir), dir, &args, l.orNone())
	if err != nil {
		tb.Fatal(err)
	}
	return result
}

// SearchFS is a search of any file system, without limits.
func SearchFS(tb testing.TB, in capability.FS, args Args) *Result {
	tb.Helper()
	result, err := search(tb.Context(), in, "", &args, Limits{}.orNone())
	if err != nil {
		tb.Fatal(err)
	}
	return result
}

// ListFS is a list of any file system, without limits.
func ListFS(tb testing.TB, in capability.FS, args ListArgs) *ListResult {
	tb.Helper()
	result, err := list(tb.Context(), in, "", &args, Limits{}.orNone())
	if err != nil {
		tb.Fatal(err)
	}
	return result
}
