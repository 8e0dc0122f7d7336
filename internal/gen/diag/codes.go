package diag

import "slices"

// Code identifies a kind of problem: "TG" and four digits, of which the first two
// are the area:
//
//	TG10  directives: syntax, names, arguments, placement
//	TG11  packages and loading
//	TG12  functions, signatures, tools and their names
//	TG13  types
//	TG14  tags and constraints
//	TG15  registry, wiring, duplicates
//	TG16  generated files
//	TG17  dialects
//	TG18  texts and names that models misunderstand (toolgen vet)
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
	UnfitValidate        Code = "TG1218"
	ExcludedTool         Code = "TG1219"

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
	UnusedType           Code = "TG1319"
	UntypedConstant      Code = "TG1320"

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
	IgnoredField        Code = "TG1414"
	UnsupportedRule     Code = "TG1415"

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
	SkippedFile     Code = "TG1612"
	UngeneratedFile Code = "TG1613"
	EqualFold       Code = "TG1614"

	UselessDescription  Code = "TG1801"
	UndescribedArgument Code = "TG1802"
	UselessArgumentText Code = "TG1803"
	UndescribedValues   Code = "TG1804"
	LongText            Code = "TG1805"
	NotSnakeCase        Code = "TG1806"
	GenericName         Code = "TG1807"
	TextContradictsTag  Code = "TG1808"
	SimilarTools        Code = "TG1809"
	UnknownDefault      Code = "TG1810"
	ManyRequired        Code = "TG1811"
	HintContradicts     Code = "TG1812"
)

// Explanation explains a code without regard to a position in the source.
type Explanation struct {
	Code Code
	// Title names the problem in one line, without a full stop.
	Title string
	// Text says what the problem is and why it is a problem.
	Text string
	// Fix says how to fix the problem.
	Fix string
}

