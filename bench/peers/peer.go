package peers

import (
	"cmp"
	"slices"
	"testing"

	"github.com/toolgen/toolgen/bench/shapes"
)

// Call reads the arguments of one call and, if it goes that far, answers it.
// The text stays the caller's. A Call is not safe for concurrent use.
type Call func(text []byte) (Answer, error)

// Answer is what a Call came to.
type Answer struct {
	// Args points to the decoded struct; nil unless the peer Decodes.
	Args any
	// Text is what the tool returned; empty unless the peer Invokes.
	Text string
}

// Calls is a Call for each shape.
type Calls struct {
	Small, Medium, Large Call
}

// Reach is how far a peer goes with a call.
type Reach int

// The reaches.
const (
	Judges  Reach = iota // from the text to yes or no
	Decodes              // from the text to a struct
	Invokes              // from the text through the function to a text
)

var reachNames = [...]string{"judges", "decodes", "invokes"}

// String is the reach as the table names it.
func (r Reach) String() string { return reachNames[r] }

// Peer is one way to deal with a call.
type Peer struct {
	// Name is the library's, and where it has several ways, which of them.
	Name string
	// Reach is how far it goes.
	Reach Reach
	// Checks is what it sets out to check: the highest level of which, as of
	// all below, it refuses more than half of the bad calls. The tests keep it
	// true.
	Checks shapes.Level
	// New sets the peer up for the samples.
	New func(shapes.Set) (Calls, error)
}

// Baseline is the name of the peer that the others are measured against.
const Baseline = "json.Valid"

// All returns the peers in the order of the table: by reach, and toolgen first
// within its own.
func All() []Peer {
	all := append([]Peer{
		{"toolgen decode", Decodes, shapes.Strict, each(toolgen, toolgen, toolgen)},
		{"toolgen execute", Invokes, shapes.Strict, each(toolgenExecute, toolgenExecute, toolgenExecute)},
		{Baseline, Judges, shapes.Syntax, judge(valid)},
		{"santhosh-tekuri/jsonschema", Judges, shapes.Schema, each(santhosh, santhosh, santhosh)},
		{"google/jsonschema-go", Judges, shapes.Schema, each(google, google, google)},
		{"encoding/json", Decodes, shapes.Types, unmarshal(encodingJSON)},
		{"go-json-experiment (v2)", Decodes, shapes.Types, unmarshal(v2)},
		{"easyjson, generated", Decodes, shapes.Types, unmarshal(easy)},
		{"jx, hand-written", Decodes, shapes.Types, decodeJX},
		{"goccy/go-json", Decodes, shapes.Types, unmarshal(goccy)},
		{"mcp-go, typed handler", Invokes, shapes.Types, each(mcpGo, mcpGo, mcpGo)},
		{"mcp-go, server with validation", Invokes, shapes.Schema, each(mcpGoServer, mcpGoServer, mcpGoServer)},
		{"go-sdk, AddTool", Invokes, shapes.Schema, each(goSDK, goSDK, goSDK)},
		{"go-sdk, session in memory", Invokes, shapes.Schema, each(goSDKSession, goSDKSession, goSDKSession)},
		{"anthropic-sdk-go, BetaTool", Invokes, shapes.Types, each(anthropicTool, anthropicTool, anthropicTool)},
	}, withSonic()...)
	slices.SortStableFunc(all, func(a, b Peer) int { return cmp.Compare(a.Reach, b.Reach) })
	return all
}

// each sets up a peer that is generic over the struct of the arguments.
func each(
	small func(shapes.Sample[shapes.ClockArgs]) (Call, error),
	medium func(shapes.Sample[shapes.GrepArgs]) (Call, error),
	large func(shapes.Sample[shapes.PlanArgs]) (Call, error),
) func(shapes.Set) (Calls, error) {
	return func(s shapes.Set) (calls Calls, err error) {
		if calls.Small, err = small(s.Small); err != nil {
			return Calls{}, err
		}
		if calls.Medium, err = medium(s.Medium); err != nil {
			return Calls{}, err
		}
		calls.Large, err = large(s.Large)
		return calls, err
	}
}

// Tally counts the bad calls of each level, and how many of them a peer
// refused.
type Tally [shapes.Levels]struct{ Refused, Of int }

// Refusals makes the bad calls.
func (c Calls) Refusals(list []shapes.Bad) (t Tally) {
	for _, bad := range list {
		call := c.Medium
		if bad.Large {
			call = c.Large
		}
		t[bad.Level].Of++
		if _, err := call([]byte(bad.Text)); err != nil {
			t[bad.Level].Refused++
		}
	}
	return t
}

// Level is the highest level of which, as of all below, more than half were
// refused.
func (t Tally) Level() shapes.Level {
	level := shapes.Nothing
	for next := level + 1; next < shapes.Levels && 2*t[next].Refused > t[next].Of; next++ {
		level = next
	}
	return level
}

// Measure is the body of a benchmark of one call. It reports bytes a second
// of the text, and allocations.
func Measure(b *testing.B, call Call, text []byte) {
	b.ReportAllocs()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := call(text); err != nil {
			b.Fatal(err)
		}
	}
}
