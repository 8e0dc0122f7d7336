package differential_test

import (
	"encoding/json"
	"flag"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/internal/racetest"
	"github.com/toolgen/toolgen/runtime/decode"
)

// documents is the number of documents for each subject, and mutants the number of
// mutants of each document.
const documents, mutants = 16, 24

// This command tests more and other documents:
//
//	go test ./internal/differential -args -times 50 -seed 7
var (
	seed  = flag.Uint64("seed", 0, "seed of the random documents")
	times = flag.Int("times", 1, "factor for the number of documents")
)

// isBrief reports whether to test few documents.
func isBrief() bool { return testing.Short() || racetest.Enabled }

// count returns n, multiplied by the flag times, or less if isBrief.
func count(n int) int {
	if isBrief() {
		return n / 4
	}
	return n * *times
}

// TestDecodersAgree checks that decoders accept what schemas accept, and read what encoding/json reads.
func TestDecodersAgree(t *testing.T) {
	tally := &tally{changes: make(map[string]int)}
	for _, s := range plain {
		t.Run(s.name, func(t *testing.T) { s.compareMany(t, tally) })
	}
	t.Logf("%d types: %d texts, %d accepted, %d refused by exceptions; compared with reference %d, with encoding/json %d", len(plain), tally.texts, tally.accepted, tally.alone, tally.reference, tally.standard)
	if tally.accepted < tally.texts/5 || tally.accepted > tally.texts*4/5 || tally.standard < tally.accepted/4 {
		t.Errorf("too few or too many documents are accepted")
	}
	for _, c := range changes {
		if tally.changes[c.name] == 0 {
			t.Errorf("no mutant has the change %q", c.name)
		}
	}
}

// compareMany compares many documents and mutants.
func (s *subject) compareMany(t *testing.T, tally *tally) {
	g := newGenerator(s, 1+*seed)
	found := 0
	for range count(documents) {
		d := g.validDocument()
		if d == nil {
			continue
		}
		if s.compareText(t, d.String(), tally) {
			found++
		}
		for range mutants {
			m := g.mutate(d, 1+g.IntN(1+g.IntN(3)))
			s.compareText(t, m.text, tally)
			for _, step := range m.steps {
				tally.changes[step]++
			}
			if t.Failed() {
				t.Fatalf("with the changes %q of %s", m.steps, d)
			}
		}
	}
	if found < count(documents)/10 {
		t.Errorf("only %d of %d documents are valid", found, count(documents))
	}
}

