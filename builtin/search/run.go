package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

const (
	// filesPerBatch is the number of files that a worker searches at a time.
	filesPerBatch = 32
	// maxQueuedBatches is the maximum number of batches that wait for a
	// worker.
	maxQueuedBatches = 16
)

// batch has consecutive files of the walk, and the results of their search.
type batch struct {
	names       []string
	walkSkipped SkipReport // by the walk, up to the last of these files
	results     []fileResult
	done        chan struct{} // closed when results is complete
}

// searchRun is one search. The walk fills batches, several workers search the
// files of the batches, and collectResult puts the results together in the
// order of the walk.
type searchRun struct {
	*walk
	matcher *matcher
	shorten shortener
	args    *Args
	limits  limits

	bytesRead atomic.Int64
	stop      context.CancelCauseFunc
	panicText atomic.Pointer[string]

	jobs, order chan *batch // the batches for the workers, and for collectResult
	nextBatch   *batch      // filled by the walk
	walkStop    StopReason  // the reason why the walk ended early
	walkErr     error       // the error of the walk at its root
	lastFile    string      // the last file whose results are complete
}

// newSearchRun returns a search that is not started.
func newSearchRun(w *walk, m *matcher, shorten shortener, args *Args, l limits) *searchRun {
	return &searchRun{
		walk: w, matcher: m, shorten: shorten, args: args, limits: l,
		jobs: make(chan *batch, maxQueuedBatches), order: make(chan *batch, maxQueuedBatches),
		nextBatch: &batch{done: make(chan struct{})},
	}
}

// run searches, and returns after all its goroutines have ended.
func (s *searchRun) run(call context.Context) (*Result, error) {
	ctx, stop := context.WithCancelCause(call)
	ctx, cancel := context.WithDeadlineCause(ctx, s.limits.deadline(call), StoppedByTime)
	defer cancel()
	s.stop = stop
	var group sync.WaitGroup
	group.Go(func() { s.walkAll(ctx) })
	for range workerCount() {
		group.Go(func() { s.runWorker(ctx) })
	}
	result := s.collectResult()
	stopped := context.Cause(ctx)
	stop(nil)
	group.Wait()
	if text := s.panicText.Load(); text != nil {
		panic(*text) // the runtime recovers only panics of the call's own goroutine
	}
	if s.walkErr != nil && stopped == nil {
		return nil, s.walkErr
	}
	result.Stopped = cmp.Or(result.Stopped, stopReason(stopped), s.walkStop)
	return result, nil
}

// recoverPanic ends the search if its goroutine panics, and stores the panic
// for run. It must be deferred.
func (s *searchRun) recoverPanic() {
	if value := recover(); value != nil {
		text := fmt.Sprintf("%v, in a goroutine of a search\n%s", value, debug.Stack())
		s.panicText.CompareAndSwap(nil, &text)
		s.stop(StoppedByCancel)
	}
}

// workerCount returns the number of workers. It is larger than GOMAXPROCS
// because workers wait for the disk.
func workerCount() int { return min(8, runtime.GOMAXPROCS(0)+1) }

// walkAll walks the directory and sends its files to the workers and to
// collectResult.
func (s *searchRun) walkAll(ctx context.Context) {
	defer close(s.jobs)
	defer close(s.order)
	defer s.recoverPanic()
	var err error
	if s.file != nil {
		err = s.addFile(ctx, path.Join(s.root, s.file.Name()), s.file)
	} else {
		err = s.walkDir(ctx, s.root, parentRules(s.files, s.root))
	}
	if err != nil && ctx.Err() == nil && !errors.As(err, &s.walkStop) {
		s.walkErr = err
	}
	_ = s.sendBatch(ctx) // an error means that the search has ended
}

