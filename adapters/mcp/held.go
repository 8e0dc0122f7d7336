package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/toolgen/toolgen/internal/measure"
	"github.com/toolgen/toolgen/runtime"
)

// Held is a tool that is held back: models do not see it, and its calls are
// refused.
type Held struct {
	// Name is the server's name of the tool.
	Name string
	// Digest is the digest of the definition, for [Bridge.Allow].
	Digest string
	// Definition is the JSON text of the definition as the server wrote it. It
	// is untrusted.
	Definition json.RawMessage
	// New reports that no definition of the tool was allowed before. If it is
	// false, the definition has changed.
	New bool
	// Warning says why the definition is suspicious: it contains hidden
	// characters or text that has a special meaning for models. Such a
	// definition is held back even in the first list. The warning is empty if
	// there is none.
	Warning string
}

// String says that the tool is held back, why, and how to allow it. It contains
// no text of the server but its name and the warning, which are quoted.
func (h Held) String() string {
	text := fmt.Sprintf("the tool %+q is held back: its definition %s", measure.Clip(h.Name, maxToolName), h.status())
	if h.Warning != "" {
		text += ", and " + h.Warning
	}
	return fmt.Sprintf("%s; Bridge.Allow with the digest %s allows it", text, h.Digest)
}

// status says what has happened to the definition.
func (h Held) status() string {
	if h.New {
		return "is new"
	}
	return "has changed since it was allowed"
}

// suspicion is the reason of a warning.
const suspicion = "it contains hidden characters or text that has a special meaning for models"

// replacement returns a tool with the name and the policies of the tool that is
// held back. It is never available.
func (h Held) replacement(of *runtime.Tool) *runtime.Tool {
	text := "its definition " + h.status()
	if h.Warning != "" {
		text += ", and " + suspicion
	}
	text += ". It is held back until a person who operates this program allows it."
	return &runtime.Tool{
		Name: of.Name, ID: of.ID, Category: of.Category, Toolset: of.Toolset, Requires: of.Requires, Hints: of.Hints,
		Description: "Held back: " + text,
		Available:   &runtime.Availability{CheckName: "allowed", Check: func() bool { return false }, Explanation: text},
		Invoke: func(context.Context, *runtime.Call) runtime.Result {
			return runtime.Fail(runtime.NotAvailable, "%s", text)
		},
	}
}

// held returns the tool of a definition if it is held back.
func (c *catalog) held(d *remoteTool) (held Held, isHeld bool) {
	pin, isKnown := c.pins[d.name]
	return Held{d.name, d.digest, slices.Clone(d.text), !isKnown, d.warning}, pin != d.digest
}

// Held returns the tools that are held back, in the order of the server.
func (b *Bridge) Held() []Held {
	b.mu.Lock()
	defer b.mu.Unlock()
	var held []Held
	for _, d := range b.tools.definitions {
		if h, isHeld := b.tools.held(d); isHeld {
			held = append(held, h)
		}
	}
	return held
}

// Allow allows the definition of the tool with that name and digest. It reports
// whether the server's current list has it; otherwise it changes nothing.
func (b *Bridge) Allow(name, digest string) bool {
	b.mu.Lock()
	found := slices.ContainsFunc(b.tools.definitions, func(d *remoteTool) bool { return d.name == name && d.digest == digest })
	if found {
		b.tools.pins[name] = digest
	}
	b.mu.Unlock()
	if found {
		b.reportChange()
	}
	return found
}

// Pins returns the digests of the allowed definitions, by the server's names of
// the tools, for [BridgeOptions.Pins] of a later process.
func (b *Bridge) Pins() map[string]string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return maps.Clone(b.tools.pins)
}
