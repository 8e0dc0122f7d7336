package differential_test

import (
	"math"
	"runtime/metrics"
	"testing"

	"github.com/toolgen/toolgen/runtime/decode"
)

// A small, a medium and a large decoder, with unions and recursion.
func FuzzSmall(f *testing.F) { fuzz(f, "small") }

func FuzzMedium(f *testing.F) { fuzz(f, "request") }

func FuzzLarge(f *testing.F) { fuzz(f, "plan") }

// fuzz gives one decoder texts. It begins with valid documents, and with those
// of testdata.
func fuzz(f *testing.F, name string) {
	s := named(f, name)
	g := newGenerator(s, 5)
	for range 8 {
		if d := g.valid(); d != nil {
			f.Add(d.String())
		}
	}
	f.Fuzz(func(t *testing.T, text string) { s.holds(t, text, true) })
}

// FuzzAll is about all decoders: which says which.
func FuzzAll(f *testing.F) {
	subjects := all()
	for i, s := range subjects {
		g := newGenerator(s, 6)
		if d := g.valid(); d != nil {
			f.Add(byte(i), d.String())
			f.Add(byte(i), g.mutate(d, 2).text)
		}
	}
	f.Fuzz(func(t *testing.T, which byte, text string) {
		i := int(which) % len(subjects)
		subjects[i].holds(t, text, i < len(plain))
	})
}

// holds checks all that must hold for a text. What a strict dialect's schema
// accepts is another matter.
func (s *subject) holds(t *testing.T, text string, agrees bool) {
	if agrees {
		s.agree(t, text, new(tally))
	}
	s.mendsOnly(t, text)
	for _, o := range []decode.Options{{}, {NoRepair: true}} {
		s.allocates(t, text, o)
	}
}

// allocates checks that a decode allocates no more than a small multiple of the
// text. What others allocate meanwhile counts, too: the least of some attempts
// is what it needs.
func (s *subject) allocates(t *testing.T, text string, o decode.Options) {
	t.Helper()
	most, least := allocationOf(text), uint64(math.MaxUint64)
	for attempt := 0; attempt < 10 && least > most; attempt++ {
		least = min(least, allocated(func() { s.decode(text, o) }))
	}
	if least > most {
		t.Errorf("%s: %d bytes are allocated, more than %d for %d bytes: %s", s.name, least, most, len(text), shown(text))
	}
}

// allocationOf is how many bytes a decoder may allocate for a text: a copy of
// it, the value, and what it says of it. The records of repairs are the largest
// of these: one for a few bytes of text.
func allocationOf(text string) uint64 { return 1<<17 + 64*uint64(len(text)) }

// allocated is how many bytes are allocated while a function runs.
func allocated(do func()) uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	before := sample[0].Value.Uint64()
	do()
	metrics.Read(sample)
	return sample[0].Value.Uint64() - before
}