// explanations is the table of all codes, in their order.
var explanations = []Explanation{
	{UnknownDirective, "Unknown directive",
		"A comment starts with //tool: and a name that is not a directive. If toolgen ignored it, a misspelt directive would change the tool without a message.",
		"Correct the name. \"toolgen directives\" lists all directives."},
	{DirectiveLookalike, "Comment that looks like a directive",
		"A comment looks like a directive, but Go does not read it as one. A directive is a line comment that starts with //tool: in lower case, without spaces.",
		"Write //tool:NAME ARGUMENTS. To mention a directive in a text, indent the line, put // before it, or start the line with another word."},
	{WrongTarget, "Directive on the wrong kind of declaration",
		"Every directive is for certain kinds of declaration: functions, methods, types, fields, interfaces or the package clause. It has no meaning on other declarations.",
		"Move the directive to the declaration that it is for, or remove it."},
	{RepeatedDirective, "Directive given twice",
		"A declaration, or a package in all its files, has the same directive twice. Only one of them can take effect.",
		"Keep one of them."},
	{DetachedDirective, "Directive that belongs to no declaration",
		"A directive belongs to the declaration whose doc comment contains it; a directive for a field may also be on the line of the field. A directive belongs to no declaration if a blank line separates them, or if it is at the end of a file, on the line of a declaration that is not a field, or inside a declaration.",
		"Move it into the doc comment, directly above the declaration."},
	{DirectiveInBody, "Directive inside a function body",
		"Directives are for declarations at the package level. Directives inside function bodies have no meaning.",
		"Move it into the function's doc comment, or move the type to the package level."},
	{DirectiveOnGroup, "Directive on a group of declarations",
		"The directive is above type ( ... ) with several types, and does not say which of them it is for.",
		"Move it inside the parentheses, directly above one of the types."},
	{MalformedArguments, "Arguments that cannot be parsed",
		"Arguments are words, strings in double quotes or back quotes, and key=value, all separated by spaces. A quoted string must be closed and must be followed by a space.",
		"Close the quotes. Quote a value with spaces: key=\"a value\"."},
	{UnknownArgument, "Unknown argument",
		"The directive does not have an argument of that name.",
		"Correct the name, or remove the argument. \"toolgen directives\" lists the arguments of each directive."},
	{MissingArgument, "Missing argument",
		"The directive needs an argument that is not given.",
		"Add the argument. \"toolgen directives\" lists the arguments of each directive."},
	{UnexpectedArgument, "Unexpected argument",
		"The directive has more arguments than it takes. A comment at the end of the line is read as arguments too.",
		"Remove the extra arguments. Put comments on a line of their own."},
	{RepeatedArgument, "Argument given twice",
		"The same argument, or the same value of a list, is given twice.",
		"Keep one of them."},
	{InvalidArgument, "Invalid argument",
		"The argument does not have the form that the directive needs, such as an integer, a duration, one of certain words, a host or JSON.",
		"Write the argument in the form that the message names."},
	{ContradictoryDirectives, "Directives that contradict each other",
		"Two directives of one declaration contradict each other.",
		"Remove one of them."},
	{RequiredDirective, "Directive that needs another one",
		"The directive needs another directive that the declaration does not have.",
		"Add the other directive if it is true of the tool, or remove this directive."},
	{UnregisteredTool, "Tool directive on a function that is not a tool",
		"Only //tool:register makes a function a tool. Without it, the other directives have no effect.",
		"Add //tool:register, or remove the directives."},

	{UnmatchedPattern, "Pattern that matches no package",
		"The go command finds no package for a pattern: the directory does not exist, it has no Go files, or no required module has the package.",
		"Name a directory with Go files, such as ./tools, or all packages below a directory, such as ./... ."},
	{SyntaxError, "File that is not valid Go",
		"A file cannot be parsed, so its declarations are not known.",
		"Correct the syntax."},
	{TypeError, "Type error in a declaration that a tool uses",
		"A declaration that a tool uses does not compile: its signature, a type of its arguments or results, or a constant of such a type. Other errors are ignored, because code may use declarations that are not generated yet.",
		"Correct the declaration. A tool cannot use types of the generated file."},

	{UncallableTool, "Tool that cannot be called",
		"A tool must be a function or method with a name and without type parameters, because generated code calls it with fixed types.",
		"Declare a function with a name and without type parameters that calls this function."},
	{ToolParameters, "Parameters that a tool cannot have",
		"The parameters of a tool are, in this order, a context, parameters that the runtime provides, and the arguments: one struct, or one parameter for each argument. All of them are optional.",
		"Declare it as func([ctx context.Context,] [injected...,] [arguments...]) ([R,] [error])."},
	{ToolResults, "Results that a tool cannot have",
		"A tool returns nothing, one value, an error, or one value and an error in this order.",
		"Return a struct with a field for each value, and the error last."},
	{ToolName, "Name that a tool cannot have",
		"A name is a letter or underscore, followed by up to 63 letters, digits, underscores and hyphens. Some providers refuse other names. A name that begins with mcp__ belongs to a tool of an MCP server.",
		"Give the tool another name: //tool:register NAME."},
	{MissingDescription, "Tool without a description",
		"A model chooses tools by their descriptions. It cannot know what a tool without a description does.",
		"Write a doc comment, or //tool:doc FILE.md."},
	{LongDescription, "Description that is too long",
		"Some providers refuse descriptions of more than 1024 characters.",
		"Shorten the description to what a caller needs to know."},
	{MissingDoc, "Description file that cannot be read",
		"The file that //tool:doc names cannot be read. Its path is relative to the directory of the source.",
		"Write the file, or remove the directive."},
	{UnknownField, "Directive that names an unknown argument",
		"The directive, or the list of parameters in the comment, names an argument that the tool does not have.",
		"Use the JSON name of a field of the arguments, or the name of a parameter."},
	{UnfitField, "Directive that names an argument of the wrong type",
		"The runtime compares or shows the values of the argument as texts, which is not possible for its type.",
		"Name an argument that is a string, a number, a boolean, a time or a duration."},
	{UnknownFunction, "Directive that names an unknown function",
		"The directive names a function that neither the package nor, for a method, its receiver declares.",
		"Declare the function, or correct the name."},
	{UnfitFunction, "Directive that names a function of the wrong type",
		"The function that the directive names does not have the parameters and results that the directive needs.",
		"Change the function to the signature that the message names."},
	{TakenName, "Generated name that is already used",
		"A function or type that is to be generated has the name of a declaration of the package, or of an import of one of its files.",
		"Rename the declaration, or choose another name with //tool:defaults tools=NAME or TYPE.tools=NAME."},
	{UnknownReceiver, "Function name for a type without tools",
		"//tool:defaults names the generated function for the tools of a type, but the type has no tools.",
		"Name a type that has a method marked //tool:register."},
	{ConstrainedFile, "Tool in a file with build constraints",
		"The function, or a type or constant that it needs, is declared in a file that some builds exclude: the file has a //go:build line, or its name ends in an operating system or architecture. The generated file is part of every build, and does not compile without the declaration.",
		"Declare it in a file without build constraints, and move code that depends on the platform into functions that it calls."},
	{UnboundCapability, "Capability directive without a parameter",
		"A directive restricts a capability, but the function has no parameter for this capability, or a parameter that does not match the directive.",
		"Add the parameter that the message names, or remove the directive."},
	{UndeclaredCapability, "Capability without a directive",
		"The function has a parameter for a capability, but no directive says what it may access, so it could access nothing.",
		"Write the directive that the message names."},
	{UnfitValidate, "Method Validate that is not called",
		"The decoder calls the method Validate of the arguments, if it is Validate() error. It does not call a method with another signature, or that of a type inside the arguments.",
		"Declare Validate() error on the arguments. In it, call the methods of the types inside."},
	{ExcludedTool, "Tool in a file that is not part of the package",
		"A function marked //tool:register is in a test, or in a file that build constraints exclude. The generated file cannot contain it.",
		"Move the function into a file that every build includes, or remove //tool:register."},

	{UnsupportedType, "Type that is not supported",
		"Toolgen has no schema for the type.",
		"Use one of the types that the message names, and convert the value in the function."},
	{NoJSONForm, "Type without a JSON form",
		"Channels, functions, complex numbers and addresses cannot be written as JSON.",
		"Leave the field out with json:\"-\", or use another type."},
	{CustomJSON, "Type with its own JSON methods",
		"The methods MarshalJSON and UnmarshalJSON define the JSON form of a type, so its schema does not follow from its declaration.",
		"Write the schema with //tool:schema {...}, or use a type without these methods and convert it in the function."},
	{UndeclaredAny, "Type that can hold any JSON value",
		"An interface or json.RawMessage can hold any JSON value. Its schema would be empty, and several clients refuse empty schemas.",
		"Use a more specific type, or add //tool:any if any value is allowed."},
	{UselessAny, "Directive any without effect",
		"//tool:any is for types that can hold any JSON value (any, json.RawMessage and types with UnmarshalJSON), for types with constants, which may then have other values too, and for slices and maps of these types.",
		"Remove the directive."},
	{UnnameableType, "Type that cannot be named",
		"Generated code is in the package of the tool. It cannot name unexported types of other packages, or types of internal packages that it may not import.",
		"Export the type, or declare a type in the package of the tool."},
	{UnfitConstant, "Constant that JSON cannot represent",
		"The constants of a type are the values that a model may send. JSON cannot represent a string that is not valid UTF-8.",
		"Change the value or the type of the constant."},
	{MissingCodec, "Type without a method to read or write its JSON or text",
		"A type with methods for its JSON or text form needs the method that reads it if it is part of the arguments, and the method that writes it if it is part of the result. encoding/json calls a method with a pointer receiver only for addressable values: values of pointers and elements of slices.",
		"Declare the method that the message names, or use a type without such methods and convert it in the function."},
	{UnsealedUnion, "Union of an interface that is not sealed",
		"The variants of a union are types of the package of the interface. Types of other packages can implement an interface without an unexported method, and the schema would not include them.",
		"Add an unexported method to the interface, such as isShape(), and declare it on each variant."},
	{EmptyUnion, "Union without variants",
		"No struct type in the package of the interface implements it, so no value would be valid.",
		"Declare the methods of the interface on its variants."},
	{UnfitVariant, "Variant that is not a plain struct",
		"A type that implements an interface marked //tool:union is a variant of the union. Only structs whose JSON is an object of their fields can have the discriminator.",
		"Make it a struct without type parameters and without JSON or text methods, or remove the methods of the interface from it."},
	{UnfitDiscriminator, "Invalid field for a discriminator",
		"A variant declares a field with the name of the discriminator of the union. The field must be required, and must have exactly one allowed value.",
		"Declare it as a required string with jsonschema:\"enum=VALUE\", or remove the field: the decoder reads the discriminator without it."},
	{EqualVariants, "Two variants with the same discriminator value",
		"Two variants of a union have the same value of the discriminator, so the decoder cannot distinguish them.",
		"Give one of them another value, with a field that has the name of the discriminator and jsonschema:\"enum=VALUE\"."},
	{UnknownSchemaKeyword, "Schema keyword that is not checked",
		"The decoder checks values against a declared schema. It cannot check this keyword, or JSON Schema does not have it.",
		"Use other keywords, describe the condition in the description, or check it in the function."},
	{InvalidSchema, "Declared schema that is not valid",
		"A keyword of //tool:schema has an invalid value, contradicts another keyword, or allows values that the Go type cannot hold.",
		"Correct the value."},
	{UselessSchema, "Directive schema on a type that defines its JSON form",
		"//tool:schema is for types whose declaration does not define their JSON form: any, json.RawMessage, map[string]any, []any and types with UnmarshalJSON or MarshalJSON.",
		"Remove the directive, and write the constraints in a jsonschema tag."},
	{NoValue, "Type that has no finite JSON value",
		"Every value of the type must contain another value of the same type, through required fields, arrays, or a union in which every variant contains the union. No finite JSON value is valid.",
		"Make one of the fields optional, with omitzero or as a pointer, or use a slice."},
	{UnusedType, "Schema for a type that no tool uses",
		"A //tool:type names a type that is not a part of the arguments or results of a tool of the package, or a type of the package itself.",
		"Correct the import path and the name, or remove the directive. For a type of the package, write //tool:schema at its declaration."},
	{UntypedConstant, "Constant without a type in a group of values",
		"Only the first constant of a group has the type, so that the others are not values of the type: the schema and the decoder would not have them.",
		"Write the type of each constant. Declare constants that are not values in another group."},

	{MalformedTag, "Malformed struct tag",
		"A struct tag is a list of key:\"value\" pairs separated by spaces. Go ignores other text in tags without a message, and keys such as JSON in place of json.",
		"Write key:\"value\", with a colon and double quotes, and without spaces between them."},
	{UnknownTagOption, "Unknown option of a json tag",
		"encoding/json has the options omitempty, omitzero and string, and ignores all others without a message.",
		"Correct the option, or remove it."},
	{StringOption, "Option string of a json tag",
		"With the option string a number must be written in quotes. Models write numbers without quotes, and the decoder reads numbers in quotes without this option.",
		"Remove the option."},
	{PropertyName, "Name that a parameter cannot have",
		"A name is a letter or underscore, followed by up to 63 letters, digits and underscores. Some providers refuse other names.",
		"Choose another name in the json tag."},
	{DuplicateAlias, "Alias that is already used",
		"The alias is already the name or an alias of another field.",
		"Choose another alias, or remove it."},
	{UnknownKeyword, "Unknown key in a tag",
		"The tag has an unknown key. If toolgen ignored it, a misspelt constraint would have no effect.",
		"Correct the key. A comma inside a value is written \\\\, in the source."},
	{UnsupportedKeyword, "Unsupported key in a tag",
		"The key is one of invopop/jsonschema, but the decoder cannot check it, or the Go type already implies it.",
		"Use what the message names, or remove the key."},
	{InapplicableKeyword, "Key that does not apply to the type",
		"The key is for values of another type: minLength is for strings, minimum is for numbers.",
		"Remove the key, or change the type of the field."},
	{InvalidKeyword, "Key with an invalid value",
		"The value of the key does not have the form that it needs, or is not a value of the type of the field.",
		"Correct the value."},
	{ContradictoryBounds, "Contradictory constraints",
		"The constraints of a field contradict each other or its type: the minimum is greater than the maximum, or a value of the enum does not satisfy another constraint.",
		"Correct one of the constraints."},
	{InvalidDefault, "Invalid default",
		"The default does not satisfy the schema of the field, or the field is required.",
		"Choose a default that satisfies the schema, or remove the default."},
	{InvalidTagExample, "Invalid example in a tag",
		"The example is not a value of the type of the field, or does not satisfy its constraints. A model would copy the mistake.",
		"Choose an example that satisfies the schema, or remove the example."},
	{EqualNames, "Two fields with the same JSON name",
		"Two fields of a struct have the same JSON name. encoding/json ignores both of them without a message.",
		"Give one of them another name in its json tag, or exclude it with json:\"-\"."},
	{IgnoredField, "Unexported field with a json tag",
		"encoding/json and the generated code ignore unexported fields, also with a json tag, so the model cannot set the field.",
		"Export the field, or remove the tag."},
	{UnsupportedRule, "Tag of another library that nothing checks",
		"Rules of the tags validate and binding (github.com/go-playground/validator) become keywords of the schema. A rule without a keyword would not be checked. Keys such as default and description are not read.",
		"Write a constraint in the tag jsonschema, and a description as a comment. A rule is also accepted if the struct has a method Validate() error, which can check it."},

	{DuplicateTool, "Two tools with the same name",
		"A model calls tools by their names. The names of the tools of a package and of a registry must be different.",
		"Give one of them another name, or exclude it with except=NAME."},
	{Unwirable, "Tool that a registry cannot use",
		"A registry calls functions of the packages that it names. It cannot import main packages, internal packages of other modules, or packages that import it, and it cannot name unexported types and functions.",
		"Export the declarations, move the tools to another package, or exclude them."},
	{UnknownTool, "Exclusion of an unknown tool",
		"The registry excludes a tool that its packages do not have. If the tool was renamed, the registry would include it.",
		"Correct the name, or remove it."},
	{DuplicateID, "Two tools with the same id",
		"//tool:id identifies a tool even if its name changes. The ids of the tools of a package and of a registry must be different.",
		"Give one of them another id: //tool:id ID."},
	{BarePattern, "Registry pattern without tools",
		"No package that the pattern of a registry matches has a tool: no function in these packages has //tool:register. At least one package must have a tool.",
		"Mark a function with //tool:register, name packages with tools, or remove the pattern. Use Registry.Register for tools without directives."},

	{NoTools, "No tools found",
		"None of the packages has a function marked //tool:register or a package clause marked //tool:registry, nor a generated file.",
		"Mark a function with //tool:register, or name other packages."},
	{MissingFile, "Generated file is missing",
		"The package has tools, but no generated file.",
		"Run go generate."},
	{StaleFile, "Generated file is stale",
		"The generated file does not match the source. Only toolgen detects changes of comments and directives, and added constants; the compiler does not.",
		"Run go generate. \"toolgen check --diff\" shows what changes."},
	{OrphanedFile, "Generated file without tools",
		"The package has a generated file, but no tools.",
		"Run go generate, which removes the file."},
	{ForeignFile, "File with the name of generated files is not generated",
		"A file that was not generated has the name of generated files. Toolgen does not overwrite it.",
		"Rename the file."},
	{NameCollision, "Identifier of generated code is already used",
		"The package declares an identifier that generated code must declare for its callers.",
		"Rename the declaration, or choose another name with //tool:defaults tools=NAME."},
	{UnusableKey, "Argument that cannot be a key",
		"The fields of a key must be strings, numbers, booleans, times or durations.",
		"Name arguments of these types in the directive."},
	{UnusableDefault, "Default of the wrong type",
		"The default is not a value of the Go type of the field.",
		"Write a default of the type of the field."},
	{InvalidExample, "Example that is not a valid call",
		"The example does not satisfy the schema of the tool. A model would copy the mistake.",
		"Correct the example, or the constraint that it does not satisfy."},
	{Inexpressible, "Tool that a dialect cannot express",
		"The schema of the arguments cannot be expressed in a dialect that the package or the command line requests. Without it the model would lack information, and with it the provider would refuse the whole request.",
		"Change the argument as the message says, or remove the dialect from //tool:dialects."},
	{RequestLimit, "Tools that exceed a limit of one request",
		"Some providers limit the total of, for example, optional parameters or unions of all tools in a request in strict mode. They refuse a request that exceeds a limit.",
		"Exclude tools with except=NAME, use several registries, or simplify the tool that has the largest share."},
	{SkippedFile, "File that was not written because of another package",
		"The package has no problems of its own, but it imports or registers a package with problems, on which its generated file may depend. The files of all other packages are written.",
		"Fix the problems of the other package, and run go generate again."},
	{UngeneratedFile, "Registered package of another module without a generated file",
		"The generated registry uses the generated files of its packages. toolgen does not write into other modules, and the package has no generated file.",
		"Run toolgen in the other module, or leave the package out of the patterns."},
	{EqualFold, "Generated files whose paths differ in case only",
		"Two packages with tools are in directories whose names differ in case only. macOS and Windows have one of these directories, and the go command refuses a program that imports both packages.",
		"Rename one of the directories."},

	{UselessDescription, "Description of a tool without information",
		"The description only repeats the name of the tool. A model chooses tools by their descriptions.",
		"Say what the tool does with what, and when to use it."},
	{UndescribedArgument, "Argument without a description",
		"The argument has no description, so that a model derives its meaning, unit and form from its name.",
		"Write a comment above the field."},
	{UselessArgumentText, "Description of an argument without information",
		"The description only repeats the name of the argument. It costs tokens in each request.",
		"Say what the value means, its unit and its form."},
	{UndescribedValues, "Values that are not words, without a description",
		"A constant with one character or without a vowel has no comment, so that a model must guess what the value means.",
		"Write a comment above each constant of the type."},
	{LongText, "Description of more than 200 characters",
		"Each request contains the descriptions of all its tools, also of those that are not called. More than 1024 characters are an error, because some providers refuse them.",
		"Keep what a caller needs to choose the tool and to write the value. Details can be in the error of a wrong call."},
	{NotSnakeCase, "Name that is not in snake_case",
		"Models write names in snake_case most often, so that they misspell other names.",
		"Choose a name in snake_case."},
	{GenericName, "Name of an argument that is too generic",
		"A name such as path, data or value does not say which value is meant.",
		"Name the argument after its meaning. A tag tool:\"alias=NAME\" keeps the old name for calls."},
	{TextContradictsTag, "Description that contradicts the schema",
		"The description says something else than the tag about the default, a limit, or whether the argument may be omitted. A model follows one of them.",
		"Write the same in both, or only in the tag."},
	{SimilarTools, "Tools with nearly the same description",
		"Two tools have nearly the same words in their descriptions, so that a model cannot choose between them.",
		"Say in both descriptions what distinguishes them."},
	{UnknownDefault, "Optional argument without a default",
		"Neither the tag nor the description says what happens if the argument is omitted. Models then invent a value.",
		"Write default=VALUE in the tag, or say in the description what happens without it."},
	{ManyRequired, "Tool with many required arguments",
		"The tool has more than five required arguments. A model can miss or invent each of them.",
		"Give defaults to arguments, or divide the tool."},
	{HintContradicts, "Hint that contradicts the capabilities",
		"A hint says something else than the capabilities of the function: it is read-only and can write files, connects to hosts without the hint open-world, or is destructive and can only read.",
		"Correct the hint, or the parameters of the function."},
}

// Explanations returns a copy of the table of all codes, in their order.
func Explanations() []Explanation { return slices.Clone(explanations) }

// Explain returns the explanation of a code, and false if the code is unknown.
func Explain(code Code) (Explanation, bool) {
	i := slices.IndexFunc(explanations, func(e Explanation) bool { return e.Code == code })
	if i < 0 {
		return Explanation{}, false
	}
	return explanations[i], true
}