// walkDir walks a directory.
func (s *searchRun) walkDir(ctx context.Context, dir string, parent *ignoreRules) error {
	entries, rules, err := s.readDir(ctx, dir, parent)
	if err != nil {
		return err
	}
	for _, e := range entries {
		name := pathPrefix(dir) + e.Name()
		if e.IsDir() {
			err = s.walkDir(ctx, name, rules)
		} else {
			err = s.addFile(ctx, name, e)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// addFile adds a file to the next batch, and sends the batch if it is full.
func (s *searchRun) addFile(ctx context.Context, name string, e fs.DirEntry) error {
	switch {
	case ctx.Err() != nil: // checked for each file, because a glob can be slow
		return ctx.Err()
	case !s.filter.selects(s.relativePath(name)):
		return nil
	case !e.Type().IsRegular():
		s.skipped.Special++
		return nil
	}
	s.selected++
	if isPassed, _ := s.after.passes(name); isPassed {
		return nil
	}
	if s.nextBatch.names = append(s.nextBatch.names, name); len(s.nextBatch.names) < filesPerBatch {
		return nil
	}
	return s.sendBatch(ctx)
}

// sendBatch sends the batch to the workers and to collectResult.
func (s *searchRun) sendBatch(ctx context.Context) error {
	b := s.nextBatch
	b.walkSkipped = s.skipped
	s.nextBatch = &batch{done: make(chan struct{})}
	for _, to := range []chan *batch{s.jobs, s.order} {
		select {
		case to <- b:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// runWorker searches batches until the walk has ended.
func (s *searchRun) runWorker(ctx context.Context) {
	worker := &scanner{files: s.files, matcher: s.matcher, shorten: s.shorten, context: s.args.ContextLines, countOnly: s.args.Mode == Counts, after: s.after, countRead: func(n int) {
		if s.bytesRead.Add(int64(n)) > s.limits.bytes {
			s.stop(StoppedByBytes)
		}
	}}
	for b := range s.jobs {
		s.searchBatch(ctx, worker, b)
	}
}

// searchBatch searches the files of a batch, until it has more matches or text
// than the result can have. It searches for a second match even if the first one
// is too long, so that collectResult knows whether the result has all matches.
func (s *searchRun) searchBatch(ctx context.Context, worker *scanner, b *batch) {
	defer close(b.done)
	defer s.recoverPanic()
	found, size := 0, s.limits.size
	for _, name := range b.names {
		wanted := s.args.MaxResults + 1 - found
		if size < 0 {
			wanted = min(wanted, 2-found)
		}
		if ctx.Err() != nil || wanted <= 0 {
			return
		}
		f := worker.scan(ctx, name, wanted, size)
		found += f.results()
		size -= f.size
		b.results = append(b.results, f)
	}
}

// collectResult combines the results of all batches, up to the limits.
func (s *searchRun) collectResult() *Result {
	r := &Result{Matches: []Match{}}
	var inFiles SkipReport
	size := 0
	for b := range s.order {
		<-b.done
		for i := range b.results {
			inFiles = inFiles.plus(b.results[i].skipped)
			size, r.Stopped = r.appendFile(&b.results[i], size, s.args.MaxResults, s.limits.size)
			if r.Stopped != "" {
				break
			}
			if b.results[i].isComplete {
				s.lastFile = b.results[i].name
			}
		}
		r.Skipped = b.walkSkipped.plus(inFiles)
		if r.Stopped != "" {
			s.stop(r.Stopped)
			break
		}
	}
	return r
}

// appendFile adds the results of a file to a result that has the given size, up to
// the limits. It returns the new size, and the reason to stop if there are more
// results. The first result is added even if it exceeds maxSize.
func (r *Result) appendFile(f *fileResult, size, maxResults, maxSize int) (int, StopReason) {
	if f.isSearched {
		r.FilesSearched++
	}
	if f.results() == 0 {
		return size, ""
	}
	size += f.nameSize
	if f.count > 0 {
		switch {
		case len(r.Counts) == maxResults:
			return size, StoppedByResults
		case size > maxSize && len(r.Counts) > 0:
			return size, StoppedBySize
		}
		r.FilesMatched++
		r.Counts = append(r.Counts, FileCount{f.name, f.count})
		return size, ""
	}
	for i := range f.matches {
		size += f.matches[i].textSize()
		switch {
		case len(r.Matches) == maxResults:
			return size, StoppedByResults
		case size > maxSize && len(r.Matches) > 0:
			return size, StoppedBySize
		case i == 0:
			r.FilesMatched++
		}
		r.Matches = append(r.Matches, f.matches[i])
	}
	return size, ""
}
