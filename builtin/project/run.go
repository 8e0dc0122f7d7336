package project

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/builtin/internal/printed"
	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// runTask runs the commands of a project for a task.
func runTask(ctx context.Context, call *runtime.Call, files capability.FS, programs capability.Exec, args request, t task) (runtime.Result, error) {
	p, err := findProject(call, files, args)
	if err != nil {
		return runtime.Result{}, err
	}
	r := runner{ctx: ctx, project: p, secrets: call, found: newCollector(call), programs: programs, timeout: args.timeout(), deadline: time.Now().Add(args.timeout())}
	r.report = &Report{Kind: p.kind, Root: p.root, Findings: []Finding{}}
	if err := r.runAll(t); err != nil {
		return runtime.Result{}, err
	}
	result := r.result(t, limits{args.timeout(), ctx.Err()}, call)
	if !result.OK && errors.Is(ctx.Err(), context.Canceled) {
		result.Reason = runtime.ReasonCancelled // the report has the findings so far
	}
	return result, nil
}

// runner runs the commands of a call.
type runner struct {
	ctx        context.Context
	project    *project
	programs   capability.Exec
	secrets    redactor
	timeout    time.Duration
	deadline   time.Time
	report     *Report
	found      collector
	commands   []string        // the commands that ran
	outputs    []*printed.Text // their outputs
	outcomes   []string        // their programs, and how they ended
	missing    []string        // why other commands did not run
	configured []string        // the linters that are configured and not installed
	ranNoTests bool            // a command says that no tests ran
}

// runAll runs the commands of the table for a task.
func (r *runner) runAll(t task) error {
	hasRun := false
	for _, c := range commandsFor(r.project.kind, t) {
		if hasRun && !c.inAddition || r.report.TimedOut || r.report.Signal != "" || hasRun && r.ctx.Err() != nil {
			continue
		}
		words, ok, err := r.project.expand(c)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		done, err := r.runOne(c, words)
		if err != nil {
			return err
		}
		hasRun = hasRun || done
	}
	if !hasRun {
		return r.nothingToRun(t)
	}
	return nil
}

// commandsFor returns the commands of a kind of project for a task.
func commandsFor(kind Kind, t task) (found []command) {
	for _, c := range commands {
		if c.task == t && slices.Contains(strings.Fields(c.kinds), string(kind)) {
			found = append(found, c)
		}
	}
	return found
}

// runOne runs a command. It reports false when the program or a part of it is not
// installed.
func (r *runner) runOne(c command, words []string) (done bool, err error) {
	running, err := r.programs.Start(r.ctx, capability.Command{
		Name: words[0], Args: words[1:], Dir: r.project.commandDir(c), Env: environment, Timeout: max(time.Until(r.deadline), time.Millisecond),
	})
	if err != nil {
		return false, r.startError(c, words, err)
	}
	_ = running.Stdin().Close() // the program may have ended already
	output := listen(running, c, r.secrets)
	ended, err := running.Wait()
	if err != nil {
		return false, err
	}
	if output.missing && ended.ExitCode > 0 {
		r.noteMissing(c, words)
		return false, nil
	}
	if c.isGuess && r.project.target == "" && ended.ExitCode >= 0 && output.found.isEmpty() {
		r.missing = append(r.missing, commandLine(words)+" found no tests")
		return false, nil
	}
	r.addResult(c, words, output, ended)
	return true, nil
}

// startError returns the error of a command that did not start. It is nil when the
// program is not installed, so that another command can run.
func (r *runner) startError(c command, words []string, err error) error {
	var denied *capability.Denied
	switch {
	case r.ctx.Err() != nil:
		return r.ctx.Err()
	case errors.As(err, &denied):
		return err
	case errors.Is(err, exec.ErrNotFound):
		r.noteMissing(c, words)
		return nil
	}
	return texts.Failure("", "", "%s could not be started: %w", words[0], err)
}

// noteMissing notes that the program of a command is not installed.
func (r *runner) noteMissing(c command, words []string) {
	name := strings.Join(words[:min(len(words), 3)], " ")
	if words[0] != "env" && (len(words) < 2 || words[1] != "-m" && words[0] != "cargo") {
		name = words[0]
	}
	r.missing = append(r.missing, name+" is not installed")
	if c.config != "" {
		r.configured = append(r.configured, linterOf(words))
	}
}

// linterOf returns the name of the program that a command runs: that of the module for an interpreter of Python.
func linterOf(words []string) string {
	if i := slices.Index(words, "-m"); i >= 0 && i+1 < len(words) {
		return words[i+1]
	}
	return words[0]
}

// addResult adds the findings and the end of a command to the report.
func (r *runner) addResult(c command, words []string, output *listener, ended capability.Output) {
	r.commands = append(r.commands, commandLine(words))
	r.configured = slices.DeleteFunc(r.configured, func(name string) bool { return name == linterOf(words) })
	r.outputs = append(r.outputs, output.whole)
	r.report.Dir = r.project.commandDir(c)
	r.ranNoTests = r.ranNoTests || output.ranNoTests || ended.ExitCode == 0 && !strings.Contains(c.words, "{script:")
	r.noteOutcome(c, words, output, ended)
	output.found.explainUnended(ended, limits{r.timeout, r.ctx.Err()})
	r.found.merge(&output.found)
	r.report.OutputBytes += output.bytes
	if r.report.ExitCode == 0 {
		r.report.ExitCode = ended.ExitCode
	}
	if r.report.TimedOut = ended.TimedOut; !ended.TimedOut {
		r.report.Signal = ended.Signal
	}
}

