package extract

import (
	"github.com/toolgen/toolgen/annotations"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// flags are the directives without values.
var flags = []struct {
	directive string
	of        func(*model.Behaviour) *bool
}{
	{"read-only", func(b *model.Behaviour) *bool { return &b.ReadOnly }},
	{"destructive", func(b *model.Behaviour) *bool { return &b.Destructive }},
	{"idempotent", func(b *model.Behaviour) *bool { return &b.Idempotent }},
	{"open-world", func(b *model.Behaviour) *bool { return &b.OpenWorld }},
	{"side-effects", func(b *model.Behaviour) *bool { return &b.SideEffects }},
	{"always-include", func(b *model.Behaviour) *bool { return &b.AlwaysInclude }},
	{"return-direct", func(b *model.Behaviour) *bool { return &b.ReturnDirect }},
	{"exclusive", func(b *model.Behaviour) *bool { return &b.Exclusive }},
	{"concurrent", func(b *model.Behaviour) *bool { return &b.Concurrent }},
	{"no-repair", func(b *model.Behaviour) *bool { return &b.NoRepair }},
	{"strict", func(b *model.Behaviour) *bool { return &b.Strict }},
}

// settings are the directives whose values do not refer to declarations.
var settings = []struct {
	directive string
	apply     func(*model.Behaviour, *annotations.ParsedDirective)
}{
	{"requires", func(b *model.Behaviour, d *annotations.ParsedDirective) {
		b.Requires = append(b.Requires, d.Texts("grant")...)
	}},
	{"no-dialect", func(b *model.Behaviour, d *annotations.ParsedDirective) { b.NoDialects = d.Texts("dialect") }},
	{"max-result-chars", func(b *model.Behaviour, d *annotations.ParsedDirective) { b.MaxResultChars = d.Int("count") }},
	{"timeout", func(b *model.Behaviour, d *annotations.ParsedDirective) { b.Timeout = d.Duration("duration") }},
	{"retry", func(b *model.Behaviour, d *annotations.ParsedDirective) {
		b.Retry = &model.Retry{Count: d.Int("count"), Backoff: d.Duration("backoff")}
	}},
	{"allow", func(b *model.Behaviour, d *annotations.ParsedDirective) {
		b.Allow = append(b.Allow, model.Allow{Capability: d.Text("capability"), Reason: d.Text("reason")})
	}},
}

// behaviour sets the behaviour of a tool from its directives, after the defaults
// of the package. It reports false if a directive refers to a declaration that
// does not exist.
func (p *packageExtractor) behaviour(t *model.Tool, f function) bool {
	b := &t.Behaviour
	*b = model.Behaviour{MaxResultChars: p.defaults.maxResultChars, Timeout: p.defaults.timeout}
	for _, flag := range flags {
		*flag.of(b) = f.directives.Has(flag.directive)
	}
	b.Strict = b.Strict || p.defaults.strict
	for _, setting := range settings {
		for _, d := range f.directives.All(setting.directive) {
			setting.apply(b, d)
		}
	}
	for _, d := range f.directives.All("example") {
		if v, ok := d.Value("json"); ok {
			b.Examples = append(b.Examples, model.Example{JSON: v.Text, Span: p.span(v)})
		}
	}
	b.Needs = needs(t.Injected, f.directives)
	fits := p.checkNeeds(t, f.directives)
	return p.references(t, f) && fits
}
