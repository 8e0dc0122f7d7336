package annotations

import (
	"slices"

	"github.com/toolgen/toolgen/internal/dialect"
)

// Sets of targets that several directives have.
const (
	tool            = Func | Method
	withJSON        = Type | Field
	withDescription = tool | Type | Field
)

// vocabulary is the table of all directives, in groups.
var vocabulary = slices.Concat(identity, behaviour, hints, capabilities, types, packages)

// identity has the directives for the names and the description of a tool.
var identity = []Directive{
	{Name: "register", Targets: tool, Arguments: []Argument{{Name: "name", Kind: Word}},
		Help:    "Makes the function a tool; without NAME, the name of the tool is the name of the function in snake_case.",
		Example: "//tool:register search_notes", EnforcedBy: []Enforcer{Generator}},
	{Name: "id", Targets: tool, Arguments: []Argument{{Name: "id", Kind: String, Required: true}},
		Help:    "Sets the globally unique id of the tool; the default is the import path, a dot and the name of the tool.",
		Example: "//tool:id example.org/notes/search", EnforcedBy: []Enforcer{Data}},
	{Name: "title", Targets: tool, Arguments: []Argument{{Name: "text", Kind: Rest, Required: true}},
		Help:    "Sets the name of the tool that people see.",
		Example: "//tool:title Search notes", EnforcedBy: []Enforcer{Data}},
	{Name: "toolset", Targets: tool, Arguments: []Argument{{Name: "name", Kind: Word, Required: true}},
		Help:    "Puts the tool into a toolset, which policies can allow or exclude as a whole.",
		Example: "//tool:toolset notes", EnforcedBy: []Enforcer{Data, Policy}},
	{Name: "category", Targets: tool, Arguments: []Argument{{Name: "name", Kind: Word, Required: true}},
		Help:    "Sets the category under which people find the tool.",
		Example: "//tool:category productivity", EnforcedBy: []Enforcer{Data}},
	{Name: "version", Targets: tool, Arguments: []Argument{{Name: "version", Kind: Word, Required: true}},
		Help:    "Sets the version of the tool.",
		Example: "//tool:version 1.2.0", EnforcedBy: []Enforcer{Data}},
	{Name: "doc", Targets: withDescription, Arguments: []Argument{{Name: "file", Kind: MarkdownFile, Required: true}},
		Help:    "Reads the description from a Markdown file in the directory of the source or below.",
		Example: "//tool:doc search.md", EnforcedBy: []Enforcer{Generator}},
	{Name: "arg", Targets: tool, Arguments: []Argument{
		{Name: "parameter", Kind: Identifier, Required: true},
		{Name: "description", Kind: String},
		{Name: "keyword", Kind: Any, Key: true, Open: true}}, Repeatable: true,
		Help:    "Describes and constrains a parameter of a function that takes its arguments one by one; the keywords are those of the jsonschema tag, and alias for another name that calls may use.",
		Example: `//tool:arg days "How many days" minimum=1 default=3`, EnforcedBy: []Enforcer{Generator}},
	{Name: "example", Targets: tool, Arguments: []Argument{{Name: "json", Kind: JSON, Required: true}}, Repeatable: true,
		Help:    "Gives the arguments of a valid call; the generator validates them.",
		Example: `//tool:example {"query": "plants", "limit": 3}`, EnforcedBy: []Enforcer{Generator, Data}},
}

