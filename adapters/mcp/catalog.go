package mcp

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
)

// catalog is what a bridge knows about the tools of its server.
type catalog struct {
	entries  []*listed
	problems []error
	pins     map[string]string // nil until the first list
	attached []func()          // told about changes
}

// listed is a tool as the server lists it.
type listed struct {
	name   string // the server's
	digest string // of the definition
	text   json.RawMessage
	tool   *runtime.Tool
}

// Held is a tool that is held back, because it is new or its definition is not
// the one that was allowed.
type Held struct {
	// Name is the server's name of the tool.
	Name string
	// Digest is the digest of the definition, for [Bridge.Allow].
	Digest string
	// Definition is the definition as the server wrote it. It is untrusted.
	Definition json.RawMessage
	// New reports that no definition of the tool was allowed before.
	New bool
}

// Held are the tools that are held back, in the order of the server.
func (b *Bridge) Held() []Held {
	b.mu.Lock()
	defer b.mu.Unlock()
	var held []Held
	for _, l := range b.tools.entries {
		if pin, known := b.tools.pins[l.name]; pin != l.digest {
			held = append(held, Held{l.name, l.digest, l.text, !known})
		}
	}
	return held
}

// Allow allows the definition of a tool with that digest. It reports whether the
// server lists the tool with it now.
func (b *Bridge) Allow(name, digest string) bool {
	b.mu.Lock()
	found := false
	for _, l := range b.tools.entries {
		found = found || l.name == name && l.digest == digest
	}
	if found {
		b.tools.pins[name] = digest
	}
	b.mu.Unlock()
	if found {
		b.changed()
	}
	return found
}

// Pins are the digests of the definitions that are allowed, by the server's name
// of the tool: for [BridgeOptions.Pins] of a later process.
func (b *Bridge) Pins() map[string]string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return maps.Clone(b.tools.pins)
}

// Problems say which tools of the server cannot be used, or not be checked
// completely, and why.
func (b *Bridge) Problems() []error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]error(nil), b.tools.problems...)
}

// allowed are the tools whose definitions are allowed.
func (c *catalog) allowed() []*runtime.Tool {
	tools := []*runtime.Tool{}
	for _, l := range c.entries {
		if c.pins[l.name] == l.digest {
			tools = append(tools, l.tool)
		}
	}
	return tools
}

// changed tells about a change of the tools.
func (b *Bridge) changed() {
	b.changing.Lock()
	defer b.changing.Unlock()
	b.mu.Lock()
	attached := b.tools.attached
	b.mu.Unlock()
	for _, f := range attached {
		f()
	}
	if b.options.Changed != nil {
		b.options.Changed()
	}
}

// remote is a definition as a server writes it.
type remote struct {
	Name        string          `json:"name"`
	Title       string          `json:"title"`
	Description string          `json:"description"`
	Input       json.RawMessage `json:"inputSchema"`
	Output      json.RawMessage `json:"outputSchema"`
	Annotations struct {
		ReadOnly    bool  `json:"readOnlyHint"`
		Destructive *bool `json:"destructiveHint"`
		Idempotent  bool  `json:"idempotentHint"`
		OpenWorld   *bool `json:"openWorldHint"`
	} `json:"annotations"`
}

// maxListPages bounds a list whose pages never end.
const maxListPages = 100

// list lists the tools of the server anew. A tool whose definition is as before
// stays the same *runtime.Tool.
func (b *Bridge) list(ctx context.Context, l *link) error {
	var texts []json.RawMessage
	cursor := ""
	for page := 0; ; page++ {
		token := rand.Text()
		result, err := l.session.ListTools(ctx, &sdk.ListToolsParams{Cursor: cursor, Meta: sdk.Meta{rawToken: token}})
		raw := l.raw.take(token)
		if err != nil {
			return err
		}
		var listed struct {
			Tools []json.RawMessage `json:"tools"`
		}
		if err := json.Unmarshal(raw, &listed); err != nil {
			return fmt.Errorf("the list of tools cannot be read: %w", err)
		}
		texts = append(texts, listed.Tools...)
		if cursor = result.NextCursor; cursor == "" || page == maxListPages || len(texts) > b.options.MaxTools {
			break
		}
	}
	b.replace(texts)
	return nil
}

