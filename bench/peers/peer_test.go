package peers

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/bench/shapes"

	"github.com/google/go-cmp/cmp"
)

// invoked has the arguments of the functions in the set of recorded.
type invoked struct{ small, medium, large any }

// recorded returns the samples with functions that record their arguments.
func recorded() (shapes.Set, *invoked) {
	s, got := shapes.All(), new(invoked)
	s.Small.Run, s.Medium.Run, s.Large.Run = record(s.Small, &got.small), record(s.Medium, &got.medium), record(s.Large, &got.large)
	return s, got
}

// record returns the function of a sample, which also records its arguments.
func record[T any](s shapes.Sample[T], got *any) func(context.Context, T) (string, error) {
	return func(ctx context.Context, args T) (string, error) {
		*got = &args
		return s.Run(ctx, args)
	}
}

// setUp sets up a peer, and fails the test if it cannot.
func setUp(t testing.TB, p Peer, s shapes.Set) Calls {
	t.Helper()
	calls, err := p.New(s)
	if err != nil {
		t.Fatalf("%s: %v", p.Name, err)
	}
	return calls
}

// TestPeersReadTheSamples checks that every peer accepts the valid calls, and compares
// the decoded arguments and the results. Generated code of toolgen does not call the
// recording functions, so only its results are compared.
func TestPeersReadTheSamples(t *testing.T) {
	for _, p := range All() {
		t.Run(p.Name, func(t *testing.T) {
			s, got := recorded()
			calls := setUp(t, p, s)
			checkCalls(t, p, s.Small, calls.Small, &got.small)
			checkCalls(t, p, s.Medium, calls.Medium, &got.medium)
			checkCalls(t, p, s.Large, calls.Large, &got.large)
		})
	}
}

// checkCalls checks the results of two calls.
func checkCalls[T any](t *testing.T, p Peer, s shapes.Sample[T], call Call, got *any) {
	t.Helper()
	// The second call finds state that the first call left.
	for range 2 {
		*got = nil
		text := bytes.Clone(s.Text)
		answer, err := call(text)
		if err != nil {
			t.Fatalf("%s: %v", s.Tool.Name, err)
		}
		if !bytes.Equal(text, s.Text) {
			t.Errorf("%s: the caller's text was changed", s.Tool.Name)
		}
		clear(text) // the decoded values must not share memory with the text
		wantArgs, wantText := wantAnswer(p, s)
		if answer.Args == nil {
			answer.Args = *got
		}
		if diff := cmp.Diff(Answer{Args: wantArgs, Text: wantText}, answer); diff != "" {
			t.Errorf("%s (-want +got):\n%s", s.Tool.Name, diff)
		}
	}
}

// wantAnswer returns the expected result of a call.
func wantAnswer[T any](p Peer, s shapes.Sample[T]) (args any, text string) {
	switch {
	case p.Reach == Validates:
		return nil, ""
	case p.Reach == Decodes:
		return &s.Args, ""
	case p.Name == "toolgen execute":
		return nil, s.Answer
	default:
		return &s.Args, s.Answer
	}
}

// TestPeersCheckWhatTheTableSays compares the refused calls of each peer with its field Checks.
func TestPeersCheckWhatTheTableSays(t *testing.T) {
	bad := shapes.AllBad(shapes.All())
	for _, p := range All() {
		tally := setUp(t, p, shapes.All()).Refusals(bad)
		if got := tally.Level(); got != p.Checks {
			t.Errorf("%s checks %s, not %s: %v", p.Name, got, p.Checks, tally)
		}
	}
}

// TestToolgenRefusesEverything checks that the decoder and the registry of toolgen refuse every bad call.
func TestToolgenRefusesEverything(t *testing.T) {
	for _, p := range All() {
		if !strings.HasPrefix(p.Name, "toolgen ") {
			continue
		}
		calls := setUp(t, p, shapes.All())
		for _, bad := range shapes.AllBad(shapes.All()) {
			if calls.Refusals([]shapes.Bad{bad})[bad.Level].Refused == 0 {
				t.Errorf("%s: accepted %s", p.Name, bad.Reason)
			}
		}
	}
}

func TestLevel(t *testing.T) {
	for _, test := range []struct {
		reason string
		tally  Tally
		want   shapes.Level
	}{
		{"nothing refused", Tally{{}, {0, 4}, {0, 4}, {0, 4}, {0, 4}}, shapes.Nothing},
		{"half is not enough", Tally{{}, {2, 4}, {4, 4}, {4, 4}, {4, 4}}, shapes.Nothing},
		{"more than half is", Tally{{}, {3, 4}, {3, 4}, {0, 4}, {4, 4}}, shapes.Types},
		{"everything", Tally{{}, {4, 4}, {4, 4}, {4, 4}, {4, 4}}, shapes.Strict},
	} {
		if got := test.tally.Level(); got != test.want {
			t.Errorf("%s: %s, want %s", test.reason, got, test.want)
		}
	}
}

func TestNamesAreUnique(t *testing.T) {
	seen := make(map[string]bool)
	for _, p := range All() {
		if seen[p.Name] {
			t.Errorf("two peers are named %s", p.Name)
		}
		seen[p.Name] = true
	}
	if !seen[Baseline] {
		t.Errorf("no peer is named %s", Baseline)
	}
}

func BenchmarkPeers(b *testing.B) {
	s := shapes.All()
	for _, p := range All() {
		calls := setUp(b, p, s)
		for _, shape := range []struct {
			name string
			text []byte
			call Call
		}{
			{"small", s.Small.Text, calls.Small},
			{"medium", s.Medium.Text, calls.Medium},
			{"large", s.Large.Text, calls.Large},
		} {
			b.Run(p.Name+"/"+shape.name, func(b *testing.B) { Measure(b, shape.call, shape.text) })
		}
	}
}