// behaviour has the directives that change how the runtime executes a call.
var behaviour = []Directive{
	{Name: "max-result-chars", Targets: tool, Arguments: []Argument{{Name: "count", Kind: Integer, Required: true}},
		Help:    "Limits the text of a result to this number of characters (code points).",
		Example: "//tool:max-result-chars 8000", EnforcedBy: []Enforcer{Budget}},
	{Name: "timeout", Targets: tool, Arguments: []Argument{{Name: "duration", Kind: Duration, Required: true}},
		Help:    "Sets the timeout of one call.",
		Example: "//tool:timeout 30s", EnforcedBy: []Enforcer{Executor}},
	{Name: "retry", Targets: tool, Arguments: []Argument{
		{Name: "count", Kind: Integer, Required: true, Minimum: 1},
		{Name: "backoff", Kind: Duration, Key: true}},
		Help:    "Repeats a call that fails with execution_failed, up to COUNT times; needs //tool:idempotent.",
		Example: "//tool:retry 3 backoff=500ms", EnforcedBy: []Enforcer{Executor}},
	{Name: "cache", Targets: tool, Arguments: []Argument{
		{Name: "ttl", Kind: Duration, Key: true},
		{Name: "key", Kind: Property, Key: true, List: true}},
		Help:    "Caches successful results, for 5 minutes unless ttl is given, by the arguments in key or by all arguments.",
		Example: "//tool:cache ttl=10m key=city,days", EnforcedBy: []Enforcer{Executor}},
	{Name: "available", Targets: tool, Arguments: []Argument{
		{Name: "env", Kind: Variable, Key: true, List: true},
		{Name: "bin", Kind: Binary, Key: true, List: true},
		{Name: "func", Kind: Identifier, Key: true}}, NeedsArgument: true,
		Help:    "Makes the tool available only while the environment variables are set, the programs are on PATH and the function returns true.",
		Example: "//tool:available env=EXA_API_KEY bin=git,rg func=Ready", EnforcedBy: []Enforcer{Availability}},
	{Name: "always-include", Targets: tool,
		Help:    "Makes the tool available even if the policy has a list of allowed tool names without it.",
		Example: "//tool:always-include", EnforcedBy: []Enforcer{Policy}},
	{Name: "requires", Targets: tool, Arguments: []Argument{{Name: "grant", Kind: Grant, Required: true, Repeated: true}},
		Help:    "Allows calls only if the policy has all these grants.",
		Example: "//tool:requires billing:read billing:write", EnforcedBy: []Enforcer{Policy}},
	{Name: "requires-approval", Targets: tool, Arguments: []Argument{
		{Name: "func", Kind: Identifier, Key: true},
		{Name: "reason", Kind: String, Key: true}},
		Help:    "Asks a person for approval before a call; with func, only if this function of the arguments returns true or a reason; reason is shown to the person if func returns none.",
		Example: `//tool:requires-approval func=IsExpensive reason="spends money"`, EnforcedBy: []Enforcer{Executor}},
	{Name: "untrusted-output", Targets: tool, Arguments: []Argument{{Name: "source", Kind: Property, Key: true}},
		Help:    "Marks results as untrusted; source is the argument that names their origin.",
		Example: "//tool:untrusted-output source=url", EnforcedBy: []Enforcer{Executor}},
	{Name: "return-direct", Targets: tool,
		Help:    "Tells the agent that it may end its turn with the result of the tool.",
		Example: "//tool:return-direct", EnforcedBy: []Enforcer{Data}},
	{Name: "exclusive", Targets: tool,
		Help:    "Runs a call while no other call of its batch runs.",
		Example: "//tool:exclusive", EnforcedBy: []Enforcer{Executor}},
	{Name: "concurrent", Targets: tool,
		Help:    "Exempts the tool from the order of effects: its calls may run at the same time as calls that change what it uses, and as calls that use what it changes.",
		Example: "//tool:concurrent", EnforcedBy: []Enforcer{Executor}},
	{Name: "serialize", Targets: tool, Arguments: []Argument{{Name: "field", Kind: Property, Required: true, Repeated: true}},
		Help:    "Runs calls with equal values of these arguments one after the other, in the order of the batch.",
		Example: "//tool:serialize file_path", EnforcedBy: []Enforcer{Executor}},
	{Name: "dry-run", Targets: tool, Arguments: []Argument{{Name: "func", Kind: Identifier, Required: true}},
		Help:    "Names a function with the same parameters that describes what a call would do.",
		Example: "//tool:dry-run DescribeRemoval", EnforcedBy: []Enforcer{Executor}},
	{Name: "no-repair", Targets: tool | Type,
		Help:    "Makes the decoder refuse arguments that it would otherwise repair.",
		Example: "//tool:no-repair", EnforcedBy: []Enforcer{Generator}},
	{Name: "no-dialect", Targets: tool, Arguments: []Argument{
		{Name: "dialect", Kind: Word, Required: true, Repeated: true, Words: dialect.Projections()}},
		Help:    "Exempts the tool from dialects that the package or a registry requests; in these dialects, its definition is that of a tool whose package does not request them.",
		Example: "//tool:no-dialect openai-strict gemini", EnforcedBy: []Enforcer{Generator}},
	{Name: "strict", Targets: tool | PackageClause,
		Help:    "Requests the strict mode of a provider in dialects that have one.",
		Example: "//tool:strict", EnforcedBy: []Enforcer{Generator}},
}

