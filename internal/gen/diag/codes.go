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

	UnmatchedPattern Code = "TG1101"
	SyntaxError      Code = "TG1102"
	TypeError        Code = "TG1103"

	UncallableTool     Code = "TG1201"
	ToolParameters     Code = "TG1202"
	PointerArguments   Code = "TG1203"
	ToolResults        Code = "TG1204"
	ToolName           Code = "TG1205"
	MissingDescription Code = "TG1206"
	LongDescription    Code = "TG1207"
	MissingDoc         Code = "TG1208"
	UnknownField       Code = "TG1209"
	UnfitField         Code = "TG1210"
	UnknownFunction    Code = "TG1211"
	UnfitFunction      Code = "TG1212"
	TakenName          Code = "TG1213"
	UnknownReceiver    Code = "TG1214"
	ConstrainedFile    Code = "TG1215"

	UnboundCapability    Code = "TG1216"
	UndeclaredCapability Code = "TG1217"

	UnsupportedType      Code = "TG1301"
	NoJSONForm           Code = "TG1302"
	CustomJSON           Code = "TG1303"
	UndeclaredAny        Code = "TG1304"
	UselessAny           Code = "TG1305"
	UnnameableType       Code = "TG1306"
	UnfitConstant        Code = "TG1308"
	MissingCodec         Code = "TG1309"
	UnsealedUnion        Code = "TG1310"
	EmptyUnion           Code = "TG1311"
	UnfitVariant         Code = "TG1312"
	UnfitDiscriminator   Code = "TG1313"
	EqualVariants        Code = "TG1314"
	UnknownSchemaKeyword Code = "TG1315"
	InvalidSchema        Code = "TG1316"
	UselessSchema        Code = "TG1317"
	NoValue              Code = "TG1318"

	MalformedTag        Code = "TG1401"
	UnknownTagOption    Code = "TG1402"
	StringOption        Code = "TG1403"
	PropertyName        Code = "TG1404"
	DuplicateAlias      Code = "TG1405"
	UnknownKeyword      Code = "TG1406"
	UnsupportedKeyword  Code = "TG1407"
	InapplicableKeyword Code = "TG1408"
	InvalidKeyword      Code = "TG1409"
	ContradictoryBounds Code = "TG1410"
	InvalidDefault      Code = "TG1411"
	InvalidTagExample   Code = "TG1412"
	EqualNames          Code = "TG1413"

	DuplicateTool Code = "TG1501"
	Unwirable     Code = "TG1502"
	UnknownTool   Code = "TG1503"
	DuplicateID   Code = "TG1504"
	BarePattern   Code = "TG1505"

	NoTools         Code = "TG1601"
	MissingFile     Code = "TG1602"
	StaleFile       Code = "TG1603"
	OrphanedFile    Code = "TG1604"
	ForeignFile     Code = "TG1605"
	NameCollision   Code = "TG1606"
	UnusableKey     Code = "TG1607"
	UnusableDefault Code = "TG1608"
	InvalidExample  Code = "TG1609"
	Inexpressible   Code = "TG1610"
	RequestLimit    Code = "TG1611"
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

	{UnmatchedPattern, "Pattern that matches no package",
		"The go command finds no package for a pattern: the directory does not exist or has no Go files, or no required module has the package.",
		"Name a directory with Go files, such as ./tools, or all packages below one, such as ./... ."},
	{SyntaxError, "File that is not valid Go",
		"A file cannot be parsed, so that what it declares is not known.",
		"Correct the syntax."},
	{TypeError, "Type error in what a tool is made of",
		"A declaration that a tool reaches does not compile: its signature, a type among its arguments or results, or a constant of one. Errors elsewhere do not matter, and code may use what is about to be generated.",
		"Correct the declaration. Types of the generated file cannot be part of a tool."},

	{UncallableTool, "Tool that cannot be called",
		"A tool is a function or method with a name and without type parameters: generated code calls it with the types that its schema was made of.",
		"Declare a function with a name, with the types filled in, that calls this one."},
	{ToolParameters, "Parameters that a tool cannot have",
		"A tool takes, in this order, a context, parameters that the runtime fills in, and one struct with the arguments. Each of them may be left out.",
		"Declare it as func([ctx context.Context,] [injected...,] [args T]) ([R,] [error])."},
	{PointerArguments, "Arguments taken by pointer",
		"The struct with the arguments is taken by value: every call has its own.",
		"Take the struct instead of a pointer to it."},
	{ToolResults, "Results that a tool cannot have",
		"A tool returns one value, an error, both in this order, or nothing.",
		"Return a struct with a field for each value, and the error last."},
	{ToolName, "Name that a tool cannot have",
		"Every provider takes names of a letter or underscore and then up to 63 letters, digits, underscores and hyphens; some take no others.",
		"Give a name that every provider takes: //tool:register NAME."},
	{MissingDescription, "Tool without a description",
		"A model chooses tools by what they say of themselves. A tool without a description is guessed at.",
		"Write a doc comment, or //tool:doc FILE.md."},
	{LongDescription, "Description that is too long",
		"Some providers refuse descriptions of more than 1024 characters.",
		"Say what a caller needs to know, and leave the rest to other documentation."},
	{MissingDoc, "Description file that cannot be read",
		"The file that //tool:doc names, beside the source, cannot be read.",
		"Write the file, or remove the directive."},
	{UnknownField, "Directive that names no argument",
		"The directive names an argument that the tool does not have.",
		"Use the JSON name of a field of the arguments."},
	{UnfitField, "Directive that names an unfit argument",
		"The values of the argument are compared or shown as texts, which those of its type cannot be.",
		"Name an argument that is a text, a number, a boolean, a time or a duration."},
	{UnknownFunction, "Directive that names no function",
		"The directive names a function that the package does not declare, nor, for a method, its receiver.",
		"Declare the function, or correct the name."},
	{UnfitFunction, "Directive that names an unfit function",
		"The function that the directive names does not have the parameters and results that the directive needs.",
		"Change the function to the form that the message names."},
	{TakenName, "Generated name that is taken",
		"A function or type that would be generated has the name of something that the package declares itself, or that one of its files imports.",
		"Rename one of them: //tool:defaults tools=NAME or TYPE.tools=NAME."},
	{UnknownReceiver, "Name for the tools of no type",
		"//tool:defaults names the function for the tools of a type that has none.",
		"Name a type that has a method marked //tool:register."},
	{ConstrainedFile, "Tool in a file with build constraints",
		"The function, or a type or constant that it needs, is declared in a file that some builds leave out: it has a line //go:build, or a name that ends in an operating system or architecture. The generated file is part of every build and could not be compiled without it.",
		"Declare it in a file without build constraints; what depends on the platform can stand in functions that it calls."},
	{UnboundCapability, "Directive that no parameter is bound by",
		"A directive says what a tool may reach through a parameter that the function does not take, or that does something else than the directive says.",
		"Take the parameter that the message names, or remove the directive."},
	{UndeclaredCapability, "Capability without a directive",
		"The function takes a capability, but no directive says what it may reach: it would reach nothing.",
		"Write the directive that the message names."},

	{UnsupportedType, "Type that is not supported",
		"The type has no schema, or none yet. A wrong schema would be worse than none.",
		"Use one of the types that the message names, and convert in the function."},
	{NoJSONForm, "Type without a JSON form",
		"Channels, functions, complex numbers and addresses cannot be written as JSON.",
		"Leave the field out with json:\"-\", or use another type."},
	{CustomJSON, "Type with a JSON form of its own",
		"The methods MarshalJSON and UnmarshalJSON decide what the JSON of a type is. No schema follows from its declaration.",
		"Say what it is with //tool:schema {...}, or use a plain type and convert it in the function."},
	{UndeclaredAny, "Type that may hold anything",
		"An interface or json.RawMessage takes any JSON value, so that a schema could say nothing about it and several clients would refuse it.",
		"Use a type that says what is expected, or say //tool:any when anything is meant."},
	{UselessAny, "Directive any on a type that is not open",
		"//tool:any is about places that can hold any JSON value, any, json.RawMessage and types with UnmarshalJSON, and about types with constants, which it opens to other values; alone or in slices and maps.",
		"Remove the directive."},
	{UnnameableType, "Type that cannot be named",
		"Generated code stands in the tool's package. It cannot name unexported types of other packages, nor those of internal packages that it may not import.",
		"Export the type, or declare one of your own."},
	{UnfitConstant, "Constant that JSON cannot hold",
		"The constants of a type are the values that a model may send. A string that is not valid UTF-8 cannot be written as JSON.",
		"Give the constant another value, or another type."},
	{MissingCodec, "Type that reads or writes itself, but not both",
		"A type with methods for its own text or JSON needs the one that reads it where it is an argument, and the one that writes it where it is a result. encoding/json calls a method of the pointer only for values that have an address: those behind pointers and in slices.",
		"Declare the method that the message names, or use a plain type and convert it in the function."},
	{UnsealedUnion, "Union that anyone can add to",
		"The variants of a union are the types of its own package. An interface without an unexported method can be implemented by types of other packages, which the schema could not know.",
		"Add an unexported method to the interface, such as isShape(), and declare it on each variant."},
	{EmptyUnion, "Union without variants",
		"No struct type of the interface's package implements it, so that no value is valid.",
		"Declare the methods of the interface on the structs that are meant."},
	{UnfitVariant, "Variant that is not a plain struct",
		"A type implements an interface marked //tool:union, and so is one of its variants. Only structs whose JSON is an object of their fields can have the property that tells the variants apart.",
		"Make it a struct, without type parameters and without JSON or text methods of its own, or take the interface's methods from it."},
	{UnfitDiscriminator, "Discriminator that does not tell variants apart",
		"A variant declares a field with the name of the union's discriminator. It must be there in every value, and have one value only: that of the variant.",
		"Declare it as a string with jsonschema:\"enum=VALUE\", required, or remove the field: the decoder reads the discriminator without it."},
	{EqualVariants, "Two variants with one value",
		"Two variants of a union have the same value of the discriminator, so that nothing tells them apart.",
		"Give one of them another value, in a field with the discriminator's name and jsonschema:\"enum=VALUE\"."},
	{UnknownSchemaKeyword, "Keyword of a schema that nothing checks",
		"A declared schema is what the decoder holds values to. A keyword that it cannot check, or that JSON Schema does not have, would promise what does not hold.",
		"Write it with other keywords, in the description, or check it in the function."},
	{InvalidSchema, "Declared schema that is not valid",
		"A keyword of //tool:schema has a value that it cannot have, contradicts another one, or allows values that the Go type cannot hold.",
		"Correct the value."},
	{UselessSchema, "Directive schema on a type that is not open",
		"//tool:schema is about types whose declaration says nothing of their JSON: any, json.RawMessage, map[string]any, []any and types with UnmarshalJSON or MarshalJSON.",
		"Remove the directive, and write constraints in a jsonschema tag."},
	{NoValue, "Type without a value",
		"Every value of the type would have to hold another one of it, without an end: through required fields, arrays, or a union of which each variant holds the union. No model could write one.",
		"Make a field on the way optional, with omitzero or as a pointer, or use a slice."},

	{MalformedTag, "Struct tag of the wrong form",
		"A struct tag is a list of key:\"value\" pairs separated by spaces. Go ignores what is not, silently.",
		"Write key:\"value\", with a colon, double quotes and no spaces between."},
	{UnknownTagOption, "Unknown option of a json tag",
		"encoding/json knows the options omitempty, omitzero and string, and ignores all others silently.",
		"Correct the option, or remove it."},
	{StringOption, "Option string of a json tag",
		"With the option string a number would have to be written in quotes. Models write numbers as numbers, and those in quotes are read anyway.",
		"Remove the option."},
	{PropertyName, "Name that a parameter cannot have",
		"Every provider takes names of a letter or underscore and then up to 63 letters, digits and underscores; some take no others.",
		"Choose another name in the json tag."},
	{DuplicateAlias, "Alias that is taken",
		"The alias is already the name or an alias of another field.",
		"Choose another one, or remove it."},
	{UnknownKeyword, "Unknown key in a tag",
		"The tag has a key that the vocabulary does not have. Were it ignored, a misspelt bound would silently not hold.",
		"Correct the key. A comma inside a value is written \\\\, in the source."},
	{UnsupportedKeyword, "Key that cannot be honoured",
		"The key belongs to the vocabulary of invopop/jsonschema, but says something that the decoder could not hold to, or that the Go type says already.",
		"Say it in the way that the message names, or remove the key."},
	{InapplicableKeyword, "Key that does not apply to the type",
		"The key bounds values of another type: a length is for strings, a minimum for numbers.",
		"Remove the key, or change the type of the field."},
	{InvalidKeyword, "Key with a wrong value",
		"The value of the key is not of the form that it needs, or does not fit the type of the field.",
		"Correct the value."},
	{ContradictoryBounds, "Bounds that no value meets",
		"The constraints of a field contradict each other, or its type: the least value allowed is greater than the greatest, or a value of the enum is one that a bound refuses.",
		"Correct one of them."},
	{InvalidDefault, "Default that is not valid",
		"The default is refused by the field's own schema, or the field must be given anyway.",
		"Choose a default that the field takes, or remove it."},
	{InvalidTagExample, "Example in a tag that is not valid",
		"The example is not a value of the field's type, or one that its own constraints refuse, so that it would teach a mistake.",
		"Choose an example that the field takes, or remove it."},
	{EqualNames, "Two fields of one name",
		"Two fields of one struct have the same JSON name. encoding/json reads and writes neither of them, silently.",
		"Give one of them another name in its json tag, or leave it out with json:\"-\"."},

	{DuplicateTool, "Two tools of one name",
		"A model calls tools by their names. Two of one name in a package or a registry cannot be told apart.",
		"Give one of them another name, or leave it out with except=NAME."},
	{Unwirable, "Tool that a registry cannot reach",
		"A registry calls functions of the packages that it names. It cannot import programs, internal packages of others, or packages that import it, and it cannot name unexported types and functions.",
		"Export what is needed, move the tools, or leave them out."},
	{UnknownTool, "Exception that names no tool",
		"The registry leaves a tool out that its packages do not have. After a renaming it would silently be wired again.",
		"Correct the name, or remove it."},
	{DuplicateID, "Two tools of one identity",
		"What //tool:id gives a tool stays the same when its name changes, and tells it from every other tool. Two of one identity in a package or a registry cannot be told apart.",
		"Give one of them another one: //tool:id ID."},
	{BarePattern, "Registry pattern that brings no tools",
		"A registry names packages for their tools, and none of those that this pattern matches has any: no function in them has //tool:register. It would silently lack what its author expects. A pattern of several packages needs one with tools.",
		"Mark a function, name the packages that have tools, or remove the pattern. Tools made without directives are added with Registry.Register."},

	{NoTools, "No tools found",
		"None of the packages has a function marked //tool:register or a package clause marked //tool:registry, nor a generated file.",
		"Mark a function, or name other packages."},
	{MissingFile, "Generated file is missing",
		"The package has tools and no generated file, so that nothing can call them.",
		"Run go generate."},
	{StaleFile, "Generated file is stale",
		"The generated file is not what the source asks for now. Changes of comments, directives and added constants are visible here alone: the compiler does not see them.",
		"Run go generate. \"toolgen check --diff\" shows what changes."},
	{OrphanedFile, "Generated file is an orphan",
		"The package has a generated file and no tools any more.",
		"Run go generate, which removes the file."},
	{ForeignFile, "File of the generated name is not generated",
		"A file of an author's own has the name of generated files. It is never written over.",
		"Rename it."},
	{NameCollision, "Identifier that generated code must declare is taken",
		"The package declares an identifier that generated code must declare, because callers use it.",
		"Rename yours, or choose another name with //tool:defaults tools=NAME."},
	{UnusableKey, "Argument that cannot be part of a key",
		"Keys are made of texts, numbers, booleans, times and durations.",
		"Name other arguments in the directive."},
	{UnusableDefault, "Default that cannot be applied",
		"The default cannot be written as a value of the field's Go type.",
		"Write a default of the field's type."},
	{InvalidExample, "Example that is not a valid call",
		"The arguments of an example are refused by the schema of the tool, so that the example would teach a mistake.",
		"Correct the example, or the constraint that it breaks."},
	{Inexpressible, "Tool that a dialect cannot express",
		"A dialect that the package asks for, or that was asked for on the command line, has no way to say what the arguments of a tool are. Were it left out, the model would not know; were it sent, the provider would refuse the whole request.",
		"Change the argument as the message says, or leave the dialect out of //tool:dialects."},
	{RequestLimit, "More tools than a request may have",
		"Some providers limit what all tools of a request have together, such as optional parameters or unions in a strict mode. A request with more is refused.",
		"Leave tools out with except=NAME, wire them in several registries, or take from the tool that has most."},
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
