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

// defect is a defect of a document that the decoder repairs without loss.
type defect struct {
	kind arguments.RepairKind
	// apply adds the defect to the value at a location, if possible. It returns the
	// path of the repair relative to the location.
	apply func(g generator, p location) (below string, ok bool)
}

var defects = []defect{
	{arguments.RepairNull, nullForOptional},
	{arguments.RepairNumber, func(g generator, p location) (string, bool) {
		return "", p.value.kind == '0' && isNumeric(p.schema) && p.replaceWith(scalar(quote(pick(g.Rand, []string{"", "", " ", "\n"})+p.value.scalar)))
	}},
	{arguments.RepairBool, func(g generator, p location) (string, bool) {
		spelling := pick(g.Rand, []string{p.value.scalar, strings.ToUpper(p.value.scalar), " " + p.value.scalar + " "})
		return "", p.schema["type"] == "boolean" && p.replaceWith(scalar(quote(spelling)))
	}},
	{arguments.RepairJSON, func(g generator, p location) (string, bool) {
		isContainer := p.schema["type"] == "object" && p.value.kind == '{' || p.schema["type"] == "array" && p.value.kind == '['
		return "", isContainer && p.path != "" && p.replaceWith(scalar(quote(g.render(p.value))))
	}},
	{arguments.RepairWrap, singleValue},
	{arguments.RepairEnumCase, otherCase},
	{arguments.RepairAlias, otherName},
	{arguments.RepairEntries, func(_ generator, p location) (string, bool) {
		return "", isMap(p.schema) && p.value.kind == '{' && p.replaceWith(p.value.entries())
	}},
}

func isNumeric(n node) bool { return n["type"] == "integer" || n["type"] == "number" }

// isMap reports whether a schema is that of a Go map: it has an empty keyword
// properties.
func isMap(n node) bool {
	properties, ok := n["properties"].(node)
	return ok && len(properties) == 0 && n["additionalProperties"] != false
}

// entries returns the members of an object as a list of keys and values.
func (d *document) entries() *document {
	list := &document{kind: '['}
	for _, m := range d.members {
		list.items = append(list.items, &document{kind: '{', members: []member{{name: `"key"`, value: scalar(m.name)}, {name: `"value"`, value: m.value}}})
	}
	return list
}

// nullForOptional adds null for a missing optional property.
func nullForOptional(g generator, p location) (string, bool) {
	properties, _ := p.schema["properties"].(node)
	required, _ := p.schema["required"].([]any)
	if p.value.kind != '{' || len(properties) == 0 {
		return "", false
	}
	name := pick(g.Rand, sortedNames(properties))
	if !ordinary.MatchString("/" + name) {
		return "", false
	}
	property := g.resolve(properties[name].(node))
	if p.value.member(name) != nil || slices.Contains(required, any(name)) || property["type"] == nil && !isUnion(property) {
		return "", false
	}
	p.value.members = append(p.value.members, member{name: quote(name), value: scalar("null")})
	return "." + name, true
}

// singleValue replaces a list with its only item.
func singleValue(g generator, p location) (string, bool) {
	items, _ := p.schema["items"].(node)
	if items == nil || p.value.kind != '[' || len(p.value.items) != 1 {
		return "", false
	}
	item, of := p.value.items[0], g.resolve(items)
	// The decoder does not wrap an item of a list of lists or null, and may read a
	// string as the text of the list.
	if of["type"] == nil && !isUnion(of) || of["type"] == "array" || item.kind == '"' && strings.ContainsAny(item.scalar, "[{") {
		return "", false
	}
	return "", p.replaceWith(item)
}

// otherCase writes a value of an enum in another case.
func otherCase(_ generator, p location) (string, bool) {
	enum, _ := p.schema["enum"].([]any)
	if constant, ok := p.schema["const"]; ok {
		enum = []any{constant}
	}
	if p.value.kind != '"' || len(enum) == 0 {
		return "", false
	}
	value := unquote(p.value.scalar)
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
	return "", p.replaceWith(scalar(quote(other)))
}

// aliases are the aliases of properties in package subjects.
var aliases = map[string][]string{
	"query": {"q", "text"}, "kind": {"type"}, "files": {"paths"}, "limit": {"max"}, "path": {"file", "filename"}, "line": {"row"},
}

// otherName replaces a name with an alias.
func otherName(g generator, p location) (string, bool) {
	renamed := p.path == "" && g.name == "rename" || strings.HasPrefix(p.path, "files[") && (g.name == "rename" || g.name == "request")
	if !renamed || p.value.kind != '{' || len(p.value.members) == 0 {
		return "", false
	}
	m := &p.value.members[g.IntN(len(p.value.members))]
	name := m.text()
	m.name = quote(pick(g.Rand, aliases[name]))
	return "." + name, true
}

