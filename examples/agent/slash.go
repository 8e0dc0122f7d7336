package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/examples/agent/internal/loop"
	"github.com/toolgen/toolgen/examples/agent/internal/screen"
	"github.com/toolgen/toolgen/examples/agent/internal/session"
	"github.com/toolgen/toolgen/runtime"
)

// terminalCommands returns the commands of the terminal.
func (a *app) terminalCommands() []screen.Command {
	return []screen.Command{
		{Name: "/tools", Help: "the tools that the model has", Run: a.showTools},
		{Name: "/policy", Help: "which files and hosts the tools can access, and which calls you approve", Run: a.showPolicy},
		{Name: "/changes", Help: "the changes of files in this session", Run: a.callTool("list_changes")},
		{Name: "/undo", Help: "undo the last change of a file; /undo FILE for that file", Run: a.undo},
		{Name: "/cost", Help: "tokens and costs so far", Run: a.showCost},
		{Name: "/help", Help: "this list"},
		{Name: "/quit", Help: "leave; --session continues the session"},
	}
}

// turn returns the turn of a call that the model does not make.
func (a *app) turn() (*runtime.Turn, error) {
	state, err := a.session.Runtime()
	if err != nil {
		return nil, err
	}
	return &runtime.Turn{Session: state, WorkingDir: a.session.Dir, PersonalityID: session.Project(a.session.Dir), Policy: a.agent.Policy}, nil
}

// showTools lists the tools that the model is offered.
func (a *app) showTools(context.Context, string) (string, error) {
	var b strings.Builder
	b.WriteString("| tool | |\n|-|-|\n")
	for _, tool := range a.tools.Definitions(a.agent.Offered(a.agent.Policy)) {
		fmt.Fprintf(&b, "| `%s` | %s |\n", tool.Name, firstSentence(tool.Description))
	}
	return b.String(), nil
}

// firstSentence returns the first sentence of a description, for a cell of a table.
func firstSentence(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	if i := strings.Index(line, ". "); i >= 0 {
		line = line[:i+1]
	}
	return strings.ReplaceAll(line, "|", `\|`)
}

// showPolicy lists what the tools can access, and which calls need an approval.
func (a *app) showPolicy(context.Context, string) (string, error) {
	return "- Working directory: " + a.session.Dir + "\n- " + strings.ReplaceAll(strings.TrimSpace(a.access), "\n", "\n- "), nil
}

// showCost prints the tokens and costs of this process.
func (a *app) showCost(context.Context, string) (string, error) {
	e := a.agent.CostEvent(loop.EventNotice)
	return "Tokens and costs: " + e.Spent() + ".", nil
}

// undo undoes a change of a file.
func (a *app) undo(ctx context.Context, path string) (string, error) {
	args, err := json.Marshal(map[string]string{"path": path})
	if path == "" {
		args = []byte("{}")
	}
	if err != nil {
		return "", err
	}
	return a.execute(ctx, runtime.ToolCall{ID: "undo", Name: "undo_change", Args: args})
}

// callTool returns a command that calls a tool without arguments.
func (a *app) callTool(name string) func(context.Context, string) (string, error) {
	return func(ctx context.Context, _ string) (string, error) {
		return a.execute(ctx, runtime.ToolCall{ID: name, Name: name, Args: []byte("{}")})
	}
}

// execute executes one call for the user.
func (a *app) execute(ctx context.Context, call runtime.ToolCall) (string, error) {
	turn, err := a.turn()
	if err != nil {
		return "", err
	}
	r := a.tools.ExecuteParallel(context.WithValue(ctx, byUser{}, true), []runtime.ToolCall{call}, turn)[0].Result
	if !r.OK {
		return "", fmt.Errorf("%s", r.Error)
	}
	return "```\n" + r.Value + "\n```", nil
}
