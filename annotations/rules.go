package annotations

import "github.com/toolgen/toolgen/internal/gen/diag"

// rule is a condition between two directives of one declaration.
type rule struct {
	// A declaration with directive must have other if required is true, and must
	// not have other if required is false.
	directive, other string
	required         bool
	// reason completes the message.
	reason string
}

// rules are the conditions that depend on the directives only.
var rules = []rule{
	{"read-only", "destructive", false, "a call that changes nothing removes nothing"},
	{"read-only", "side-effects", false, "a call that changes nothing has no side effects"},
	{"exclusive", "concurrent", false, "a call that runs alone in its batch does not run at the same time as others"},
	{"retry", "idempotent", true, "a failed call that is repeated may already have made its changes"},
	{"union", "schema", false, "each of them defines the JSON form of the type"},
	{"union", "any", false, "each of them defines the JSON form of the type"},
	{"schema", "any", false, "each of them defines the JSON form of the type"},
}

// checkRules reports violations of rules, and tool directives on a function that
// is not a tool. It reports no missing directive where a comment may be a misspelt
// directive.
func (p *parser) checkRules(x *site) {
	set := x.declaration.Directives
	for _, r := range rules {
		first, second := set.Get(r.directive), set.Get(r.other)
		switch {
		case first == nil:
		case r.required && second == nil && !x.hasLookalike:
			d := p.report(first, diag.RequiredDirective, "add "+prefix+r.other+" if it is true of the tool, or remove "+prefix+r.directive,
				"%s needs %s: %s", prefix+r.directive, prefix+r.other, r.reason)
			d.Edits = p.addAbove(first, prefix+r.other)
		case !r.required && second != nil:
			p.reportContradiction(first, second, r.reason)
		}
	}
	if x.declaration.Target.Has(tool) && len(set) > 0 && !set.Has("register") && !x.hasLookalike {
		d := p.report(set[0].nameRange(), diag.UnregisteredTool, "add //tool:register, or remove the other directives",
			"%s is not a tool: it has %s, but not //tool:register", x.what(), prefix+set[0].Directive.Name)
		d.Edits = p.addAbove(set[0], prefix+"register")
	}
}

// addAbove returns the edits that add a directive on a line above another one.
func (p *parser) addAbove(below *ParsedDirective, directive string) []diag.Edit {
	return []diag.Edit{diag.Replace(p.fset, span{below.pos, below.pos}, directive+"\n")}
}

// reportContradiction reports two contradictory directives at the later one.
func (p *parser) reportContradiction(first, second *ParsedDirective, reason string) {
	if first.pos > second.pos {
		first, second = second, first
	}
	d := p.report(second.nameRange(), diag.ContradictoryDirectives, "remove one of them",
		"%s contradicts %s: %s", prefix+second.Directive.Name, prefix+first.Directive.Name, reason)
	d.Related = []diag.Related{diag.RelatedAt(p.fset, first, "%s", prefix+first.Directive.Name)}
}
