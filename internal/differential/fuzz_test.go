package differential_test

import (
	"math"
	"runtime/metrics"
	"testing"

	"github.com/toolgen/toolgen/runtime/decode"
)

// FuzzSmall, FuzzMedium and FuzzLarge test decoders of three sizes; the large one has unions and recursion.
func FuzzSmall(f *testing.F) { fuzz(f, "small") }

func FuzzMedium(f *testing.F) { fuzz(f, "request") }

func FuzzLarge(f *testing.F) { fuzz(f, "plan") }

// fuzz tests one decoder with texts. The seeds are valid documents and the files in
// testdata.
func fuzz(f *testing.F, name string) {
	s := findSubject(f, name)
	g := newGenerator(s, 5)
	for range 8 {
		if d := g.validDocument(); d != nil {
			f.Add(d.String())
		}
	}
	f.Fuzz(func(t *testing.T, text string) { s.checkAll(t, text, true) })
}

// FuzzAll tests all decoders; which selects the decoder.
func FuzzAll(f *testing.F) {
	subjects := allSubjects()
	for i, s := range subjects {
		g := newGenerator(s, 6)
		if d := g.validDocument(); d != nil {
			f.Add(byte(i), d.String())
			f.Add(byte(i), g.mutate(d, 2).text)
		}
	}
	f.Fuzz(func(t *testing.T, which byte, text string) {
		i := int(which) % len(subjects)
		subjects[i].checkAll(t, text, i < len(plain))
	})
}

// checkAll runs all checks for a text. The schema is compared only if agrees is true,
// because the decoders of package strict accept more than their schemas.
func (s *subject) checkAll(t *testing.T, text string, agrees bool) {
	if agrees {
		s.compareText(t, text, new(tally))
	}
	s.compareWithRepairs(t, text)
	for _, o := range []decode.Options{{}, {NoRepair: true}} {
		s.checkAllocation(t, text, o)
	}
}

// checkAllocation checks that decoding allocates at most a small multiple of the size
// of the text. It takes the minimum of several attempts, because other goroutines
// allocate at the same time.
func (s *subject) checkAllocation(t *testing.T, text string, o decode.Options) {
	t.Helper()
	limit, measured := maxAllocation(text), uint64(math.MaxUint64)
	for attempt := 0; attempt < 10 && measured > limit; attempt++ {
		measured = min(measured, allocatedBytes(func() { s.decode(text, o) }))
	}
	if measured > limit {
		t.Errorf("%s: decoding allocates %d bytes, more than the limit of %d for %d bytes: %s", s.name, measured, limit, len(text), shorten(text))
	}
}

// maxAllocation returns the number of bytes that a decoder may allocate for a text:
// for a copy, the value, and the problems and repairs. Records of repairs are the
// largest part, with one for a few bytes of text.
func maxAllocation(text string) uint64 { return 1<<17 + 64*uint64(len(text)) }

// allocatedBytes returns the number of bytes that are allocated while a function runs.
func allocatedBytes(do func()) uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	before := sample[0].Value.Uint64()
	do()
	metrics.Read(sample)
	return sample[0].Value.Uint64() - before
}
