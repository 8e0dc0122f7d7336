package shapes

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// Sample is one tool and one valid call of it. T is the struct of its
// arguments.
type Sample[T any] struct {
	// Tool is the generated tool. All peers use its name and schema.
	Tool *runtime.Tool
	// Text is the JSON of the arguments, with no white space between tokens.
	Text []byte
	// Args are the arguments in the text.
	Args T
	// Run is the function of the tool.
	Run func(context.Context, T) (string, error)
	// Answer is the result of Run for these arguments.
	Answer string
}

// Set has the three samples. Its data is shared and must not be changed.
type Set struct {
	Small  Sample[ClockArgs]
	Medium Sample[GrepArgs]
	Large  Sample[PlanArgs]
}

// All returns the samples.
func All() Set {
	byName := make(map[string]*runtime.Tool)
	for _, tool := range Tools() {
		byName[tool.Name] = tool
	}
	clock, grep, plan := ClockArgs{Zone: "Europe/Berlin"}, grepArgs(), planArgs()
	return Set{
		Small:  Sample[ClockArgs]{byName["clock"], text(clock), clock, Clock, clock.Zone},
		Medium: Sample[GrepArgs]{byName["grep"], text(grep), grep, Grep, grep.Pattern},
		Large:  Sample[PlanArgs]{byName["plan"], text(plan), plan, Plan, plan.Steps[len(plan.Steps)-1].Title},
	}
}

// text encodes arguments like a model does: without escaping <, > and &.
func text(args any) []byte {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(args); err != nil {
		panic(err) // the samples can always be encoded
	}
	return []byte(strings.TrimSpace(b.String()))
}

func grepArgs() GrepArgs {
	return GrepArgs{
		Pattern: `func \(\w+ \*?(Store|Registry|Session)\) \w+Handler\(`,
		Mode:    ModeLines,
		Folder:  "internal/server/http/handlers",
		Include: []string{"*.go", "*.tmpl", "go.mod", "go.sum", "testdata/**/*.golden", "docs/**/*.md", "scripts/*.sh"},
		Limit:   250,
		Context: 3,
		Exact:   true,
		Links:   new(bool),
	}
}

// planArgs returns a plan with 50 steps.
func planArgs() PlanArgs {
	plan := PlanArgs{
		Owner: "octo-org", Project: "platform-services", Title: "Roll out the new rate limiter to every edge region",
		Notes: strings.Repeat("The limiter is enabled in two regions.\nWe want it in *all* of them, "+
			"with \"dry run\" first.\n\n- watch p99\n- watch 429s\n", 6),
		Draft:     true,
		Phase:     &Phase{Number: 42, Title: "hardening", Due: "2026-12-15T00:00:00Z"},
		Reviewers: []string{"alice", "bob", "carol-ops"},
		Labels:    make(map[string]string),
		Counts:    make(map[string]int),
	}
	for i := range 6 {
		plan.Badges = append(plan.Badges, Badge{Name: fmt.Sprintf("area/edge-%d", i), Color: "a1b2c3", Hint: "work on the edge tier"})
	}
	for i := range 50 {
		plan.Steps = append(plan.Steps, planStep(i))
	}
	for i := range 10 {
		plan.Labels[fmt.Sprintf("key-%d", i)] = fmt.Sprintf("value of key %d", i)
		plan.Counts[fmt.Sprintf("region-%d", i)] = i * 1000
	}
	return plan
}

func planStep(i int) Step {
	urgencies := [...]Urgency{UrgencyLow, UrgencyMedium, UrgencyHigh, UrgencyNow}
	step := Step{
		ID: i + 1, Title: fmt.Sprintf("Enable limiter in region eu-west-%d", i), Done: i%3 == 0,
		Urgency: urgencies[i%len(urgencies)], Days: float64(i) + 0.25, Tags: []string{"edge", "limiter"},
	}
	if i%2 == 0 {
		step.Owner = new("alice")
	}
	return step
}
