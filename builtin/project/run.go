package project

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// check runs what a project has for a task.
func check(ctx context.Context, call *runtime.Call, files capability.FS, programs capability.Exec, args Args, t task) (runtime.Result, error) {
	p, err := find(call, files, args)
	if err != nil {
		return runtime.Result{}, err
	}
	r := runner{ctx: ctx, project: p, programs: programs, timeout: args.timeout(), deadline: time.Now().Add(args.timeout())}
	r.report = &Report{Kind: p.kind, Root: p.root, Findings: []Finding{}}
	if err := r.all(t); err != nil {
		return runtime.Result{}, err
	}
	result := r.finished(t).result(t, limits{args.timeout(), ctx.Err()}, call.Budget())
	if !result.OK && errors.Is(ctx.Err(), context.Canceled) {
		result.Reason = runtime.ReasonCancelled // the report has what was found before
	}
	return result, nil
}

// runner runs the commands of a call.
type runner struct {
	ctx      context.Context
	project  *project
	programs capability.Exec
	timeout  time.Duration
	deadline time.Time
	report   *Report
	found    collector
	commands []string // that ran
	missed   []string // programs that were not there
	empty    bool     // the tests were run, and there was none
}

// all runs the rows of the table that apply: all of those marked also, and the
// first of the others whose program is there.
func (r *runner) all(t task) error {
	ran := false
	for _, c := range rows(r.project.kind, t) {
		if ran && !c.also || r.report.TimedOut || r.report.Signal != "" || ran && r.ctx.Err() != nil {
			continue
		}
		words, ok, err := r.project.expand(c)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		done, err := r.one(c, words)
		if err != nil {
			return err
		}
		ran = ran || done
	}
	if !ran {
		return r.nothing(t)
	}
	return nil
}

// rows are the commands of a kind for a task.
func rows(kind Kind, t task) (rows []command) {
	for _, c := range commands {
		if c.task == t && slices.Contains(strings.Fields(c.kinds), string(kind)) {
			rows = append(rows, c)
		}
	}
	return rows
}

// one runs a command; done is false where its program or a part of it is
// missing.
func (r *runner) one(c command, words []string) (done bool, err error) {
	running, err := r.programs.Start(r.ctx, capability.Command{
		Name: words[0], Args: words[1:], Dir: r.project.directory(c), Env: environment, Timeout: max(time.Until(r.deadline), time.Millisecond),
	})
	if err != nil {
		return false, r.notStarted(c, words, err)
	}
	_ = running.Stdin().Close() // it may have ended already
	heard := listen(running, c)
	ended, err := running.Wait()
	if err != nil {
		return false, err
	}
	if heard.missing && ended.ExitCode > 0 {
		r.miss(c, words)
		return false, nil
	}
	if c.guess && r.project.target == "" && ended.ExitCode >= 0 && heard.found.nothing() {
		r.missed = append(r.missed, strings.Join(words, " ")+" found no tests")
		return false, nil
	}
	r.took(c, words, heard, ended)
	return true, nil
}

// notStarted is nil where the program is not installed: another one may be.
func (r *runner) notStarted(c command, words []string, err error) error {
	var denied *capability.Denied
	switch {
	case r.ctx.Err() != nil:
		return r.ctx.Err()
	case errors.As(err, &denied):
		return err
	case errors.Is(err, exec.ErrNotFound):
		r.miss(c, words)
		return nil
	}
	return texts.Failed("", "", "%s could not be started: %w", words[0], err)
}

// miss notes that a command could not run.
func (r *runner) miss(c command, words []string) {
	name := strings.Join(words[:min(len(words), 3)], " ")
	if words[0] != "env" && (len(words) < 2 || words[1] != "-m" && words[0] != "cargo") {
		name = words[0]
	}
	r.missed = append(r.missed, name+" is not installed")
	if c.config != "" {
		r.project.notes = append(r.project.notes, fmt.Sprintf("%s is configured here but not installed", name))
	}
}

// took takes in what a command said and how it ended.
func (r *runner) took(c command, words []string, heard *listener, ended capability.Output) {
	r.commands = append(r.commands, strings.Join(words, " "))
	r.report.Dir = r.project.directory(c)
	r.empty = r.empty || heard.empty || ended.ExitCode == 0 && !strings.Contains(c.words, "{script:")
	heard.found.explain(ended, limits{r.timeout, r.ctx.Err()})
	r.found.merge(&heard.found)
	r.report.OutputBytes += heard.bytes
	if r.report.ExitCode == 0 {
		r.report.ExitCode = ended.ExitCode
	}
	if r.report.TimedOut = ended.TimedOut; !ended.TimedOut {
		r.report.Signal = ended.Signal
	}
}

// explain says of the tests that did not end why they did not.
func (c *collector) explain(ended capability.Output, l limits) {
	how := fmt.Sprintf("ended with exit status %d", ended.ExitCode)
	switch stopped := l.stopped(); {
	case stopped != "" && (ended.TimedOut || ended.Signal != ""):
		how = "was " + stopped
	case ended.TimedOut:
		how = fmt.Sprintf("was ended at its timeout of %v", l.timeout)
	case ended.Signal != "":
		how = "was killed by " + ended.Signal
	}
	for i := range c.findings {
		if f := &c.findings[i]; f.cut {
			f.Message = strings.TrimSuffix("did not end: it was running when the command "+how+"\n"+f.Message, "\n")
			f.cut = false
		}
	}
}

// finished is the report once all has run.
func (r *runner) finished(t task) *Report {
	report := r.report
	r.found.locate(r.project)
	report.Command = strings.Join(r.commands, "; ")
	report.Findings = append(report.Findings, r.found.findings...)
	report.LeftOut, report.Counts = r.found.leftOut, r.found.counts
	report.Passed = report.ExitCode == 0 && report.Counts.Failed == 0
	report.Notes, report.Output = r.project.notes, r.found.said.String()
	if t == tests {
		r.emptyHanded()
	}
	return report
}

// nothing is the failure where no command could run.
func (r *runner) nothing(t task) error {
	why := "it has nothing for that"
	if len(r.missed) > 0 {
		why = strings.Join(slices.Compact(r.missed), ", ")
	}
	return texts.Unavailable(ReasonMissing, "the %s project in %s cannot be checked with %s: %s; %s", r.project.kind, names.Shown(r.project.root), t, why, advice[r.project.kind][t])
}

// describe says what check would run.
func describe(call *runtime.Call, files capability.FS, args Args, t task) (string, error) {
	p, err := find(call, files, args)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "would check the %s project in %s, for at most %v:\n", p.kind, names.Shown(p.root), args.timeout())
	rank := "- "
	for _, c := range rows(p.kind, t) {
		words, ok, err := p.expand(c)
		if err != nil {
			return "", err
		}
		if ok {
			fmt.Fprintf(&b, "%s%s (in %s)\n", rank, strings.Join(words, " "), names.Shown(p.directory(c)))
			if !c.also {
				rank = "- or, if that is not installed: "
			}
		}
	}
	if !strings.Contains(b.String(), "\n- ") {
		return "", (&runner{project: p}).nothing(t)
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}
