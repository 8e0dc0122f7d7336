package extract

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/annotations"
	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// bindings are the directives that restrict the capability of a parameter.
// Without its directive, a parameter has no access, except for files, which
// policy can allow alone.
var bindings = []struct {
	directive  string
	parameters []model.Injected
	required   bool
	takes      string // the name of the parameters
	fix        string // an example of the directive
	add        string // arguments that an author can keep; empty if only the author knows them
}{
	{"fs", []model.Injected{model.InjectFS, model.InjectWriteFS}, false, "a capability.FS or capability.WriteFS", "", ""},
	{"network", []model.Injected{model.InjectHTTP}, true, "an *http.Client", "//tool:network api.example.com, or //tool:network * for every public host that policy allows", "*"},
	{"process", []model.Injected{model.InjectExec}, true, "a capability.Exec", "//tool:process git, with the names of the programs", ""},
	{"secrets", []model.Injected{model.InjectSecrets}, true, "a capability.Secrets", "//tool:secrets providers/name/*, with the references", ""},
	{"storage", []model.Injected{model.InjectKV}, true, "a capability.KV", "//tool:storage tool-private, session or personality", "tool-private"},
	{"attachments", []model.Injected{model.InjectAttachments}, true, "a capability.Attachments", "//tool:attachments image file, or *", "*"},
}

// withoutArticle removes the article of a name.
func withoutArticle(name string) string {
	_, rest, _ := strings.Cut(name, " ")
	return rest
}

// checkNeeds compares a tool's parameters with its directives. It reports false
// if they do not agree.
func (p *packageExtractor) checkNeeds(t *model.Tool, directives annotations.Set) bool {
	fits := true
	refuse := func(d diag.Code, at model.Span, fix, format string, arguments ...any) {
		p.report(diagnostic(d, at, format, arguments...).withFix("%s", fix))
		fits = false
	}
	for _, binding := range bindings {
		d := directives.Get(binding.directive)
		taken := slices.ContainsFunc(binding.parameters, func(i model.Injected) bool { return slices.Contains(t.Injected, i) })
		switch {
		case d != nil && !taken:
			refuse(diag.UnboundCapability, p.span(d), "take one before the arguments, or remove the directive",
				"//tool:%s: %s takes no %s", binding.directive, t.Function, withoutArticle(binding.takes))
		case d == nil && taken && binding.required:
			undeclared := diagnostic(diag.UndeclaredCapability, t.Span, "%s takes %s, but no //tool:%s says what it may reach", t.Function, binding.takes, binding.directive).
				withFix("write %s", binding.fix)
			if binding.add != "" {
				undeclared = undeclared.withLine(p.position(directives.Get("register").Pos()), "//tool:"+binding.directive+" "+binding.add)
			}
			p.report(undeclared)
			fits = false
		}
	}
	writes := slices.Contains(t.Injected, model.InjectWriteFS)
	if d := directives.Get("fs"); d != nil && t.Behaviour.Needs != nil {
		n := t.Behaviour.Needs
		switch {
		case len(n.Write) > 0 && !writes && slices.Contains(t.Injected, model.InjectFS):
			refuse(diag.UnboundCapability, p.span(d), "take a capability.WriteFS, or remove write=", "//tool:fs: %s takes a capability.FS, which only reads", t.Function)
		case writes && len(n.Read) > 0 && len(n.Write) == 0:
			refuse(diag.UnboundCapability, p.span(d), "add write=, or take a capability.FS", "//tool:fs restricts reading, but %s could write wherever policy allows", t.Function)
		}
	}
	if d := directives.Get("read-only"); d != nil && writes {
		refuse(diag.UnboundCapability, p.span(d), "take a capability.FS, or remove the directive", "//tool:read-only: %s takes a capability.WriteFS", t.Function)
	}
	return fits
}
