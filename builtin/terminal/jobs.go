package terminal

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// The defaults of [JobOptions].
const (
	DefaultMaxJobs = 8
	DefaultMaxTime = 8 * time.Hour
)

// The reasons of failed calls of terminal_start and terminal_read, in
// runtime.Error.Reason.
const (
	ReasonNoSession = "NO_SESSION"    // the call has no session
	ReasonLimit     = "LIMIT_REACHED" // too many processes of the session are running
	ReasonNotFound  = "NOT_FOUND"     // the session has no process with the id
)

// JobOptions configure [Jobs].
type JobOptions struct {
	// Open opens the programs that run in a directory, which is absolute. They must
	// end with the context, which ends with the process. It is required.
	Open func(ctx context.Context, workingDir string) (capability.Exec, error)
	// MaxJobs is the maximum number of processes of a session that run at a time;
	// zero means DefaultMaxJobs.
	MaxJobs int
	// MaxTime is the maximum time that a process runs; zero means DefaultMaxTime.
	MaxTime time.Duration
}

// Jobs is the receiver of the tools terminal_start and terminal_read: the processes
// that run longer than the call that starts them. A process belongs to the session of
// the call. It ends at the latest with EndSession or with Shutdown, which a registry
// calls when it unregisters the last of the tools, and has the isolation of other
// programs: none of its descendants is left. Make one with [NewJobs]. It is safe for
// concurrent use.
type Jobs struct {
	options JobOptions
	life    context.Context // ends with Shutdown
	end     context.CancelFunc

	mu       sync.Mutex
	sessions map[string]*jobSession
}

// Needs returns the programs that the tool terminal_start runs, for JobOptions.Open.
func Needs() *capability.Needs {
	return &capability.Needs{Kinds: capability.KindProcess, Binaries: []string{"sh"}}
}

// jobSession has the processes of a session. Jobs.mu guards its fields.
type jobSession struct {
	last int // the id of the process that was started last
	jobs []*job
}

// NewJobs returns a Jobs without processes.
func NewJobs(o JobOptions) *Jobs {
	o.MaxJobs, o.MaxTime = cmp.Or(o.MaxJobs, DefaultMaxJobs), cmp.Or(o.MaxTime, DefaultMaxTime)
	j := &Jobs{options: o, sessions: make(map[string]*jobSession)}
	j.life, j.end = context.WithCancel(context.Background())
	return j
}

// EndSession ends the processes of a session, and waits for their end until the
// context ends. A program calls it when a conversation ends. Later calls of the
// session can start processes again.
func (j *Jobs) EndSession(ctx context.Context, session string) error {
	j.mu.Lock()
	s := j.sessions[session]
	delete(j.sessions, session)
	j.mu.Unlock()
	if s == nil {
		return nil
	}
	for _, each := range s.jobs {
		each.stop()
	}
	return waitForJobs(ctx, s.jobs)
}

// Shutdown ends all processes, and waits for their end until the context ends. Later
// calls of the tools are refused.
func (j *Jobs) Shutdown(ctx context.Context) error {
	j.end()
	j.mu.Lock()
	var all []*job
	for _, s := range j.sessions {
		all = append(all, s.jobs...)
	}
	j.sessions = make(map[string]*jobSession)
	j.mu.Unlock()
	return waitForJobs(ctx, all)
}

// waitForJobs waits for the end of processes that were stopped.
func waitForJobs(ctx context.Context, jobs []*job) error {
	for _, each := range jobs {
		select {
		case <-each.ended:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// sessionOf returns the id of the session of a call.
func (j *Jobs) sessionOf(call *runtime.Call) (string, error) {
	switch {
	case j.life.Err() != nil:
		return "", texts.Unavailable("", "processes can no longer be started or read: the tools were shut down")
	case call.Session().ID() == "":
		return "", texts.Unavailable(ReasonNoSession, "this conversation has no session, and a process that keeps running needs one")
	}
	return call.Session().ID(), nil
}

// maxEnded is the maximum number of processes of a session that have ended and can
// still be read.
const maxEnded = 20

// add adds a process to a session and gives it an id. It returns an error if the
// session has too many that run.
func (j *Jobs) add(session string, added *job) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	s := j.sessions[session]
	if s == nil {
		s = &jobSession{}
		j.sessions[session] = s
	}
	running := slices.DeleteFunc(slices.Clone(s.jobs), (*job).isEnded)
	if len(running) >= j.options.MaxJobs {
		return texts.Failure(ReasonLimit, "", "%s are running, which is the maximum: stop one with terminal_read and stop", texts.Count(len(running), "process"))
	}
	for len(s.jobs)-len(running) > maxEnded {
		s.jobs = slices.Delete(s.jobs, slices.IndexFunc(s.jobs, (*job).isEnded), slices.IndexFunc(s.jobs, (*job).isEnded)+1)
	}
	s.last++
	added.id = s.last
	s.jobs = append(s.jobs, added)
	return nil
}

// remove removes a process that could not be started.
func (j *Jobs) remove(session string, removed *job) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if s := j.sessions[session]; s != nil {
		s.jobs = slices.DeleteFunc(s.jobs, func(each *job) bool { return each == removed })
	}
}

// list returns the processes of a session in the order of their start.
func (j *Jobs) list(session string) []*job {
	j.mu.Lock()
	defer j.mu.Unlock()
	if s := j.sessions[session]; s != nil {
		return slices.Clone(s.jobs)
	}
	return nil
}
