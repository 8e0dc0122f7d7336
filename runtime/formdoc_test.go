package runtime_test

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"regexp"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// documentedTypes has the types in the section on stored forms in docs/runtime.md.
var documentedTypes = []any{
	new(runtime.ToolCall), new(runtime.CallResult), new(runtime.Result), new(runtime.Names), new(runtime.Policy),
	new(runtime.FilePolicy), new(runtime.NetworkPolicy), new(runtime.ProgressEvent), new(runtime.Snapshot),
	new(runtime.Prepared), new(runtime.Outcome), new(runtime.TurnData), new(runtime.ApprovalRequest), new(runtime.Decision),
}

var jsonBlock = regexp.MustCompile("(?s)```json (\\w+)\n(.*?)```")

// Each type has an example in docs/runtime.md, and the example is what the type
// writes, except for white space.
func TestDocumentedForms(t *testing.T) {
	page, err := os.ReadFile("../docs/runtime.md")
	if err != nil {
		t.Fatal(err)
	}
	examples := make(map[string][]string)
	for _, block := range jsonBlock.FindAllSubmatch(page, -1) {
		examples[string(block[1])] = append(examples[string(block[1])], string(block[2]))
	}
	for _, value := range documentedTypes {
		name := reflect.TypeOf(value).Elem().Name()
		if len(examples[name]) == 0 {
			t.Errorf("%s has no example", name)
		}
		for _, example := range examples[name] {
			if err := json.Unmarshal([]byte(example), value); err != nil {
				t.Errorf("%s: %v\n%s", name, err, example)
				continue
			}
			var want bytes.Buffer
			if err := json.Compact(&want, []byte(example)); err != nil {
				t.Fatal(err)
			}
			if got := encodings(t, value)[0]; got != want.String() {
				t.Errorf("%s is written as\n%s\nwant\n%s", name, got, &want)
			}
		}
		delete(examples, name)
	}
	for name := range examples {
		t.Errorf("the type %s of an example is not one of those with a stored form", name)
	}
}
