package annotations

import (
	"go/token"
	"slices"
	"strings"
)

// prefix is what every directive starts with.
const prefix = "//tool:"

// Directive is one row of the vocabulary.
type Directive struct {
	// Name is what stands behind "//tool:".
	Name string
	// Targets are the kinds of declaration it belongs on.
	Targets Target
	// Arguments are what it takes: positional ones in their order, then those
	// of the form key=value.
	Arguments []Argument
	// Repeatable says that one declaration may have it more than once.
	Repeatable bool
	// NeedsArgument says that it means nothing without any argument, although
	// none of them is required by itself.
	NeedsArgument bool
	// Help says what it means, in one sentence.
	Help string
	// Example is a whole line that is right on each of Targets.
	Example string
	// EnforcedBy says who honours it.
	EnforcedBy []Enforcer
}

// Argument is what a directive takes.
type Argument struct {
	// Name is the key of a key=value argument, and what a positional one is
	// called in texts.
	Name string
	// Kind is the form of its value, or of each of its values.
	Kind Kind
	// Key says that it is written key=value. It is positional otherwise.
	Key bool
	// Qualified says that the key is written behind a name of the author's
	// and a dot, and may be given once for each: Store.tools=NoteTools.
	Qualified bool
	// Required says that it must be there.
	Required bool
	// Repeated says that a positional argument takes all the words that are
	// left.
	Repeated bool
	// List says that a key takes several values, separated by commas.
	List bool
	// Words are the only values allowed; empty: all of Kind.
	Words []string
	// Minimum is the least value of an Integer.
	Minimum int
}

// Enforcer is who honours a directive.
type Enforcer string

// The enforcers. The generator honours a directive alone; data is carried into
// the tool for others to read; the rest are features of the runtime.
const (
	Generator  Enforcer = "generator"
	Data       Enforcer = "data"
	Budget     Enforcer = "budget"
	Executor   Enforcer = "executor"
	Gate       Enforcer = "gate"
	Policy     Enforcer = "policy"
	Capability Enforcer = "capability"
	Vet        Enforcer = "vet"
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

// lookup returns the row itself, or nil.
func lookup(name string) *Directive {
	i := slices.IndexFunc(vocabulary, func(d Directive) bool { return d.Name == name })
	if i < 0 {
		return nil
	}
	return &vocabulary[i]
}

// clone copies everything that a caller could change.
func (d Directive) clone() Directive {
	d.EnforcedBy = slices.Clone(d.EnforcedBy)
	d.Arguments = slices.Clone(d.Arguments)
	for i := range d.Arguments {
		d.Arguments[i].Words = slices.Clone(d.Arguments[i].Words)
	}
	return d
}

// Usage is how the directive is written: "//tool:retry COUNT
// [backoff=DURATION]". What is in brackets may be left out.
func (d Directive) Usage() string {
	usage := prefix + d.Name
	for _, a := range d.Arguments {
		usage += " " + a.usage()
	}
	return usage
}

func (a Argument) usage() string {
	text := strings.ToUpper(a.Name)
	if len(a.Words) > 0 {
		text = strings.Join(a.Words, "|")
	}
	switch {
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

// verbatim says that the directive takes the rest of the line as it is.
func (d *Directive) verbatim() bool {
	return len(d.Arguments) == 1 && d.Arguments[0].Kind.rule().verbatim
}

// key returns the key=value argument that a key stands for, and the name in
// front of it when it is a qualified one; nil for none.
func (d *Directive) key(key string) (a *Argument, qualifier string) {
	before, after, dotted := strings.Cut(key, ".")
	for i := range d.Arguments {
		switch a := &d.Arguments[i]; {
		case !a.Key:
		case a.Qualified && dotted && a.Name == after && token.IsIdentifier(before):
			return a, before
		case !a.Qualified && a.Name == key:
			return a, ""
		}
	}
	return nil, ""
}

// keys are the names of the key=value arguments.
func (d *Directive) keys() []string {
	var keys []string
	for _, a := range d.Arguments {
		if a.Key && !a.Qualified {
			keys = append(keys, a.Name)
		}
	}
	return keys
}