// replace makes the tools of a list those of the bridge.
func (b *Bridge) replace(texts []json.RawMessage) {
	b.mu.Lock()
	known := make(map[string]*listed)
	for _, l := range b.tools.entries {
		known[l.name+l.digest] = l
	}
	entries, problems := b.read(texts, known)
	if b.tools.pins == nil {
		b.tools.pins = make(map[string]string)
		for _, l := range entries {
			b.tools.pins[l.name] = l.digest
		}
	}
	b.tools.entries, b.tools.problems = entries, problems
	b.mu.Unlock()
	for _, problem := range problems {
		b.options.Logger.Warn("a tool of the server", "server", b.options.Name, "error", problem)
	}
	b.changed()
}

// read makes tools of definitions. Of two tools with one name neither is used.
func (b *Bridge) read(texts []json.RawMessage, known map[string]*listed) (entries []*listed, problems []error) {
	if more := len(texts) - b.options.MaxTools; more > 0 {
		problems = append(problems, fmt.Errorf("mcp: %s: %d tools are left out: it has more than %d", b.options.Name, more, b.options.MaxTools))
		texts = texts[:b.options.MaxTools]
	}
	names := make(map[string]int)
	for _, text := range texts {
		l, unchecked, err := b.listed(text, known)
		problems = append(problems, unchecked...)
		if err != nil {
			problems = append(problems, err)
			continue
		}
		names[l.tool.Name]++
		entries = append(entries, l)
	}
	kept := entries[:0]
	for _, l := range entries {
		if n := names[l.tool.Name]; n > 1 {
			problems = append(problems, fmt.Errorf("mcp: %s: %q is left out: %d tools have the name %s here", b.options.Name, l.name, n, l.tool.Name))
			continue
		}
		kept = append(kept, l)
	}
	return kept, problems
}

// listed makes a tool of a definition. The text is kept byte for byte.
func (b *Bridge) listed(text json.RawMessage, known map[string]*listed) (l *listed, unchecked []error, err error) {
	var r remote
	if err := json.Unmarshal(text, &r); err != nil || r.Name == "" {
		return nil, nil, fmt.Errorf("mcp: %s: a tool is left out: its definition %.100q cannot be read", b.options.Name, text)
	}
	l = &listed{name: r.Name, digest: digest(text), text: text}
	if same := known[l.name+l.digest]; same != nil {
		return same, nil, nil
	}
	tool, gaps, err := runtime.NewUncheckedTool(runtime.Tool{
		Name: b.toolName(r.Name), Title: r.Title, Description: r.Description, Input: string(r.Input), Output: string(r.Output),
		ID: "mcp:" + b.options.Name + ":" + r.Name, Category: "mcp", Timeout: b.options.Timeout,
		Hints: hints(&r), Untrusted: &runtime.Untrusted{}, Invoke: b.invoke(r.Name),
	})
	if err != nil {
		return nil, nil, fmt.Errorf("mcp: %s: %q is left out: %w", b.options.Name, r.Name, err)
	}
	for _, gap := range gaps {
		unchecked = append(unchecked, fmt.Errorf("mcp: %s: %q: the server has to check: %v", b.options.Name, r.Name, gap))
	}
	l.tool = tool
	return l, unchecked, nil
}

// digest is the digest of a definition. The order of keys and white space do not
// count, because a server may write them differently each time.
func digest(definition json.RawMessage) string {
	var value any
	decoder := json.NewDecoder(bytes.NewReader(definition))
	decoder.UseNumber()
	text := []byte(definition)
	if decoder.Decode(&value) == nil {
		if sorted, err := json.Marshal(value); err == nil {
			text = sorted
		}
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// hints are those of a definition. The server may lie: the tool counts as one
// that may change something unless it says otherwise, and is never called again
// by itself.
func hints(r *remote) runtime.Hints {
	isTrue := func(b *bool) bool { return b == nil || *b } // as the protocol defines it
	a := &r.Annotations
	return runtime.Hints{
		ReadOnly: a.ReadOnly, Idempotent: a.Idempotent, OpenWorld: isTrue(a.OpenWorld),
		Destructive: !a.ReadOnly && isTrue(a.Destructive), SideEffects: !a.ReadOnly,
	}
}

const (
	maxToolName = 64
	digestChars = 8
)

// toolName is the name of a tool here. Characters that names of tools cannot
// have become underscores; a name that is too long ends with a digest of the
// whole.
func (b *Bridge) toolName(of string) string {
	name := "mcp__" + b.options.Name + "__" + strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_', r == '-':
			return r
		}
		return '_'
	}, of)
	if len(name) > maxToolName {
		sum := sha256.Sum256([]byte(of))
		name = name[:maxToolName-digestChars-1] + "_" + hex.EncodeToString(sum[:])[:digestChars]
	}
	return name
}
