package values_test

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"testing"

	validator "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolgen/toolgen/internal/contract/values"
)

// seed selects the random schemas.
var seed = flag.Uint64("seed", 7, "the seed of the random schemas")

// compile returns the independent validator of a schema.
func compile(t testing.TB, text []byte) *validator.Schema {
	t.Helper()
	document, err := validator.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := validator.NewCompiler()
	compiler.AssertFormat()
	compiler.AssertContent()
	if err := compiler.AddResource("schema.json", document); err != nil {
		t.Fatal(err)
	}
	compiled, err := compiler.Compile("schema.json")
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return compiled
}

// pair is a pair of schemas, as texts, parsed, and compiled by the validator.
type pair struct {
	old, new           object
	oldText, newText   []byte
	oldSchema, newRead *values.Schema
	oldValid, newValid *validator.Schema
}

func newPair(t testing.TB, old, new object) *pair {
	t.Helper()
	p := &pair{old: old, new: new, oldText: encode(old), newText: encode(new)}
	var err error
	if p.oldSchema, err = values.Parse(p.oldText); err != nil {
		t.Fatalf("%v\n%s", err, p.oldText)
	}
	if p.newRead, err = values.Parse(p.newText); err != nil {
		t.Fatalf("%v\n%s", err, p.newText)
	}
	p.oldValid, p.newValid = compile(t, p.oldText), compile(t, p.newText)
	return p
}

// witness returns a value that the old schema accepts and the new one does not, if
// random values contain one.
func (p *pair) witness(g *generator, tries int) ([]byte, bool) {
	for i := range tries {
		source := p.old
		if i%4 == 3 {
			source = p.new
		}
		text := encode(g.value(source, source, 3))
		value, err := validator.UnmarshalJSON(bytes.NewReader(text))
		if err == nil && p.oldValid.Validate(value) == nil && p.newValid.Validate(value) != nil {
			return text, true
		}
	}
	return nil, false
}

// randomPair returns a schema and a changed or another schema.
func (g *generator) randomPair() (old, new object) {
	document := func() object {
		if g.chance(10) {
			return g.recursive()
		}
		return g.schema(3)
	}
	old = document()
	if g.chance(25) {
		return old, document()
	}
	new = g.mutate(old).(object)
	if new["$ref"] != nil && new["$defs"] == nil || new["$defs"] != nil && new["$defs"].(object)["node"] == nil {
		return old, old
	}
	return old, new
}

// TestIncludesIsSound compares random schemas. If a schema is included in another
// one, no random value may be valid for the first one only, according to an
// independent validator. The test also requires that nearly all other pairs have
// such a value: a comparison that proves nothing would be sound too.
func TestIncludesIsSound(t *testing.T) {
	for _, test := range []struct {
		reason string
		author bool
		pairs  int
		missed int // the maximum percentage of refused pairs without a witness
	}{
		{"schemas of Go types", false, 1000, 4},
		{"schemas of authors", true, 1000, 6},
	} {
		g := &generator{rand.New(rand.NewPCG(*seed, 1)), test.author}
		included, refused, missed := 0, 0, 0
		for range test.pairs {
			old, new := g.randomPair()
			p := newPair(t, old, new)
			var c values.Comparison
			found := c.Narrowings(p.oldSchema, p.newRead)
			proven := c.Includes(p.oldSchema, p.newRead)
			if proven != (len(found) == 0) {
				t.Fatalf("%s: Includes is %v, Narrowings %v\nold %s\nnew %s", test.reason, proven, found, p.oldText, p.newText)
			}
			tries := 60
			if !proven {
				tries = 1200
			}
			value, has := p.witness(g, tries)
			switch {
			case proven && has:
				t.Fatalf("%s: only the old schema accepts %s\nold %s\nnew %s", test.reason, value, p.oldText, p.newText)
			case proven:
				included++
			case has:
				refused++
			default:
				missed++
				t.Logf("%s: %v, but no value was found\nold %s\nnew %s", test.reason, found, p.oldText, p.newText)
			}
		}
		t.Logf("%s: %d included, %d refused with a witness, %d without", test.reason, included, refused, missed)
		if missed*100 > (refused+missed)*test.missed || included < test.pairs/10 || refused < test.pairs/10 {
			t.Errorf("%s: %d included, %d refused with a witness, %d without one", test.reason, included, refused, missed)
		}
	}
}
