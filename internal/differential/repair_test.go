package differential_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime/arguments"
	"github.com/toolgen/toolgen/runtime/decode"
)

// damage breaks a document in a way that repairs mend, without loss.
type damage struct {
	kind arguments.RepairKind
	// does breaks the place, if it can be broken so, and returns the path of
	// the repair below it.
	does func(g generator, p place) (below string, ok bool)
}

var damages = []damage{
	{arguments.RepairNull, nullForOptional},
	{arguments.RepairNumber, func(g generator, p place) (string, bool) {
		return "", p.value.kind == '0' && isNumeric(p.schema) && p.becomes(scalar(quoted(one(g.Rand, []string{"", "", " ", "\n"})+p.value.scalar)))
	}},
	{arguments.RepairBool, func(g generator, p place) (string, bool) {
		spelling := one(g.Rand, []string{p.value.scalar, strings.ToUpper(p.value.scalar), " " + p.value.scalar + " "})
		return "", p.schema["type"] == "boolean" && p.becomes(scalar(quoted(spelling)))
	}},
	{arguments.RepairJSON, func(g generator, p place) (string, bool) {
		isContainer := p.schema["type"] == "object" && p.value.kind == '{' || p.schema["type"] == "array" && p.value.kind == '['
		return "", isContainer && p.path != "" && p.becomes(scalar(quoted(g.render(p.value))))
	}},
	{arguments.RepairWrap, singleValue},
	{arguments.RepairEnumCase, otherCase},
	{arguments.RepairAlias, otherName},
	{arguments.RepairEntries, func(_ generator, p place) (string, bool) {
		return "", isMap(p.schema) && p.value.kind == '{' && p.becomes(p.value.entries())
	}},
}

func isNumeric(n node) bool { return n["type"] == "integer" || n["type"] == "number" }

// isMap says that a schema is one of a Go map: it has no properties, but says
// so.
func isMap(n node) bool {
	properties, ok := n["properties"].(node)
	return ok && len(properties) == 0 && n["additionalProperties"] != false
}

// entries are the members of an object as a list of keys and values.
func (d *document) entries() *document {
	list := &document{kind: '['}
	for _, m := range d.members {
		list.items = append(list.items, &document{kind: '{', members: []member{{name: `"key"`, value: scalar(m.name)}, {name: `"value"`, value: m.value}}})
	}
	return list
}

// nullForOptional writes null for what is left out.
func nullForOptional(g generator, p place) (string, bool) {
	properties, _ := p.schema["properties"].(node)
	required, _ := p.schema["required"].([]any)
	if p.value.kind != '{' || len(properties) == 0 {
		return "", false
	}
	name := one(g.Rand, sorted(properties))
	if !ordinary.MatchString("/" + name) {
		return "", false
	}
	property := g.resolve(properties[name].(node))
	if p.value.member(name) != nil || slices.Contains(required, any(name)) || property["type"] == nil && !isUnion(property) {
		return "", false
	}
	p.value.members = append(p.value.members, member{name: quoted(name), value: scalar("null")})
	return "." + name, true
}

// singleValue writes the only item of a list alone.
func singleValue(g generator, p place) (string, bool) {
	items, _ := p.schema["items"].(node)
	if items == nil || p.value.kind != '[' || len(p.value.items) != 1 {
		return "", false
	}
	item, of := p.value.items[0], g.resolve(items)
	// A list of lists is never wrapped, nor null, and a string may be meant as
	// the text of the list.
	if of["type"] == nil && !isUnion(of) || of["type"] == "array" || item.kind == '"' && strings.ContainsAny(item.scalar, "[{") {
		return "", false
	}
	return "", p.becomes(item)
}

// otherCase writes a value of an enum in another case.
func otherCase(_ generator, p place) (string, bool) {
	enum, _ := p.schema["enum"].([]any)
	if constant, ok := p.schema["const"]; ok {
		enum = []any{constant}
	}
	if p.value.kind != '"' || len(enum) == 0 {
		return "", false
	}
	value := unquoted(p.value.scalar)
	other := strings.ToUpper(value)
	if other == value {
		other = strings.ToLower(value)
	}
	like := func(v any) bool { text, ok := v.(string); return ok && strings.EqualFold(text, value) }
	if other == value || strings.ContainsAny(value, "\u2028\x00") {
		return "", false
	}
	if i := slices.IndexFunc(enum, like); i >= 0 && slices.IndexFunc(enum[i+1:], like) >= 0 {
		return "", false
	}
	return "", p.becomes(scalar(quoted(other)))
}

