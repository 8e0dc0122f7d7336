package annotations_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/toolgen/toolgen/annotations"
	"github.com/toolgen/toolgen/internal/gen/diag"
)

// contract is every directive with its targets and enforcers, written down
// apart from the vocabulary: what is removed from it here is removed from what
// authors rely on.
const contract = `
register, function or method: generator
id, function or method: data
title, function or method: data
toolset, function or method: data policy
category, function or method: data
version, function or method: data
doc, function, method, type or field: generator
example, function or method: generator data
max-result-chars, function or method: budget
timeout, function or method: executor
retry, function or method: executor
cache, function or method: executor
available, function or method: gate
always-include, function or method: policy
requires, function or method: policy
requires-approval, function or method: executor
untrusted-output, function or method: executor
return-direct, function or method: data
exclusive, function or method: executor
concurrent, function or method: executor
serialize, function or method: executor
dry-run, function or method: executor
no-repair, function, method or type: generator
strict, function, method or package clause: generator
read-only, function or method: data executor
destructive, function or method: data executor
idempotent, function or method: data
open-world, function or method: data executor
side-effects, function or method: data executor
fs, function or method: capability
network, function or method: capability
process, function or method: capability
secrets, function or method: capability
storage, function or method: capability
attachments, function or method: capability
allow, function or method: vet
union, interface: generator
schema, type or field: generator
any, type or field: generator
registry, package clause: generator
dialects, package clause: generator
defaults, package clause: generator
`

