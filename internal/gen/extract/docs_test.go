package extract

import (
	"flag"
	"os"
	"strings"
	"testing"
)

// The table of keywords in docs/arguments.md is between these lines.
const (
	keywordsDocument = "../../../docs/arguments.md"
	tableBegin       = "-update -->\n"
	tableEnd         = "<!-- end of keywords -->"
)

// keywordTable returns the table of the keys of a jsonschema tag in Markdown.
func keywordTable() string {
	var b strings.Builder
	b.WriteString("| keyword | on | what it says |\n|---|---|---|\n")
	for _, k := range tagKeys {
		on := "every field"
		if len(k.on) > 0 {
			on = strings.Replace(kindNames(k.on), "integers, unsigned integers, floating-point numbers, json.Number", "numbers", 1)
		}
		b.WriteString("| `" + k.name + "` | " + on + " | " + k.doc + " |\n")
	}
	return b.String()
}

// TestKeywordsInDocs checks that docs/arguments.md has the table of keywords.
func TestKeywordsInDocs(t *testing.T) {
	content, err := os.ReadFile(keywordsDocument)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, begins := strings.Cut(string(content), tableBegin)
	table, after, ends := strings.Cut(rest, tableEnd)
	if !begins || !ends {
		t.Fatalf("%s has no lines around the table of keywords", keywordsDocument)
	}
	if table == keywordTable() {
		return
	}
	if flag.Lookup("update").Value.String() != "true" {
		t.Fatalf("the table of keywords in %s is not up to date: run go test ./internal/gen/extract -update", keywordsDocument)
	}
	if err := os.WriteFile(keywordsDocument, []byte(before+tableBegin+keywordTable()+tableEnd+after), 0o644); err != nil {
		t.Fatal(err)
	}
}
