package browser_test

import (
	"testing"

	"github.com/toolgen/toolgen/builtin/browser"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

func TestContract(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]any{"/": "<title>Fine</title><a href=/>Link</a><input aria-label=Field>"})
	unknown := []string{`{"unknown": 1}`, `[]`}
	element := []string{`{}`, `{"element": 7}`}
	invalid := map[string][]string{
		"browser_open":       {`{}`, `{"url": ""}`},
		"browser_click":      element[1:],
		"browser_type":       append(element, `{"element": "@e1"}`),
		"browser_press":      {`{}`, `{"key": ""}`},
		"browser_scroll":     {`{"direction": "x"}`, `{"windows": 100}`},
		"browser_snapshot":   {`{"start_line": 0}`, `{"wait_seconds": 31}`},
		"browser_console":    {`{"level": "debug"}`},
		"browser_screenshot": {`{"full_page": "yes please"}`},
	}
	calls := map[string][]string{
		"browser_open":  {`{"url": "` + s.URL + `"}`},
		"browser_click": {`{"element": "e1"}`},
	}
	v := newClient(t)
	v.turn.WorkingDir, v.turn.Policy.Files = t.TempDir(), runtime.FilePolicy{Write: []string{"."}}
	v.allow("127.0.0.1")
	v.open(s.URL)
	tools := browser.BrowserTools(v.browser)
	if len(tools) != 11 {
		t.Errorf("%d tools", len(tools))
	}
	for _, tool := range tools {
		o := &toolstest.ToolOptions{Registry: v.options, Turn: v.turn, Calls: calls[tool.Name], Invalid: append(unknown, invalid[tool.Name]...)}
		if err := toolstest.CheckTool(tool, o); err != nil {
			t.Error(err)
		}
		if len([]rune(tool.Description)) > 200 {
			t.Errorf("%s: a description of %d characters", tool.Name, len([]rune(tool.Description)))
		}
		if v.call("snapshot", nil).Reason == "NO_PAGE" { // browser_close
			v.open(s.URL)
		}
	}
	if err := toolstest.CheckRegistry(v.registry, runtime.Policy{Network: v.turn.Policy.Network, Files: v.turn.Policy.Files}); err != nil {
		t.Error(err)
	}
}
