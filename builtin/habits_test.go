package builtin_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/decode"
)

// habits are arguments as a model writes them that knows other tools, and those that it means.
var habits = []struct{ tool, given, meant string }{
	// Claude Code
	{"read_file", `{"file_path": "a.go", "offset": 10, "limit": 20}`, `{"path": "a.go", "start_line": 10, "limit": 20}`},
	{"write_file", `{"file_path": "a.go", "content": "x"}`, `{"path": "a.go", "content": "x"}`},
	{"patch_file", `{"file_path": "a.go", "old_string": "x", "new_string": "y", "replace_all": true}`, `{"path": "a.go", "old_text": "x", "new_text": "y", "replace_all": true}`},
	{"patch_file", `{"file_path": "a.go", "edits": [{"old_string": "x", "new_string": "y"}]}`, `{"path": "a.go", "edits": [{"old_text": "x", "new_text": "y"}]}`},
	{"search_files", `{"pattern": "x", "output_mode": "content", "-n": true, "-i": true, "-A": 3, "-B": 1}`, `{"query": "x", "mode": "lines", "ignore_case": true, "context_lines": 3}`},
	{"search_files", `{"pattern": "x", "output_mode": "files_with_matches", "type": "go", "head_limit": 5}`, `{"query": "x", "mode": "counts", "glob": "*.go", "max_results": 5}`},
	{"search_files", `{"pattern": "x", "output_mode": "count", "-C": 20}`, `{"query": "x", "mode": "counts", "context_lines": 10}`},
	{"search_files", `{"query": "x", "before": 1, "after": 2}`, ``},
	{"search_files", `{"query": "x", "after": 2}`, `{"query": "x", "context_lines": 2}`},
	{"list_files", `{"path": "a", "ignore": ["*.md", "vendor"]}`, `{"path": "a", "exclude": "*.md,vendor"}`},
	{"list_files", `{"pattern": "**/*.go"}`, `{"glob": "**/*.go"}`},
	{"terminal", `{"command": "make", "description": "Builds", "timeout": 300000, "run_in_background": false}`, `{"command": "make", "timeout_seconds": 300}`},
	{"terminal", `{"command": "make", "run_in_background": true}`, ``},
	{"terminal_read", `{"bash_id": 1, "block": true}`, `{"id": 1, "wait_seconds": 30}`},
	{"terminal_read", `{"task_id": "1", "timeout": 5000}`, `{"id": 1, "wait_seconds": 5}`},
	{"fetch_url", `{"url": "example.org", "prompt": "the price"}`, `{"url": "example.org"}`},
	{"todo_add", `{"todos": [{"content": "x", "status": "pending", "activeForm": "xing"}, {"content": "y", "status": "in_progress"}]}`, `{"items": ["x", "[>] y"]}`},
	{"todo_update", `{"todos": [{"id": 1, "status": "done"}, {"id": "2", "state": "doing"}]}`, `{"updates": [{"id": 1, "status": "completed"}, {"id": 2, "status": "in_progress"}]}`},
	{"task", `{"prompt": "x", "description": "y"}`, `{"prompt": "x"}`},
	// Anthropic's text editor and memory tool
	{"read_file", `{"command": "view", "path": "a.go", "view_range": [3, 9]}`, `{"path": "a.go", "start_line": 3, "end_line": 9}`},
	{"read_file", `{"path": "a.go", "view_range": [3, -1]}`, `{"path": "a.go", "start_line": 3}`},
	{"write_file", `{"command": "create", "path": "a.go", "file_text": "x"}`, `{"path": "a.go", "content": "x"}`},
	{"patch_file", `{"command": "str_replace", "path": "a.go", "old_str": "x", "new_str": "y"}`, `{"path": "a.go", "old_text": "x", "new_text": "y"}`},
	{"patch_file", `{"command": "insert", "path": "a.go", "insert_line": 3, "new_str": "y"}`, ``},
	{"memory_write", `{"command": "create", "path": "deploy", "file_text": "x"}`, `{"action": "set", "key": "deploy", "content": "x"}`},
	{"memory_write", `{"name": "deploy", "action": "save", "value": "x"}`, `{"key": "deploy", "content": "x", "action": "set"}`},
	{"memory_write", `{"content": "x"}`, ``},
	// Codex
	{"terminal", `{"command": ["bash", "-lc", "ls | wc -l"], "workdir": "a", "timeout_ms": 1500}`, `{"command": "ls | wc -l", "dir": "a", "timeout_seconds": 2}`},
	{"terminal", `{"cmd": ["git", "log", "a b"], "justification": "x"}`, `{"command": "git log 'a b'"}`},
	{"terminal", `{"command": ["git", "commit", "-m", "it's a \u003cb\u003e"]}`, `{"command": "git commit -m 'it'\\''s a <b>'"}`},
	{"terminal", `{"command": "ls", "with_escalated_permissions": true}`, ``},
	{"list_files", `{"dir_path": "a", "depth": 2}`, `{"path": "a", "depth": 2}`},
	{"todo_add", `{"explanation": "x", "plan": [{"step": "a", "status": "completed"}, {"step": "b", "status": "in_progress"}]}`, `{"items": ["[x] a", "[>] b"]}`},
	// Cursor
	{"read_file", `{"target_file": "a.go", "should_read_entire_file": false, "start_line_one_indexed": 1, "end_line_one_indexed_inclusive": 9, "explanation": "x"}`, `{"path": "a.go", "start_line": 1, "end_line": 9}`},
	{"search_files", `{"query": "x", "include_pattern": "*.go", "exclude_pattern": "vendor", "case_sensitive": false, "explanation": "y"}`, `{"query": "x", "glob": "*.go", "exclude": "vendor", "ignore_case": true}`},
	{"terminal", `{"command": "ls", "is_background": false, "require_user_approval": false, "explanation": "y"}`, `{"command": "ls"}`},
	{"list_files", `{"relative_workspace_path": "a", "explanation": "y"}`, `{"path": "a"}`},
	// VS Code, Gemini, Cline, SWE-agent, aider
	{"read_file", `{"filePath": "a.go", "startLine": 1, "endLine": 9}`, `{"path": "a.go", "start_line": 1, "end_line": 9}`},
	{"search_files", `{"query": "a.*b", "isRegexp": true, "includePattern": "*.go", "maxResults": 5}`, `{"query": "a.*b", "regexp": true, "glob": "*.go", "max_results": 5}`},
	{"search_files", `{"regex": "a.*b", "path": "src", "file_pattern": "*.go"}`, `{"query": "a.*b", "regexp": true, "path": "src", "glob": "*.go"}`},
	{"patch_file", `{"file_path": "a.go", "instruction": "x", "old_string": "x", "new_string": "y", "expected_replacements": 2}`, `{"path": "a.go", "old_text": "x", "new_text": "y", "count": 2}`},
	{"list_files", `{"path": "a", "recursive": true}`, `{"path": "a", "depth": 50}`},
	{"list_files", `{"path": "a", "recursive": "false"}`, `{"path": "a", "depth": 1}`},
	{"read_file", `{"path": "a.go", "line_number": 30}`, `{"path": "a.go", "start_line": 30}`},
	{"read_file", `{"path": "a.go", "lines": "10-20"}`, `{"path": "a.go", "start_line": 10, "end_line": 20}`},
	{"patch_file", `{"path": "a.go", "search": "x", "replace": "y"}`, `{"path": "a.go", "old_text": "x", "new_text": "y"}`},
	// the servers of MCP for files, git, memory, fetch, time and Playwright
	{"read_file", `{"path": "a.go", "head": 10}`, `{"path": "a.go", "limit": 10}`},
	{"read_file", `{"paths": ["a.go", "b.go"]}`, `{"path": "a.go", "more_paths": ["b.go"]}`},
	{"patch_file", `{"path": "a.go", "edits": [{"oldText": "x", "newText": "y"}], "dryRun": false}`, `{"path": "a.go", "edits": [{"old_text": "x", "new_text": "y"}]}`},
	{"patch_file", `{"path": "a.go", "edits": [{"oldText": "x", "newText": "y"}], "dryRun": true}`, ``},
	{"manage_file", `{"action": "rename", "source": "a", "destination": "b"}`, `{"action": "move", "path": "a", "new_path": "b"}`},
	{"manage_file", `{"operation": "rm", "path": "a"}`, `{"action": "delete", "path": "a"}`},
	{"search_files", `{"path": "a", "pattern": "x", "excludePatterns": ["*.md", "b"]}`, `{"path": "a", "query": "x", "exclude": "*.md,b"}`},
	{"fetch_url", `{"url": "example.org", "max_length": 5000, "start_index": 0, "raw": true}`, `{"url": "example.org", "format": "raw"}`},
	{"fetch_url", `{"url": "example.org", "format": "html"}`, `{"url": "example.org", "format": "raw"}`},
	{"browser_click", `{"element": "Save button", "ref": "e12"}`, `{"element": "@e12"}`},
	{"browser_click", `{"element": "Save button", "ref": "e12", "button": "right", "doubleClick": false}`, `{"element": "@e12", "action": "right"}`},
	{"browser_click", `{"startElement": "card", "startRef": "e1", "endElement": "list", "endRef": "e2"}`, `{"element": "@e1", "to": "@e2", "action": "drag"}`},
	{"browser_click", `{"coordinate": [10, 20], "action": "left_click"}`, `{"x": 10, "y": 20, "action": "click"}`},
	{"browser_type", `{"element": "Name", "ref": "e3", "text": "Ada", "submit": true, "slowly": false}`, `{"element": "@e3", "text": "Ada", "submit": true}`},
	{"browser_type", `{"element": "Color", "ref": "e3", "values": ["red"]}`, `{"element": "@e3", "text": "red"}`},
	{"browser_console", `{"onlyErrors": true}`, `{"level": "error"}`},
	{"browser_screenshot", `{"type": "png", "fullPage": true}`, `{"full_page": true}`},
	{"browser_snapshot", `{"text": "Done", "timeout": 5}`, `{"wait_for": "Done", "wait_seconds": 5}`},
	// tests and linters
	{"run_tests", `{"target": ["TestA", "TestB*"]}`, `{"target": "TestA|TestB*"}`},
	{"run_tests", `{"packages": ["./a", "./b"], "verbose": true, "count": 1}`, `{"target": "./a|./b", "fresh": true}`},
	{"run_tests", `{"package": "./builtin/...", "run": "TestA"}`, `{"dir": "builtin", "target": "TestA"}`},
	{"run_tests", `{"file": "a/b_test.go", "test_names": ["TestA", "TestB"]}`, `{"dir": "a", "target": "TestA|TestB"}`},
	{"run_tests", `{"path": "tests/test_a.py", "test": "test_x"}`, `{"target": "tests/test_a.py::test_x"}`},
	{"run_tests", `{"path": "./...", "pattern": "TestA"}`, `{"target": "TestA"}`},
	{"run_tests", `{"timeout": "90s", "kind": "golang"}`, `{"timeout_seconds": 90, "kind": "go"}`},
	{"lint", `{"paths": ["a", "b"], "fix": false}`, `{"target": "a|b"}`},
	{"lint", `{"fix": true}`, ``},
	{"typecheck", `{"files": ["a.go"]}`, `{"target": "a.go"}`},
	// boards and lists
	{"todo_update", `{"item_id": 1, "status": "done"}`, `{"id": 1, "status": "completed"}`},
	{"todo_update", `{"id": "#1", "completed": true}`, `{"id": 1, "status": "completed"}`},
	{"todo_update", `{"ids": [1, 2], "status": "complete"}`, `{"updates": [{"id": 1, "status": "completed"}, {"id": 2, "status": "completed"}]}`},
	{"todo_update", `{"id": 1, "status": "frozen"}`, ``},
	{"todo_add", `{"item": "a"}`, `{"items": ["a"]}`},
	{"todo_add", `{"items": [{"text": "a", "due": "tomorrow"}]}`, ``},
	{"kanban_add", `{"title": "a", "status": "open", "priority": "critical"}`, `{"title": "a", "status": "backlog", "priority": "urgent"}`},
	{"kanban_add", `{"summary": "a", "body": "b", "column": "In Progress", "labels": ["x"]}`, ``},
	{"kanban_add", `{"summary": "a", "body": "b", "column": "In Progress"}`, `{"title": "a", "description": "b", "status": "in_progress"}`},
	{"kanban_move", `{"number": 3, "to": "doing", "from": "To Do"}`, `{"id": 3, "status": "in_progress", "from_status": "todo"}`},
	{"kanban_move", `{"ticket_id": "#3", "new_status": "closed"}`, `{"id": 3, "status": "done"}`},
	{"kanban_list", `{"id": 3}`, `{"query": "#3"}`},
	{"kanban_list", `{"status": "in progress"}`, `{"status": "in_progress"}`},
	{"session_search", `{"q": "x", "max_results": 5}`, `{"query": "x", "limit": 5}`},
	// nothing is lost
	{"read_file", `{"path": "a.go", "file_path": "b.go"}`, ``},
	{"read_file", `{"path": "a.go", "path": "b.go", "view_range": [1, 2]}`, ``},
	{"read_file", `{"path": "a.go", "start_line": 5, "view_range": [1, 2]}`, ``},
	{"write_file", `{"path": "a.go", "content": "\ud800", "overwrite": true}`, ``},
	{"write_file", `{"path": "a.go", "content": "x", "append": true}`, ``},
}