// hints has the directives that describe the effects of a tool.
var hints = []Directive{
	{Name: "read-only", Targets: tool,
		Help:    "States that a call changes nothing.",
		Example: "//tool:read-only", EnforcedBy: []Enforcer{Data, Executor}},
	{Name: "destructive", Targets: tool,
		Help:    "States that a call can remove or overwrite something; implies side-effects.",
		Example: "//tool:destructive", EnforcedBy: []Enforcer{Data, Executor}},
	{Name: "idempotent", Targets: tool,
		Help:    "States that a second equal call makes no further changes.",
		Example: "//tool:idempotent", EnforcedBy: []Enforcer{Data}},
	{Name: "open-world", Targets: tool,
		Help:    "States that a call interacts with systems that the application does not control.",
		Example: "//tool:open-world", EnforcedBy: []Enforcer{Data, Executor}},
	{Name: "side-effects", Targets: tool,
		Help:    "States that a call changes something.",
		Example: "//tool:side-effects", EnforcedBy: []Enforcer{Data, Executor}},
}

// capabilities has the directives that restrict what a tool can access.
var capabilities = []Directive{
	{Name: "fs", Targets: tool, Arguments: []Argument{
		{Name: "read", Kind: Path, Key: true, List: true},
		{Name: "write", Kind: Path, Key: true, List: true}},
		Help:    "Restricts reading and writing to these paths, relative to the working directory, within what the policy allows; without a path, only the policy restricts them.",
		Example: "//tool:fs read=docs,src write=out", EnforcedBy: []Enforcer{Capability}},
	{Name: "network", Targets: tool, Arguments: []Argument{{Name: "host", Kind: Host, Required: true, Repeated: true}},
		Help:    "Lists the hosts that the tool may connect to, on the ports 80 and 443 or on the port after a host; * is every host and port that the policy allows.",
		Example: "//tool:network api.example.com *.example.org", EnforcedBy: []Enforcer{Capability}},
	{Name: "process", Targets: tool, Arguments: []Argument{{Name: "binary", Kind: Binary, Required: true, Repeated: true}},
		Help:    "Lists the programs that the tool may run.",
		Example: "//tool:process git go", EnforcedBy: []Enforcer{Capability}},
	{Name: "secrets", Targets: tool, Arguments: []Argument{{Name: "reference", Kind: Reference, Required: true, Repeated: true}},
		Help:    "Lists the secrets that the tool may read: references, or prefixes that end in /*.",
		Example: "//tool:secrets providers/exa/*", EnforcedBy: []Enforcer{Capability}},
	{Name: "storage", Targets: tool, Arguments: []Argument{
		{Name: "scope", Kind: Word, Required: true, Words: []string{"tool-private", "session", "personality"}},
		{Name: "ttl", Kind: Duration, Key: true}},
		Help:    "Sets who shares the values of the key-value store, and with ttl how long they are kept.",
		Example: "//tool:storage session ttl=1h", EnforcedBy: []Enforcer{Capability}},
	{Name: "attachments", Targets: tool, Arguments: []Argument{
		{Name: "kind", Kind: Word, Required: true, Repeated: true, Words: []string{"image", "file", "*"}}},
		Help:    "Lists the kinds of attachments of the turn that the tool may open.",
		Example: "//tool:attachments image file", EnforcedBy: []Enforcer{Capability}},
	{Name: "allow", Targets: tool, Arguments: []Argument{
		{Name: "capability", Kind: Word, Required: true, Words: []string{"fs", "network", "process", "secrets", "storage", "attachments", "environment", "stdout"}},
		{Name: "reason", Kind: String, Required: true}}, Repeatable: true,
		Help:    "Accepts that the tool uses a capability without declaring it, for the reason given.",
		Example: `//tool:allow environment "reads the proxy settings"`, EnforcedBy: []Enforcer{Vet}},
}

