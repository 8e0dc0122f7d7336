package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/examples/hello/notes"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/cli"
)

// newRegistry returns the registry with a new store.
func newRegistry(t *testing.T) *runtime.Registry {
	t.Helper()
	store := notes.Open(filepath.Join(t.TempDir(), "notes.json"))
	registry, err := NewToolRegistry(ToolDeps{Store: store}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return registry
}

// The examples of every tool are valid calls.
func TestExamplesAreValidCalls(t *testing.T) {
	t.Chdir(t.TempDir())
	registry := newRegistry(t)
	for _, definition := range registry.Definitions(runtime.Policy{}) {
		tool, _ := registry.Tool(definition.Name)
		for _, example := range tool.Examples {
			call := runtime.ToolCall{ID: "1", Name: tool.Name, Args: json.RawMessage(example)}
			for _, result := range registry.ExecuteParallel(context.Background(), []runtime.ToolCall{call}, nil) {
				if !result.Result.OK {
					t.Errorf("%s %s: %s", tool.Name, example, result.Result.Error)
				}
			}
		}
	}
}

func TestToolsOnRealFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"a.go":       "package a\n\nfunc A() {}\n",
		"b.txt":      "alpha beta alpha\n",
		"binary.bin": "a\x00b alpha",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("/etc", "outside"); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		reason, tool, args string
		ok                 bool
		want               string
	}{
		{"a match with its path and line", "search_files", `{"query":{"text":"func"}}`, true, "a.go:3: func A() {}"},
		{"a regular expression", "search_files", `{"query":{"text":"^ALPHA","regexp":true,"ignore_case":true}}`, true, "b.txt:1: alpha beta alpha"},
		{"binary files are left out", "search_files", `{"query":{"text":"a"},"in":{"suffixes":[".bin"]}}`, true, "no line matches"},
		{"an invalid regular expression", "search_files", `{"query":{"text":"(","regexp":true}}`, false, "not a regular expression"},
		{"count and sort files", "file_stats", `{"sort_by":"name"}`, true, `"file_count":2`},
		{"the most frequent word comes first", "frequent_words", `{"suffixes":[".txt"]}`, true, `[{"word":"alpha","count":2}`},
		{"a directory outside the working directory", "file_stats", `{"dir":"../.."}`, false, "cannot be read"},
		{"a symbolic link to another directory", "file_stats", `{"dir":"outside"}`, false, "cannot be read"},
	} {
		call := runtime.ToolCall{ID: "1", Name: test.tool, Args: json.RawMessage(test.args)}
		got := newRegistry(t).ExecuteParallel(context.Background(), []runtime.ToolCall{call}, nil)[0].Result
		if text := got.Value + got.Error; got.OK != test.ok || !strings.Contains(text, test.want) {
			t.Errorf("%s: %s %s returned %v %q, want %q", test.reason, test.tool, test.args, got.OK, text, test.want)
		}
	}
}

func TestCommandLine(t *testing.T) {
	var out, errs bytes.Buffer
	code := cli.Main(context.Background(), newRegistry(t), []string{"tools", "list"}, strings.NewReader(""), &out, &errs)
	for _, name := range []string{"add_note", "search_notes", "remove_note", "search_files", "file_stats", "frequent_words"} {
		if !strings.Contains(out.String(), name) {
			t.Errorf("tools list does not show %s:\n%s%s", name, &out, &errs)
		}
	}
	if code != cli.ExitOK {
		t.Errorf("tools list exits with %d", code)
	}
}

func TestMissingDependencyIsAnError(t *testing.T) {
	if _, err := NewToolRegistry(ToolDeps{}, nil); err == nil {
		t.Error("NewToolRegistry succeeded without a store")
	}
}
