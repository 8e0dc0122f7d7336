package main

import (
	"bytes"
	"context"
	"os"
	"testing"
)

// The reference of directives is what the command prints.
func TestDirectivesReferenceIsFresh(t *testing.T) {
	var out, errs bytes.Buffer
	if code := run(context.Background(), []string{"directives", "--markdown"}, &streams{out: &out, err: &errs}); code != exitFine {
		t.Fatal(errs.String())
	}
	reference, err := os.ReadFile("../../docs/directives.md")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasSuffix(reference, out.Bytes()) {
		t.Error("docs/directives.md does not end with what toolgen directives --markdown prints; make generate writes it")
	}
}