// types has the directives for the JSON form of a type or field.
var types = []Directive{
	{Name: "union", Targets: Interface, Arguments: []Argument{{Name: "field", Kind: Property, Required: true}},
		Help:    "Makes a sealed interface a union of its implementations, with this field as discriminator.",
		Example: "//tool:union kind", EnforcedBy: []Enforcer{Generator}},
	{Name: "schema", Targets: withJSON, Arguments: []Argument{{Name: "json", Kind: JSON, Required: true}},
		Help:    "Sets the JSON Schema of a type whose Go declaration does not define its JSON form.",
		Example: `//tool:schema {"type": "string", "pattern": "^[0-9]+$"}`, EnforcedBy: []Enforcer{Generator}},
	{Name: "type", Targets: PackageClause, Arguments: []Argument{
		{Name: "type", Kind: TypeName, Required: true},
		{Name: "schema", Kind: SchemaOrOpaque, Required: true}}, Repeatable: true,
		Help:    "Does in this package what //tool:schema does on the declaration of a type, for a type of another module; opaque allows any JSON value.",
		Example: `//tool:type math/big.Int {"type": "integer"}`, EnforcedBy: []Enforcer{Generator}},
	{Name: "any", Targets: withJSON,
		Help:    "Allows any JSON value for an open type, and other values than the constants for a type with constants.",
		Example: "//tool:any", EnforcedBy: []Enforcer{Generator}},
}

// packages has the directives for all tools of a package, or of several packages.
var packages = []Directive{
	{Name: "registry", Targets: PackageClause, Arguments: []Argument{
		{Name: "pattern", Kind: Pattern, Required: true, Repeated: true},
		{Name: "except", Kind: Word, Key: true, List: true}},
		Help:    "Generates NewToolRegistry, which registers the tools of these packages.",
		Example: "//tool:registry ./notes ./tools/... except=remove_note", EnforcedBy: []Enforcer{Generator}},
	{Name: "dialects", Targets: PackageClause, Arguments: []Argument{
		{Name: "dialect", Kind: Word, Required: true, Repeated: true, Words: dialect.Projections()}},
		Help:    "Generates definitions in these dialects for the tools of the package and of its registry; a tool that one of them cannot express is an error, unless //tool:no-dialect exempts it.",
		Example: "//tool:dialects mcp openai-strict", EnforcedBy: []Enforcer{Generator}},
	{Name: "defaults", Targets: PackageClause, Arguments: []Argument{
		{Name: "toolset", Kind: Word, Key: true},
		{Name: "prefix", Kind: Word, Key: true},
		{Name: "timeout", Kind: Duration, Key: true},
		{Name: "max-result-chars", Kind: Integer, Key: true},
		{Name: "tools", Kind: Identifier, Key: true},
		{Name: "tools", Kind: Identifier, Key: true, Qualified: true}}, NeedsArgument: true,
		Help:    "Sets defaults for all tools of the package, and the names of the generated functions; names of tools that do not start with the prefix get it, with an underscore if the prefix ends with a letter or digit.",
		Example: "//tool:defaults toolset=notes timeout=30s Store.tools=NoteTools", EnforcedBy: []Enforcer{Generator}},
}
