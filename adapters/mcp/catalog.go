package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/internal/measure"
	"github.com/toolgen/toolgen/runtime"
)

// catalog has the tools of a server. The mutex of the bridge guards it.
type catalog struct {
	definitions []*remoteTool // in the order of the server
	problems    []error
	pins        map[string]string // nil until the first list, unless the application sets them
	attached    []attachment
}

// Problems returns why tools of the server were left out, and which keywords of
// their schemas are not checked.
func (b *Bridge) Problems() []error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.tools.problems)
}

// all returns the tools whose definitions are allowed, and replacements for those
// that are held back.
func (c *catalog) all() []*runtime.Tool {
	tools := []*runtime.Tool{}
	for _, d := range c.definitions {
		if held, isHeld := c.held(d); isHeld {
			tools = append(tools, held.replacement(d.tool))
		} else {
			tools = append(tools, d.tool)
		}
	}
	return tools
}

// isAllowed reports whether the server still has the definition and it is
// allowed.
func (b *Bridge) isAllowed(d *remoteTool) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.tools.pins[d.name] == d.digest &&
		slices.ContainsFunc(b.tools.definitions, func(current *remoteTool) bool { return current.name == d.name && current.digest == d.digest })
}

// The limits of a list of tools.
const (
	maxListPages   = 100
	maxCursorBytes = 4096
	maxProblems    = 100
)

// list lists the tools of the server and replaces the tools of the bridge.
func (b *Bridge) list(l *link) error {
	b.listing.Lock()
	defer b.listing.Unlock()
	ctx, cancel := context.WithTimeout(b.ctx, b.options.ListTimeout)
	defer cancel()
	found := toolList{sendsHeaders: l.connection.sendsHeaders()}
	cursor := ""
	for page := 1; ; page++ {
		list, err := b.listPage(ctx, l, cursor)
		if err != nil {
			return err
		}
		found.texts = append(found.texts, list.Tools...)
		if cursor = list.Cursor; cursor == "" || len(found.texts) > b.options.MaxTools {
			break
		}
		if page == maxListPages || len(cursor) > maxCursorBytes {
			return fmt.Errorf("the list has more than %d pages, or a cursor of more than %d bytes", maxListPages, maxCursorBytes)
		}
	}
	found.hasMore = cursor != ""
	b.replace(found)
	return nil
}

// toolList is the list of tools that a server has sent.
type toolList struct {
	texts        []json.RawMessage // the definitions
	hasMore      bool              // the server has further tools
	sendsHeaders bool              // arguments are sent as HTTP headers, too
}

// listPage is a result of tools/list.
type listPage struct {
	Tools  []json.RawMessage `json:"tools"`
	Cursor string            `json:"nextCursor"`
}

// listPage reads one page of the list. It does not retain the page's text, only
// definitions that are not too long.
func (b *Bridge) listPage(ctx context.Context, l *link, cursor string) (*listPage, error) {
	requestContext, x := withExchange(ctx)
	_, err := l.session.ListTools(requestContext, &sdk.ListToolsParams{Cursor: cursor})
	l.connection.forget(x)
	answer, refusal := x.answer()
	switch {
	case refusal != nil:
		return nil, fmt.Errorf("it answered with an error: %s", measure.Clip(refusal.Message, maxErrorChars))
	case answer == nil && ctx.Err() != nil && b.ctx.Err() == nil:
		return nil, fmt.Errorf("the list was not complete after %s: %w", b.options.ListTimeout, ctx.Err())
	case answer == nil:
		return nil, l.connection.reason(err)
	}
	page := &listPage{}
	if err := json.Unmarshal(answer, page); err != nil || !isObject(answer) {
		return nil, fmt.Errorf("the list of tools is not valid: %.100q", answer)
	}
	page.Tools = page.Tools[:min(len(page.Tools), b.options.MaxTools+1)]
	for i, text := range page.Tools {
		page.Tools[i] = slices.Clone(text[:min(len(text), b.options.MaxDefinitionBytes+1)])
	}
	return page, nil
}

// replace replaces the tools of the bridge by those of a list.
func (b *Bridge) replace(list toolList) {
	b.mu.Lock()
	known := make(map[string]*remoteTool)
	for _, d := range b.tools.definitions {
		known[d.name+d.digest] = d
	}
	definitions, problems := b.readList(list, known)
	if b.tools.pins == nil {
		b.tools.pins = make(map[string]string)
		for _, d := range definitions {
			if d.warning == "" {
				b.tools.pins[d.name] = d.digest
			}
		}
	}
	isChanged := !slices.Equal(definitions, b.tools.definitions)
	b.tools.definitions, b.tools.problems = definitions, problems
	b.mu.Unlock()
	if !isChanged {
		return
	}
	for _, problem := range problems {
		b.options.Logger.Warn("a tool of the MCP server", "server", b.options.Name, "error", problem)
	}
	b.reportChange()
}

// problemList collects the first problems of a list.
type problemList struct {
	server string
	all    []error
}

// add adds a problem. The server's texts in it must be quoted.
func (p *problemList) add(format string, args ...any) {
	if len(p.all) < maxProblems {
		p.all = append(p.all, fmt.Errorf("mcp: the server "+p.server+": "+format, args...))
	}
}

// readList makes tools of definitions. If two tools have one name, it uses
// neither.
func (b *Bridge) readList(list toolList, known map[string]*remoteTool) ([]*remoteTool, []error) {
	problems, texts := problemList{server: b.options.Name}, list.texts
	if len(texts) > b.options.MaxTools || list.hasMore {
		texts = texts[:min(len(texts), b.options.MaxTools)]
		problems.add("it has more than %d tools; the others are left out", b.options.MaxTools)
	}
	var definitions []*remoteTool
	names := make(map[string]int)
	for _, text := range texts {
		d, err := b.readDefinition(text, list.sendsHeaders, known)
		if err != nil {
			problems.add("a tool is left out: %w", err)
			continue
		}
		names[d.tool.Name]++
		definitions = append(definitions, d)
	}
	definitions = slices.DeleteFunc(definitions, func(d *remoteTool) bool {
		if names[d.tool.Name] == 1 {
			for _, gap := range d.gaps {
				problems.add("the tool %q: only the server checks this: %w", measure.Clip(d.name, maxToolName), gap)
			}
			return false
		}
		problems.add("the tool %q is left out: %d tools have the name %s", measure.Clip(d.name, maxToolName), names[d.tool.Name], d.tool.Name)
		return true
	})
	return definitions, problems.all
}
