package emit

import (
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/decode"
)

// printers has the names of the files with the code that prints descriptions.
var printers = []string{"descriptions.go", "declared.go", "literal.go"}

// runTimeOnly has the fields of descriptions that only decode.ParseSchema sets.
var runTimeOnly = []string{
	"Rules.Parsed", "SchemaArray.Prefix", "SchemaArray.Contains", "SchemaObject.Patterns", "SchemaObject.Dependent",
	"SchemaLogic.If", "SchemaLogic.Then", "SchemaLogic.Else",
}

// TestEveryFieldIsPrinted checks that a new field of a description is printed.
func TestEveryFieldIsPrinted(t *testing.T) {
	var source strings.Builder
	for _, name := range printers {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		source.Write(text)
	}
	for _, value := range []any{
		decode.Type{}, decode.Rules{}, decode.Field{}, decode.Alias{}, decode.Union{}, decode.Bounds{}, decode.Range{},
		decode.Schema{}, decode.SchemaText{}, decode.SchemaArray{}, decode.SchemaObject{}, decode.SchemaProperty{}, decode.SchemaLogic{},
	} {
		of := reflect.TypeOf(value)
		for n := range of.NumField() {
			field := of.Field(n)
			name := of.Name() + "." + field.Name
			isPrinted := strings.Contains(source.String(), `"`+field.Name+`"`) || strings.Contains(source.String(), field.Name+": ")
			if field.IsExported() && isPrinted == slices.Contains(runTimeOnly, name) {
				t.Errorf("%s: printed is %t", name, isPrinted)
			}
		}
	}
}
