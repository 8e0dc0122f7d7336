package diag

import "slices"

// Code is the stable name of a kind of problem: "TG" and four digits, of which
// the first two are the area:
//
//	TG10  directives: syntax, names, arguments, placement
//	TG11  packages and loading
//	TG12  functions, signatures, tools and their names
//	TG13  types
//	TG14  tags and constraints
//	TG15  registry, wiring, duplicates
//	TG16  generated files
//	TG17  dialects
//
// A code that is no longer used is never given to another kind of problem.
type Code string

// The codes. Each has a row in the table below.
const (
	UnknownDirective        Code = "TG1001"
	DirectiveLookalike      Code = "TG1002"
	WrongTarget             Code = "TG1003"
	RepeatedDirective       Code = "TG1004"
	DetachedDirective       Code = "TG1005"
	DirectiveInBody         Code = "TG1006"
	DirectiveOnGroup        Code = "TG1007"
	MalformedArguments      Code = "TG1008"
	UnknownArgument         Code = "TG1009"
	MissingArgument         Code = "TG1010"
	UnexpectedArgument      Code = "TG1011"
	RepeatedArgument        Code = "TG1012"
	InvalidArgument         Code = "TG1013"
	ContradictoryDirectives Code = "TG1014"
	RequiredDirective       Code = "TG1015"
	UnregisteredTool        Code = "TG1016"
)

// Explanation is what can be said about a code without looking at a place.
type Explanation struct {
	Code Code
	// Title names the problem in one line, without a full stop.
	Title string
	// Text says what the problem is and why it is one.
	Text string
	// Mend says what to do about it.
	Mend string
}

// explanations is the table of all codes, in their order.
var explanations = []Explanation{
	{UnknownDirective, "Unknown directive",
		"A comment starts with //tool: and a name that no directive has. Were it ignored, a misspelt directive would silently change what the tool may do.",
		"Correct the name. \"toolgen directives\" lists all of them."},
	{DirectiveLookalike, "Comment that looks like a directive",
		"A comment looks like a directive, but Go does not take it for one: a directive is a line comment, with neither a space between // and the word tool nor around the colon, all in small letters.",
		"Write //tool:NAME ARGUMENTS. To mention a directive in a text, indent the line, put // before it, or begin the line with another word."},
	{WrongTarget, "Directive on the wrong kind of declaration",
		"Every directive belongs on certain kinds of declaration: functions, methods, types, fields, interfaces or the package clause. On another one it would mean nothing.",
		"Move the directive to the declaration it is about, or remove it."},
	{RepeatedDirective, "Directive given twice",
		"A declaration (or, over all its files, a package) has the same directive twice, and only one of them could be honoured.",
		"Keep one of them."},
	{DetachedDirective, "Directive that belongs to no declaration",
		"A directive belongs to the declaration in whose doc comment it stands; that of a field may also stand beside it. Cut off by a blank line, at the end of a file, beside another declaration or inside one, it belongs to nothing.",
		"Move it into the doc comment, directly above the declaration."},
	{DirectiveInBody, "Directive inside a function body",
		"Directives describe declarations of a package. What stands in the body of a function is none.",
		"Move it into the function's doc comment, or move the type to the package level."},
	{DirectiveOnGroup, "Directive on a group of declarations",
		"The directive stands above type ( ... ) with several types, so that it is not clear which of them it is about.",
		"Move it inside the parentheses, directly above one of the types."},
	{MalformedArguments, "Arguments that cannot be read",
		"Arguments are words, strings in double quotes or back quotes, and key=value, all separated by spaces. A quoted string must be closed, must be followed by a space, and includes the key when there is one.",
		"Close the quotes; write \"key=value with spaces\" with the quotes around all of it."},
	{UnknownArgument, "Unknown argument",
		"The directive has no argument of that name.",
		"Correct the name, or remove the argument. \"toolgen directives\" shows what each directive takes."},
	{MissingArgument, "Missing argument",
		"The directive says nothing without an argument that is not there.",
		"Add it. \"toolgen directives\" shows what each directive takes."},
	{UnexpectedArgument, "Unexpected argument",
		"The directive has more arguments than it takes. A comment at the end of the line counts as arguments too.",
		"Remove what is too much; put comments on a line of their own."},
	{RepeatedArgument, "Argument given twice",
		"The same argument, or the same value of a list, stands there twice.",
		"Keep one of them."},
	{InvalidArgument, "Argument of the wrong form",
		"The argument is not what the directive takes: an integer, a duration, one of certain words, a host, JSON and so on.",
		"Write it in the form that the message asks for."},
	{ContradictoryDirectives, "Directives that contradict each other",
		"Two directives of one declaration cannot both be true.",
		"Remove one of them."},
	{RequiredDirective, "Directive that needs another one",
		"The directive is only right together with another one, which the declaration does not have.",
		"Add the other directive if it is true of the tool, or remove this one."},
	{UnregisteredTool, "Tool directive on a function that is not a tool",
		"A function becomes a tool by //tool:register alone. Without it, its other directives would be ignored.",
		"Add //tool:register, or remove the directives."},
}

// Explanations returns the table of all codes, in their order.
func Explanations() []Explanation { return slices.Clone(explanations) }

// Explain looks a code up.
func Explain(code Code) (Explanation, bool) {
	i := slices.IndexFunc(explanations, func(e Explanation) bool { return e.Code == code })
	if i < 0 {
		return Explanation{}, false
	}
	return explanations[i], true
}
