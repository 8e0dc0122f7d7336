package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/toolgen/toolgen/builtin"
	"github.com/toolgen/toolgen/builtin/store"
	"github.com/toolgen/toolgen/builtin/task"
	"github.com/toolgen/toolgen/examples/agent/internal/changes"
	"github.com/toolgen/toolgen/examples/agent/internal/loop"
	"github.com/toolgen/toolgen/examples/agent/internal/model"
	"github.com/toolgen/toolgen/examples/agent/internal/servers"
	"github.com/toolgen/toolgen/examples/agent/internal/session"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
)

// app has what a command works with. close closes all of it.
type app struct {
	store   *session.Store
	session *session.Session // nil for commands without a conversation
	tools   *builtin.Set
	agent   *loop.Agent
	bridges *servers.Set
	access  string // what the tools can access and which calls need an approval, in lines
	ask     asker
	closers []io.Closer // in the order of their opening
}

// openApp opens the session, the model and the tools. hasUser reports that a user can approve calls.
func openApp(ctx context.Context, set *settings, log io.Writer, hasUser bool) (*app, error) {
	m, err := model.Open(set.model, nil)
	if err != nil {
		return nil, usageError{err}
	}
	a, err := openTools(ctx, set, log, m)
	if err != nil {
		return nil, err
	}
	if a.session, err = openSession(a.store, set); err != nil {
		a.close(ctx)
		return nil, usageError{err}
	}
	a.agent.Policy = policy(set)
	a.agent.Help = refusalHelp(a.session.Dir, set)
	a.agent.Hidden = uselessTools(a.tools.Tools(), set)
	a.access = access(set, hasUser)
	a.agent.System, err = a.system(ctx, a.access)
	if err == nil {
		err = a.agent.CheckWindow(a.session)
	}
	if err != nil {
		a.close(ctx)
		return nil, usageError{err}
	}
	return a, nil
}

// notesPath returns the path of the database of the built-in tools.
func notesPath(set *settings) string { return filepath.Join(set.data, "notes.db") }

// openSession opens the session to continue, or a new one.
func openSession(store *session.Store, set *settings) (*session.Session, error) {
	if set.session == "" {
		if err := checkDir(set.dir); err != nil {
			return nil, err
		}
		return store.Create(set.dir)
	}
	s, err := store.Resume(set.session)
	if err != nil {
		return nil, err
	}
	if err := checkDir(s.Dir); err != nil {
		return nil, errors.Join(fmt.Errorf("session %s: its directory was moved or removed: %w", s.ID, err), s.Close())
	}
	return s, nil
}

// checkDir returns an error if the path is not that of a directory.
func checkDir(path string) error {
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return fmt.Errorf("%s is not a directory", path)
	}
	return nil
}

// openTools opens everything but the session. Without a model, which is nil, there are no sub-agents.
func openTools(ctx context.Context, set *settings, log io.Writer, m model.Model) (*app, error) {
	a := &app{}
	if err := a.open(ctx, set, log, m); err != nil {
		a.close(ctx)
		return nil, usageError{err}
	}
	return a, nil
}

// open opens the store, the built-in tools, the tools of the agent and the MCP
// servers.
func (a *app) open(ctx context.Context, set *settings, log io.Writer, m model.Model) (err error) {
	if a.store, err = session.Open(set.data); err != nil {
		return err
	}
	a.closers = append(a.closers, a.store)
	texts, err := session.NewTexts(a.store)
	if err != nil {
		return err
	}
	a.closers = append(a.closers, texts)
	a.agent = &loop.Agent{
		Model: m, Window: set.window, MaxSteps: set.maxSteps, MaxCostUSD: set.maxCost,
		Prices: loop.Prices{Input: set.inputPrice, Output: set.outputPrice}, Report: func(loop.Event) {},
	}
	var subAgents task.Agent
	if m != nil {
		subAgents = a.agent
	}
	journal := changes.New(a.store)
	a.tools, err = builtin.New(&builtin.Options{
		StorePath: notesPath(set), Store: &store.Options{DefaultPersonality: session.Project(set.dir)},
		Agent: subAgents, Task: &task.Options{Budget: task.Budget{CostUSD: set.maxCost}}, SearXNG: os.Getenv("AGENT_SEARXNG"),
		Runtime: &runtime.Options{
			Backends: &capability.Backends{Files: journal.Wrap(files.New(nil).Open)},
			Approver: a.approver(set.approve), ApprovalRule: approvalRule(set.approve),
			Middleware: []runtime.Middleware{loop.RecordStarts()}, Spill: texts,
			Logger: slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelError})),
		},
	})
	if err != nil {
		return err
	}
	a.agent.Registry, a.agent.Messages = a.tools.Registry, a.tools.Store
	if err := a.tools.Register(changes.JournalTools(journal)...); err != nil {
		return err
	}
	a.bridges, err = servers.Open(ctx, a.store, a.tools.Registry)
	return err
}

// ended returns the error of a conversation that has ended with this one: how to continue, if a signal stopped it.
func (a *app) ended(ctx context.Context, err error) error {
	switch {
	case err == nil || ctx.Err() == nil:
		return err
	case len(a.session.Entries) == 0:
		return errors.New("stopped")
	}
	return fmt.Errorf("stopped; --session %s continues the session", a.session.ID)
}

// close closes what is open, the last first.
func (a *app) close(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	var errs []error
	if a.bridges != nil {
		errs = append(errs, a.bridges.Close())
	}
	if a.tools != nil {
		errs = append(errs, a.tools.Close(ctx))
	}
	if a.session != nil {
		errs = append(errs, a.session.Leave())
	}
	for i := len(a.closers) - 1; i >= 0; i-- {
		errs = append(errs, a.closers[i].Close())
	}
	if err := errors.Join(errs...); err != nil {
		fmt.Fprintln(os.Stderr, "agent: closing:", err)
	}
}

// connect shows events with a function, and asks the user with another one; nil for no user.
func (a *app) connect(show func(loop.Event), ask asker) {
	a.agent.Report, a.ask = show, ask
	for _, problem := range a.bridges.Problems() {
		show(loop.Event{Kind: loop.EventNotice, Text: problem})
	}
}
