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

// contract repeats the targets and enforcers of every directive. A change of the
// vocabulary that breaks existing source also changes this text.
const contract = `
register, function or method: generator
id, function or method: data
title, function or method: data
toolset, function or method: data policy
category, function or method: data
version, function or method: data
doc, function, method, type or field: generator
arg, function or method: generator
example, function or method: generator data
max-result-chars, function or method: budget
timeout, function or method: executor
retry, function or method: executor
cache, function or method: executor
available, function or method: availability
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
no-dialect, function or method: generator
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
type, package clause: generator
any, type or field: generator
registry, package clause: generator
dialects, package clause: generator
defaults, package clause: generator
`

// TestContract checks the vocabulary against the text contract.
func TestContract(t *testing.T) {
	var got strings.Builder
	for _, d := range annotations.All() {
		enforcers := strings.Trim(fmt.Sprint(d.EnforcedBy), "[]")
		fmt.Fprintf(&got, "%s, %s: %s\n", d.Name, d.Targets, enforcers)
	}
	if d := cmp.Diff(contract, "\n"+got.String()); d != "" {
		t.Errorf("the text contract must change with the vocabulary; a line that is removed or changed breaks existing source (-want +got):\n%s", d)
	}
}

func TestRowsAreComplete(t *testing.T) {
	var names []string
	for _, d := range annotations.All() {
		names = append(names, d.Name)
		if !strings.HasSuffix(d.Help, ".") || strings.Contains(d.Help, "\n") {
			t.Errorf("%s: the help must be one sentence that ends with a full stop:  %q", d.Name, d.Help)
		}
		if d.Targets == 0 || len(d.EnforcedBy) == 0 {
			t.Errorf("%s: targets %q, enforced by %v; want at least one of each", d.Name, d.Targets, d.EnforcedBy)
		}
		if found, ok := annotations.Lookup(d.Name); !ok || cmp.Diff(d, found) != "" {
			t.Errorf("Lookup(%q) = %+v, %v", d.Name, found, ok)
		}
		checkArguments(t, d)
	}
	slices.Sort(names)
	if len(slices.Compact(names)) != len(annotations.All()) {
		t.Error("two directives have the same name")
	}
}

// checkArguments checks the order of arguments that the reader expects.
func checkArguments(t *testing.T, d annotations.Directive) {
	t.Helper()
	keyed, open := false, ""
	for i, a := range d.Arguments {
		if !a.Key && (keyed || open != "") {
			t.Errorf("%s: the positional argument %s is after a key or after the open argument %q", d.Name, a.Name, open)
		}
		if !a.Key && (a.Repeated || !a.Required) {
			open = a.Name
		}
		if a.List && !a.Key || a.Qualified && !a.Key || a.Repeated && a.Key {
			t.Errorf("%s: %s has options of positional arguments and of keys", d.Name, a.Name)
		}
		verbatim := a.Kind == annotations.Rest || a.Kind == annotations.JSON || a.Kind == annotations.SchemaOrOpaque
		if verbatim && i < len(d.Arguments)-1 {
			t.Errorf("%s: %s takes the rest of the line, so it must be the last argument", d.Name, a.Name)
		}
		keyed = keyed || a.Key
	}
}

// wrap has, for each kind of declaration, a source with a line for a directive.
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
			// An interface is a type too.
			belongs := d.Targets.Has(target) || target == annotations.Interface && d.Targets.Has(annotations.Type)
			if !belongs {
				if !hasCode(o.problems, diag.WrongTarget) {
					t.Errorf("%s on a %s: problems %v; want %[1]s to be refused", d.Name, target, o.problems)
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
func single(t *testing.T, o outcome) *annotations.ParsedDirective {
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
		if d.Name == "defaults" { // its example does not show every argument
			continue
		}
		for target := range wrap {
			if !d.Targets.Has(target) {
				continue
			}
			parsed := single(t, parseSource(t, fmt.Sprintf(wrap[target], d.Example)))
			for _, a := range d.Arguments {
				if len(parsed.All(a.Name)) == 0 {
					t.Errorf("the example of %s does not have the argument %s", d.Name, a.Name)
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
		t.Errorf("a change of the result of All changes the vocabulary (-want +got):\n%s", d)
	}
	if d, ok := annotations.Lookup("nothing"); ok {
		t.Errorf("Lookup of an unknown name = %+v; want false", d)
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