// TestHabits checks that tools understand what models write from the habits of other programs, and
// refuse what they cannot do. None of it is in a definition.
func TestHabits(t *testing.T) {
	tools := make(map[string]*runtime.Tool)
	for _, tool := range newFullSet(t).Tools() {
		tools[tool.Name] = tool
	}
	for _, row := range habits {
		tool := tools[row.tool]
		got, gotErr := understand(tool, row.given)
		if row.meant == "" {
			if gotErr == nil {
				t.Errorf("%s %s: accepted as %+v", row.tool, row.given, got)
			}
			continue
		}
		meant, err := decodeArguments(tool, row.meant)
		if err != nil {
			t.Fatalf("%s %s: %v", row.tool, row.meant, err)
		}
		if gotErr != nil || !reflect.DeepEqual(got, meant) {
			t.Errorf("%s %s: %+v (%v), want %+v", row.tool, row.given, got, gotErr, meant)
		}
	}
}

// understand decodes arguments as the runtime does.
func understand(tool *runtime.Tool, args string) (any, error) {
	v, err := decodeArguments(tool, args)
	if err != nil {
		if rewritten := builtin.RewriteArguments(tool, args); rewritten != "" {
			return decodeArguments(tool, rewritten)
		}
	}
	return v, err
}

// decodeArguments decodes and checks arguments.
func decodeArguments(tool *runtime.Tool, args string) (any, error) {
	var d decode.D
	d.Reset([]byte(args), decode.Options{})
	v := tool.Decode(&d)
	if err := d.Err(tool.Name); err != nil || tool.Check == nil {
		return v, err
	}
	return v, tool.Check(v)
}

