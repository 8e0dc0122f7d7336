package decode_test

import (
	"encoding/json"
	"fmt"
	"strings"
)

// The arguments of the three tools in benchmarks.
const (
	clockText = `{"zone":"Europe/Berlin"}`
	grepText  = `{"pattern":"func \\w+Handler\\(","mode":"lines","folder":"internal/server/http","include":["*.go","*.tmpl","go.mod"],"limit":250,"context":3,"exact":true,"links":false}`
)

var planText = buildPlan()

// buildPlan returns arguments of about 8 KB.
func buildPlan() string {
	owner := "alice"
	plan := planArgs{
		Owner: "octo-org", Project: "platform-services", Title: "Roll out the new rate limiter to every edge region",
		Notes:     strings.Repeat("The limiter is enabled in two regions.\nWe want it in *all* of them, with \"dry run\" first.\n\n- watch p99\n- watch 429s\n", 6),
		Draft:     true,
		Phase:     &phase{Number: 42, Title: "hardening", Due: "2026-12-15T00:00:00Z"},
		Reviewers: []string{"alice", "bob", "carol-ops"},
		Labels:    map[string]string{},
		Counts:    map[string]int{},
	}
	for i := range 6 {
		plan.Badges = append(plan.Badges, badge{Name: fmt.Sprintf("area/edge-%d", i), Color: "a1b2c3", Hint: "work on the edge tier"})
	}
	for i := range 50 {
		s := step{
			ID: i + 1, Title: fmt.Sprintf("Enable limiter in region eu-west-%d", i), Done: i%3 == 0,
			Urgency: urgency(urgencyValues[i%4]), Days: float64(i) + 0.25, Tags: []string{"edge", "limiter"},
		}
		if i%2 == 0 {
			s.Owner = &owner
		}
		plan.Steps = append(plan.Steps, s)
	}
	for i := range 10 {
		plan.Labels[fmt.Sprintf("key-%d", i)] = fmt.Sprintf("value of key %d", i)
		plan.Counts[fmt.Sprintf("region-%d", i)] = i * 1000
	}
	text, err := json.Marshal(plan)
	if err != nil {
		panic(err)
	}
	return string(text)
}
