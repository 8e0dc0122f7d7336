package terminal

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/builtin/internal/printed"
	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
)

// StartArgs are the arguments of the tool terminal_start, as in RunArgs.
type StartArgs struct {
	Command string `json:"command" jsonschema:"minLength=1,maxLength=32768" tool:"alias=cmd,alias=script"`
	Dir     string `json:"dir,omitzero" jsonschema:"default=." tool:"alias=cwd,alias=workdir,alias=working_dir,alias=working_directory,alias=directory,alias=path"`
}

// run returns the arguments of the tool terminal for the same command line.
func (a StartArgs) run() RunArgs { return RunArgs{Command: a.Command, Dir: a.Dir} }

// Validate returns an error for a command line that no shell can run.
func (a StartArgs) Validate() error { return a.run().Validate() }

// WhyStartDestructive is WhyDestructive for the tool terminal_start.
func WhyStartDestructive(args StartArgs) string { return WhyDestructive(args.run()) }

// firstWait is how long terminal_start waits for the end of the process, so that the
// result has the error of a command that fails at once.
const firstWait = time.Second

// Start starts a command line that keeps running, such as a server, until the session ends.
//
//tool:register terminal_start
//tool:toolset terminal
//tool:category development
//tool:destructive
//tool:open-world
//tool:requires-approval func=WhyStartDestructive
//tool:untrusted-output source=command
//tool:dry-run DescribeStart
//tool:example {"command": "npm run dev", "dir": "web"}
func (j *Jobs) Start(ctx context.Context, call *runtime.Call, args StartArgs) (runtime.Result, error) {
	session, err := j.sessionOf(call)
	if err != nil {
		return runtime.Result{}, err
	}
	dir, err := names.Local("dir", args.Dir, call.WorkingDir())
	if err != nil {
		return runtime.Result{}, err
	}
	started, life := newJob(j.life, args.Command, j.options.MaxTime)
	if err := j.add(session, started); err != nil {
		started.stop()
		return runtime.Result{}, err
	}
	programs, err := j.options.Open(life, call.WorkingDir())
	if err == nil {
		var running, failed = startShell(life, programs, RunArgs{Command: args.Command, Dir: args.Dir}, dir, 0)
		if err = failed; running != nil {
			go started.run(life, running)
		}
	}
	if err != nil {
		started.stop()
		close(started.ended)
		j.remove(session, started)
		return runtime.Result{}, err
	}
	select {
	case <-started.ended:
	case <-time.After(firstWait):
	case <-ctx.Done(): // the model does not get the id
		started.stop()
		return runtime.Result{}, ctx.Err()
	}
	return started.result(call, -1), nil
}

// DescribeStart says what Start would do.
func (j *Jobs) DescribeStart(_ context.Context, call *runtime.Call, args StartArgs) (string, error) {
	text, err := describeRun(call, args.run(), "until terminal_read stops it, the session ends or "+j.options.MaxTime.String()+" have passed")
	return text, err
}

// ReadArgs are the arguments of the tool terminal_read: a process, how long to wait for
// new output, and whether to stop the process first.
type ReadArgs struct {
	// By default, all processes are listed.
	ID int `json:"id,omitzero" jsonschema:"minimum=1" tool:"alias=process_id,alias=pid,alias=bash_id,alias=shell_id,alias=task_id,alias=terminal_id,alias=process,alias=job"`
	// A byte of the output; by default after the last read.
	From        *int64 `json:"from,omitzero" jsonschema:"minimum=0" tool:"alias=offset"`
	WaitSeconds int    `json:"wait_seconds,omitzero" jsonschema:"minimum=0,maximum=120,default=0" tool:"alias=wait,alias=timeout,alias=timeout_seconds"`
	Stop        bool   `json:"stop,omitzero" jsonschema:"default=false" tool:"alias=kill"`
}

// Validate returns an error if a process must be given and is not.
func (a ReadArgs) Validate() error {
	if a.ID == 0 && (a.Stop || a.From != nil || a.WaitSeconds > 0) {
		return texts.Invalid("id", "must be given with from, wait_seconds and stop")
	}
	return nil
}

// Read returns the new output of a process of terminal_start, waits for it, or stops the process.
//
//tool:register terminal_read
//tool:toolset terminal
//tool:category development
//tool:side-effects
//tool:untrusted-output
//tool:timeout 3m
//tool:dry-run DescribeRead
//tool:example {"id": 1, "wait_seconds": 10}
//tool:example {"id": 1, "stop": true}
func (j *Jobs) Read(ctx context.Context, call *runtime.Call, args ReadArgs) (runtime.Result, error) {
	found, all, err := j.find(call, args.ID)
	if err != nil {
		return runtime.Result{}, err
	}
	if found == nil {
		return listJobs(all), nil
	}
	from := int64(-1)
	if args.From != nil {
		from = *args.From
	}
	if args.Stop {
		found.stop()
		if err := waitForJobs(ctx, []*job{found}); err != nil {
			return runtime.Result{}, err
		}
	}
	if err := found.waitForNews(ctx, from, time.Duration(args.WaitSeconds)*time.Second); err != nil {
		return runtime.Result{}, err
	}
	return found.result(call, from), nil
}

