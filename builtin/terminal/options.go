package terminal

import (
	"strings"

	"github.com/toolgen/toolgen/internal/shell"
)

// option is an option in the arguments of a program, with its dash, and its
// value.
type option struct{ name, value string }

// parsedArguments are the options and the other arguments of a program.
type parsedArguments struct {
	options  []option
	operands []string
	// known are the options that have a value. None of them is an abbreviation of another option.
	known string
}

// parseOptions parses arguments. The list withValue has the options whose value
// is the next word or the rest of the word. An option that ends in "?" has the
// rest of the word as its value, which may be empty.
func parseOptions(args []string, withValue string) (p parsedArguments) {
	p.known = withValue
	for n := 0; n < len(args); n++ {
		arg := args[n]
		next := func() string {
			if n++; n < len(args) {
				return args[n]
			}
			return ""
		}
		name, value, hasValue := strings.Cut(arg, "=")
		switch {
		case arg == "--":
			p.operands = append(p.operands, args[n+1:]...)
			return p
		case len(arg) < 2 || arg[0] != '-':
			p.operands = append(p.operands, arg)
		case hasValue && (strings.HasPrefix(arg, "--") || takesValue(withValue, name)):
			p.options = append(p.options, option{name, value})
		case takesValue(withValue, arg):
			p.options = append(p.options, option{arg, next()})
		case strings.HasPrefix(arg, "--"):
			p.options = append(p.options, option{name: arg})
		default:
			p.addShort(arg[1:], withValue, next)
		}
	}
	return p
}

// takesValue reports whether an option, which may be abbreviated, has a value.
func takesValue(withValue, name string) bool {
	for each := range strings.FieldsSeq(withValue) {
		if isOption(name, each) {
			return true
		}
	}
	return false
}

// addShort adds the options of a group of letters such as -rf.
func (p *parsedArguments) addShort(letters, withValue string, next func() string) {
	for n, letter := range letters {
		name, rest := "-"+string(letter), letters[n+len(string(letter)):]
		switch {
		case shell.ContainsWord(withValue, name+"?"):
			p.options = append(p.options, option{name, rest})
			return
		case shell.ContainsWord(withValue, name):
			if rest == "" {
				rest = next()
			}
			p.options = append(p.options, option{name, rest})
			return
		}
		p.options = append(p.options, option{name: name})
	}
}

// isNamed reports whether an option has a name. Long options may be abbreviated.
func (p parsedArguments) isNamed(o option, name string) bool {
	return o.name == name || !shell.ContainsWord(p.known, o.name) && isOption(o.name, name)
}

// has reports whether one of the options in a list is set. Long options may be
// abbreviated.
func (p parsedArguments) has(list string) bool {
	for _, o := range p.options {
		for each := range strings.FieldsSeq(list) {
			if p.isNamed(o, each) {
				return true
			}
		}
	}
	return false
}

// values returns the values of the options in a list.
func (p parsedArguments) values(list string) (values []string) {
	for _, o := range p.options {
		for each := range strings.FieldsSeq(list) {
			if p.isNamed(o, each) {
				values = append(values, o.value)
				break
			}
		}
	}
	return values
}