// aliases are the other names of properties, where a schema has a property of
// that name: those of package subjects.
var aliases = map[string][]string{
	"query": {"q", "text"}, "kind": {"type"}, "files": {"paths"}, "limit": {"max"}, "path": {"file", "filename"}, "line": {"row"},
}

// otherName writes an alias for a name.
func otherName(g generator, p place) (string, bool) {
	renamed := p.path == "" && g.subject.name == "rename" || strings.HasPrefix(p.path, "files[") && (g.subject.name == "rename" || g.subject.name == "request")
	if !renamed || p.value.kind != '{' || len(p.value.members) == 0 {
		return "", false
	}
	m := &p.value.members[g.IntN(len(p.value.members))]
	name := m.text()
	m.name = quoted(one(g.Rand, aliases[name]))
	return "." + name, true
}

// loose are subjects with schemas that their author declared. What these
// accept needs no repair, and what they do not may be mended in other ways:
// TestRepairsOfDeclaredSchemas has those.
var loose = []string{"own", "anything", "declared", "bigs", "escapes", "plan"}

// ordinary is a way to a value whose names stand in paths as they are.
var ordinary = regexp.MustCompile(`^(/[A-Za-z0-9_]{1,60})*$`)

// A repaired value is the value of the document that was broken, the records
// say what was done, and nothing is repaired without leave.
func TestRepairs(t *testing.T) {
	done := make(map[arguments.RepairKind]int)
	for _, s := range plain {
		if slices.Contains(loose, s.name) {
			continue
		}
		g := newGenerator(s, 2+*seed)
		for range count(documents) {
			d := g.valid()
			if d == nil || s.decode(d.String(), decode.Options{NoRepair: true}).err != nil {
				continue
			}
			for range mutants / 2 {
				broken, want := g.damage(d)
				s.repaired(t, d.String(), broken, want)
				for _, r := range want {
					done[r.Kind]++
				}
				if t.Failed() {
					t.FailNow()
				}
			}
		}
	}
	t.Log(done)
	for _, d := range damages {
		if done[d.kind] < 10 {
			t.Errorf("%s was tried %d times only", d.kind, done[d.kind])
		}
	}
}

// damage breaks a document in up to three places that are not in one another,
// and says which repairs are due.
func (g generator) damage(d *document) (broken string, due []arguments.Repair) {
	d = d.clone()
	var taken []string
	places := g.places(d)
	for range 30 {
		p := places[g.IntN(len(places))]
		overlaps := func(path string) bool { return within(path, p.pointer) || within(p.pointer, path) }
		if !ordinary.MatchString(p.pointer) || slices.ContainsFunc(taken, overlaps) {
			continue
		}
		how := one(g.Rand, damages)
		below, ok := how.does(g, p)
		if !ok {
			continue
		}
		due = append(due, arguments.Repair{Path: strings.TrimPrefix(p.path+below, "."), Kind: how.kind})
		if taken = append(taken, p.pointer); len(taken) == 3 {
			break
		}
		places = g.places(d)
	}
	return g.render(d), due
}

// within says whether a path leads into another, or is the same.
func within(path, outer string) bool { return strings.HasPrefix(path+"/", outer+"/") }

// repaired checks the repairs of one document.
func (s *subject) repaired(t testing.TB, text, broken string, due []arguments.Repair) {
	t.Helper()
	want, got := s.decode(text, decode.Options{NoRepair: true}), s.decode(broken, decode.Options{})
	if got.err != nil {
		t.Errorf("%s: %s is not repaired to %s: %v", s.name, shown(broken), shown(text), got.err)
		return
	}
	if diff := difference(want.value, got.value); diff != "" {
		t.Errorf("%s: %s: -value of %s +repaired:\n%s", s.name, shown(broken), shown(text), diff)
	}
	if diff := cmp.Diff(recorded(due), recorded(got.repairs)); diff != "" {
		t.Errorf("%s: %s: -due +recorded:\n%s", s.name, shown(broken), diff)
	}
	if refused := s.decode(broken, decode.Options{NoRepair: true}); len(due) > 0 && refused.err == nil {
		t.Errorf("%s: %s is repaired without leave", s.name, shown(broken))
	}
	for _, r := range got.repairs {
		if r.From == "" || r.To == "" && r.Kind != arguments.RepairNull {
			t.Errorf("%s: %s: the record says too little: %+v", s.name, shown(broken), r)
		}
	}
}

// recorded are repairs in a form to compare: where, and of which kind.
func recorded(repairs []arguments.Repair) []string {
	var all []string
	for _, r := range repairs {
		all = append(all, fmt.Sprint(r.Path, " ", r.Kind))
	}
	slices.Sort(all)
	return all
}

