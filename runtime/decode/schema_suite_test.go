package decode_test

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"testing"
)

// suite is a directory of cases in the form of the public test suite of JSON
// Schema.
var suite = flag.String("suite", "", "directory of JSON Schema cases to run")

// otherDialect are the files with what is expected of the regular expressions
// of ECMAScript; ours are those of RE2.
var otherDialect = map[string]bool{"ecmascript-regex.json": true}

// TestSchemaSuite runs the cases of a directory whose schemas have supported
// keywords only.
func TestSchemaSuite(t *testing.T) {
	if *suite == "" {
		t.Skip("no -suite")
	}
	ran, skipped := 0, 0
	err := filepath.WalkDir(*suite, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".json" || otherDialect[filepath.Base(path)] {
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
			s, err := convert(group.Schema)
			if errors.Is(err, errKeyword) {
				skipped += len(group.Tests)
				continue
			}
			if err != nil {
				t.Fatal(path, err)
			}
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
	t.Logf("%d cases, %d with other keywords", ran, skipped)
}
