package annotations

import "github.com/toolgen/toolgen/internal/gen/diag"

// rule is what must hold between two directives of one declaration.
type rule struct {
	// directive is the one that the rule is about.
	directive string
	// other must be there if needed, and must not be there otherwise.
	other  string
	needed bool
	// reason says why.
	reason string
}

// rules are those that follow from the directives alone.
var rules = []rule{
	{"read-only", "destructive", false, "a call that changes nothing removes nothing"},
	{"read-only", "side-effects", false, "a call that changes nothing has no side effects"},
	{"exclusive", "concurrent", false, "a call that runs alone in its batch runs next to no other call"},
	{"retry", "idempotent", true, "a call that failed may have done its work, and is repeated"},
	{"union", "schema", false, "each of them says what the JSON is"},
	{"union", "any", false, "each of them says what the JSON is"},
	{"schema", "any", false, "each of them says what the JSON is"},
}

// checkRules reports what the directives of a declaration say against each
// other. Where one of them may be misspelt, none is reported as lacking.
func (p *parser) checkRules(x *site) {
	set := x.declaration.Directives
	for _, r := range rules {
		first, second := set.Get(r.directive), set.Get(r.other)
		switch {
		case first == nil:
		case r.needed && second == nil && !x.lookalike:
			p.report(first, diag.RequiredDirective, "add "+prefix+r.other+" if it is true, or remove "+prefix+r.directive,
				"%s needs %s: %s", prefix+r.directive, prefix+r.other, r.reason)
		case !r.needed && second != nil:
			p.contradiction(first, second, r.reason)
		}
	}
	if x.declaration.Target.Has(tool) && len(set) > 0 && !set.Has("register") && !x.lookalike {
		p.report(set[0].head(), diag.UnregisteredTool, "add //tool:register, or remove the other directives",
			"%s is no tool: it has %s, but no //tool:register", x.what, prefix+set[0].Directive.Name)
	}
}

// contradiction is reported at the later of the two.
func (p *parser) contradiction(first, second *Parsed, reason string) {
	if first.pos > second.pos {
		first, second = second, first
	}
	d := p.report(second.head(), diag.ContradictoryDirectives, "remove one of them",
		"%s contradicts %s: %s", prefix+second.Directive.Name, prefix+first.Directive.Name, reason)
	d.Related = []diag.Related{diag.RelatedAt(p.fset, first, "%s", prefix+first.Directive.Name)}
}
