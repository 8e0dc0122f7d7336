package differential_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/builtin"
	"github.com/toolgen/toolgen/builtin/browser"
	"github.com/toolgen/toolgen/builtin/store"
	"github.com/toolgen/toolgen/builtin/task"
	"github.com/toolgen/toolgen/builtin/terminal"
	"github.com/toolgen/toolgen/builtin/web"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/arguments"
	"github.com/toolgen/toolgen/runtime/decode"
)

// withParsedSchema returns the subject with the decoder that decode.ParseSchema
// returns for its schema.
func (s *subject) withParsedSchema(t *testing.T) *subject {
	t.Helper()
	schema, err := decode.ParseSchema(s.tool.Input, decode.SchemaOptions{})
	if err != nil {
		t.Fatalf("%s: %v", s.name, err)
	}
	tool, p := *s.tool, *s
	tool.Decode = schema.Decode
	p.tool = &tool
	return &p
}

// builtins returns the built-in tools. The tests only decode their arguments.
func builtins(t *testing.T) []*subject {
	t.Helper()
	registry, err := builtin.NewToolRegistry(builtin.ToolDeps{
		Browser: new(browser.Browser), Store: new(store.Store), Jobs: new(terminal.Jobs), Runner: new(task.Runner), Search: new(web.Search),
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var tools []*runtime.Tool
	for _, definition := range registry.Definitions(runtime.Policy{}) {
		tool, _ := registry.Tool(definition.Name)
		tools = append(tools, tool)
	}
	return newSubjects("builtin.", tools)
}

// knownDifference is a reason why a generated decoder and the decoder of its schema
// report different problems.
type knownDifference struct {
	reason string
	// applies reports whether the reason applies to a problem of the generated decoder,
	// and the problems of the other decoder at the same pointer.
	applies func(s *subject, text string, p arguments.Problem, others []arguments.Problem) bool
	used    int
}

var knownDifferences = []*knownDifference{
	{reason: "a Go type limits numbers without a bound in the schema", applies: func(_ *subject, _ string, p arguments.Problem, _ []arguments.Problem) bool {
		return p.Code == arguments.CodeRange
	}},
	{reason: "the schema of a type with a text method is only a string", applies: func(_ *subject, _ string, p arguments.Problem, others []arguments.Problem) bool {
		return isAboutString(p, others)
	}},
	{reason: "the schema of a map has only a pattern for its keys", applies: func(_ *subject, _ string, p arguments.Problem, others []arguments.Problem) bool {
		return p.Code == arguments.CodeKey && slices.ContainsFunc(others, func(o arguments.Problem) bool { return o.Code == p.Code })
	}},
	{reason: "aliases are not in schemas", applies: func(_ *subject, _ string, p arguments.Problem, others []arguments.Problem) bool {
		return isAboutAlias(p, others)
	}},
	{reason: "a condition that a schema cannot express", applies: func(s *subject, text string, p arguments.Problem, _ []arguments.Problem) bool {
		return json.Valid([]byte(text)) && s.exceptionOf(text, p) >= 0
	}},
}

// isAboutString reports whether the other decoder only requires a string where the generated
// decoder knows what the string must be.
func isAboutString(p arguments.Problem, others []arguments.Problem) bool {
	return slices.ContainsFunc(others, func(o arguments.Problem) bool {
		return o.Code == p.Code && p.Want != "" && (o.Want == "be a string" || strings.ReplaceAll(o.Want, `"`, "") == p.Want)
	})
}

// isAboutAlias reports whether the generated decoder suggests a name for an unknown one, which
// may be similar to an alias, and the other decoder does not know the name either.
func isAboutAlias(p arguments.Problem, others []arguments.Problem) bool {
	return p.Code == arguments.CodeUnknown && strings.Contains(p.Message, "did you mean") &&
		slices.ContainsFunc(others, func(o arguments.Problem) bool { return o.Code == p.Code })
}

// problemsAt returns the problems at a pointer.
func problemsAt(pointer string, problems []arguments.Problem) []arguments.Problem {
	return slices.DeleteFunc(slices.Clone(problems), func(p arguments.Problem) bool { return p.Pointer != pointer })
}

// unexplainedProblems returns the problems of a generated decoder and of the decoder of its
// schema that are different without a known difference.
func (s *subject) unexplainedProblems(text string, generated, parsed []arguments.Problem) (unexplained []arguments.Problem) {
	missing := without(generated, parsed)
	for _, p := range missing {
		others := problemsAt(p.Pointer, parsed)
		i := slices.IndexFunc(knownDifferences, func(d *knownDifference) bool { return d.applies(s, text, p, others) })
		if i < 0 {
			unexplained = append(unexplained, p)
			continue
		}
		knownDifferences[i].used++
	}
	for _, p := range without(parsed, generated) {
		same := func(o arguments.Problem) bool { return o.Pointer == p.Pointer }
		if !slices.ContainsFunc(missing, same) && !s.isWithinAfterRounding(text, p) {
			unexplained = append(unexplained, p)
		}
	}
	return unexplained
}

// isWithinAfterRounding reports whether a float is within its bounds, or in its enum, when
// it is rounded to its type.
func (s *subject) isWithinAfterRounding(text string, p arguments.Problem) bool {
	root := parse(text)
	n, at := s.schemaAt(root, p.Pointer), root.find(p.Pointer)
	if n["type"] != "number" || !slices.Contains(append(roundingCodes[:len(roundingCodes):len(roundingCodes)], arguments.CodeEnum), p.Code) {
		return false
	}
	return slices.ContainsFunc([]int{64, 32}, func(width int) bool {
		rounded := roundToWidth(at[0].value.scalar, width)
		return isWithin(n, rounded) && isInEnum(n, rounded, width)
	})
}

// isInEnum reports whether a schema has no enum, or an enum with a value that has the
// rounded number when it is rounded.
func isInEnum(n node, rounded string, width int) bool {
	values, given := n["enum"].([]any)
	return !given || slices.ContainsFunc(values, func(v any) bool {
		number, isNumber := v.(json.Number)
		return isNumber && roundToWidth(number.String(), width) == rounded
	})
}

// without returns the problems that are not in another list.
func without(problems, others []arguments.Problem) []arguments.Problem {
	return slices.DeleteFunc(slices.Clone(problems), func(p arguments.Problem) bool { return slices.Contains(others, p) })
}

// problemsOf returns the problems of an outcome.
func problemsOf(out *outcome) []arguments.Problem {
	if out.err == nil {
		return nil
	}
	return out.err.Problems
}

// comparison counts the comparisons of generated decoders with the decoders of their
// schemas.
type comparison struct {
	texts, equal, explained, repaired, forwarded int
}

// hasDeclared reports whether some values have declared schemas. A generated decoder
// repairs nothing inside of these values.
func (s *subject) hasDeclared() bool {
	return slices.Contains(declaredSubjects, s.name) || slices.Contains([]string{"crossed", "chosen", "fixed", "every", "mixed_in"}, s.name)
}

// compare compares both decoders on a text.
func (c *comparison) compare(t *testing.T, s, parsed *subject, text string) {
	t.Helper()
	c.texts++
	o := decode.Options{NoRepair: true}
	want, got := s.decode(text, o), parsed.decode(text, o)
	if diff := cmp.Diff(want.err, got.err); diff != "" {
		// The decoder of a schema checks the names of an object after its values, which a
		// text that is too deep does not reach.
		hasLocations := json.Valid([]byte(text)) && parse(text).depth() <= arguments.MaxDepth
		if s.hasDeclared() || !hasLocations {
			c.compareVerdict(t, s, text, want, got)
			return
		}
		c.explained++
		if all := s.unexplainedProblems(text, problemsOf(want), problemsOf(got)); len(all) > 0 && len(problemsOf(want)) < 10 && len(problemsOf(got)) < 10 {
			t.Errorf("%s: %s\ngenerated: %v\nparsed:    %v\nunexplained: %+v\nA keyword must be in runtime/decode/input_keywords.go. If a schema cannot express the condition, add a row to knownDifferences in parsed_test.go", s.name, shorten(text), want.err, got.err, all)
		}
		return
	}
	c.equal++
	c.forward(t, s, text, want, got)
	if s.hasDeclared() {
		return
	}
	want, got = s.decode(text, decode.Options{}), parsed.decode(text, decode.Options{})
	if diff := cmp.Diff(want.err, got.err) + cmp.Diff(want.repairs, got.repairs); diff != "" {
		if !s.differsInRepaired(parsed, want, got) {
			t.Errorf("%s: %s\n-generated +parsed\n%s", s.name, shorten(text), diff)
		}
		return
	}
	if want.err == nil && len(want.repairs) > 0 {
		c.repaired++
	}
	c.forward(t, s, text, want, got)
}

// differsInRepaired reports whether the decoders differ only in values that exist after
// repairs, such as a number in a string that is too large for a float.
func (s *subject) differsInRepaired(parsed *subject, want, got *outcome) bool {
	if got.err == nil {
		text, o := string(*got.value.(*json.RawMessage)), decode.Options{NoRepair: true}
		return len(s.unexplainedProblems(text, problemsOf(s.decode(text, o)), problemsOf(parsed.decode(text, o)))) == 0
	}
	if hasAlias(want, got) {
		return true
	}
	ofValues := []arguments.Code{arguments.CodeRange, arguments.CodeFormat, arguments.CodeKey, arguments.CodeMinimum, arguments.CodeMaximum, arguments.CodeMultiple}
	return !slices.ContainsFunc(without(problemsOf(want), problemsOf(got)), func(p arguments.Problem) bool {
		others := problemsAt(p.Pointer, problemsOf(got))
		return !slices.Contains(ofValues, p.Code) && !isAboutString(p, others) && !isAboutAlias(p, others)
	})
}

// hasAlias reports whether only the decoder of the schema, which has no aliases, does
// not know a name.
func hasAlias(want, got *outcome) bool {
	isUnknown := func(p arguments.Problem) bool { return p.Code == arguments.CodeUnknown }
	return slices.ContainsFunc(problemsOf(got), func(p arguments.Problem) bool {
		return isUnknown(p) && !slices.ContainsFunc(problemsAt(p.Pointer, problemsOf(want)), isUnknown)
	})
}

// compareVerdict checks that both decoders accept or both refuse a text, except for
// conditions that a schema cannot express.
func (c *comparison) compareVerdict(t *testing.T, s *subject, text string, want, got *outcome) {
	t.Helper()
	if (want.err == nil) != (got.err == nil) && (want.err == nil || !s.areExceptions(text, want.err)) {
		t.Errorf("%s: %s\ngenerated: %v\nparsed:    %v", s.name, shorten(text), want.err, got.err)
	}
	c.explained++
}

// forward checks that the generated decoder reads the JSON that the decoder of the
// schema returned as the same value, without repairs.
func (c *comparison) forward(t *testing.T, s *subject, text string, want, got *outcome) {
	t.Helper()
	if want.err != nil {
		return
	}
	c.forwarded++
	forwarded := string(*got.value.(*json.RawMessage))
	again := s.decode(forwarded, decode.Options{NoRepair: true})
	if again.err != nil {
		t.Errorf("%s: %s\nreturned as %s, which is refused: %v", s.name, shorten(text), shorten(forwarded), again.err)
	} else if diff := difference(want.value, again.value); diff != "" {
		t.Errorf("%s: %s\nreturned as %s\n-want +got\n%s", s.name, shorten(text), shorten(forwarded), diff)
	}
}

// TestParsedSchemasAgree checks that the decoder of the schema of a tool reports the
// same problems, makes the same repairs and returns the same values as the generated
// decoder.
func TestParsedSchemasAgree(t *testing.T) {
	var c comparison
	for _, s := range slices.Concat(plain, builtins(t)) {
		parsed, g := s.withParsedSchema(t), newGenerator(s, 11+*seed)
		for range count(documents) {
			d := g.validDocument()
			if d == nil {
				continue
			}
			c.compare(t, s, parsed, d.String())
			for range mutants / 2 {
				c.compare(t, s, parsed, g.mutate(d, 1+g.IntN(3)).text)
				broken, _ := g.addDefects(d)
				c.compare(t, s, parsed, broken)
			}
			if t.Failed() {
				return
			}
		}
	}
	t.Logf("%+v", c)
	for _, d := range knownDifferences {
		if d.used == 0 {
			t.Errorf("the known difference %q did not occur", d.reason)
		}
	}
	if c.equal < c.texts/2 || c.repaired < c.texts/20 {
		t.Errorf("too few comparisons: %+v", c)
	}
}

// The decoder of a schema does not report a name before a text that is too deep, does
// not round the values of an enum, and does not know aliases.
func TestParsedSchemasDiffer(t *testing.T) {
	for name, text := range map[string]string{
		"integer_keys": `{"uint64":{"01":{"a":` + strings.Repeat("[", 64) + strings.Repeat("]", 64) + `}}}`,
		"tag_enums":    `{"int":-2,"float":1.0000000000000001,"numbers":[],"pointer":"x","text":"TASK","small":0.1,"byte":255}`,
	} {
		s := findSubject(t, name)
		var c comparison
		c.compare(t, s, s.withParsedSchema(t), text)
	}
	for _, s := range builtins(t) {
		var c comparison
		c.compare(t, s, s.withParsedSchema(t), `{"name":"a","nam\u0065":"a"}`)
		c.compare(t, s, s.withParsedSchema(t), `"{\"values\":1}"`)
	}
}

// TestParsedProjectionsAccept checks that decode.ParseSchema accepts the schemas of
// strict dialects, and that their decoders accept rewritten documents.
func TestParsedProjectionsAccept(t *testing.T) {
	accepted := 0
	for _, s := range strictSubjects {
		for _, projection := range s.tool.Projections {
			schema, err := decode.ParseSchema(projection.Parameters, decode.SchemaOptions{})
			if err != nil {
				t.Errorf("%s: %s: %v", s.name, projection.Dialect, err)
				continue
			}
			p := s.projectionIn(t, projection.Dialect)
			g := newGenerator(s, 12+*seed)
			for range count(documents) {
				d := g.validDocument()
				if d == nil || projection.Dialect != "openai-strict" {
					continue
				}
				text := p.forward(s, d, s.document, p.document).String()
				var reader decode.D
				reader.Reset([]byte(text), decode.Options{NoRepair: true})
				if schema.Decode(&reader) == nil {
					t.Fatalf("%s: %s: %v", s.name, text, reader.Err(s.name))
				}
				accepted++
			}
		}
	}
	if accepted == 0 {
		t.Error("no document was tested")
	}
}
