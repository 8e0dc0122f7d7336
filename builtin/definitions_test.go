package builtin_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
)

// maxDefinitions is the maximum length of the definitions of all tools together, and
// maxDefinition that of one tool, in code points. A model reads them in every turn.
const (
	maxDefinitions = 21_000
	maxDefinition  = 1500
	// maxFirstDefinitions is the maximum length of the definitions of the tools that
	// are not in laterTools, without the wrapper of OpenAI's API.
	maxFirstDefinitions = 17_000
)

// laterTools are tools that were added when the definitions of the others were
// shortened, and task, which needs an agent.
var laterTools = map[string]bool{"manage_file": true, "terminal_start": true, "terminal_read": true, "browser_file": true, "task": true}

// maxByToolset is the maximum length of the definitions of some toolsets.
var maxByToolset = map[string]int{
	"agents": 620, "browser": 5210, "clock": 340, "files": 2540, "search": 1610, "kanban": 2200, "memory": 1230, "project": 2080, "sessions": 640, "skills": 370,
	"terminal": 1410, "todo": 1560, "web": 1010,
}

// definitionSizes returns the length of each definition in the form that OpenAI's
// API has, in code points.
func definitionSizes(t *testing.T, registry *runtime.Registry) (names []string, sizes map[string]int) {
	t.Helper()
	sizes = make(map[string]int)
	for _, d := range registry.Definitions(runtime.Policy{}) {
		var text bytes.Buffer
		encoder := json.NewEncoder(&text)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(map[string]any{"type": "function", "function": d}); err != nil {
			t.Fatal(err)
		}
		names = append(names, d.Name)
		sizes[d.Name] = utf8.RuneCount(bytes.TrimSpace(text.Bytes()))
	}
	return names, sizes
}

// TestDefinitionSizes bounds the definitions, and prints a table of them with -v.
func TestDefinitionSizes(t *testing.T) {
	registry := newFullSet(t).Registry
	names, sizes := definitionSizes(t, registry)
	total, first, count, table := 0, 0, 0, ""
	for _, name := range names {
		total += sizes[name]
		table += fmt.Sprintf("%6d %s\n", sizes[name], name)
		if !laterTools[name] {
			first += sizes[name] - len(`{"type":"function","function":}`)
			count++
		}
		if sizes[name] > maxDefinition {
			t.Errorf("the definition of %s has %d characters, at most %d are allowed: shorten its texts", name, sizes[name], maxDefinition)
		}
	}
	t.Logf("%d definitions, in characters:\n%s%6d in total", len(names), table, total)
	if first > maxFirstDefinitions || count != 33 {
		t.Errorf("the definitions of %d tools have %d characters, at most %d are allowed for 33", count, first, maxFirstDefinitions)
	}
	t.Logf("%d of %d tools", first, count)
	byToolset := make(map[string]int)
	for _, tool := range registry.Tools() {
		byToolset[tool.Toolset] += sizes[tool.Name]
	}
	for toolset, limit := range maxByToolset {
		if got := byToolset[toolset]; got > limit || got == 0 {
			t.Errorf("the definitions of the toolset %s have %d characters, at most %d are allowed", toolset, got, limit)
		}
	}
	if total > maxDefinitions {
		t.Errorf("the definitions have %d characters, at most %d are allowed: shorten texts that repeat or explain the obvious", total, maxDefinitions)
	}
}
