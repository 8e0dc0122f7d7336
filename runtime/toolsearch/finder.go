package toolsearch

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/toolgen/toolgen/runtime"
)

// ToolName is the name of the tool that finds tools.
const ToolName = "find_tools"

// DefaultMaxResults is the number of tools that a search finds if the options have
// none.
const DefaultMaxResults = 5

// Options configure a [Finder]. The zero value, and nil, show no tool but find_tools
// and the tools with AlwaysInclude.
type Options struct {
	// Always and Toolsets are the names of tools, and of toolsets, that are always
	// shown.
	Always, Toolsets []string
	// MaxResults is the maximum number of tools that a search finds; zero means
	// DefaultMaxResults.
	MaxResults int
}

// Finder knows which tools each session has found. Make one with [New].
type Finder struct {
	registry *runtime.Registry
	options  Options

	mu    sync.Mutex
	found map[string]map[string]bool // the names that a session has found, by its id
	tools []*runtime.Tool            // the tools of the index
	index *Index
}

// New returns a finder for the tools of a registry and of its turns.
func New(registry *runtime.Registry, o *Options) *Finder {
	f := &Finder{registry: registry, found: make(map[string]map[string]bool)}
	if o != nil {
		f.options = *o
	}
	f.options.MaxResults = cmp.Or(max(f.options.MaxResults, 0), DefaultMaxResults)
	return f
}

// findInput is the schema of the arguments of find_tools.
const findInput = `{"type":"object","properties":{"query":{"type":"string","description":"What to do, in a few words, such as \"convert a video\".","minLength":1,"maxLength":500}},"required":["query"],"additionalProperties":false}`

// Tool returns the tool find_tools, to be registered.
func (f *Finder) Tool() *runtime.Tool {
	tool, err := runtime.NewTool(runtime.Tool{
		ID: "github.com/toolgen/toolgen/runtime/toolsearch." + ToolName, Name: ToolName, Title: "Find tools", Toolset: "tools",
		Description:   "Finds more tools for a task. The tools that it finds can be called in the next step.",
		Input:         findInput,
		AlwaysInclude: true,
		Hints:         runtime.Hints{ReadOnly: true, Idempotent: true},
		Examples:      []string{`{"query": "convert a video"}`},
		Invoke:        f.invoke,
	})
	if err != nil {
		panic(err) // the literal above is not valid
	}
	return tool
}

// invoke searches, and shows the found tools to the session of the call.
func (f *Finder) invoke(_ context.Context, call *runtime.Call) runtime.Result {
	var args struct {
		Query string `json:"query"`
	}
	if err := json.Unmarshal(call.RawArgs(), &args); err != nil {
		return runtime.Fail(runtime.InputInvalid, "the arguments are not a JSON object with a query")
	}
	if call.Session().ID() == "" {
		return runtime.Fail(runtime.NotAvailable, "this conversation has no session, in which the tools could be shown")
	}
	turn := &runtime.Turn{Session: call.Session(), WorkingDir: call.WorkingDir(), Policy: call.Policy(), Tools: call.Tools()}
	found := f.indexOf(f.registry.TurnTools(turn)).Search(args.Query, f.options.MaxResults)
	found = slices.DeleteFunc(found, func(tool *runtime.Tool) bool { return tool.Name == ToolName })
	if len(found) == 0 {
		return runtime.Text("No tool matches these words: use other words for the task.")
	}
	f.show(call.Session().ID(), found)
	var b strings.Builder
	b.WriteString("These tools can be called in the next step:")
	for _, tool := range found {
		fmt.Fprintf(&b, "\n- %s", tool.Name)
		if !strings.HasPrefix(tool.Name, "mcp__") { // the texts of servers are in their definitions only
			b.WriteString(": " + tool.Description)
		}
	}
	return runtime.Text(b.String())
}

// show adds tools to those that a session has found.
func (f *Finder) show(session string, tools []*runtime.Tool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.found[session] == nil {
		f.found[session] = make(map[string]bool)
	}
	for _, tool := range tools {
		f.found[session][tool.Name] = true
	}
}

// indexOf returns the index of the tools. It is kept until other tools are indexed.
func (f *Finder) indexOf(tools []*runtime.Tool) *Index {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.index == nil || !slices.Equal(f.tools, tools) {
		f.tools, f.index = tools, NewIndex(tools)
	}
	return f.index
}

// Visible returns the tools to show in a turn, for [runtime.Turn.Visible]: those that
// are always shown, and those that the session of the turn has found. The policy of
// the turn still decides which of them may run.
func (f *Finder) Visible(turn *runtime.Turn) []*runtime.Tool {
	all := *turn
	all.Visible = nil
	tools := f.registry.TurnTools(&all)
	f.mu.Lock()
	defer f.mu.Unlock()
	found := f.found[turn.Session.ID()]
	return slices.DeleteFunc(tools, func(tool *runtime.Tool) bool {
		return !tool.AlwaysInclude && !found[tool.Name] && !slices.Contains(f.options.Always, tool.Name) && !slices.Contains(f.options.Toolsets, tool.Toolset)
	})
}

// EndSession forgets which tools a session has found. A program calls it when a
// conversation ends.
func (f *Finder) EndSession(session string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.found, session)
}
