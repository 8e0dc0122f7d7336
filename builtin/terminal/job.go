package terminal

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime/capability"
)

// job is a process that keeps running after the call that starts it.
type job struct {
	id      int
	command string
	started time.Time
	output  *jobOutput
	stop    context.CancelFunc
	ended   chan struct{} // closed when the process and its output have ended

	// The fields below are set before ended is closed.
	outcome  capability.Output
	stoppage string // why the process was stopped; empty if it ended by itself
	took     time.Duration
}

// newJob returns a process that has not started, and its context, which ends with
// the process, with parent or at the maximum time.
func newJob(parent context.Context, command string, maxTime time.Duration) (*job, context.Context) {
	ctx, cancel := context.WithTimeout(parent, maxTime)
	return &job{command: command, started: time.Now(), output: newJobOutput(), stop: cancel, ended: make(chan struct{})}, ctx
}

// run reads the output of the process until its end.
func (j *job) run(ctx context.Context, running capability.Running) {
	defer close(j.ended)
	defer j.stop()
	var readers sync.WaitGroup
	for _, stream := range []io.Reader{running.Stdout(), running.Stderr()} {
		readers.Go(func() { _, _ = io.Copy(j.output, stream) }) // the end of a stream is not a failure
	}
	outcome, err := running.Wait()
	stopped := ctx.Err()
	readers.Wait()
	j.outcome, j.took = outcome, time.Since(j.started)
	switch {
	case err != nil:
		j.stoppage = "failed: " + err.Error()
	case stopped == context.DeadlineExceeded:
		j.stoppage = "stopped at the maximum time"
	case stopped != nil:
		j.stoppage = "stopped"
	}
}

// isEnded reports whether the process has ended.
func (j *job) isEnded() bool {
	select {
	case <-j.ended:
		return true
	default:
		return false
	}
}

// state returns how the process is or ended.
func (j *job) state() string {
	if !j.isEnded() {
		return fmt.Sprintf("running for %v", time.Since(j.started).Round(time.Second))
	}
	how := j.stoppage
	switch {
	case how != "":
	case j.outcome.Signal != "":
		how = "ended by " + j.outcome.Signal
	default:
		how = fmt.Sprintf("ended with exit status %d", j.outcome.ExitCode)
	}
	return fmt.Sprintf("%s after %v", how, j.took.Round(time.Second))
}

// maxJobOutput is the number of bytes of the output of a process that are kept.
const maxJobOutput = 1 << 20

// jobOutput keeps the last bytes of the output of a process. It is safe for
// concurrent use.
type jobOutput struct {
	mu      sync.Mutex
	text    []byte        // at most twice maxJobOutput
	dropped int64         // the number of bytes before text
	read    int64         // the position after the bytes that the last call read
	known   int64         // the position after the bytes that the last call read or held back
	changed chan struct{} // closed and replaced when bytes are added
}

// newJobOutput returns an empty output.
func newJobOutput() *jobOutput { return &jobOutput{changed: make(chan struct{})} }

// Write adds bytes. It returns no error.
func (o *jobOutput) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.text = append(o.text, p...)
	if over := len(o.text) - maxJobOutput; over > maxJobOutput {
		o.text = append(o.text[:0], o.text[over:]...)
		o.dropped += int64(over)
	}
	close(o.changed)
	o.changed = make(chan struct{})
	return len(p), nil
}

// news reports whether there are bytes after a position, and returns a channel that
// is closed when there are more. A negative position is that of the last read.
func (o *jobOutput) news(from int64) (hasNews bool, changed <-chan struct{}) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if from < 0 {
		from = o.known
	}
	return o.dropped+int64(len(o.text)) > from, o.changed
}

// maxRead is the maximum number of bytes that a call reads.
const maxRead = 128 << 10

// hiddenBytes is the number of bytes after dropped ones that are not shown: they may begin within a secret, and are
// longer than the secrets of programs.
const hiddenBytes = 8 << 10

// first returns the position of the first byte that can be shown.
func (o *jobOutput) first() int64 {
	if o.dropped == 0 {
		return 0
	}
	return o.dropped + hiddenBytes
}

// part is a part of an output.
type part struct {
	text     string
	from, to int64 // its positions
	lost     int64 // the number of bytes before it that are not kept
	held     int64 // the number of bytes after it that may be the beginning of a secret
	total    int64 // the position after the output
}

// redactor removes secrets from texts, as runtime.Call does.
type redactor interface {
	Excerpt(text string, start, end int) string
	SafeEnd(text string) int
}

// after returns the output from a position, at most maxRead bytes, without secrets,
// and moves the position of the last read to its end. A negative position is that of
// the last read. If the output is not complete, its end is held back if it may be the
// beginning of a secret.
func (o *jobOutput) after(from int64, secrets redactor, isComplete bool) part {
	o.mu.Lock()
	defer o.mu.Unlock()
	if from < 0 {
		from = o.read
	}
	total := o.dropped + int64(len(o.text))
	p := part{from: min(from, total), total: total}
	if first := o.first(); p.from < first {
		p.lost = first - p.from
		p.from = first
	}
	text := string(o.text)
	start := int(p.from - o.dropped)
	end := min(len(text), start+maxRead)
	if end < len(text) {
		end = start + len(texts.TrimPartialEnd(text[start:end]))
	}
	if safe := safeEnd(text, secrets, isComplete); end > safe {
		p.held = int64(len(text) - safe)
		end = max(start, safe)
	}
	p.to = o.dropped + int64(end)
	p.text = texts.Valid(secrets.Excerpt(text, start, end))
	o.read, o.known = p.to, p.to+p.held
	return p
}

// safeEnd returns the index up to which an output can be shown: all of it if it is complete.
func safeEnd(text string, secrets redactor, isComplete bool) int {
	if isComplete {
		return len(text)
	}
	return secrets.SafeEnd(text)
}
