package editor_test

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/annotations"
	"github.com/toolgen/toolgen/internal/editor"
)

// TestFilesAreFresh compares the files of the extension with the vocabulary.
func TestFilesAreFresh(t *testing.T) {
	for name, write := range map[string]func(io.Writer) error{
		"snippets/toolgen.json":            editor.WriteSnippets,
		"syntaxes/toolgen.tmLanguage.json": editor.WriteGrammar,
	} {
		var want bytes.Buffer
		if err := write(&want); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile("../../editors/vscode/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want.Bytes()) {
			t.Errorf("editors/vscode/%s is not up to date; run make generate", name)
		}
	}
}

// placeholder matches a placeholder of a snippet: a choice or a default.
var placeholder = regexp.MustCompile(`\$\{\d+(?:\|([^,|]*)[^|]*\||:([^}]*))\}`)

// TestSnippetsAreDirectives checks that each snippet with all its placeholders has the
// arguments of its directive.
func TestSnippetsAreDirectives(t *testing.T) {
	var out bytes.Buffer
	if err := editor.WriteSnippets(&out); err != nil {
		t.Fatal(err)
	}
	var snippets map[string]struct {
		Prefix, Description string
		Body                []string
	}
	if err := json.Unmarshal(out.Bytes(), &snippets); err != nil {
		t.Fatal(err)
	}
	for _, d := range annotations.All() {
		s, ok := snippets["tool:"+d.Name]
		if !ok || len(s.Body) != 1 {
			t.Fatalf("no snippet for %s", d.Name)
		}
		text := placeholder.ReplaceAllString(s.Body[0], "$1$2")
		if strings.ContainsAny(text, "${}|") || !strings.HasPrefix(text, s.Prefix) || len(strings.Fields(text)) != 1+len(d.Arguments) {
			t.Errorf("the snippet of %s inserts %q", d.Name, text)
		}
		for i, a := range d.Arguments {
			if got := strings.Fields(text)[i+1]; len(a.Words) > 0 && !a.Key && got != a.Words[0] && a.Required {
				t.Errorf("the snippet of %s suggests %q", d.Name, got)
			}
		}
		if !strings.HasPrefix(s.Description, d.Help) {
			t.Errorf("the snippet of %s does not explain it", d.Name)
		}
	}
}

// TestGrammarFindsDirectives matches the first rule with the examples of all directives.
func TestGrammarFindsDirectives(t *testing.T) {
	var out bytes.Buffer
	if err := editor.WriteGrammar(&out); err != nil {
		t.Fatal(err)
	}
	var grammar struct{ Patterns []struct{ Match string } }
	if err := json.Unmarshal(out.Bytes(), &grammar); err != nil {
		t.Fatal(err)
	}
	// Package regexp has no lookahead; \b and the text after it are equal here.
	known := regexp.MustCompile(strings.Replace(grammar.Patterns[0].Match, `(?=\s|$)(.*)$`, `(\s.*)?$`, 1))
	for _, d := range annotations.All() {
		if m := known.FindStringSubmatch(d.Example); m == nil || m[3] != d.Name {
			t.Errorf("the grammar does not find %s", d.Example)
		}
	}
	if known.MatchString("//tool:regster add_note") {
		t.Error("the grammar accepts a directive that does not exist")
	}
}
