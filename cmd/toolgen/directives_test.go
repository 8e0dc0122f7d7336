package main

import (
	"bytes"
	"context"
	"os"
	"testing"
)

// TestDirectivesReferenceIsFresh compares docs/directives.md with the output of the command.
func TestDirectivesReferenceIsFresh(t *testing.T) {
	var out, errs bytes.Buffer
	if code := run(context.Background(), []string{"directives", "--markdown"}, &streams{out: &out, err: &errs}); code != exitOK {
		t.Fatal(errs.String())
	}
	reference, err := os.ReadFile("../../docs/directives.md")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasSuffix(reference, out.Bytes()) {
		t.Error("docs/directives.md does not end with the output of toolgen directives --markdown; run make generate")
	}
}