// TestEveryLocation replaces each value of one document with candidates: all samples
// of formats, and one in twelve of the others, or more with the flag times.
func TestEveryLocation(t *testing.T) {
	tally := &tally{changes: make(map[string]int)}
	share, attempts := 12, 20
	if isBrief() {
		share, attempts = 120, 5
	}
	for _, s := range plain {
		g := newGenerator(s, 7+*seed)
		var d *document
		for range attempts { // the document with the most locations
			if next := g.validDocument(); next != nil && (d == nil || len(s.kinds(next)) > len(s.kinds(d))) {
				d = next
			}
		}
		for i, p := range s.locations(d) {
			for _, c := range s.candidates(p) {
				if !c.always && g.IntN(share) >= *times {
					continue
				}
				changed := d.clone()
				s.locations(changed)[i].replaceWith(scalar(c.text))
				s.compareText(t, changed.String(), tally)
			}
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d texts, %d accepted", tally.texts, tally.accepted)
}

// kinds returns the set of schemas of the locations of a document.
func (s *subject) kinds(d *document) map[string]bool {
	kinds := make(map[string]bool)
	for _, p := range s.locations(d) {
		kinds[encode(p.schema).String()] = true
	}
	return kinds
}

// candidate is the text of a value for a location.
type candidate struct {
	text   string
	always bool
}

// candidates returns values that the schema may accept, then values of any type.
func (s *subject) candidates(p location) []candidate {
	var all []candidate
	add := func(always bool, texts ...string) {
		for _, text := range texts {
			all = append(all, candidate{text, always})
		}
	}
	for _, keyword := range []string{"format", "contentEncoding"} {
		format, _ := p.schema[keyword].(string)
		for _, text := range slices.Concat(samples[format].hostile, samples[format].valid) {
			add(!isBrief(), quote(text))
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
			add(false, quote(text))
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

// compareText compares the result of the decoder for a text with the schema and with
// encoding/json. It reports whether the decoder accepts the text.
func (s *subject) compareText(t testing.TB, text string, tally *tally) bool {
	t.Helper()
	tally.texts++
	got := s.decode(text, decode.Options{NoRepair: true})
	again := s.decode(text, decode.Options{NoRepair: true})
	if diff := cmp.Diff(got.err, again.err); diff != "" || (got.value == nil) != (got.err != nil) || len(got.repairs) > 0 {
		t.Errorf("%s: %s: value %v, then %v; repairs %v:\n%s", s.name, shorten(text), got.value, again.value, got.repairs, diff)
	}
	if trimmed := strings.Trim(text, " \t\r\n"); trimmed == "" || trimmed == "null" {
		text = "{}"
	}
	if got.err != nil {
		s.checkProblems(t, text, got.err)
	}
	if !json.Valid([]byte(text)) {
		if got.err == nil {
			t.Errorf("%s: accepts what is not JSON: %s", s.name, shorten(text))
		}
		return false
	}
	s.compareVerdicts(t, text, got, tally)
	if got.err != nil {
		return false
	}
	tally.accepted++
	s.compareValues(t, text, got.value, tally)
	return true
}

// compareVerdicts compares whether the decoder and the schema accept a text.
func (s *subject) compareVerdicts(t testing.TB, text string, got *outcome, tally *tally) {
	t.Helper()
	if isTooLargeForValidator(text) {
		return
	}
	err := accepts(s.schema, text)
	switch {
	case got.err == nil && err != nil && !s.roundedAccepts(text):
		t.Errorf("%s: accepted, but the schema refuses it: %s\n%v", s.name, shorten(text), err)
	case got.err != nil && err == nil && !s.areExceptions(text, got.err):
		t.Errorf("%s: refused, but the schema accepts it: %s\n%v\nIf a schema cannot express the condition, add a row to exceptions in exception_test.go", s.name, shorten(text), got.err)
	case got.err != nil && err == nil:
		tally.alone++
	}
}

// isTooLargeForValidator reports whether a number is so large that the validator
// would take too long.
func isTooLargeForValidator(text string) bool {
	tooLarge := false
	parse(text).walk(func(d *document) {
		tooLarge = tooLarge || d.kind == '0' && exponent(d.scalar) > 1000
	})
	return tooLarge
}

// compareValues compares the decoded value with those of the reference and of encoding/json.
func (s *subject) compareValues(t testing.TB, text string, value any, tally *tally) {
	t.Helper()
	want, err := s.decodeReference(text)
	if err != nil {
		t.Errorf("%s: accepted, but the reference fails: %v: %s", s.name, err, shorten(text))
		return
	}
	tally.reference++
	if diff := difference(want, value); diff != "" {
		t.Errorf("%s: %s: -reference +decoder:\n%s", s.name, shorten(text), diff)
	}
	want, err = s.decodeStandard(text)
	if err != nil || isSpecial(s.arguments, nil) {
		return
	}
	tally.standard++
	if diff := difference(want, value); diff != "" {
		t.Errorf("%s: %s: -encoding/json +decoder:\n%s", s.name, shorten(text), diff)
	}
}

// difference returns the difference of two values, also if only their JSON is different.
func difference(want, got any) string {
	if reflect.DeepEqual(want, got) {
		x, errX := json.Marshal(want)
		y, errY := json.Marshal(got)
		if errX != nil || errY != nil || string(x) == string(y) {
			return ""
		}
		return cmp.Diff(string(x), string(y))
	}
	return cmp.Diff(encodeJSON(want), encodeJSON(got)) + " in memory"
}

func encodeJSON(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// shorten returns a text for a message.
func shorten(text string) string {
	if len(text) > 2000 {
		text = text[:2000] + "…"
	}
	return text
}