// DescribeRead says what Read would do.
func (j *Jobs) DescribeRead(_ context.Context, call *runtime.Call, args ReadArgs) (string, error) {
	found, _, err := j.find(call, args.ID)
	switch {
	case err != nil:
		return "", err
	case found == nil:
		return "would list the processes of the session", nil
	case args.Stop:
		return fmt.Sprintf("would stop process %d and read its output:\n%s", found.id, texts.Visible(found.command)), nil
	}
	return fmt.Sprintf("would read the output of process %d:\n%s", found.id, texts.Visible(found.command)), nil
}

// find returns the process with an id, which is nil for the id 0, and all processes
// of the session.
func (j *Jobs) find(call *runtime.Call, id int) (found *job, all []*job, err error) {
	session, err := j.sessionOf(call)
	if err != nil {
		return nil, nil, err
	}
	all = j.list(session)
	if id == 0 {
		return nil, all, nil
	}
	if i := slices.IndexFunc(all, func(each *job) bool { return each.id == id }); i >= 0 {
		return all[i], all, nil
	}
	return nil, nil, texts.Error(runtime.InputInvalid, ReasonNotFound, "id", "there is no process %d in this session; call terminal_read without id to list the processes", id)
}

// waitForNews waits until the process has new output or has ended, or until the time
// has passed.
func (j *job) waitForNews(ctx context.Context, from int64, most time.Duration) error {
	timer := time.NewTimer(most)
	defer timer.Stop()
	for {
		hasNews, changed := j.output.news(from)
		if hasNews || most == 0 {
			return nil
		}
		select {
		case <-changed:
		case <-j.ended:
			return nil
		case <-timer.C:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// JobState is the structured content of a result about one process.
type JobState struct {
	ID      int  `json:"id"`
	Running bool `json:"running"`
	// ExitCode is the exit status; -1 while the process runs, and if a signal or the
	// tool ended it.
	ExitCode int `json:"exit_code"`
	// From and To are the positions of the output in the text of the result, in
	// bytes, and OutputBytes is the length of the whole output.
	From        int64 `json:"from"`
	To          int64 `json:"to"`
	OutputBytes int64 `json:"output_bytes"`
}

// result returns the output from a position, and the state of the process.
func (j *job) result(call *runtime.Call, from int64) runtime.Result {
	isRunning := !j.isEnded() // before the output is read, so that none is missed after the end
	read := j.output.after(from, call, !isRunning && j.stoppage == "" && j.outcome.Signal == "")
	state := JobState{ID: j.id, Running: isRunning, ExitCode: -1, From: read.from, To: read.to, OutputBytes: read.total}
	if !isRunning && j.stoppage == "" && j.outcome.Signal == "" {
		state.ExitCode = j.outcome.ExitCode
	}
	isEmpty := strings.TrimSpace(read.text) == ""
	text := "(no new output)\n"
	if !isEmpty {
		text = strings.TrimSuffix(read.text, "\n") + "\n"
	}
	note := fmt.Sprintf("[process %d: %s", j.id, j.state())
	switch following := read.total - read.to; {
	case following > read.held:
		note += fmt.Sprintf("; %s bytes of output follow: read on", texts.Group(following))
	case following > 0 && isRunning:
		note += fmt.Sprintf("; %s bytes are held back until more output follows, because they may be the beginning of a secret", texts.Group(following))
	case following > 0:
		note += fmt.Sprintf("; %s bytes at the end are not shown, because they may be the beginning of a secret", texts.Group(following))
	}
	result := runtime.Object(state).WithText(strings.TrimSuffix(text, "\n"))
	result.KeepEnd, result.OwnText, result.Source = true, isEmpty, j.command
	result.Lead, result.Note = printed.Lost(read.lost), note+"]"
	return result
}

// listJobs returns a line for each process.
func listJobs(all []*job) runtime.Result {
	if len(all) == 0 {
		result := runtime.Text("no processes: terminal_start starts one")
		result.OwnText = true
		return result
	}
	var b strings.Builder
	for _, each := range all {
		fmt.Fprintf(&b, "%d: %s: %s\n", each.id, each.state(), texts.Cut(texts.OneLine(texts.Visible(each.command)), 200))
	}
	result := runtime.Text(strings.TrimSuffix(b.String(), "\n"))
	result.OwnText = true // the commands are the agent's own
	return result
}
