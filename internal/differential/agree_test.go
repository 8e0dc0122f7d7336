package differential_test

import (
	"encoding/json"
	"flag"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/internal/raced"
	"github.com/toolgen/toolgen/runtime/decode"
)

// documents is how many are made for each subject, and mutants how many of each
// document.
const documents, mutants = 16, 24

// More of them, and others, are tried with
//
//	go test ./internal/differential -args -times 50 -seed 7
var (
	seed  = flag.Uint64("seed", 0, "what chance begins with")
	times = flag.Int("times", 1, "how many times as many documents are made")
)

// isBrief says that little is to be tried.
func isBrief() bool { return testing.Short() || raced.On }

// count is n, or more or less where that was asked for.
func count(n int) int {
	if isBrief() {
		return n / 4
	}
	return n * *times
}

// Decoders accept what schemas accept, and read what encoding/json reads.
func TestDecodersAgree(t *testing.T) {
	tally := &tally{changes: make(map[string]int)}
	for _, s := range plain {
		t.Run(s.name, func(t *testing.T) { s.agreeOften(t, tally) })
	}
	t.Logf("%d types: %d texts, %d accepted, %d refused but for the schema; reference %d, encoding/json %d", len(plain), tally.texts, tally.accepted, tally.alone, tally.reference, tally.standard)
	if tally.accepted < tally.texts/5 || tally.accepted > tally.texts*4/5 || tally.standard < tally.accepted/4 {
		t.Errorf("the documents do not tell right from wrong")
	}
	for _, c := range changes {
		if tally.changes[c.name] == 0 {
			t.Errorf("no document has %s", c.name)
		}
	}
}

// agreeOften compares many documents.
func (s *subject) agreeOften(t *testing.T, tally *tally) {
	g := newGenerator(s, 1+*seed)
	found := 0
	for range count(documents) {
		d := g.valid()
		if d == nil {
			continue
		}
		if s.agree(t, d.String(), tally) {
			found++
		}
		for range mutants {
			m := g.mutate(d, 1+g.IntN(1+g.IntN(3)))
			s.agree(t, m.text, tally)
			for _, step := range m.steps {
				tally.changes[step]++
			}
			if t.Failed() {
				t.Fatalf("by %q of %s", m.steps, d)
			}
		}
	}
	if found < count(documents)/10 {
		t.Errorf("only %d of %d documents are valid", found, count(documents))
	}
}

