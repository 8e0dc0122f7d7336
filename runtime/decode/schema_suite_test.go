package decode_test

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/toolgen/toolgen/runtime/arguments"
	"github.com/toolgen/toolgen/runtime/decode"
)

// suite is a directory with cases in the form of the public test suite of JSON
// Schema.
var suite = flag.String("suite", "", "directory of JSON Schema cases to run")

// otherChoices has the files of the public suite whose expectations differ where
// the standard allows several behaviors: the decoder checks formats and content
// encodings, and checks formats with international names as [decode.Formats]
// documents.
var otherChoices = map[string]bool{
	"format.json": true, "content.json": true, "unknown.json": true, "hostname.json": true, "uri.json": true, "duration.json": true,
}

// TestSchemaSuite runs the cases of a directory whose schemas can be checked.
func TestSchemaSuite(t *testing.T) {
	if *suite == "" {
		t.Skip("no -suite")
	}
	ran, skipped := 0, 0
	err := filepath.WalkDir(*suite, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".json" || otherChoices[filepath.Base(path)] {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		var groups []struct {
			Description string
			Schema      json.RawMessage
			Tests       []struct {
				Description string
				Data        json.RawMessage
				Valid       bool
			}
		}
		if err := json.Unmarshal(text, &groups); err != nil {
			t.Logf("%s: %v", path, err)
			return nil
		}
		for _, group := range groups {
			var refused *arguments.SchemaError
			schema, values, err := decode.ParseAny(string(group.Schema), decode.SchemaOptions{})
			if errors.As(err, &refused) {
				skipped += len(group.Tests)
				t.Logf("%s: %s: %v", filepath.Base(path), group.Description, err)
				continue
			}
			s := describedSchema{schema, values}
			for _, test := range group.Tests {
				ran++
				t.Run(filepath.Base(path)+"/"+group.Description+"/"+test.Description, func(t *testing.T) {
					checkSchema(t, s, string(group.Schema), string(test.Data), test.Valid)
				})
			}
		}
		return nil
	})
	if err != nil || ran == 0 {
		t.Fatalf("%d cases: %v", ran, err)
	}
	t.Logf("%d cases, %d that cannot be checked", ran, skipped)
}
