package differential_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolgen/toolgen/internal/differential/strict"
	"github.com/toolgen/toolgen/runtime/arguments"
	"github.com/toolgen/toolgen/runtime/decode"
)

// projection is the schema of a subject in a dialect.
type projection struct {
	document node
	schema   *jsonschema.Schema
}

// projectionIn returns the schema of a subject in a dialect.
func (s *subject) projectionIn(t *testing.T, dialect string) projection {
	t.Helper()
	for _, p := range s.tool.Projections {
		if p.Dialect == dialect {
			document, schema := compileSchema(p.Parameters)
			return projection{document, schema}
		}
	}
	t.Fatalf("%s has no schema in the dialect %s", s.name, dialect)
	return projection{}
}

// resolve follows references, and removes the alternative null.
func (p projection) resolve(n node) node {
	if ref, ok := n["$ref"].(string); ok {
		return p.resolve(p.document["$defs"].(node)[strings.TrimPrefix(ref, "#/$defs/")].(node))
	}
	if branches, ok := n["anyOf"].([]any); ok && len(branches) == 2 && branches[1].(node)["type"] == "null" {
		return p.resolve(branches[0].(node))
	}
	return n
}

// forward rewrites a document for the dialect: it adds null for missing optional
// properties that the schema of the dialect requires, and writes maps as lists of keys
// and values where the schema of the dialect has a list.
func (p projection) forward(s *subject, d *document, plain, strict node) *document {
	plain, strict = s.choose(plain, d), p.choose(s, plain, strict, d)
	to := *d
	to.items = nil
	for _, item := range d.items {
		to.items = append(to.items, p.forward(s, item, s.innerSchema(plain, "", true), s.innerSchema(strict, "", true)))
	}
	if d.kind != '{' {
		return &to
	}
	to.members = nil
	inner := func(name string) node { return s.innerSchema(strict, name, false) }
	isList := isMap(plain) && strict["type"] == "array"
	if isList {
		inner = func(string) node { return s.innerSchema(p.resolve(strict["items"].(node)), "value", false) }
	}
	for _, m := range d.members {
		to.members = append(to.members, member{name: m.name, value: p.forward(s, m.value, s.innerSchema(plain, m.text(), false), inner(m.text()))})
	}
	if isList {
		return to.entries()
	}
	required, _ := strict["required"].([]any)
	for _, name := range required {
		if d.member(name.(string)) == nil {
			to.members = append(to.members, member{name: quote(name.(string)), value: scalar("null")})
		}
	}
	return &to
}

// choose returns the schema of a document in the dialect, with the same variant of a
// union as in the plain schema.
func (p projection) choose(s *subject, plain, strict node, d *document) node {
	strict = p.resolve(strict)
	branches, _ := strict["anyOf"].([]any)
	if !isUnion(s.resolve(plain)) {
		return strict
	}
	field, value := discriminator(s.choose(plain, d))
	i := slices.IndexFunc(branches, func(b any) bool {
		property, _ := p.resolve(b.(node))["properties"].(node)[field].(node)
		return property["const"] == value
	})
	return p.resolve(branches[i].(node))
}

// TestRewrittenForms checks that decoders read a document in the form of a strict
// dialect as the plain document, without recording repairs, also if repairs are off.
func TestRewrittenForms(t *testing.T) {
	nulls, lists := 0, 0
	for _, s := range strictSubjects {
		if s.name == "strict.nulls" {
			continue // null is another value there: see TestNullThatIsAValue
		}
		p := s.projectionIn(t, "openai-strict")
		g := newGenerator(s, 4+*seed)
		for range count(12 * documents) {
			d := g.validDocument()
			if d == nil {
				continue
			}
			want := s.decode(d.String(), decode.Options{NoRepair: true})
			if want.err != nil {
				continue
			}
			form := p.forward(s, d, s.document, p.document)
			text := g.render(form)
			if err := accepts(p.schema, text); err != nil {
				t.Fatalf("%s: %s as %s is not valid in the dialect: %v", s.name, d, text, err)
			}
			for _, o := range []decode.Options{{NoRepair: true}, {}} {
				got := s.decode(text, o)
				if got.err != nil || len(got.repairs) > 0 {
					t.Fatalf("%s: %s: %v, repairs %v", s.name, text, got.err, got.repairs)
				}
				if diff := difference(want.value, got.value); diff != "" {
					t.Fatalf("%s: -value of %s +value of %s:\n%s", s.name, d, text, diff)
				}
			}
			nulls += strings.Count(text, "null")
			lists += strings.Count(text, `"key":`)
		}
	}
	if t.Logf("%d nulls, %d entries", nulls, lists); nulls < 500 || lists < 200 {
		t.Errorf("%d nulls and %d entries are too few", nulls, lists)
	}
}

// TestNullThatIsAValue checks that null is not read as a missing argument if a schema
// of the author accepts it: the two may mean different things.
func TestNullThatIsAValue(t *testing.T) {
	s := findSubject(t, "strict.nulls")
	for text, want := range map[string]strict.NullsArgs{
		`{}`:                                {Limit: 7},
		`{"limit":null,"assignee":null}`:    {Limit: 7, Assignee: json.RawMessage("null")},
		`{"limit":null,"assignee":"a"}`:     {Limit: 7, Assignee: json.RawMessage(`"a"`)},
		`{"limit":1,"assignee":"\"null\""}`: {Limit: 1, Assignee: json.RawMessage(`"\"null\""`)},
	} {
		got := s.decode(text, decode.Options{NoRepair: true})
		if diff := difference(&want, got.value); got.err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", text, got.err, diff)
		}
	}
}

// TestRewrittenFormsAreRepairs checks that the same forms are repairs without such a dialect.
func TestRewrittenFormsAreRepairs(t *testing.T) {
	tests := []struct {
		text string
		kind arguments.RepairKind
	}{
		{`{"ints":[{"key":"a","value":1}]}`, arguments.RepairEntries},
		{`{"ints":{},"prices":null}`, arguments.RepairNull},
	}
	for _, test := range tests {
		got := findSubject(t, "maps").decode(test.text, decode.Options{})
		if got.err != nil || len(got.repairs) != 1 || got.repairs[0].Kind != test.kind {
			t.Errorf("%s: %v, %v", test.text, got.err, got.repairs)
		}
		if refused := findSubject(t, "maps").decode(test.text, decode.Options{NoRepair: true}); refused.err == nil {
			t.Errorf("%s is accepted although repairs are off", test.text)
		}
	}
}