// commandLine returns the words of a command on one line. A word with spaces is quoted:
// it can be the name of a file that others have chosen.
func commandLine(words []string) string {
	shown := make([]string, len(words))
	for i, word := range words {
		shown[i] = word
		if strings.ContainsAny(word, " \t\"") {
			shown[i] = strconv.Quote(word)
		}
	}
	return strings.Join(shown, " ")
}

// result returns the result of the call. If its text lacks something of the findings
// or of the output, the runtime stores the whole text.
func (r *runner) result(t task, l limits, call *runtime.Call) runtime.Result {
	report := r.finalReport(t)
	s := report.show(t, l, max(call.Budget()-fenceReserve, minText))
	result := report.result(l, s)
	if s.isWhole && !r.found.isCut && !r.found.output.isCut && r.found.output.omitted == 0 {
		return result
	}
	var b strings.Builder
	for i := range report.Findings {
		b.WriteString(report.Findings[i].String() + "\n")
	}
	lost := int64(0)
	for i, output := range r.outputs {
		text, omitted := output.Excerpt(call.Excerpt)
		if strings.TrimSpace(text) == "" {
			continue
		}
		lost += omitted
		b.WriteString("\noutput of " + r.commands[i] + ":\n" + text)
	}
	result.Full, result.Note = strings.Trim(b.String(), "\n"), joinLines(result.Note, printed.Lost(lost))
	return result
}

// explainUnended adds to the messages of the tests that did not end why the command
// ended.
func (c *collector) explainUnended(ended capability.Output, l limits) {
	how := fmt.Sprintf("ended with exit status %d", ended.ExitCode)
	switch callEnd := l.callEnd(); {
	case callEnd != "" && (ended.TimedOut || ended.Signal != ""):
		how = "was " + callEnd
	case ended.TimedOut:
		how = fmt.Sprintf("was ended at its timeout of %v", l.timeout)
	case ended.Signal != "":
		how = "was killed by " + ended.Signal
	}
	for i := range c.findings {
		if f := &c.findings[i]; f.isUnended {
			f.Message = strings.TrimSuffix("did not end: it was running when the command "+how+"\n"+f.Message, "\n")
			f.isUnended = false
		}
	}
}

// finalReport returns the report after all commands.
func (r *runner) finalReport(t task) *Report {
	report := r.report
	r.found.locate(r.project)
	report.Command = strings.Join(r.commands, "; ")
	report.Findings = append(report.Findings, r.found.findings...)
	report.LeftOut, report.Counts = r.found.leftOut, r.found.counts
	report.Passed = report.ExitCode == 0 && report.Counts.Failed == 0
	for _, name := range slices.Compact(r.configured) {
		report.NotRun = append(report.NotRun, name)
		report.Passed, report.Incomplete = false, report.Incomplete || report.Passed
	}
	if len(r.outcomes)+len(report.NotRun) > 1 {
		report.Programs = r.outcomes
	}
	r.noteCached()
	report.Notes, report.Output, report.omitted = r.project.notes, r.found.output.String(), r.found.output.omitted
	if r.project.kind == Go {
		report.Output = r.project.shortenGoPositions(report.Output)
	}
	if t == testTask {
		r.checkNoTests()
	}
	return report
}

// noteCached notes that tests did not run, because their result is cached.
func (r *runner) noteCached() {
	packages, cached := r.found.packages, r.found.cached
	r.report.Cached = cached
	switch cached {
	case 0:
	case packages:
		r.project.notes = append(r.project.notes, "cached: nothing changed since these tests passed, so they did not run again; fresh runs them")
	default:
		r.project.notes = append(r.project.notes, fmt.Sprintf("the results of %d of %s are cached, because nothing changed since they passed; fresh runs them again", cached, texts.Count(packages, "package")))
	}
}

// nothingToRun returns the error for a project in which no command could run.
func (r *runner) nothingToRun(t task) error {
	why := "it has no command for this"
	if len(r.missing) > 0 {
		why = strings.Join(slices.Compact(r.missing), ", ")
	}
	return texts.Unavailable(ReasonMissing, "the %s project in %s cannot be checked with %s: %s; %s", r.project.kind, names.Quoted(r.project.root), t, why, advice[r.project.kind][t])
}

// describe returns the commands that runTask would run.
func describe(call *runtime.Call, files capability.FS, args request, t task) (string, error) {
	p, err := findProject(call, files, args)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "would check the %s project in %s, for at most %v:\n", p.kind, names.Quoted(p.root), args.timeout())
	prefix := "- "
	for _, c := range commandsFor(p.kind, t) {
		words, ok, err := p.expand(c)
		if err != nil {
			return "", err
		}
		if ok {
			fmt.Fprintf(&b, "%s%s (in %s)\n", prefix, commandLine(words), names.Quoted(p.commandDir(c)))
			if !c.inAddition {
				prefix = "- or, if that is not installed: "
			}
		}
	}
	if !strings.Contains(b.String(), "\n- ") {
		return "", (&runner{project: p}).nothingToRun(t)
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}
