package schema_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/schema"
)

func TestCheckExample(t *testing.T) {
	text := &model.Type{Kind: model.KindString}
	number := &model.Type{Kind: model.KindInt, Bits: 64}
	tool := &model.Tool{Arguments: &model.Type{Kind: model.KindStruct, Fields: []*model.Field{
		{Name: "city", Type: text, Required: true},
		{Name: "days", Type: number, Constraints: model.Constraints{Maximum: "14"}},
		{Name: "since", Type: &model.Type{Kind: model.KindTime}},
	}}}
	for _, test := range []struct {
		reason, example string
		want            []string
	}{
		{"a valid call", `{"city": "Lisbon", "days": 3}`, nil},
		{"every problem, with its place", `{"city": 5, "days": 15}`, []string{"city: got number, want string", "days: maximum: got 15, want 14"}},
		{"a missing and an unknown argument", `{"town": "Lisbon"}`, []string{"missing property 'city'", "additional properties 'town' not allowed"}},
		{"formats count", `{"city": "", "since": "yesterday"}`, []string{`since: 'yesterday' is not valid date-time: less than 20 characters long`}},
	} {
		got, err := schema.CheckExample(tool, test.example)
		if err != nil {
			t.Fatal(err)
		}
		less := func(a, b string) bool { return a < b }
		if diff := cmp.Diff(test.want, got, cmpopts.SortSlices(less)); diff != "" {
			t.Errorf("%s: %s (-want +got):\n%s", test.reason, test.example, diff)
		}
	}
}
