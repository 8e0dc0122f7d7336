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
	"github.com/toolgen/toolgen/builtin/web"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/arguments"
	"github.com/toolgen/toolgen/runtime/decode"
)

// parsed is the subject with the decoder that decode.ParseSchema makes of its
// schema.
func (s *subject) parsed(t *testing.T) *subject {
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

// builtins are the tools of this module. They are not called.
func builtins(t *testing.T) []*subject {
	t.Helper()
	registry, err := builtin.NewToolRegistry(builtin.ToolDeps{
		Browser: new(browser.Browser), Store: new(store.Store), Runner: new(task.Runner), Search: new(web.Search),
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

// distinction is a problem that a generated decoder reports in another way than
// one that was made of its schema, or that only one of them reports.
type distinction struct {
	reason string
	// holds says so of a problem of the generated decoder and those of the
	// other one at the same place.
	holds func(s *subject, text string, p arguments.Problem, others []arguments.Problem) bool
	used  int
}

var distinctions = []*distinction{
	{reason: "Go types have widths, schemas have bounds", holds: func(_ *subject, _ string, p arguments.Problem, _ []arguments.Problem) bool {
		return p.Code == arguments.CodeRange
	}},
	{reason: "a type with a text form says what it reads, its schema says string", holds: func(_ *subject, _ string, p arguments.Problem, others []arguments.Problem) bool {
		return saysString(p, others)
	}},
	{reason: "a map says what its keys are, its schema has a pattern", holds: func(_ *subject, _ string, p arguments.Problem, others []arguments.Problem) bool {
		return p.Code == arguments.CodeKey && slices.ContainsFunc(others, func(o arguments.Problem) bool { return o.Code == p.Code })
	}},
	{reason: "aliases are in no schema", holds: func(_ *subject, _ string, p arguments.Problem, others []arguments.Problem) bool {
		return p.Code == arguments.CodeUnknown && len(others) == 1 && others[0].Code == p.Code && strings.Contains(p.Message, "did you mean")
	}},
	{reason: "what a schema cannot say", holds: func(s *subject, text string, p arguments.Problem, _ []arguments.Problem) bool {
		return json.Valid([]byte(text)) && s.excuseOf(text, p) >= 0
	}},
}

// saysString says that a problem is reported of a string where the generated
// decoder knows what the string must be.
func saysString(p arguments.Problem, others []arguments.Problem) bool {
	return slices.ContainsFunc(others, func(o arguments.Problem) bool {
		return o.Code == p.Code && p.Want != "" && (o.Want == "be a string" || strings.ReplaceAll(o.Want, `"`, "") == p.Want)
	})
}

// problemsAt are the problems of one place.
func problemsAt(pointer string, problems []arguments.Problem) []arguments.Problem {
	return slices.DeleteFunc(slices.Clone(problems), func(p arguments.Problem) bool { return p.Pointer != pointer })
}

// distinct are the problems of a generated decoder and of one that was made of
// its schema that no distinction explains.
func (s *subject) distinct(text string, generated, parsed []arguments.Problem) (unexplained []arguments.Problem) {
	missing := without(generated, parsed)
	for _, p := range missing {
		others := problemsAt(p.Pointer, parsed)
		i := slices.IndexFunc(distinctions, func(d *distinction) bool { return d.holds(s, text, p, others) })
		if i < 0 {
			unexplained = append(unexplained, p)
			continue
		}
		distinctions[i].used++
	}
	for _, p := range without(parsed, generated) {
		same := func(o arguments.Problem) bool { return o.Pointer == p.Pointer }
		if !slices.ContainsFunc(missing, same) && !s.isRoundedInto(text, p) {
			unexplained = append(unexplained, p)
		}
	}
	return unexplained
}

// isRoundedInto says that a float is within its bounds when it is rounded to its
// width.
func (s *subject) isRoundedInto(text string, p arguments.Problem) bool {
	root := parse(text)
	n, at := s.schemaAt(root, p.Pointer), root.find(p.Pointer)
	return slices.Contains(roundingCodes, p.Code) && n["type"] == "number" &&
		(isWithin(n, rounded(at[0].value.scalar, 64)) || isWithin(n, rounded(at[0].value.scalar, 32)))
}

// without are the problems that are not in another list.
func without(problems, others []arguments.Problem) []arguments.Problem {
	return slices.DeleteFunc(slices.Clone(problems), func(p arguments.Problem) bool { return slices.Contains(others, p) })
}

// problemsOf are the problems of an outcome.
func problemsOf(out *outcome) []arguments.Problem {
	if out.err == nil {
		return nil
	}
	return out.err.Problems
}

// comparison compares generated decoders with those that are made of their
// schemas.
type comparison struct {
	texts, equal, explained, repaired, forwarded int
}

// hasDeclared says that some values have schemas that an author declared. A
// generated decoder repairs nothing inside of these values, and does not
// describe them.
func (s *subject) hasDeclared() bool {
	return slices.Contains(loose, s.name) || slices.Contains([]string{"crossed", "chosen", "fixed", "every", "mixed_in"}, s.name)
}

// compare compares both decoders on a text.
func (c *comparison) compare(t *testing.T, s, parsed *subject, text string) {
	t.Helper()
	c.texts++
	o := decode.Options{NoRepair: true}
	want, got := s.decode(text, o), parsed.decode(text, o)
	if diff := cmp.Diff(want.err, got.err); diff != "" {
		if s.hasDeclared() || !json.Valid([]byte(text)) { // no places to look at
			c.sameVerdict(t, s, text, want, got)
			return
		}
		c.explained++
		if all := s.distinct(text, problemsOf(want), problemsOf(got)); len(all) > 0 && len(problemsOf(want)) < 10 && len(problemsOf(got)) < 10 {
			t.Errorf("%s: %s\ngenerated: %v\nparsed:    %v\nunexplained: %+v", s.name, shown(text), want.err, got.err, all)
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
		if !s.differsBelow(parsed, want, got) {
			t.Errorf("%s: %s\n-generated +parsed\n%s", s.name, shown(text), diff)
		}
		return
	}
	if want.err == nil && len(want.repairs) > 0 {
		c.repaired++
	}
	c.forward(t, s, text, want, got)
}

// differsBelow says that the decoders differ in values that only repairs
// reveal, such as a number in a string that no float holds.
func (s *subject) differsBelow(parsed *subject, want, got *outcome) bool {
	if got.err == nil {
		text, o := string(*got.value.(*json.RawMessage)), decode.Options{NoRepair: true}
		return len(s.distinct(text, problemsOf(s.decode(text, o)), problemsOf(parsed.decode(text, o)))) == 0
	}
	ofValues := []arguments.Code{arguments.CodeRange, arguments.CodeFormat, arguments.CodeKey, arguments.CodeMinimum, arguments.CodeMaximum, arguments.CodeMultiple}
	return !slices.ContainsFunc(without(problemsOf(want), problemsOf(got)), func(p arguments.Problem) bool {
		return !slices.Contains(ofValues, p.Code) && !saysString(p, problemsAt(p.Pointer, problemsOf(got)))
	})
}

// sameVerdict checks that both decoders accept or refuse a text, but for what a
// schema cannot say.
func (c *comparison) sameVerdict(t *testing.T, s *subject, text string, want, got *outcome) {
	t.Helper()
	if (want.err == nil) != (got.err == nil) && (want.err == nil || !s.excused(text, want.err)) {
		t.Errorf("%s: %s\ngenerated: %v\nparsed:    %v", s.name, shown(text), want.err, got.err)
	}
	c.explained++
}

// forward checks that the JSON that a decoder returned is arguments with the
// same meaning, without repairs.
func (c *comparison) forward(t *testing.T, s *subject, text string, want, got *outcome) {
	t.Helper()
	if want.err != nil {
		return
	}
	c.forwarded++
	forwarded := string(*got.value.(*json.RawMessage))
	again := s.decode(forwarded, decode.Options{NoRepair: true})
	if again.err != nil {
		t.Errorf("%s: %s\nforwarded as %s, which is refused: %v", s.name, shown(text), shown(forwarded), again.err)
	} else if diff := difference(want.value, again.value); diff != "" {
		t.Errorf("%s: %s\nforwarded as %s\n-meant +forwarded\n%s", s.name, shown(text), shown(forwarded), diff)
	}
}

// A decoder that is made of the schema of a generated tool reports the same
// problems, makes the same repairs and forwards what the generated one reads.
func TestParsedSchemasAgree(t *testing.T) {
	var c comparison
	for _, s := range slices.Concat(plain, builtins(t)) {
		parsed, g := s.parsed(t), newGenerator(s, 11+*seed)
		for range count(documents) {
			d := g.valid()
			if d == nil {
				continue
			}
			c.compare(t, s, parsed, d.String())
			for range mutants / 2 {
				c.compare(t, s, parsed, g.mutate(d, 1+g.IntN(3)).text)
				broken, _ := g.damage(d)
				c.compare(t, s, parsed, broken)
			}
			if t.Failed() {
				return
			}
		}
	}
	t.Logf("%+v", c)
	for _, d := range distinctions {
		if d.used == 0 {
			t.Errorf("nothing shows that %s", d.reason)
		}
	}
	if c.equal < c.texts/2 || c.repaired < c.texts/20 {
		t.Errorf("%+v: too little is compared", c)
	}
}

// A schema for a strict dialect, which allows null for what is optional, is a
// schema like any other.
func TestParsedProjectionsAccept(t *testing.T) {
	accepted := 0
	for _, s := range strictly {
		for _, projection := range s.tool.Projections {
			schema, err := decode.ParseSchema(projection.Parameters, decode.SchemaOptions{})
			if err != nil {
				t.Errorf("%s: %s: %v", s.name, projection.Dialect, err)
				continue
			}
			p := s.projected(t, projection.Dialect)
			g := newGenerator(s, 12+*seed)
			for range count(documents) {
				d := g.valid()
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
		t.Error("nothing was tried")
	}
}