// declaredSubjects are subjects with declared schemas, which accept some defects
// without a repair. TestRepairsOfDeclaredSchemas tests them.
var declaredSubjects = []string{"own", "anything", "declared", "bigs", "escapes", "plan"}

// ordinary matches a pointer whose names are not escaped in paths.
var ordinary = regexp.MustCompile(`^(/[A-Za-z0-9_]{1,60})*$`)

// TestRepairs checks that a repaired value is equal to that of the original document,
// that the repairs are recorded, and that nothing is repaired if repairs are off.
func TestRepairs(t *testing.T) {
	done := make(map[arguments.RepairKind]int)
	for _, s := range plain {
		if slices.Contains(declaredSubjects, s.name) {
			continue
		}
		g := newGenerator(s, 2+*seed)
		for range count(documents) {
			d := g.validDocument()
			if d == nil || s.decode(d.String(), decode.Options{NoRepair: true}).err != nil {
				continue
			}
			for range mutants / 2 {
				broken, want := g.addDefects(d)
				s.checkRepaired(t, d.String(), broken, want)
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
	for _, d := range defects {
		if done[d.kind] < 10 {
			t.Errorf("%s was tested only %d times", d.kind, done[d.kind])
		}
	}
}

// addDefects adds up to three defects at locations that do not contain each other. It
// returns the text and the expected repairs.
func (g generator) addDefects(d *document) (broken string, want []arguments.Repair) {
	d = d.clone()
	var taken []string
	locations := g.locations(d)
	for range 30 {
		p := locations[g.IntN(len(locations))]
		overlaps := func(path string) bool { return isInside(path, p.pointer) || isInside(p.pointer, path) }
		if !ordinary.MatchString(p.pointer) || slices.ContainsFunc(taken, overlaps) {
			continue
		}
		how := pick(g.Rand, defects)
		below, ok := how.apply(g, p)
		if !ok {
			continue
		}
		want = append(want, arguments.Repair{Path: strings.TrimPrefix(p.path+below, "."), Kind: how.kind})
		if taken = append(taken, p.pointer); len(taken) == 3 {
			break
		}
		locations = g.locations(d)
	}
	return g.render(d), want
}

// isInside reports whether a path is in outer or equal to it.
func isInside(path, outer string) bool { return strings.HasPrefix(path+"/", outer+"/") }

// checkRepaired checks the repairs of a document with defects.
func (s *subject) checkRepaired(t testing.TB, text, broken string, wantRepairs []arguments.Repair) {
	t.Helper()
	want, got := s.decode(text, decode.Options{NoRepair: true}), s.decode(broken, decode.Options{})
	if got.err != nil {
		t.Errorf("%s: %s is not repaired to %s: %v", s.name, shorten(broken), shorten(text), got.err)
		return
	}
	if diff := difference(want.value, got.value); diff != "" {
		t.Errorf("%s: %s: -value of %s +repaired:\n%s", s.name, shorten(broken), shorten(text), diff)
	}
	if diff := cmp.Diff(formatRepairs(wantRepairs), formatRepairs(got.repairs)); diff != "" {
		t.Errorf("%s: %s: repairs -want +got:\n%s", s.name, shorten(broken), diff)
	}
	if refused := s.decode(broken, decode.Options{NoRepair: true}); len(wantRepairs) > 0 && refused.err == nil {
		t.Errorf("%s: %s is repaired although repairs are off", s.name, shorten(broken))
	}
	for _, r := range got.repairs {
		if r.From == "" || r.To == "" && r.Kind != arguments.RepairNull {
			t.Errorf("%s: %s: the record is incomplete: %+v", s.name, shorten(broken), r)
		}
	}
}

// formatRepairs returns the paths and kinds of repairs, sorted.
func formatRepairs(repairs []arguments.Repair) []string {
	var all []string
	for _, r := range repairs {
		all = append(all, fmt.Sprint(r.Path, " ", r.Kind))
	}
	slices.Sort(all)
	return all
}

// TestRepairsOfDeclaredSchemas checks that a value that a declared schema does not
// accept is parsed from a string or put into a list, if the schema accepts the result.
func TestRepairsOfDeclaredSchemas(t *testing.T) {
	tests := []struct {
		reason, subject, broken, text string
		kinds                         []arguments.RepairKind
	}{
		{"a number in a string", "bigs", `{"int":"5"}`, `{"int":5}`, []arguments.RepairKind{arguments.RepairNumber}},
		{"an object in a string", "declared", `{"filter":"{\"not\":true}"}`, `{"filter":{"not":true}}`, []arguments.RepairKind{arguments.RepairJSON}},
		{"one value for a list", "declared", `{"raw":1.5}`, `{"raw":[1.5]}`, []arguments.RepairKind{arguments.RepairWrap}},
		{"null for an optional one", "own", `{"amount":1,"pointer":null}`, `{"amount":1}`, []arguments.RepairKind{arguments.RepairNull}},
		{"a list with a declared schema in a string", "own", `{"amount":1,"list":"[\"5k\",2]"}`, `{"amount":1,"list":["5k",2]}`, []arguments.RepairKind{arguments.RepairJSON}},
		{"one value with a declared schema for a list", "own", `{"amount":1,"list":2}`, `{"amount":1,"list":[2]}`, []arguments.RepairKind{arguments.RepairWrap}},
		{"an accepted string is not changed", "own", `{"amount":"5k"}`, `{"amount":"5k"}`, nil},
		{"an object with free names in a string", "declared", `{"options":"{\"a\":1}"}`, `{"options":{"a":1}}`, []arguments.RepairKind{arguments.RepairJSON}},
		{"null that is a value is not changed", "anything", `{"payload":null,"any":null}`, `{"payload":null,"any":null}`, nil},
		{"one value for a list of anything", "anything", `{"payload":0,"list":{"a":1}}`, `{"payload":0,"list":[{"a":1}]}`, []arguments.RepairKind{arguments.RepairWrap}},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			s := findSubject(t, test.subject)
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
				t.Error("repaired although repairs are off")
			}
		})
	}
}

