package schema_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

const pageHead = `# Differences from the schemas of invopop/jsonschema

toolgen makes the schema of your arguments from their source. ` + "`github.com/invopop/jsonschema`" + ` makes one from the Go type by reflection,
with the same vocabulary of tags. A test compares the two schemas of more than %d struct types, which combine every kind of type with
every use of a type, and every keyword of a tag with every use of the keyword. The schemas are equal, except for the differences below.
At least one of these types needs each difference; any other difference fails the test. The schemas of invopop/jsonschema are those of
` + "`Reflector{Anonymous: true}`" + `. The test compares JSON values: invopop/jsonschema writes keywords in another order, and escapes <, > and &.
invopop/jsonschema ignores a key of a tag that is unknown or does not apply; toolgen reports an error.
` + "`go test ./internal/gen/schema -update`" + ` writes this page.

| keyword | invopop/jsonschema | toolgen |
|---|---|---|
`

// The page has the differences of the table.
func TestDifferencesPage(t *testing.T) {
	var page bytes.Buffer
	fmt.Fprintf(&page, pageHead, len(pairTypes())/100*100)
	for _, d := range differences() {
		keywords := "`" + strings.NewReplacer(", ", "`, `", " and others`", "` and others").Replace(d.keyword+"`")
		fmt.Fprintf(&page, "| %s | %s | %s |\n", keywords, d.invopop, d.toolgen)
	}
	compareGolden(t, "../../../docs/schema-differences.md", page.Bytes())
}
