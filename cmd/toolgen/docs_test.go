package main

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"
)

// TestGeneratedTablesInDocs checks the tables that make generate writes.
func TestGeneratedTablesInDocs(t *testing.T) {
	for _, test := range []struct {
		document string
		args     []string
	}{
		{"command.md", []string{"diff", "--rules", "--markdown"}},
		{"vet.md", []string{"vet", "--markdown"}},
		{"diagnostics.md", []string{"explain", "--markdown"}},
	} {
		content, err := os.ReadFile("../../docs/" + test.document)
		if err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		if code := run(context.Background(), test.args, &streams{out: &out, err: &errs}); code != exitOK {
			t.Fatalf("toolgen %v: exit code %d: %s", test.args, code, &errs)
		}
		if !strings.Contains(string(content), out.String()) {
			t.Errorf("docs/%s does not have the output of toolgen %v: run make generate", test.document, test.args)
		}
	}
}
