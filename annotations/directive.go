package annotations

import (
	"go/token"
	"slices"
	"strings"
)

// prefix is the beginning of every directive.
const prefix = "//tool:"

// Directive is one row of the vocabulary.
type Directive struct {
	// Name is the name after "//tool:".
	Name string
	// Targets are the kinds of declaration that may have the directive.
	Targets Target
	// Arguments are the positional arguments in their order, then the
	// arguments of the form key=value.
	Arguments []Argument
	// Repeatable reports whether a declaration may have the directive more than
	// once.
	Repeatable bool
	// NeedsArgument reports whether the directive needs at least one argument,
	// even if none of them is required.
	NeedsArgument bool
	// Help is one sentence that says what the directive does.
	Help string
	// Example is a complete line that is valid on each of Targets.
	Example string
	// EnforcedBy lists the parts of toolgen that enforce the directive.
	EnforcedBy []Enforcer
}

// Argument is an argument of a directive.
type Argument struct {
	// Name is the key of a key=value argument, or the name of a positional
	// argument in texts.
	Name string
	// Kind is the form of the value, or of each value.
	Kind Kind
	// Key reports whether the argument is written key=value. Otherwise it is
	// positional.
	Key bool
	// Qualified reports whether the key is written after the name of a type and
	// a dot, and may be given once for each type: Store.tools=NoteTools.
	Qualified bool
	// Open reports whether the argument takes every key that no other argument has,
	// also several times. The key is the qualifier of the value.
	Open bool
	// Required reports whether the argument must be given.
	Required bool
	// Repeated reports whether a positional argument takes all remaining words.
	Repeated bool
	// List reports whether a key takes several values, separated by commas.
	List bool
	// Words are the allowed values. If it is empty, all values of Kind are
	// allowed.
	Words []string
	// Minimum is the minimum of an Integer.
	Minimum int
}

// Enforcer is a part of toolgen that enforces a directive.
type Enforcer string

// The enforcers.
const (
	// Generator enforces a directive in the generated code, or refuses the source.
	Generator Enforcer = "generator"
	// Data means that the tool carries the value as data, for example in its
	// definition, and that nothing else depends on it.
	Data Enforcer = "data"
	// Budget is the budget of the runtime for the size of results.
	Budget Enforcer = "budget"
	// Executor is the part of the runtime that executes calls.
	Executor Enforcer = "executor"
	// Availability is the check of the runtime whether a tool is available.
	Availability Enforcer = "availability"
	// Policy is the policy of a turn.
	Policy Enforcer = "policy"
	// Capability is the capability that a tool takes as a parameter.
	Capability Enforcer = "capability"
	// Vet is static analysis of the source.
	Vet Enforcer = "vet"
)

// All returns the vocabulary in the order of its groups.
func All() []Directive {
	list := make([]Directive, len(vocabulary))
	for i := range vocabulary {
		list[i] = vocabulary[i].clone()
	}
	return list
}

// Lookup returns the directive of that name.
func Lookup(name string) (Directive, bool) {
	if d := lookup(name); d != nil {
		return d.clone(), true
	}
	return Directive{}, false
}

// lookup returns the row of the vocabulary, or nil.
func lookup(name string) *Directive {
	i := slices.IndexFunc(vocabulary, func(d Directive) bool { return d.Name == name })
	if i < 0 {
		return nil
	}
	return &vocabulary[i]
}

// clone returns a copy that shares no slices with d.
func (d Directive) clone() Directive {
	d.EnforcedBy = slices.Clone(d.EnforcedBy)
	d.Arguments = slices.Clone(d.Arguments)
	for i := range d.Arguments {
		d.Arguments[i].Words = slices.Clone(d.Arguments[i].Words)
	}
	return d
}

// Usage returns the syntax of the directive, such as "//tool:retry COUNT
// [backoff=DURATION]". Arguments in brackets are optional.
func (d Directive) Usage() string {
	usage := prefix + d.Name
	for _, a := range d.Arguments {
		usage += " " + a.usage()
	}
	return usage
}

// usage returns the syntax of the argument.
func (a Argument) usage() string {
	text := strings.ToUpper(a.Name)
	if len(a.Words) > 0 {
		text = strings.Join(a.Words, "|")
	}
	switch {
	case a.Open:
		text = "KEYWORD=" + a.Kind.rule().placeholder + "..."
	case a.Key:
		text = a.Name + "=" + a.Kind.rule().placeholder
		if a.List {
			text += ",..."
		}
		if a.Qualified {
			text = "TYPE." + text
		}
	case a.Repeated:
		text += "..."
	}
	if !a.Required {
		text = "[" + text + "]"
	}
	return text
}

// isVerbatim reports whether the directive takes the rest of the line unchanged.
func (d *Directive) isVerbatim() bool {
	return len(d.Arguments) == 1 && d.Arguments[0].Kind.rule().verbatim
}

// argumentByKey returns the key=value argument of a key, and the qualifier of a
// qualified key. It returns nil if the directive has no such argument.
func (d *Directive) argumentByKey(key string) (a *Argument, qualifier string) {
	before, after, dotted := strings.Cut(key, ".")
	for i := range d.Arguments {
		switch a := &d.Arguments[i]; {
		case !a.Key:
		case a.Open && key != "":
			return a, key
		case a.Qualified && dotted && a.Name == after && token.IsIdentifier(before):
			return a, before
		case !a.Qualified && a.Name == key:
			return a, ""
		}
	}
	return nil, ""
}

// keys returns the names of the key=value arguments that are not qualified.
func (d *Directive) keys() []string {
	var keys []string
	for _, a := range d.Arguments {
		if a.Key && !a.Qualified && !a.Open {
			keys = append(keys, a.Name)
		}
	}
	return keys
}
