package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"unicode/utf8"
)

const (
	// batchFiles is how many files a worker takes at a time.
	batchFiles = 32
	// waiting is how many batches are ahead of the first one that is not done.
	waiting = 16
)

// batch is files that follow each other in the walk.
type batch struct {
	names  []string
	walked Skipped // by the walk, up to these files
	found  []found
	done   chan struct{} // closed when found is complete
}

// hunt is one search: a walk that makes batches, workers that search them, and
// run, which puts together what they found in the order of the walk.
type hunt struct {
	*walk
	matcher *matcher
	args    *Args
	limits  limits

	bytes    atomic.Int64
	stop     context.CancelCauseFunc
	panicked atomic.Pointer[string]

	jobs, order chan *batch
	next        *batch // being filled by the walk
	ended       Stop   // why the walk ended early
	failed      error  // of the walk, at the root
}

func newHunt(w *walk, m *matcher, args *Args, l limits) *hunt {
	return &hunt{
		walk: w, matcher: m, args: args, limits: l,
		jobs: make(chan *batch, waiting), order: make(chan *batch, waiting),
		next: &batch{done: make(chan struct{})},
	}
}

// run searches, and returns when all its goroutines have ended.
func (h *hunt) run(call context.Context) (*Result, error) {
	ctx, stop := context.WithCancelCause(call)
	ctx, cancel := context.WithDeadlineCause(ctx, h.limits.deadline(call), StoppedByTime)
	defer cancel()
	h.stop = stop
	var group sync.WaitGroup
	group.Go(func() { h.walkAll(ctx) })
	for range workers() {
		group.Go(func() { h.work(ctx) })
	}
	result := h.collect()
	stopped := context.Cause(ctx)
	stop(nil)
	group.Wait()
	if text := h.panicked.Load(); text != nil {
		panic(*text) // for the runtime, which sees only the call's own goroutine
	}
	if h.failed != nil && stopped == nil {
		return nil, h.failed
	}
	result.Stopped = cmp.Or(result.Stopped, stopOf(stopped), h.ended)
	return result, nil
}

// rescue ends the search where one of its goroutines panics, and keeps what it
// said for run. It is to be deferred.
func (h *hunt) rescue() {
	if value := recover(); value != nil {
		text := fmt.Sprintf("%v, in a goroutine of the search\n%s", value, debug.Stack())
		h.panicked.CompareAndSwap(nil, &text)
		h.stop(StoppedByCancel)
	}
}

// workers is how many files are read at a time: some wait for the disk.
func workers() int { return min(8, runtime.GOMAXPROCS(0)+1) }

// walkAll sends all files to the workers, and to collect in their order.
func (h *hunt) walkAll(ctx context.Context) {
	defer close(h.jobs)
	defer close(h.order)
	defer h.rescue()
	err := h.dir(ctx, h.root, around(h.files, h.root))
	if err != nil && ctx.Err() == nil && !errors.As(err, &h.ended) {
		h.failed = err
	}
	_ = h.send(ctx) // when it fails, nobody listens
}

// dir walks a directory.
func (h *hunt) dir(ctx context.Context, dir string, above *scope) error {
	entries, rules, err := h.list(ctx, dir, above)
	if err != nil {
		return err
	}
	for _, e := range entries {
		name := prefix(dir) + e.Name()
		if e.IsDir() {
			err = h.dir(ctx, name, rules)
		} else {
			err = h.file(ctx, name, e)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// file adds a file to the batch, and sends the batch when it is full.
func (h *hunt) file(ctx context.Context, name string, e fs.DirEntry) error {
	switch {
	case ctx.Err() != nil: // a glob may take its time
		return ctx.Err()
	case !h.filter.takes(h.below(name)):
		return nil
	case !e.Type().IsRegular():
		h.skipped.Special++
		return nil
	}
	if h.next.names = append(h.next.names, name); len(h.next.names) < batchFiles {
		return nil
	}
	return h.send(ctx)
}

// send hands the batch over.
func (h *hunt) send(ctx context.Context) error {
	b := h.next
	b.walked = h.skipped
	h.next = &batch{done: make(chan struct{})}
	for _, to := range []chan *batch{h.jobs, h.order} {
		select {
		case to <- b:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// work searches batches until there are none.
func (h *hunt) work(ctx context.Context) {
	s := &scanner{files: h.files, matcher: h.matcher, context: h.args.ContextLines, count: func(n int) {
		if h.bytes.Add(int64(n)) > h.limits.bytes {
			h.stop(StoppedByBytes)
		}
	}}
	for b := range h.jobs {
		h.batch(ctx, s, b)
	}
}

// batch searches files until there is more than is wanted.
func (h *hunt) batch(ctx context.Context, s *scanner, b *batch) {
	defer close(b.done)
	defer h.rescue()
	matches, size := h.args.MaxResults+1, h.limits.size
	for _, name := range b.names {
		if ctx.Err() != nil || matches <= 0 || size < 0 {
			return
		}
		f := s.scan(ctx, name, matches, size)
		matches -= len(f.matches)
		size -= f.size
		b.found = append(b.found, f)
	}
}

// collect puts together what was found, up to the limits.
func (h *hunt) collect() *Result {
	r := &Result{Matches: []Match{}}
	var inFiles Skipped
	size := 0
	for b := range h.order {
		<-b.done
		for i := range b.found {
			inFiles = inFiles.add(b.found[i].skipped)
			size, r.Stopped = r.take(&b.found[i], size, h.args.MaxResults, h.limits.size)
			if r.Stopped != "" {
				break
			}
		}
		r.Skipped = b.walked.add(inFiles)
		if r.Stopped != "" {
			h.stop(r.Stopped)
			break
		}
	}
	return r
}

// take adds what was found in a file to results that take so much already, as
// far as it fits. A match that alone is too long is there nonetheless.
func (r *Result) take(f *found, size, matches, room int) (int, Stop) {
	if f.done {
		r.FilesSearched++
	}
	for i := range f.matches {
		m := &f.matches[i]
		size += m.cost(utf8.RuneCountInString(shown(m.Path)))
		switch {
		case len(r.Matches) == matches:
			return size, StoppedByResults
		case size > room && len(r.Matches) > 0:
			return size, StoppedBySize
		case i == 0:
			r.FilesMatched++
		}
		r.Matches = append(r.Matches, *m)
	}
	return size, ""
}
