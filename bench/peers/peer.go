package peers

import (
	"cmp"
	"slices"
	"testing"

	"github.com/toolgen/toolgen/bench/shapes"
)

// Call processes the arguments of one call. It does not keep or change the text. A Call
// is not safe for concurrent use.
type Call func(text []byte) (Answer, error)

// Answer is the result of a Call.
type Answer struct {
	// Args points to the decoded struct. It is nil unless the reach is Decodes.
	Args any
	// Text is the result of the tool. It is empty unless the reach is Invokes.
	Text string
}

// Calls has a Call for each shape.
type Calls struct {
	Small, Medium, Large Call
}

// Reach says what a peer does with a call.
type Reach int

// The reaches.
const (
	Validates Reach = iota // validates the text
	Decodes                // decodes the text to a struct
	Invokes                // decodes the text, calls the function and returns its result
)

var reachNames = [...]string{"validates", "decodes", "invokes"}

// String returns the name of the reach in the table.
func (r Reach) String() string { return reachNames[r] }

// Peer is one library, or one of its functions.
type Peer struct {
	// Name is the name of the library, and of its function if it has several.
	Name string
	// Reach says what the peer does with a call.
	Reach Reach
	// Checks is the highest level that the peer checks: it refuses more than half of
	// the bad calls of this level and of each level below. The tests verify it.
	Checks shapes.Level
	// New sets the peer up for the samples.
	New func(shapes.Set) (Calls, error)
}

// Baseline is the name of the peer that the ratios are relative to.
const Baseline = "json.Valid"

// All returns the peers in the order of the table: by reach, with toolgen first.
func All() []Peer {
	all := append([]Peer{
		{"toolgen decode", Decodes, shapes.Strict, each(toolgen, toolgen, toolgen)},
		{"toolgen execute", Invokes, shapes.Strict, each(toolgenExecute, toolgenExecute, toolgenExecute)},
		{Baseline, Validates, shapes.Syntax, validator(valid)},
		{"santhosh-tekuri/jsonschema", Validates, shapes.Schema, each(santhosh, santhosh, santhosh)},
		{"google/jsonschema-go", Validates, shapes.Schema, each(google, google, google)},
		{"encoding/json", Decodes, shapes.Types, unmarshal(encodingJSON)},
		{"go-json-experiment (v2)", Decodes, shapes.Types, unmarshal(jsonV2)},
		{"easyjson, generated", Decodes, shapes.Types, unmarshal(easyJSON)},
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

// each returns a function that sets up a peer with a generic function for each shape.
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

// Tally has the number of bad calls of each level, and how many of them a peer refused.
type Tally [shapes.Levels]struct{ Refused, Of int }

// Refusals calls the peer with bad calls, and counts the refused ones.
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

// Level returns the highest level for which, and for each level below, more than half of
// the bad calls were refused.
func (t Tally) Level() shapes.Level {
	level := shapes.Nothing
	for next := level + 1; next < shapes.Levels && 2*t[next].Refused > t[next].Of; next++ {
		level = next
	}
	return level
}

// Measure runs a benchmark of one call. It reports allocations, and bytes of the text
// per second.
func Measure(b *testing.B, call Call, text []byte) {
	b.ReportAllocs()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := call(text); err != nil {
			b.Fatal(err)
		}
	}
}
