package schema_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

const pageHead = `# Schemas beside those of invopop/jsonschema

toolgen makes the schema of your arguments from the source. ` + "`github.com/invopop/jsonschema`" + ` makes one from the living type by
reflection, with the same vocabulary of tags. A test compares both for more than %d struct types, which pair every kind of type
with every place that it can stand in, and every keyword of a tag with what it can be about. They are equal, but for the
differences below, each of which some of those types need; any other difference fails the test. "There" is
` + "`Reflector{Anonymous: true}`" + `. What is compared are JSON values: there, keywords stand in another order, and <, > and & are escaped. A
key of a tag that is unknown or does not fit is passed over there, and an error here. This page is written by ` + "`go test ./internal/gen/schema -update`" + `.

| keyword | difference |
|---|---|
`

// The page for readers has the differences of the table.
func TestDifferencesPage(t *testing.T) {
	var page bytes.Buffer
	fmt.Fprintf(&page, pageHead, len(pairTypes())/100*100)
	for _, d := range differences() {
		keywords := "`" + strings.NewReplacer(", ", "`, `", " and others`", "` and others").Replace(d.keyword+"`")
		fmt.Fprintf(&page, "| %s | %s |\n", keywords, d.reason)
	}
	golden(t, "../../../docs/schema-differences.md", page.Bytes())
}