// TestHabitsOfCalls checks that calls use the translation and record it, that an application can add
// its own, and that a call without a translation gets the problems of what the model wrote.
func TestHabitsOfCalls(t *testing.T) {
	w := newWorkerWith(t, "", &builtin.Options{Runtime: &runtime.Options{Rewrite: func(tool *runtime.Tool, args string) string {
		if args == `{"what": "now"}` {
			return `{"timezone": "UTC"}`
		}
		return ""
	}}})
	for _, test := range []struct{ tool, args, want string }{
		{"todo_add", `{"todos": [{"content": "a", "status": "completed"}, {"content": "b", "status": "in_progress"}]}`, "Added 2, numbered 1 to 2.\n[x] 1. a\n[>] 2. b (in progress)"},
		{"todo_update", `{"id": 2, "status": "done"}`, "Item 2: completed (was in_progress)."},
		{"todo_update", `{"id": 2, "status": "frozen", "activeForm": "x"}`, "- activeForm: unknown argument; valid arguments: id, status, text, updates"},
		{"current_time", `{"what": "now"}`, "UTC"},
	} {
		result := w.tools.ExecuteParallel(w.Context(), []runtime.ToolCall{{ID: "1", Name: test.tool, Args: []byte(test.args)}}, &w.turn)[0]
		isRewritten := len(result.Repairs) == 1 && result.Repairs[0].Kind == "rewritten"
		if text := result.Result.Value + result.Result.Error; !strings.Contains(text, test.want) || isRewritten != result.Result.OK {
			t.Errorf("%s %s: %s %+v", test.tool, test.args, text, result.Repairs)
		}
	}
}
