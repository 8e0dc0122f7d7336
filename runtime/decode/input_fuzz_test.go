package decode_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime/arguments"
	"github.com/toolgen/toolgen/runtime/decode"
)

// FuzzInputSchema checks that each text is a schema or an error with pointers, and
// that a schema decodes each text in bounded time, to JSON that the schema accepts or
// to problems with messages.
func FuzzInputSchema(f *testing.F) {
	for _, test := range serverSchemas {
		f.Add(test.schema, test.args)
	}
	for _, test := range keywordCases {
		f.Add(`{"properties":{"v":`+test.schema+`}}`, `{"v":`+test.value+`}`)
	}
	for _, test := range schemaCases {
		f.Add(test.schema, test.value)
	}
	for seed := range uint64(20) {
		r := newRandom(seed)
		f.Add(r.document(3), r.members(4, func() string { return r.value(2) }))
	}
	f.Fuzz(func(t *testing.T, schema, args string) {
		start := time.Now()
		checkInput(t, schema, args)
		if taken := time.Since(start); taken > 20*time.Second {
			t.Errorf("%.2000s on %.2000s takes %v", schema, args, taken)
		}
	})
}

// checkInput checks the properties that hold for all schemas and all arguments.
func checkInput(t *testing.T, schema, args string) {
	t.Helper()
	_, strict := decode.ParseSchema(schema, decode.SchemaOptions{})
	s, err := decode.ParseSchema(schema, decode.SchemaOptions{AcceptUnchecked: true})
	var refused *arguments.SchemaError
	switch {
	case err != nil:
		if strict == nil || !errors.As(err, &refused) || len(refused.Problems) == 0 || refused.Problems[0].Message == "" {
			t.Fatalf("%s: %v, without AcceptUnchecked %v", schema, err, strict)
		}
		return
	case (strict == nil) != (len(s.Unchecked) == 0):
		t.Fatalf("%s: %v, but unchecked are %v", schema, strict, s.Unchecked)
	}
	for _, o := range []decode.Options{{}, {NoRepair: true}} {
		text, repairs, problems := decodeBySchema(s, args, o)
		if problems != nil {
			if text != "" || repairs != nil || strings.Contains(problems[0], "was not found") {
				t.Fatalf("%s on %s: %s %v %v", schema, args, text, repairs, problems)
			}
			continue
		}
		again, repairs, problems := decodeBySchema(s, text, decode.Options{NoRepair: true})
		if diff := cmp.Diff(text, again); diff != "" || repairs != nil || problems != nil || !json.Valid([]byte(text)) {
			t.Fatalf("%s on %s: %s, decoded again: %s %v", schema, args, text, again, problems)
		}
	}
}