func TestContract(t *testing.T) {
	var got strings.Builder
	for _, d := range annotations.All() {
		enforcers := strings.Trim(fmt.Sprint(d.EnforcedBy), "[]")
		fmt.Fprintf(&got, "%s, %s: %s\n", d.Name, d.Targets, enforcers)
	}
	if d := cmp.Diff(contract, "\n"+got.String()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestRowsAreWhole(t *testing.T) {
	var names []string
	for _, d := range annotations.All() {
		names = append(names, d.Name)
		if !strings.HasSuffix(d.Help, ".") || strings.Contains(d.Help, "\n") {
			t.Errorf("%s: the help is not one sentence: %q", d.Name, d.Help)
		}
		if d.Targets == 0 || len(d.EnforcedBy) == 0 {
			t.Errorf("%s: belongs on %q, enforced by %v", d.Name, d.Targets, d.EnforcedBy)
		}
		if found, ok := annotations.Lookup(d.Name); !ok || cmp.Diff(d, found) != "" {
			t.Errorf("Lookup(%q) = %+v, %v", d.Name, found, ok)
		}
		checkArguments(t, d)
	}
	slices.Sort(names)
	if len(slices.Compact(names)) != len(annotations.All()) {
		t.Error("a name is there twice")
	}
}

// checkArguments holds the order on which the reader relies.
func checkArguments(t *testing.T, d annotations.Directive) {
	t.Helper()
	keyed, open := false, ""
	for _, a := range d.Arguments {
		if !a.Key && (keyed || open != "") {
			t.Errorf("%s: the positional argument %s stands behind a key or %q", d.Name, a.Name, open)
		}
		if !a.Key && (a.Repeated || !a.Required) {
			open = a.Name
		}
		if a.List && !a.Key || a.Qualified && !a.Key || a.Repeated && a.Key {
			t.Errorf("%s: %s is both positional and a key", d.Name, a.Name)
		}
		verbatim := a.Kind == annotations.Rest || a.Kind == annotations.JSON
		if verbatim && len(d.Arguments) > 1 {
			t.Errorf("%s: %s takes the rest of the line and leaves none for others", d.Name, a.Name)
		}
		keyed = keyed || a.Key
	}
}

// wrap puts a line on a declaration of the kind.
var wrap = map[annotations.Target]string{
	annotations.Func:          "package a\n\n%s\nfunc F() {}\n",
	annotations.Method:        "package a\n\ntype T int\n\n%s\nfunc (T) M() {}\n",
	annotations.Type:          "package a\n\n%s\ntype T int\n",
	annotations.Interface:     "package a\n\n%s\ntype I interface{}\n",
	annotations.Field:         "package a\n\ntype T struct {\n\t%s\n\tF int\n}\n",
	annotations.PackageClause: "%s\npackage a\n",
}

func TestExamplesParseOnEveryTarget(t *testing.T) {
	for _, d := range annotations.All() {
		for target, source := range wrap {
			o := parseSource(t, fmt.Sprintf(source, d.Example))
			// Types include interfaces.
			belongs := d.Targets.Has(target) || target == annotations.Interface && d.Targets.Has(annotations.Type)
			if !belongs {
				if !hasCode(o.problems, diag.WrongTarget) {
					t.Errorf("%s on a %s: %v; want it refused", d.Name, target, o.problems)
				}
				continue
			}
			for _, problem := range o.problems {
				if problem.Code != diag.UnregisteredTool && problem.Code != diag.RequiredDirective {
					t.Errorf("%s on a %s: %v", d.Example, target, problem)
				}
			}
			if parsed := single(t, o); parsed == nil || parsed.Directive.Name != d.Name {
				t.Errorf("%s on a %s: got %v", d.Example, target, parsed)
			}
		}
	}
}

func hasCode(problems []diag.Diagnostic, code diag.Code) bool {
	return slices.ContainsFunc(problems, func(d diag.Diagnostic) bool { return d.Code == code })
}

// single returns the only directive of a file.
func single(t *testing.T, o outcome) *annotations.Parsed {
	t.Helper()
	all := slices.Clone(o.file.Package.Directives)
	for _, d := range o.file.Declarations {
		all = append(all, d.Directives...)
	}
	if len(all) != 1 {
		return nil
	}
	return all[0]
}

func TestExampleFillsEveryArgument(t *testing.T) {
	for _, d := range annotations.All() {
		if d.Name == "defaults" { // no package would say all of it
			continue
		}
		for target := range wrap {
			if !d.Targets.Has(target) {
				continue
			}
			parsed := single(t, parseSource(t, fmt.Sprintf(wrap[target], d.Example)))
			for _, a := range d.Arguments {
				if _, ok := parsed.Value(a.Name); !ok {
					t.Errorf("the example of %s leaves %s out", d.Name, a.Name)
				}
			}
		}
	}
}

func TestUsage(t *testing.T) {
	tests := map[string]string{
		"read-only":   "//tool:read-only",
		"register":    "//tool:register [NAME]",
		"concurrent":  "//tool:concurrent",
		"retry":       "//tool:retry COUNT [backoff=DURATION]",
		"network":     "//tool:network HOST...",
		"fs":          "//tool:fs [read=PATH,...] [write=PATH,...]",
		"storage":     "//tool:storage tool-private|session|personality [ttl=DURATION]",
		"attachments": "//tool:attachments image|file|*...",

		"requires-approval": "//tool:requires-approval [func=NAME] [reason=TEXT]",
	}
	for name, want := range tests {
		d, _ := annotations.Lookup(name)
		if got := d.Usage(); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

func TestVocabularyCannotBeChanged(t *testing.T) {
	want := annotations.All()
	got := annotations.All()
	for i := range got {
		got[i].EnforcedBy[0] = "changed"
		for j := range got[i].Arguments {
			got[i].Arguments[j].Name = "changed"
			for k := range got[i].Arguments[j].Words {
				got[i].Arguments[j].Words[k] = "changed"
			}
		}
	}
	storage, _ := annotations.Lookup("storage")
	storage.Arguments[0].Words[0] = "changed"
	if d := cmp.Diff(want, annotations.All()); d != "" {
		t.Errorf("a caller can change the table (-want +got):\n%s", d)
	}
	if d, ok := annotations.Lookup("nothing"); ok {
		t.Errorf("Lookup of a name that does not exist = %+v", d)
	}
}

func TestTargetNames(t *testing.T) {
	tests := []struct {
		target annotations.Target
		want   string
	}{
		{0, ""},
		{annotations.Field, "field"},
		{annotations.Func | annotations.PackageClause, "function or package clause"},
		{annotations.Func | annotations.Method | annotations.Type, "function, method or type"},
	}
	for _, test := range tests {
		if got := test.target.String(); got != test.want {
			t.Errorf("%d: %q, want %q", test.target, got, test.want)
		}
	}
}