// TestRepairsOfAnyText checks that repairs do not change valid documents, and that the
// problems of documents that cannot be repaired are reported.
func TestRepairsOfAnyText(t *testing.T) {
	for _, s := range allSubjects() {
		g := newGenerator(s, 3+*seed)
		for range count(documents) {
			d := g.validDocument()
			if d == nil {
				continue
			}
			for range mutants / 2 {
				s.compareWithRepairs(t, g.mutate(d, 1+g.IntN(3)).text)
			}
			if t.Failed() {
				return
			}
		}
	}
}

// compareWithRepairs compares the results of decoding a text with and without repairs.
func (s *subject) compareWithRepairs(t testing.TB, text string) {
	t.Helper()
	strict, got, again := s.decode(text, decode.Options{NoRepair: true}), s.decode(text, decode.Options{}), s.decode(text, decode.Options{})
	if diff := cmp.Diff(got.err, again.err) + cmp.Diff(got.repairs, again.repairs) + difference(got.value, again.value); diff != "" {
		t.Errorf("%s: %s: two decodings are different:\n%s", s.name, shorten(text), diff)
	}
	switch {
	case got.err != nil && (got.value != nil || len(got.repairs) > 0):
		t.Errorf("%s: %s: refused, but there is a value or a repair", s.name, shorten(text))
	case strict.err == nil && (got.err != nil || len(got.repairs) > 0):
		t.Errorf("%s: %s: valid without repairs, but with repairs: %v %v", s.name, shorten(text), got.err, got.repairs)
	case strict.err == nil:
		if diff := difference(strict.value, got.value); diff != "" {
			t.Errorf("%s: %s: -without +with repairs:\n%s", s.name, shorten(text), diff)
		}
	case got.err == nil && len(got.repairs) == 0:
		t.Errorf("%s: %s: accepted without recorded repairs; without repairs: %v", s.name, shorten(text), strict.err)
	case got.err != nil:
		s.checkProblemsAfterRepairs(t, text, got.err)
	}
	if isRepaired := slices.ContainsFunc(got.repairs, isRepairOfSyntax); got.err == nil && !isRepaired && !json.Valid([]byte(text)) && strings.Trim(text, " \t\r\n") != "" {
		t.Errorf("%s: accepts with the repairs %v: %s", s.name, got.repairs, shorten(text))
	}
}

// isRepairOfSyntax reports whether a repair is of a text that is not JSON.
func isRepairOfSyntax(r arguments.Repair) bool {
	switch r.Kind {
	case arguments.RepairFence, arguments.RepairComment, arguments.RepairComma, arguments.RepairName,
		arguments.RepairQuotes, arguments.RepairLiteral, arguments.RepairCutOff:
		return r.Path == ""
	}
	return false
}
