package search_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/search"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

func TestToolContracts(t *testing.T) {
	invalid := []string{`{"path": 7}`, `{"glob": true}`, `{"paht": "a"}`}
	for name, o := range map[string]toolstest.ToolOptions{
		"search_files": {
			Calls: []string{
				`{"query": "main"}`, `{"query": "x", "path": "missing"}`, `{"query": "m.*n", "regexp": true, "ignore_case": true, "context_lines": 10, "max_results": 1}`,
			},
			Invalid: append(invalid, `{}`, `{"query": ""}`, `{"query": "a", "max_results": 0}`, `{"query": "a", "context_lines": 11}`),
		},
		"list_files": {
			Calls:   []string{`{}`, `{"path": "src", "glob": "*_test.go"}`, `{"path": "missing", "depth": 50}`},
			Invalid: append(invalid, `{"depth": 0}`, `{"depth": 51}`),
		},
	} {
		dir := t.TempDir()
		writeFiles(t, dir, map[string]string{"src/main.go": "package main\n\nfunc main() {}\n", "src/main_test.go": "package main // TODO\n", ".gitignore": "*.log\n", "a.log": "main\n"})
		o.Registry, o.Turn = realFilesOptions(), turnIn(dir)
		tool := toolNamed(t, name)
		if err := toolstest.CheckTool(tool, &o); err != nil {
			t.Error(err)
		}
		if len([]rune(tool.Description)) > 200 {
			t.Errorf("%s: the description has %d characters, want at most 200", name, len([]rune(tool.Description)))
		}
		if !tool.Hints.ReadOnly || tool.Untrusted == nil {
			t.Errorf("%s: not read-only, or its output is not marked as untrusted", name)
		}
	}
}

func TestRegistryContract(t *testing.T) {
	registry := runtime.NewRegistry(realFilesOptions())
	if err := registry.Register(search.Tools()...); err != nil {
		t.Fatal(err)
	}
	if err := toolstest.CheckRegistry(registry, turnIn(t.TempDir()).Policy); err != nil {
		t.Error(err)
	}
}

// Invalid arguments are refused with input_invalid at the argument, and the
// error says how to fix them.
func TestInvalidArguments(t *testing.T) {
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{"a/b.txt": "x\n", "a/.git/config": "x\n"})
	for _, c := range []struct {
		reason, tool string
		args         map[string]any
		field        string
		says         string
	}{
		{"a group that is not closed", "search_files", map[string]any{"query": "a(b", "regexp": true}, "query", "missing closing )"},
		{"a group that is not closed, ignoring case", "search_files", map[string]any{"query": "(b", "regexp": true, "ignore_case": true}, "query", "missing closing )"},
		{"the position of a class that is not closed", "search_files", map[string]any{"query": "äb[c", "regexp": true}, "query", "character 3"},
		{"syntax that RE2 does not have", "search_files", map[string]any{"query": "a(?=b)", "regexp": true}, "query", "RE2"},
		{"a repetition without an operand", "search_files", map[string]any{"query": "*a", "regexp": true}, "query", "repetition"},
		{"a repetition above the limit of RE2", "search_files", map[string]any{"query": "a{1001}", "regexp": true}, "query", "repeat count"},
		{"nested repetitions", "search_files", map[string]any{"query": "((a{1,50}){1,50}){1,50}", "regexp": true}, "query", ""},
		{"a large regular expression within the limits of RE2", "search_files", map[string]any{"query": "(abcdefghijk){1,200}", "regexp": true}, "query", "too large"},
		{"two lines", "search_files", map[string]any{"query": "a\nb"}, "query", "one line"},
		{"two lines in a regular expression", "search_files", map[string]any{"query": `a(\n)+b`, "regexp": true}, "query", "one line"},
		{"a query of 10 KB", "search_files", map[string]any{"query": strings.Repeat("a?", 5000), "regexp": true}, "query", ""},
		{"a bracket that is not closed", "search_files", map[string]any{"query": "a", "glob": "[a"}, "glob", "closed"},
		{"a brace that is not closed", "list_files", map[string]any{"glob": "*.{go,ts"}, "glob", "closed"},
		{"a closing brace without an opening brace", "list_files", map[string]any{"glob": "*.go}"}, "glob", "closed"},
		{"a backslash at the end", "list_files", map[string]any{"glob": `a\`}, "glob", `\`},
		{"too many braces", "list_files", map[string]any{"glob": strings.Repeat("{a,b}", 90)}, "glob", "more than"},
		{"too many nested braces", "list_files", map[string]any{"glob": strings.Repeat("{a,", 100) + strings.Repeat("}", 100)}, "glob", "more than"},
		{"an absolute glob", "list_files", map[string]any{"glob": "/etc/*"}, "glob", "relative"},
		{"an exclude that is not valid", "search_files", map[string]any{"query": "a", "exclude": "[a"}, "exclude", "closed"},
		{"a location with an open quote", "search_files", map[string]any{"query": "a", "after": "\"a"}, "after", "location"},
		{"a glob for files outside dir", "search_files", map[string]any{"query": "a", "glob": "{a,../b}"}, "glob", "relative"},
		{"a glob that ends with a slash", "list_files", map[string]any{"glob": "a/"}, "glob", "src/**"},
		{"a directory outside the working directory", "search_files", map[string]any{"query": "a", "path": "../a"}, "path", "working directory"},
		{"a directory with a NUL", "list_files", map[string]any{"path": "a\x00"}, "path", "NUL"},
		{"a directory named .git", "list_files", map[string]any{"path": "a/.git"}, "path", "never"},
	} {
		r := toolstest.CallWith(t, realFilesOptions(), toolNamed(t, c.tool), c.args, turnIn(dir)).Result
		if r.OK || r.Code != runtime.InputInvalid || r.Field != c.field || !strings.Contains(r.Error, c.says) {
			t.Errorf("%s: ok=%v code=%s field=%s %s %s", c.reason, r.OK, r.Code, r.Field, r.Error, r.Value)
		}
	}
}

// A directory that is missing or not allowed is refused.
func TestInaccessibleDirectories(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	writeFiles(t, dir, map[string]string{"in/a": "secret\n"})
	writeFiles(t, outside, map[string]string{"b": "secret\n"})
	for _, c := range []struct {
		reason, dir string
		ok          bool
	}{
		{"missing", "nothing", false},
		{"absolute, elsewhere", outside, false},
		{"absolute, below the working directory", filepath.Join(dir, "in"), true},
		{"the working directory", "", true},
	} {
		for _, call := range []struct {
			tool string
			args map[string]any
		}{{"search_files", map[string]any{"query": "secret"}}, {"list_files", map[string]any{}}} {
			if c.dir != "" {
				call.args["path"] = c.dir
			}
			r := toolstest.CallWith(t, realFilesOptions(), toolNamed(t, call.tool), call.args, turnIn(dir)).Result
			if r.OK != c.ok || strings.Contains(r.Value, "in/a") == !c.ok && call.tool == "search_files" {
				t.Errorf("%s, %s: ok=%v %s%s", c.reason, call.tool, r.OK, r.Error, r.Value)
			}
		}
	}
}
