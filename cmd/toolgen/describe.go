package main

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/contract"
	"github.com/toolgen/toolgen/internal/dialect"
	"github.com/toolgen/toolgen/internal/gen"
	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/tokens"
)

// costsOf returns the sizes of the definition of a tool in the dialects that can
// express it.
func costsOf(tool *model.Tool) (map[string]contract.Cost, error) {
	costs := make(map[string]contract.Cost)
	for _, name := range dialect.Names() {
		definition, problems, err := gen.Definition(name, tool)
		if err != nil {
			return nil, err
		}
		if len(problems) > 0 {
			continue
		}
		costs[name] = contract.Cost{Characters: utf8.RuneCount(definition), Tokens: tokens.Count(string(definition))}
	}
	return costs, nil
}

// policyOf returns the texts of the directives that decide how the runtime executes
// calls, by the name of the directive.
func policyOf(b *model.Behaviour) map[string]string {
	policy := make(map[string]string)
	set := func(name, value string) {
		if value != "" {
			policy[name] = value
		}
	}
	for name, given := range map[string]bool{
		"always-include": b.AlwaysInclude, "return-direct": b.ReturnDirect, "exclusive": b.Exclusive, "concurrent": b.Concurrent,
		"no-repair": b.NoRepair, "strict": b.Strict,
	} {
		if given {
			policy[name] = "yes"
		}
	}
	set("timeout", durationText(b.Timeout))
	if b.MaxResultChars > 0 {
		set("max-result-chars", fmt.Sprint(b.MaxResultChars))
	}
	set("requires", strings.Join(b.Requires, " "))
	set("serialize", fieldNames(b.Serialize))
	set("no-dialect", strings.Join(b.NoDialects, " "))
	if a := b.Available; a != nil {
		set("available", strings.TrimSpace(strings.Join(a.Env, " ")+" "+strings.Join(a.Binaries, " ")+" "+a.Func))
	}
	if u := b.Untrusted; u != nil {
		policy["untrusted-output"] = "yes"
		if u.Source != nil {
			policy["untrusted-output"] = "source " + u.Source.Name
		}
	}
	if c := b.Cache; c != nil {
		policy["cache"] = strings.TrimSpace(durationText(c.TTL) + " " + fieldNames(c.Keys))
	}
	if r := b.Retry; r != nil {
		policy["retry"] = strings.TrimSpace(fmt.Sprint(r.Count, " ", durationText(r.Backoff)))
	}
	if d := b.DryRun; d != nil {
		policy["dry-run"] = d.Func
	}
	for _, allow := range b.Allow {
		policy["allow "+allow.Capability] = allow.Reason
	}
	return policy
}

// durationText returns a duration, or an empty text for none.
func durationText(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return d.String()
}

// fieldNames returns the names of fields, separated by spaces.
func fieldNames(fields []*model.Field) string {
	var names []string
	for _, field := range fields {
		names = append(names, field.Name)
	}
	return strings.Join(names, " ")
}