// What may stand in a place is tried in the places of one document: all samples
// of formats, and one in twelve of everything else, unless more are asked for.
func TestEveryPlace(t *testing.T) {
	tally := &tally{changes: make(map[string]int)}
	share, attempts := 12, 20
	if isBrief() {
		share, attempts = 120, 5
	}
	for _, s := range plain {
		g := newGenerator(s, 7+*seed)
		var d *document
		for range attempts { // the document with the most places
			if next := g.valid(); next != nil && (d == nil || len(s.kinds(next)) > len(s.kinds(d))) {
				d = next
			}
		}
		for i, p := range s.places(d) {
			for _, c := range s.candidates(p) {
				if !c.always && g.IntN(share) >= *times {
					continue
				}
				changed := d.clone()
				s.places(changed)[i].becomes(scalar(c.text))
				s.agree(t, changed.String(), tally)
			}
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d texts, %d accepted", tally.texts, tally.accepted)
}

// kinds are the different schemas that the places of a document have.
func (s *subject) kinds(d *document) map[string]bool {
	kinds := make(map[string]bool)
	for _, p := range s.places(d) {
		kinds[encoded(p.schema).String()] = true
	}
	return kinds
}

// candidate is the text of a value for a place.
type candidate struct {
	text   string
	always bool
}

// candidates are those that may be right, then those of any type.
func (s *subject) candidates(p place) []candidate {
	var all []candidate
	add := func(always bool, texts ...string) {
		for _, text := range texts {
			all = append(all, candidate{text, always})
		}
	}
	for _, keyword := range []string{"format", "contentEncoding"} {
		format, _ := p.schema[keyword].(string)
		for _, text := range slices.Concat(samples[format].hostile, samples[format].valid) {
			add(!isBrief(), quoted(text))
		}
	}
	switch {
	case p.value.kind == '0':
		for _, limit := range limits(p.schema) {
			add(false, decimal(limit))
		}
		add(false, numbers...)
	case p.value.kind == '"' && len(all) == 0:
		for _, text := range texts {
			add(false, quoted(text))
		}
	}
	add(false, values...)
	return all
}

// tally counts what was compared.
type tally struct {
	texts, accepted, alone, reference, standard int
	changes                                     map[string]int
}

// agree compares what the decoder and the others make of a text. It says
// whether the decoder accepts it.
func (s *subject) agree(t testing.TB, text string, tally *tally) bool {
	t.Helper()
	tally.texts++
	got := s.decode(text, decode.Options{NoRepair: true})
	again := s.decode(text, decode.Options{NoRepair: true})
	if diff := cmp.Diff(got.err, again.err); diff != "" || (got.value == nil) != (got.err != nil) || len(got.repairs) > 0 {
		t.Errorf("%s: %s: value %v, then %v; repairs %v:\n%s", s.name, shown(text), got.value, again.value, got.repairs, diff)
	}
	if trimmed := strings.Trim(text, " \t\r\n"); trimmed == "" || trimmed == "null" {
		text = "{}"
	}
	if got.err != nil {
		s.explained(t, text, got.err)
	}
	if !json.Valid([]byte(text)) {
		if got.err == nil {
			t.Errorf("%s: accepts what is not JSON: %s", s.name, shown(text))
		}
		return false
	}
	s.likeSchema(t, text, got, tally)
	if got.err != nil {
		return false
	}
	tally.accepted++
	s.likeOthers(t, text, got.value, tally)
	return true
}

// likeSchema compares the verdicts.
func (s *subject) likeSchema(t testing.TB, text string, got *outcome, tally *tally) {
	t.Helper()
	if isEndless(text) {
		return
	}
	err := accepts(s.schema, text)
	switch {
	case got.err == nil && err != nil && !s.roundedAccepts(text):
		t.Errorf("%s: accepted, but the schema refuses it: %s\n%v", s.name, shown(text), err)
	case got.err != nil && err == nil && !s.excused(text, got.err):
		t.Errorf("%s: refused, but the schema accepts it: %s\n%v", s.name, shown(text), got.err)
	case got.err != nil && err == nil:
		tally.alone++
	}
}

// isEndless says that a number is so large that the validator would not come
// to an end.
func isEndless(text string) bool {
	endless := false
	parse(text).walk(func(d *document) {
		endless = endless || d.kind == '0' && exponent(d.scalar) > 1000
	})
	return endless
}

// likeOthers compares the value with what a text means.
func (s *subject) likeOthers(t testing.TB, text string, value any, tally *tally) {
	t.Helper()
	want, err := s.reference(text)
	if err != nil {
		t.Errorf("%s: accepted, but it cannot be read: %v: %s", s.name, err, shown(text))
		return
	}
	tally.reference++
	if diff := difference(want, value); diff != "" {
		t.Errorf("%s: %s: -meant +read:\n%s", s.name, shown(text), diff)
	}
	want, err = s.standard(text)
	if err != nil || isSpecial(s.arguments, nil) {
		return
	}
	tally.standard++
	if diff := difference(want, value); diff != "" {
		t.Errorf("%s: %s: -encoding/json +read:\n%s", s.name, shown(text), diff)
	}
}

// difference says how two values differ; in memory, and in the sign of zero.
func difference(want, got any) string {
	if reflect.DeepEqual(want, got) {
		x, errX := json.Marshal(want)
		y, errY := json.Marshal(got)
		if errX != nil || errY != nil || string(x) == string(y) {
			return ""
		}
		return cmp.Diff(string(x), string(y))
	}
	return cmp.Diff(written(want), written(got)) + " in memory"
}

func written(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// shown is a text for a message.
func shown(text string) string {
	if len(text) > 2000 {
		text = text[:2000] + "…"
	}
	return text
}