// What a declared schema does not accept is taken out of a string, or put into
// a list, when it accepts that.
func TestRepairsOfDeclaredSchemas(t *testing.T) {
	tests := []struct {
		reason, subject, broken, text string
		kinds                         []arguments.RepairKind
	}{
		{"a number in a string", "bigs", `{"int":"5"}`, `{"int":5}`, []arguments.RepairKind{arguments.RepairNumber}},
		{"an object in a string", "declared", `{"filter":"{\"not\":true}"}`, `{"filter":{"not":true}}`, []arguments.RepairKind{arguments.RepairJSON}},
		{"one value for a list", "declared", `{"raw":1.5}`, `{"raw":[1.5]}`, []arguments.RepairKind{arguments.RepairWrap}},
		{"null for an optional one", "own", `{"amount":1,"pointer":null}`, `{"amount":1}`, []arguments.RepairKind{arguments.RepairNull}},
		{"a list of such values in a string", "own", `{"amount":1,"list":"[\"5k\",2]"}`, `{"amount":1,"list":["5k",2]}`, []arguments.RepairKind{arguments.RepairJSON}},
		{"one such value for a list of them", "own", `{"amount":1,"list":2}`, `{"amount":1,"list":[2]}`, []arguments.RepairKind{arguments.RepairWrap}},
		{"a text that is accepted stays a text", "own", `{"amount":"5k"}`, `{"amount":"5k"}`, nil},
		{"an object with free names in a string", "declared", `{"options":"{\"a\":1}"}`, `{"options":{"a":1}}`, []arguments.RepairKind{arguments.RepairJSON}},
		{"null that is a value stays one", "anything", `{"payload":null,"any":null}`, `{"payload":null,"any":null}`, nil},
		{"one value for a list of anything", "anything", `{"payload":0,"list":{"a":1}}`, `{"payload":0,"list":[{"a":1}]}`, []arguments.RepairKind{arguments.RepairWrap}},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			s := named(t, test.subject)
			got := s.decode(test.broken, decode.Options{})
			want := s.decode(test.text, decode.Options{NoRepair: true})
			if got.err != nil || want.err != nil {
				t.Fatal(got.err, want.err)
			}
			if diff := difference(want.value, got.value); diff != "" {
				t.Error(diff)
			}
			var kinds []arguments.RepairKind
			for _, r := range got.repairs {
				kinds = append(kinds, r.Kind)
			}
			if diff := cmp.Diff(test.kinds, kinds); diff != "" {
				t.Error(diff)
			}
			if s.decode(test.broken, decode.Options{NoRepair: true}).err == nil && len(kinds) > 0 {
				t.Error("repaired without leave")
			}
		})
	}
}

// Repairs change nothing where nothing has to be repaired, and what they
// cannot mend they explain.
func TestRepairsOfAnyText(t *testing.T) {
	for _, s := range all() {
		g := newGenerator(s, 3+*seed)
		for range count(documents) {
			d := g.valid()
			if d == nil {
				continue
			}
			for range mutants / 2 {
				s.mendsOnly(t, g.mutate(d, 1+g.IntN(3)).text)
			}
			if t.Failed() {
				return
			}
		}
	}
}

// mendsOnly compares what is read of a text with and without repairs.
func (s *subject) mendsOnly(t testing.TB, text string) {
	t.Helper()
	strict, got, again := s.decode(text, decode.Options{NoRepair: true}), s.decode(text, decode.Options{}), s.decode(text, decode.Options{})
	if diff := cmp.Diff(got.err, again.err) + cmp.Diff(got.repairs, again.repairs) + difference(got.value, again.value); diff != "" {
		t.Errorf("%s: %s: not the same twice:\n%s", s.name, shown(text), diff)
	}
	switch {
	case got.err != nil && (got.value != nil || len(got.repairs) > 0):
		t.Errorf("%s: %s: refused, with a value or repairs", s.name, shown(text))
	case strict.err == nil && (got.err != nil || len(got.repairs) > 0):
		t.Errorf("%s: %s: needs no repair, but %v %v", s.name, shown(text), got.err, got.repairs)
	case strict.err == nil:
		if diff := difference(strict.value, got.value); diff != "" {
			t.Errorf("%s: %s: -without +with repairs:\n%s", s.name, shown(text), diff)
		}
	case got.err == nil && len(got.repairs) == 0:
		t.Errorf("%s: %s: repaired without a record; otherwise: %v", s.name, shown(text), strict.err)
	case got.err != nil:
		s.explainedAfterRepairs(t, text, got.err)
	}
	if got.err == nil && !json.Valid([]byte(text)) && strings.Trim(text, " \t\r\n") != "" {
		t.Errorf("%s: accepts what is not JSON: %s", s.name, shown(text))
	}
}
